import { isOver } from "../../decide/dependencies.js";
import { selectTaskById, type Task } from "../../decide/tasks.js";
import { formatQuestion, type Question, taskOfWords, type Words } from "../../decide/words.js";
import { plural } from "../../lib/text/plural.js";

/** The open task with this id, or why there is none. */
export function findOpenTask(id: string, tasks: readonly Task[] | null): Task | string {
  if (!tasks) return "this run has no task list: leave --task out";
  const found = selectTaskById(id, tasks);
  const task = found.is === "task" ? tasks.find((each) => each.id === (found.inList ?? found.id)) : undefined;
  if (!task) return `there is no task ${id} in the list; untildone tasks shows them`;
  if (!isOver(task)) return task;
  return `${task.id} is ${task.status}: no prompt of it will come. Add a task to the list, or leave --task out`;
}

interface TasksNow {
  readonly over: string | null;
  readonly listed: readonly Task[] | null;
  readonly setAside: readonly string[];
}

/** Which prompt will have the words for these tasks. */
export function describeWhen(tasks: readonly string[], { over, listed, setAside }: TasksNow): string {
  const of = tasks.length === 0 ? "" : ` of ${joinNames(tasks)}`;
  if (over !== null)
    return `${over}: ${tasks.length === 0 ? "its" : "the"} first prompt${of} after untildone run --resume`;
  const aside = tasks.filter((task) => setAside.includes(task));
  if (aside.length > 0) return `${joinNames(aside)} was set aside and is tried again: the next prompt${of}`;
  const blocked = listed?.find(({ id, status }) => status === "blocked" && tasks.includes(id));
  return blocked ? `${blocked.id} is blocked in the list: its first prompt` : `the next prompt${of}`;
}

export const tasksOf = (asked: readonly Question[]): readonly string[] => [
  ...new Set(asked.flatMap(({ task }) => task ?? [])),
];

export function describeAnswered(asked: readonly Question[], when: string): string {
  const [first] = asked;
  if (first && asked.length === 1) return `${when} will have the answer to "${first.text}"`;
  const list = asked.map((question) => `\n  ${formatQuestion(question)}`).join("");
  return `${when} will have the answer to ${plural(asked.length, "question")}:${list}`;
}

export const describeNothingAsked = (task: string | undefined): string =>
  `${task === undefined ? "the agent" : task} has not asked anything; tell it something with: untildone tell${task === undefined ? "" : ` --task ${task}`}`;

/** "T1 is done; no prompt of it had your words: "use v2"" */
export const describeMissed = (words: Pick<Words, "task" | "question" | "text">): string =>
  `${taskOfWords(words)} was done before a prompt of it could have your words: "${words.text}"; if they still matter, tell another task or add one to the list`;

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
