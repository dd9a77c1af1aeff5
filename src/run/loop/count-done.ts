import type { DecisionRecord } from "../../store/record.js";
import { countUnticked } from "../judge/judge.js";

/** How many tasks are done after a decision: with those it marks. Null without a list. */
export function countDone({
  decision,
  observation,
  after,
  about,
}: DecisionRecord): { readonly done: number; readonly total: number } | null {
  const { done, total } = decision.completion;
  if (done === null || total === null) return null;
  if (about) return { done, total };
  return { done: done + countUnticked(observation, decision) + (after.doneBeside?.length ?? 0), total };
}
