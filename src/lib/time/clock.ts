/** The only place that reads the clock. Everything else gets the time as an argument. */
export const now = (): number => Date.now();

/** Seconds since the call, on a monotonic clock: time budgets must not depend on changes of the system time. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => (performance.now() - begun) / 1000;
}

/** A unique run id: start time plus random characters. Sorts by time. */
export function newRunId(at: number): string {
  const stamp = new Date(at)
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z/g, "")
    .replace("T", "-");
  const dice = Math.floor(Math.random() * 36 ** 6)
    .toString(36)
    .padStart(6, "0");
  return `${stamp}-${dice}`;
}
