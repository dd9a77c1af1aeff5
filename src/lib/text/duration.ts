/** "1h 02m 05s", "4m 05s", "12s"; what took less than a second has a digit: "0.4s". */
export function duration(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.floor(seconds % 60);
  if (hours > 0) return `${hours}h ${two(minutes)}m ${two(rest)}s`;
  if (minutes > 0) return `${minutes}m ${two(rest)}s`;
  return `${seconds < 0.95 ? Number(seconds.toFixed(1)) : Math.max(1, rest)}s`;
}
