/** The time, read in one place. Everything else is told it. */
export const now = (): number => Date.now();

/** Seconds of a clock that nobody can set, counted from the start of this process: what time budgets are measured by. */
export const elapsedSeconds = (): number => performance.now() / 1000;

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
