/** "$0.05", "$12.00"; as exact as it has to be for small amounts: "$0.004". */
export function money(usd: number): string {
  if (usd === 0 || Math.abs(usd) >= 0.01) return `$${usd.toFixed(2)}`;
  return `$${Number(usd.toPrecision(2))}`;
}
