import { clipLine } from "../run-report/clip-text.js";
import type { RunReport } from "../run-report/run-report.js";
import type { Annotation } from "./workflow-commands.js";

/** GitHub shows ten of each kind for a step. */
const maxWarnings = 9;

/** What a person should see first: why the run did not complete, and what was left for them. */
export function annotateRun({ headline, outcome, status, tasks, onlyReview }: RunReport): readonly Annotation[] {
  const isDone = status === "ended" && outcome === "completed";
  const end: Annotation = {
    level: isDone ? "notice" : status === "ended" && onlyReview ? "warning" : "error",
    title: `untildone: ${headline.title}`,
    message: [...headline.stopped, ...headline.next].join("\n"),
  };
  const left = tasks.filter(({ state }) => leftForPerson.has(state)).slice(0, maxWarnings);
  return [
    end,
    ...left.map(
      ({ id, title, reason }): Annotation => ({
        level: "warning",
        title: `untildone: ${clipLine(title ?? id, 80)}`,
        message: reason ?? "left for you",
      }),
    ),
  ];
}

const leftForPerson: ReadonlySet<string> = new Set(["disputed", "set-aside", "owed", "not-proven"]);
