import type { Usage } from "../../core/transcript.js";
import type { Draft } from "./draft.js";

/** Adds the tokens and cost of one step: some agents report them per step and never in total. */
export function spend(of: Draft, step: Usage | null, costUsd: number | undefined): void {
  if (step)
    of.usage = {
      inputUncached: (of.usage?.inputUncached ?? 0) + step.inputUncached,
      cacheRead: (of.usage?.cacheRead ?? 0) + step.cacheRead,
      cacheWrite: (of.usage?.cacheWrite ?? 0) + step.cacheWrite,
      output: (of.usage?.output ?? 0) + step.output,
    };
  if (costUsd !== undefined) of.costUsd = (of.costUsd ?? 0) + costUsd;
}
