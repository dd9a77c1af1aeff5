import type { RunState } from "../../store/current-run.js";

/** The tasks a run left for a person: those set aside, and the one that ended it, unless that is done. */
export function acceptableTasks({ run, last }: Pick<RunState, "run" | "last">): readonly string[] {
  const aside = (run?.setAside ?? []).map(({ task }) => task);
  const isLeft = last?.outcome === "needs-review" || last?.outcome === "stuck" || last?.outcome === "blocked";
  const ending = isLeft && !last.onlyReview && last.task !== null ? [last.task] : [];
  return [...new Set([...aside, ...ending])];
}
