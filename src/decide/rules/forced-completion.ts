import { carryOn, exit } from "../decision.js";
import { describeCheck } from "../evidence.js";
import type { Observation } from "../observation.js";
import { abstain, type Judgement, type Rule, speak } from "../rule.js";

/** Recorded as forced, with every check that does not hold. */
export const forcedCompletion: Rule = {
  name: "forced-completion",
  summary: "the operator forced completion (--force-complete)",
  uses: [],
  about: "run",
  asks: "any-time",
  judge: ({ seen }) => (seen.forceComplete ? force(seen) : abstain("nobody forced completion")),
};

function force(seen: Observation): Judgement {
  const reason = `forced by the operator${failing(seen)}`;
  if (seen.selection.is === "task") {
    const taskDone = seen.selection.id;
    const { tasks } = seen;
    const last = tasks.is === "not-asked" || (tasks.is === "list" && tasks.othersNotDone === 0);
    return speak(
      last ? exit("completed", reason, { taskDone, forced: true }) : carryOn(reason, { taskDone, forced: true }),
    );
  }
  if (seen.tasks.is === "not-asked") return speak(exit("completed", reason, { forced: true }));
  return abstain(
    'refused: there is a task list and no task is selected. Name the one to force, with --task ID or as "task" in the situation',
  );
}

function failing({ evidence }: Observation): string {
  const bad = evidence.filter((check) => check.state !== "holds").map(describeCheck);
  return bad.length === 0 ? "" : `, although ${bad.join("; ")}`;
}
