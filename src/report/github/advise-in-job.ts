import type { RunEvent } from "../../run/loop/run-event.js";
import { clipLine } from "../run-report/clip-text.js";
import type { RunReport } from "../run-report/run-report.js";

type EndedJob = Pick<RunReport, "outcome" | "status" | "summary" | "onlyReview">;
type RunEnd = Extract<RunEvent, { type: "run-end" }>;

/**
 * What to do next from a job of CI: its machine is gone, and with it the state of the run. So no command that asks for
 * that state, but what can be done in the repository and with the job.
 */
export function adviseInJob({ outcome, status, summary, onlyReview }: EndedJob): readonly string[] {
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

/** The report as a job shows it: without what can be done on its machine alone. */
export function reportForJob(report: RunReport): RunReport {
  const next = adviseInJob(report);
  const reasons = new Map(report.summary.setAside.map(({ task, reason }) => [task, clipLine(reason)]));
  return {
    ...report,
    headline: { ...report.headline, next, steps: next.map((text) => [{ text, isCommand: false }]) },
    tasks: report.tasks.map((task) => ({ ...task, reason: reasons.get(task.id) ?? task.reason })),
  };
}

/** The same for the summary at the end of the job's log. */
export function endForJob(event: RunEnd): RunEnd {
  const { summary, record } = event;
  const { outcome, onlyReview = null } = record.decision;
  const next = adviseInJob({ status: "ended", outcome, onlyReview, summary }).join(" ");
  const setAside = summary.setAside.map(({ parked: _, ...aside }) => aside);
  return { ...event, summary: { ...summary, next, advice: null, setAside } };
}
