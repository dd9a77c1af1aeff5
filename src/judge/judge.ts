import type { AgentReport } from "../core/agent-report.js";
import type { Decision, SetAside } from "../core/decision.js";
import { type CheckFeedback, type Evidence, isAboutCheck } from "../core/evidence.js";
import { foldWarnings } from "../core/fold-warnings.js";
import type { OpenGroup } from "../core/groups.js";
import type { IterationFacts, Observation, SessionStop, Used } from "../core/observation.js";
import { observe, type Shown, type TaskOrder } from "../core/observe.js";
import { judgeCase, type Policy, tasksDoneBy } from "../core/policy.js";
import type { Case } from "../core/rule.js";
import type { SettingsPatch } from "../core/settings.js";
import type { KnownTasks, Task } from "../core/tasks.js";
import type { Transcript, Usage } from "../core/transcript.js";
import { kindOfTask, type PolicySpec, policyForKind } from "../policies/policies.js";
import { collectEvents } from "../store/events.js";
import type { DecisionRecord, Stamp } from "../store/record.js";
import { type CurrentRun, countIterations, enterRun, plus, type RunState } from "../store/run-state.js";
import { aftermath } from "./after-decision.js";

/** One iteration of a loop, as far as the caller knows it. */
export interface Iteration {
  /** The agent's output, read once; null: a decision before the turn. */
  readonly report: AgentReport | null;
  /** What the turn used, according to the agent. */
  readonly spent: Spent;
  readonly tasks: KnownTasks;
  /** undefined: not known; null: none could be selected. */
  readonly task?: string | null;
  readonly evidence: readonly Evidence[];
  readonly shown?: Shown;
  /** Groups that are done with their parts; absent where the list is taken as it is given. */
  readonly groups?: readonly OpenGroup[];
  readonly order?: TaskOrder;
  readonly facts: IterationFacts;
  readonly forceComplete: boolean;
  readonly interrupted: boolean;
  readonly response: Stamp | null;
  readonly tasksFile?: string | null;
  /** Feedback from the checks. */
  readonly feedback: readonly CheckFeedback[];
  /** The first decision of a resumed run: tasks set aside are retried, and counts restart. */
  readonly restarts?: boolean;
  /** Messages of a person that no prompt of the task has had yet. */
  readonly pendingWords?: number;
  /** The stop of an interactive session. */
  readonly session?: SessionStop;
  /** How long it took, if measured. */
  readonly seconds?: number;
  readonly warnings: readonly string[];
}

export interface Spent extends Pick<Transcript, "usage" | "costUsd"> {
  /** The agent never reports its cost, and another agent's price says nothing about it. */
  readonly isUnpriced?: boolean;
}

export const nothingSpent: Spent = { usage: null, costUsd: null };

/** The policy, resolved once, and for the record what it was resolved from. */
export interface Terms {
  readonly policy: Policy;
  readonly spec: string | PolicySpec;
  readonly settings: SettingsPatch;
  readonly origins: Readonly<Record<string, string>>;
  readonly run: string;
  /** Continue the run even if it has ended. */
  readonly resumed?: boolean;
  readonly now: number;
}

export interface Judged {
  readonly record: Omit<DecisionRecord, "n" | "version">;
  readonly decision: Decision;
  readonly policy: Policy;
  readonly weighed: Case;
}

/** Judges an iteration given the earlier ones of its run. Pure: the record holds what the next decision needs. */
export function judge(runState: RunState, iteration: Iteration, terms: Terms): Judged {
  const { run, breaker, begins } = enterRun(runState, {
    id: terms.run,
    at: terms.now,
    resumed: terms.resumed ?? false,
  });
  const done = doneTasks(iteration.tasks);
  const facts = { ...run.tracked?.facts, ...iteration.facts };
  const task = iteration.task === null ? null : (iteration.task ?? facts.task);
  const kind = kindOfTask(iteration.tasks, task);
  const policy = policyForKind(terms.policy, kind);
  const isOld = isSameResponse(iteration.response, run.response);
  const observation = observe({
    report: isOld && iteration.report ? { ...iteration.report, judgedBefore: true } : iteration.report,
    facts: factsSince(run, iteration.restarts || run.isFresh ? { ...facts, fresh: true } : facts, done),
    tasks: iteration.tasks,
    task,
    evidence: iteration.evidence,
    history: run.history,
    breaker,
    used: addUp(iteration, { run, now: terms.now, task: task ?? "" }),
    shown: iteration.shown,
    groups: iteration.groups,
    order: iteration.order,
    doneSoFar: run,
    ...standing(run, iteration.restarts === true),
    interrupted: iteration.interrupted,
    forceComplete: iteration.forceComplete,
    pendingWords: iteration.pendingWords,
    session: iteration.session,
    now: terms.now,
  });
  const { decision: decided, context: weighed } = judgeCase(policy, observation);
  const warnings = foldWarnings([
    ...iteration.warnings,
    ...(isOld ? [describeOld(iteration.response)] : []),
    ...decided.warnings,
  ]);
  const decision = { ...decided, warnings, feedback: mergeFeedback(decided, iteration.feedback) };
  const record: Judged["record"] = {
    kind: "decision",
    at: new Date(terms.now).toISOString(),
    run: terms.run,
    ...(terms.resumed ? { resumed: true as const } : {}),
    iteration: run.judged + (isTurn(iteration) ? 1 : 0),
    policy: terms.spec,
    settings: terms.settings,
    taskKind: kind,
    origins: terms.origins,
    observation,
    decision,
    events: collectEvents(weighed, decision, begins ? terms.run : null),
    after: {
      ...aftermath(weighed, decision),
      setAside: asideAfter(observation, decision, toRetry(run, iteration.restarts === true)),
      seconds: iteration.seconds ?? null,
      tokens: countTokens(iteration.spent.usage),
      usd: costOf(iteration.spent, run),
      done: done === null ? null : done + countUnticked(observation, decision),
      response: iteration.response,
    },
  };
  return { record, decision, policy, weighed };
}

/** A task that is judged again had its turn before. */
const isTurn = ({ report, order }: Iteration): boolean => report !== null && !order?.again;

/** A completed run needs no feedback. */
function mergeFeedback({ outcome, feedback }: Decision, checks: readonly CheckFeedback[]): readonly string[] {
  if (outcome === "completed" || checks.length === 0) return feedback;
  const own = feedback.filter((line) => !checks.some(({ check }) => isAboutCheck(line, check)));
  return [...new Set([...own, ...checks.map(({ text }) => text)])];
}

/** The tasks set aside so far, and whether the run made progress. */
const standing = ({ setAside = [], setAsideInARow = 0, gained = false }: CurrentRun, restarts: boolean) =>
  restarts
    ? { setAside: [], setAsideInARow: 0, gained }
    : { setAside: setAside.filter(({ retry }) => !retry), setAsideInARow, gained };

/** Tasks set aside before the run was resumed, and not retried since. */
const toRetry = ({ setAside = [] }: CurrentRun, restarts: boolean): readonly SetAside[] =>
  restarts ? setAside : setAside.filter(({ retry }) => retry);

/** What stays set aside: not a task that is done after all, nor one that a resumed run has just retried. */
function asideAfter(
  { setAside = [], selection, turn, again }: Observation,
  decision: Decision,
  waiting: readonly SetAside[],
): readonly SetAside[] {
  const tried = turn && !again && selection.is === "task" ? [selection.id] : [];
  const over = [...tasksDoneBy(decision), ...tried];
  const untried = waiting
    .filter(({ task }) => !over.includes(task))
    .map((aside) => ({ ...aside, retry: true as const }));
  const left = setAside
    .filter(({ task }) => !tasksDoneBy(decision).includes(task))
    .map((aside) => (again?.task === aside.task && again.turn !== null ? { ...aside, retry: true as const } : aside));
  return [...untried, ...left, ...(decision.setAside ? [decision.setAside] : [])];
}

/** The caller's facts, plus the tasks done since the last decision if the caller did not count them. */
function factsSince(run: CurrentRun, facts: IterationFacts, done: number | null): IterationFacts {
  const newlyDone = doneSince(run.done, done);
  return facts.tasksDone === undefined && newlyDone !== undefined ? { ...facts, tasksDone: newlyDone } : facts;
}

/** Tasks done since the last decision. Unknown at the first one, unless none is done at all. */
function doneSince(before: number | null, now: number | null): number | undefined {
  if (now === null) return undefined;
  if (before === null) return now === 0 ? 0 : undefined;
  return Math.max(0, now - before);
}

/** The same output as at the last check. Judging it twice is allowed; that it says so twice confirms nothing. */
const isSameResponse = (response: Stamp | null, before: Stamp | null): boolean =>
  response !== null &&
  before !== null &&
  response.path === before.path &&
  response.size === before.size &&
  response.modified === before.modified;

const describeOld = (response: Stamp | null): string =>
  `${response?.path} has not changed since the last check: the same output is judged again`;

/** An iteration that hit a usage limit does not count. */
function addUp(iteration: Iteration, { run, now, task }: { run: CurrentRun; now: number; task: string }): Used {
  const { report, spent, seconds } = iteration;
  const counts = isTurn(iteration) && report?.limit === null ? 1 : 0;
  const tokens = plus(run.tokens, countTokens(spent.usage));
  const usd = plus(run.usd, costOf(spent, run));
  return {
    iterations: run.iterations + counts,
    seconds:
      seconds === undefined
        ? Math.max(0, Math.round((now - run.startedAt) / 1000))
        : Math.round((run.seconds ?? 0) + seconds),
    ...(tokens === null ? {} : { tokens }),
    ...(usd === null ? {} : { usd }),
    taskIterations: countIterations(run.byTask, task) + counts,
  };
}

/** A turn that was cut off reports tokens but no cost: estimate it from the run's average cost per token. */
function costOf({ costUsd, usage, isUnpriced }: Spent, { usd, tokens }: CurrentRun): number | null {
  const unbilled = costUsd === null && !isUnpriced ? countTokens(usage) : null;
  return unbilled !== null && usd && tokens ? (unbilled * usd) / tokens : costUsd;
}

/** Tasks done by this decision that are not ticked in the list yet. Ticking them later is no new progress. */
export function countUnticked({ tasks }: Pick<Observation, "tasks">, decision: Decision): number {
  if (tasks.is !== "list") return 0;
  const isTicked = decision.taskDone !== null && tasks.selectedStatus === "done";
  return tasksDoneBy(decision).length - (isTicked ? 1 : 0);
}

const doneTasks = (tasks: KnownTasks): number | null =>
  tasks.is === "tasks" ? tasks.tasks.filter(({ status }: Task) => status === "done").length : null;

const countTokens = (usage: Usage | null): number | null =>
  usage === null ? null : usage.inputUncached + usage.cacheRead + usage.cacheWrite + usage.output;
