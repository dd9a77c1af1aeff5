import type { Task } from "../../decide/tasks.js";
import { taskText } from "../../evidence/proof/test-owner.js";

export interface SealQuestion {
  readonly task: Task;
  /** The folder that the author may write to, from the project's folder. */
  readonly folder: string;
  /** A specification that a person named; null for none. */
  readonly spec: string | null;
  /** How the project's tests are run. */
  readonly tests: readonly string[];
  /** What was wrong with the last answer. */
  readonly refused: readonly string[];
}

/** What the author of sealed checks is asked. */
export const sealPrompt = ({ task, folder, spec, tests, refused }: SealQuestion): string =>
  [
    "Write acceptance tests for the task below, before anybody does it. Another agent will do the task without seeing your tests; they decide",
    `whether it is done. You are in a copy of the project: read all of it, and write into the folder ${folder}/ alone. Do not do the task.`,
    "",
    "- Test what the task and the specification ask for, through public interfaces, and nothing that they leave open: a right solution that looks",
    "  different from yours must pass.",
    "- Several examples for each requirement, with edge cases that the text decides: one example can be answered by heart.",
    `- Use the project's own test framework${tests.length > 0 ? ` (${tests.join(", ")})` : ""}, and load the source by relative imports from ${folder}/.`,
    "- Each test fails now, either because what it calls is missing, or because it does something else. It must fail for that reason alone.",
    "",
    `Beside the tests, write ${folder}/requirements.json:`,
    "",
    '{ "requirements": [ { "id": "R1", "text": "what has to be so, in one sentence that does not give the test away",',
    '    "test": "the exact title of its test", "reason": "missing" or "differs",',
    '    "seam": { "file": "the source file that it calls into", "name": "the function" } } ] }',
    "",
    "If the task cannot be tested as it is written, write no file, and say why in your last message.",
    "",
    "# The task",
    "",
    taskText(task).startsWith(task.id) ? taskText(task) : `${task.id}: ${taskText(task)}`,
    ...(spec === null ? [] : ["", "# The specification", "", spec]),
    ...(refused.length === 0
      ? []
      : ["", "# Your last answer was not taken", "", ...refused.map((line) => `- ${line}`)]),
    "",
  ].join("\n");
