/** Limits that may end a command early. */
export interface TimeLimits {
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

export type Overrun =
  | { readonly is: "timed-out"; readonly afterMs: number; readonly idle: boolean }
  | { readonly is: "interrupted" };

/** Calls `stop` once, with the first limit reached. Returns a function that cancels the timers. */
export function watchLimits(limits: TimeLimits, lastOutput: () => number, stop: (why: Overrun) => void): () => void {
  const timeoutMs = within(limits.timeoutMs);
  const idleTimeoutMs = within(limits.idleTimeoutMs);
  const { signal } = limits;
  const timers: { total?: NodeJS.Timeout; idle?: NodeJS.Timeout } = {};
  const callOff = (): void => {
    clearTimeout(timers.total);
    clearTimeout(timers.idle);
    signal?.removeEventListener("abort", interrupt);
  };
  const end = (why: Overrun): void => {
    callOff();
    stop(why);
  };
  const interrupt = (): void => end({ is: "interrupted" });
  // Checked when the timer fires instead of resetting it on each output: a flood would reset it a thousand times per
  // second.
  const lookAtSilence = (limit: number): void => {
    const left = limit - (performance.now() - lastOutput());
    if (left <= 0) end({ is: "timed-out", afterMs: limit, idle: true });
    else timers.idle = setTimeout(lookAtSilence, left, limit);
  };
  if (timeoutMs !== undefined)
    timers.total = setTimeout(end, timeoutMs, { is: "timed-out", afterMs: timeoutMs, idle: false });
  if (idleTimeoutMs !== undefined) lookAtSilence(idleTimeoutMs);
  signal?.addEventListener("abort", interrupt, { once: true });
  return callOff;
}

/** setTimeout fires at once for delays above 24 days. */
export const longestDelay = 2 ** 31 - 1;
const within = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.min(ms, longestDelay);
