import type { LoggedState, LoggedTask, RunLog } from "./run-log.js";

const words: Readonly<Record<LoggedState, string>> = {
  todo: "to do",
  now: "at work",
  done: "done",
  "not-proven": "done, not proven",
  refused: "refused, to be tried again",
  aside: "left for you",
};

/** One task on a page of its own: its whole title, and what became of it turn by turn. */
export function describeTask(task: LoggedTask, log: RunLog): string {
  const turns = log.turnsOf(task.id);
  const lines = turns.flatMap((turn) => [
    "",
    `turn ${turn.iteration}${turn.isOver ? "" : " (going on)"}`,
    ...turn.lines.map(({ text, is }) => (is === "more" ? `    ${text.trim()}` : `  ${text}`)),
  ]);
  const questions = log.questions.filter((each) => each.task === task.id);
  return [
    task.title.startsWith(task.id) ? task.title : `${task.id} ${task.title}`,
    words[task.state],
    ...questions.map(({ text }) => `asks: ${text}`),
    ...(lines.length > 0 ? lines : ["", "no turn of it yet"]),
  ].join("\n");
}
