/** "$0.05", "$12.00"; small amounts get more digits: "$0.004". */
export function money(usd: number): string {
  if (usd === 0 || Math.abs(usd) >= 0.01) return `$${usd.toFixed(2)}`;
  return `$${Number(usd.toPrecision(2))}`;
}
