import { closedBreaker, enterBreaker } from "../../decide/breaker.js";
import { breakerLimits } from "../../decide/weigh.js";
import { UserError } from "../../lib/errors.js";
import { now } from "../../lib/time/clock.js";
import type { Store } from "../../store/store.js";
import type { RunHost, RunOptions } from "./options.js";

/** Why the breaker prevents a run from starting, or null. */
export function breakerRefusal(
  { config }: Pick<RunOptions, "config">,
  { runState }: Pick<Store, "runState">,
): string | null {
  const { state, reason } = enterBreaker(runState.breaker, breakerLimits(config.resolved.settings), now());
  return state === "open" ? `the breaker is open${reason ? `: ${reason}` : ""}` : null;
}

/** An open breaker outlives its run; only a person, or time, closes it. */
export async function passBreaker(
  store: Store,
  options: RunOptions,
  { ask, run }: { ask: RunHost["ask"]; run: string },
) {
  const why = breakerRefusal(options, store);
  if (why === null) return;
  const answer = options.resetBreaker ? "yes" : ((await ask?.(`${why}\nclose it and start? [y/N] `)) ?? "");
  if (!/^y(?:es)?$/i.test(answer.trim()))
    throw new UserError({
      what: why,
      where: store.folder,
      fix: `see what went wrong (untildone explain), then add --reset-breaker${options.resume ? ": untildone run --resume --reset-breaker" : ""}`,
    });
  store.append({
    kind: "breaker",
    at: new Date(now()).toISOString(),
    run,
    why: "reset at the start of a run",
    breaker: closedBreaker,
  });
  store.snapshot();
}
