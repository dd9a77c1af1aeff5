/** The same, with a digit more below ten seconds: "0.4s". */
export const shortDuration = (seconds: number): string =>
  seconds < 9.95 ? `${Number(seconds.toFixed(1))}s` : duration(seconds);

/** "1h 02m 05s". */
export function duration(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.floor(seconds % 60);
  if (hours > 0) return `${hours}h ${two(minutes)}m ${two(rest)}s`;
  return minutes > 0 ? `${minutes}m ${two(rest)}s` : `${rest}s`;
}
