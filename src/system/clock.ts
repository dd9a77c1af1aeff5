/** The time, read in one place. Everything else is told it. */
export const now = (): number => Date.now();

/** Seconds from now on, by a clock that nobody can set: what time budgets are measured by. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => (performance.now() - begun) / 1000;
}

/** A name for a run that no other has: when it began, and a few dice. Sorts by time. */
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
