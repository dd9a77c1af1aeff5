import type { SetAside } from "../../decide/decision.js";
import { advise, command, type StepAdvice } from "../../run/loop/advice.js";
import type { RunSummary } from "../../run/loop/run-summary.js";
import type { RefusedClaim, ReportedCheck, ReportedTask } from "./run-report.js";

/** What needs a person, by its cause: however many turns and tasks it has cost. */
export interface PersonCase {
  /** In a sentence: the failing test, the question, the reason. */
  readonly cause: string;
  readonly is: "question" | "refused" | "tampering" | "set-aside" | "not-proven" | "owed" | "changed-tests";
  readonly tasks: readonly string[];
  /** The number of the newest claim, where one was refused. */
  readonly claim: number | null;
  /** How many claims were refused for it. */
  readonly times: number;
  readonly advice: StepAdvice | null;
}

interface Known {
  readonly summary: RunSummary;
  readonly tasks: readonly ReportedTask[];
  readonly refused: readonly RefusedClaim[];
  /** Tasks that a person may take as done. */
  readonly acceptable: readonly string[];
  /** The run goes on: its agent is still to try again. */
  readonly isOver: boolean;
}

/** The questions first, then what was refused, then what only wants a look. */
export function listCases({ summary, tasks, refused, acceptable, isOver }: Known): readonly PersonCase[] {
  const open = new Map(tasks.filter(({ state }) => openStates.has(state)).map((task) => [task.id, task]));
  const settled = summary.setAside.filter((aside) => hasAnswer(aside, summary.questions));
  for (const { task } of settled) open.delete(task);
  const claims = refused.filter(({ task }) => task === null || open.has(task));
  const named = new Set([...claims, ...settled].map(({ task }) => task));
  return [
    ...groupQuestions(summary.questions),
    ...(isOver ? groupClaims(claims, acceptable) : []),
    ...groupTasks(tasks, "set-aside", (task) => isAside(task) && !named.has(task.id)),
    ...groupTasks(tasks, "owed", ({ state }) => state === "owed"),
    ...groupTasks(tasks, "not-proven", ({ state }) => state === "not-proven"),
    ...(summary.changedTests.length > 0 ? [changedTests(summary.changedTests)] : []),
  ];
}

const openStates: ReadonlySet<string> = new Set(["not-done", "set-aside", "disputed", "owed"]);
const isAside = ({ state }: ReportedTask): boolean => state === "set-aside" || state === "disputed";

const plain = { claim: null, times: 0, advice: null };

/** A task that waits for an answer has its question, and one that is tried again with it needs nobody. */
export const hasAnswer = ({ task, retry, rule }: SetAside, questions: RunSummary["questions"]): boolean =>
  retry === true || (rule === "waiting-for-person" && questions.some((question) => question.task === task));

/** Several tasks may have asked the same: one answer is for all of them. */
function groupQuestions(questions: RunSummary["questions"]): readonly PersonCase[] {
  return [...new Set(questions.map(({ text }) => text))].map((cause) => ({
    ...{ ...plain, cause, is: "question" as const },
    tasks: questions.flatMap(({ text, task }) => (text === cause && task !== null ? [task] : [])),
    advice: advise`${command('untildone answer "…"')}`,
  }));
}

const changedTests = (tests: readonly string[]): PersonCase => ({
  ...{ ...plain, is: "changed-tests", tasks: [] },
  cause: `Tests pass only because the agent changed them: ${tests.slice(0, 5).join(", ")}`,
});

/** Claims that the same failing tests, or the same reasons, spoke against. */
function groupClaims(claims: readonly RefusedClaim[], acceptable: readonly string[]): readonly PersonCase[] {
  const groups = new Map<string, RefusedClaim[]>();
  for (const claim of claims) {
    const cause = describeCause(claim);
    groups.set(cause, [...(groups.get(cause) ?? []), claim]);
  }
  // Nobody is asked to believe what is no longer measured.
  const tampered = new Set(claims.filter(isTamperedIn).map(({ task }) => task));
  return [...groups].reverse().map(([cause, group]) => {
    const tasks = [...new Set(group.flatMap(({ task }) => task ?? []))];
    const newest = group.at(-1);
    const isTampered = newest !== undefined && isTamperedIn(newest);
    return {
      cause,
      is: isTampered ? ("tampering" as const) : ("refused" as const),
      tasks,
      claim: newest?.n ?? null,
      times: group.length,
      advice: isTampered
        ? restore(group[0])
        : acceptAdvice(tasks.filter((id) => acceptable.includes(id) && !tampered.has(id))),
    };
  });
}

const isHonesty = ({ name, state }: ReportedCheck): boolean =>
  state === "fails" && (name === "honest-tests" || name === "original-tests");

const isTamperedIn = ({ checks }: RefusedClaim): boolean => checks.some(isHonesty);

function describeCause({ checks, reasons }: RefusedClaim): string {
  const bad = checks.find(isHonesty) ?? checks.find(({ state }) => state === "fails") ?? checks[0];
  if (!bad) return reasons[0] ?? "";
  const [first] = bad.failures ?? [];
  if (first)
    return `${first.test}${first.place === null ? "" : ` (${first.place})`}${first.message === null ? " fails" : `: ${first.message}`}`;
  return `${bad.name} ${bad.state === "fails" ? "fails" : "gave no answer"}: ${bad.failing[0] ?? bad.detail}`;
}

const restore = (claim: RefusedClaim | undefined): StepAdvice | null =>
  claim
    ? advise`${command(`untildone diff turn:${claim.iteration}`)} shows the turn, ${command(`untildone undo turn:${claim.iteration}`)} takes it back`
    : null;

const acceptAdvice = (tasks: readonly string[]): StepAdvice | null =>
  tasks.length === 0
    ? null
    : advise`${command(`untildone accept ${tasks.join(" ")}`)} takes ${tasks.length === 1 ? "it" : "them"} as done`;

/** Tasks with the same reason are one case. */
function groupTasks(
  tasks: readonly ReportedTask[],
  is: PersonCase["is"],
  isMeant: (task: ReportedTask) => boolean,
): readonly PersonCase[] {
  const groups = new Map<string, string[]>();
  for (const task of tasks.filter(isMeant)) {
    const reason = task.reason ?? "";
    groups.set(reason, [...(groups.get(reason) ?? []), task.id]);
  }
  return [...groups].map(([cause, ids]) => ({
    ...plain,
    ...{ cause, is, tasks: ids },
    advice: is === "set-aside" ? acceptAdvice(ids) : is === "not-proven" ? lookAt(ids) : null,
  }));
}

const lookAt = (ids: readonly string[]): StepAdvice | null =>
  ids[0] === undefined ? null : advise`${command(`untildone diff ${ids[0]}`)} shows it`;
