import type { Says, Scope } from "../../../decide/agent-report.js";
import { namesListElsewhere } from "../other-languages.js";
import type { Doubt, FoundSignal } from "./found.js";
import { type FieldAnswer, isPlaceholder, isTemplate, readFlag, readRemaining, readWord } from "./values.js";

export type StatusFields = Readonly<Record<string, string>>;

/** The answers of a group of fields, separately for the run and the task. */
export interface Answers {
  readonly run: FieldAnswer | undefined;
  readonly task: FieldAnswer | undefined;
  /** A "yes" that another field of the same block contradicts. */
  readonly runContradicted: boolean;
  readonly taskContradicted: boolean;
  readonly testsFail: boolean;
  readonly remaining: string | null;
  /** The task is done and other tasks are left: a "no" for the run, but not for the task. */
  readonly listLeft: boolean;
}

const statusWords = new Map<string, FieldAnswer>([
  ["COMPLETE", "yes"],
  ["COMPLETED", "yes"],
  ["DONE", "yes"],
  ["FINISHED", "yes"],
  ["TASK_COMPLETE", "yes"],
  ["ALL_COMPLETE", "yes"],
  ["IN_PROGRESS", "no"],
  ["BLOCKED", "blocked"],
]);
const exitStatusWords = new Map<string, FieldAnswer>([
  ["COMPLETE", "yes"],
  ["CONTINUE", "no"],
]);
const filledInKeys = [
  "FILES_MODIFIED",
  "TASKS_COMPLETED_THIS_LOOP",
  "TESTS_STATUS",
  "WORK_TYPE",
  "CONFIDENCE",
  "EXIT_REASON",
  "RECOMMENDATION",
  "REMAINING_WORK",
];

/**
 * Precedence of the fields: exit signal, phase or exit status, status word. The first is about the run, the others
 * about the task; each answers for the other only if that one is missing.
 */
export function interpret(fields: StatusFields, tests: "counted" | "left-out" = "counted"): Answers {
  const exit = readFlag(fields["EXIT_SIGNAL"]);
  const phase = readFlag(fields["PHASE_COMPLETE"]) ?? readWord(fields["EXIT_STATUS"], exitStatusWords);
  const status = readWord(fields["STATUS"], statusWords);
  const remaining = readRemaining(fields["REMAINING_WORK"] ?? fields["REMAINING"]);
  const testsFail = saysTestsFail(fields);
  const unfilled =
    isTemplate(fields["TESTS_STATUS"] ?? "") || filledInKeys.some((key) => isPlaceholder(fields[key] ?? ""));
  // A placeholder beside a "yes" makes the block a template. Beside a "no" it changes nothing, because a "no" is safe
  // to believe.
  if ([exit, phase, status].includes("template") || (unfilled && exit !== "no" && phase !== "no" && status !== "no"))
    return {
      run: "template",
      task: "template",
      runContradicted: false,
      taskContradicted: false,
      testsFail: false,
      remaining: null,
      listLeft: false,
    };
  const task = phase ?? (status === "malformed" && exit ? undefined : status) ?? (exit === "yes" ? "yes" : undefined);
  const run = exit ?? phase ?? status;
  // An unknown word beside a "yes" may mean the opposite: TERMINATING_LOOP, IMPOSSIBLE.
  const isStrange = status === "malformed" && (exit === "yes" || phase === "yes");
  const denied =
    status === "no" || status === "blocked" || phase === "no" || isStrange || (testsFail && tests === "counted");
  const listLeft = exit === undefined && run === "yes" && !denied && remaining !== null && isOfTheList(remaining);
  return {
    run: listLeft ? "no" : run,
    task,
    runContradicted: run === "yes" && !listLeft && (denied || remaining !== null),
    taskContradicted: task === "yes" && (denied || (remaining !== null && exit !== "no" && !isOfTheList(remaining))),
    testsFail,
    remaining,
    listLeft,
  };
}

export const saysTestsFail = (fields: StatusFields): boolean => /^fail/i.test(fields["TESTS_STATUS"] ?? "");

/** The doubt about each "yes" of a signal. A signal without fields is about the run. */
export const doubtYes = ({ answers, says }: Pick<FoundSignal, "answers" | "says">, because: string): Doubt => ({
  because,
  run: answers ? answers.run === "yes" : says === "complete",
  task: answers?.task === "yes",
});

/** The answers without any "yes": what is left of a block whose "yes" is not believed. */
export function withoutYes(answers: Answers): Answers {
  const plain = (answer: FieldAnswer | undefined): FieldAnswer | undefined => (answer === "yes" ? undefined : answer);
  return { ...answers, run: plain(answers.run), task: plain(answers.task) };
}

/** Names other tasks or the rest of the list, which does not contradict the selected task. */
export function isOfTheList(text: string): boolean {
  return isListed.test(text) || namesListElsewhere(text);
}

const isListed =
  /\b(?:tasks?|stories|story|items?|tickets?|issues?|phases?|sections?|plans?|milestones?|epics?|prd|backlog)\b|\b[A-Z]{1,8}-?\d+\b|#\d+|\bnext\b/i;

export function combineAnswers({ run, task, runContradicted, taskContradicted }: Answers): Says {
  if (runContradicted || taskContradicted) return "contradictory";
  if (task === "blocked") return "blocked";
  switch (run ?? task) {
    case "yes":
      return "complete";
    case "no":
      return "continue";
    case "blocked":
      return "blocked";
    case "template":
      return "template";
    case "malformed":
    case undefined:
      return "malformed";
  }
}

export function readScope(fields: StatusFields): Scope {
  const run = fields["EXIT_SIGNAL"] !== undefined;
  const task = ["STATUS", "PHASE_COMPLETE", "EXIT_STATUS"].some((key) => fields[key] !== undefined);
  return run && task ? "both" : run ? "run" : "task";
}
