export const formatCount = (value: number): string =>
  value < 10_000 ? String(value) : value < 1e6 ? `${(value / 1e3).toFixed(0)}k` : `${(value / 1e6).toFixed(1)}M`;

/** By the clock of who looks at it. */
export function formatTime(at: string): string {
  const time = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** A day is named once: "2026-01-31 22:00 to 22:41". */
export function formatPeriod(from: string, to: string): string {
  const [start, end] = [formatTime(from), formatTime(to)];
  return `${start} to ${end.startsWith(start.slice(0, 10)) ? end.slice(11) : end}`;
}

/** "needs review". */
export const wordOf = (verdict: string): string => verdict.replace("-", " ");

/** The colour of a verdict. */
export function toneOf(verdict: string): "good" | "warn" | "bad" | "calm" {
  if (verdict === "completed") return "good";
  if (verdict === "aborted") return "bad";
  return verdict === "continue" || verdict === "interrupted" ? "calm" : "warn";
}
