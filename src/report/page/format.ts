/** "1h 02m", "4m 05s", "12s". */
export function formatSeconds(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours}h ${two(minutes)}m`;
  return minutes > 0
    ? `${minutes}m ${two(Math.floor(seconds % 60))}s`
    : `${Number(seconds.toFixed(seconds < 10 ? 1 : 0))}s`;
}

export const formatMoney = (usd: number): string =>
  usd === 0 || usd >= 0.01 ? `$${usd.toFixed(2)}` : `$${Number(usd.toPrecision(2))}`;

export const formatCount = (value: number): string =>
  value < 10_000 ? String(value) : value < 1e6 ? `${(value / 1e3).toFixed(0)}k` : `${(value / 1e6).toFixed(1)}M`;

/** By the clock of who looks at it. */
export function formatTime(at: string): string {
  const time = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** "needs review". */
export const wordOf = (verdict: string): string => verdict.replace("-", " ");

/** The colour of a verdict. */
export function toneOf(verdict: string): "good" | "warn" | "bad" | "calm" {
  if (verdict === "completed") return "good";
  if (verdict === "aborted") return "bad";
  return verdict === "continue" || verdict === "interrupted" ? "calm" : "warn";
}
