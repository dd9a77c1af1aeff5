/** What may end a command early. */
export interface TimeLimits {
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

export type Overrun =
  | { readonly is: "timed-out"; readonly afterMs: number; readonly idle: boolean }
  | { readonly is: "interrupted" };

/** Calls `stop` once, with the first limit that is reached. Returns the way to call it off. */
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
  // Asked when the time has come rather than set anew at each output: a flood would set a timer a thousand times a second.
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

/** A timer holds no more than 24 days; a longer one would end at once. */
const longest = 2 ** 31 - 1;
const within = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : Math.min(ms, longest));
