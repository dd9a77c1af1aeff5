import type { Usage } from "../../decide/transcript.js";
import type { Draft } from "./draft.js";

/** Adds the tokens and cost of one step: some agents report them per step and never in total. */
export function spend(draft: Draft, step: Usage | null, costUsd: number | undefined): void {
  if (step)
    draft.usage = {
      inputUncached: (draft.usage?.inputUncached ?? 0) + step.inputUncached,
      cacheRead: (draft.usage?.cacheRead ?? 0) + step.cacheRead,
      cacheWrite: (draft.usage?.cacheWrite ?? 0) + step.cacheWrite,
      output: (draft.usage?.output ?? 0) + step.output,
    };
  if (costUsd !== undefined) draft.costUsd = (draft.costUsd ?? 0) + costUsd;
}
