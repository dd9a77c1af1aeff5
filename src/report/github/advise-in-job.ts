import { clipLine } from "../run-report/clip-text.js";
import type { RunReport } from "../run-report/run-report.js";

/**
 * What to do next from a job of CI: its machine is gone, and with it the state of the run. So no command that asks for
 * that state, but what can be done in the repository and with the job.
 */
export function adviseInJob({ outcome, status, summary, onlyReview }: RunReport): readonly string[] {
  const isDone = status === "ended" && (outcome === "completed" || onlyReview !== null);
  const doubtful = summary.notProven.length > 0;
  const left = summary.setAside.map(({ task }) => task);
  return [
    ...summary.questions.map(
      ({ text }) => `Answer “${clipLine(text)}” in the text of its task, commit that, and run the job again.`,
    ),
    ...(left.length > 0
      ? [`Look at ${left.slice(0, 10).join(", ")}: tick what is right in the task list, or reword it, and commit that.`]
      : []),
    ...(isDone
      ? [doubtful ? "Look at the work that is not proven, then merge it." : "Look at the change, then merge it."]
      : []),
    ...(isDone ? [] : ["Run the job again: it goes on with what is open in the task list."]),
    "The report is in the artifacts of the job.",
  ];
}
