import type { Decision, Verdict } from "./decision.js";

/** The tasks that a verdict or a decision completes. Older journals have the other ones apart. */
export function tasksDoneBy({ taskDone, alsoDone = [], tasksDone }: Completing): readonly string[] {
  if (tasksDone) return tasksDone.map(({ id }) => id);
  return taskDone === null ? alsoDone : [taskDone, ...alsoDone];
}

type Completing = Pick<Verdict, "taskDone"> & Partial<Pick<Verdict, "alsoDone"> & Pick<Decision, "tasksDone">>;
