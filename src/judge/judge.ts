import type { AgentReport } from "../core/agent-report.js";
import type { Decision, SetAside } from "../core/decision.js";
import { type CheckFeedback, type Evidence, isAboutCheck } from "../core/evidence.js";
import type { IterationFacts, Observation, Used } from "../core/observation.js";
import { observe } from "../core/observe.js";
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

/** One iteration of a loop, as far as anybody told. */
export interface Iteration {
  /** What the agent said, read once; null: the question before a turn. */
  readonly report: AgentReport | null;
  /** What the turn used up, as the agent tells it. */
  readonly spent: Spent;
  readonly tasks: KnownTasks;
  /** undefined: not known; null: none could be selected. */
  readonly task?: string | null;
  readonly evidence: readonly Evidence[];
  readonly facts: IterationFacts;
  readonly forceComplete: boolean;
  readonly interrupted: boolean;
  readonly response: Stamp | null;
  /** The task list's file, where it has one. */
  readonly tasksFile?: string | null;
  /** What the checks want the agent to hear. */
  readonly feedback: readonly CheckFeedback[];
  /** The first look of a run that was resumed: what was set aside is tried again, and counts restart. */
  readonly restarts?: boolean;
  /** How long it took, where somebody measured. */
  readonly seconds?: number;
  readonly warnings: readonly string[];
}

export type Spent = Pick<Transcript, "usage" | "costUsd">;

export const nothingSpent: Spent = { usage: null, costUsd: null };

/** What it is judged by: the policy resolved once, and what it was resolved from, for the record. */
export interface Terms {
  readonly policy: Policy;
  readonly spec: string | PolicySpec;
  readonly settings: SettingsPatch;
  readonly origins: Readonly<Record<string, string>>;
  readonly run: string;
  /** The run may have ended, and goes on all the same. */
  readonly resumed?: boolean;
  readonly now: number;
}

export interface Judged {
  readonly record: Omit<DecisionRecord, "n" | "version">;
  readonly decision: Decision;
  readonly policy: Policy;
  readonly weighed: Case;
}

/** Judges an iteration in the light of the earlier ones of its run. Pure: the record says what the next one needs. */
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
  const observation = observe({
    report: iteration.report,
    facts: factsSince(run, iteration.restarts || run.isFresh ? { ...facts, fresh: true } : facts, done),
    tasks: iteration.tasks,
    task,
    evidence: iteration.evidence,
    history: run.history,
    breaker,
    used: addUp(iteration, { run, now: terms.now, task: task ?? "" }),
    unverified: run.unverified ?? 0,
    ...standing(run, iteration.restarts === true),
    interrupted: iteration.interrupted,
    forceComplete: iteration.forceComplete,
    now: terms.now,
  });
  const { decision: decided, of: weighed } = judgeCase(policy, observation);
  const warnings = [...iteration.warnings, ...staleWarning(iteration.response, run.response), ...decided.warnings];
  const decision = { ...decided, warnings, feedback: mergeFeedback(decided, iteration.feedback) };
  const record: Judged["record"] = {
    kind: "decision",
    at: new Date(terms.now).toISOString(),
    run: terms.run,
    ...(terms.resumed ? { resumed: true as const } : {}),
    iteration: run.judged + (iteration.report ? 1 : 0),
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

/** What a completed run has to hear is nothing. */
function mergeFeedback({ outcome, feedback }: Decision, checks: readonly CheckFeedback[]): readonly string[] {
  if (outcome === "completed" || checks.length === 0) return feedback;
  const own = feedback.filter((line) => !checks.some(({ check }) => isAboutCheck(line, check)));
  return [...new Set([...own, ...checks.map(({ text }) => text)])];
}

/** What the run has set aside and gained so far. */
const standing = ({ setAside = [], setAsideInARow = 0, gained = false }: CurrentRun, restarts: boolean) =>
  restarts
    ? { setAside: [], setAsideInARow: 0, gained }
    : { setAside: setAside.filter(({ retry }) => !retry), setAsideInARow, gained };

/** Set aside before the run was resumed, and not tried again since. */
const toRetry = ({ setAside = [] }: CurrentRun, restarts: boolean): readonly SetAside[] =>
  restarts ? setAside : setAside.filter(({ retry }) => retry);

/** What stays set aside: a task that is done after all is not, nor is one that a resumed run has just tried again. */
function asideAfter(
  { setAside = [], selection, turn }: Observation,
  decision: Decision,
  waiting: readonly SetAside[],
): readonly SetAside[] {
  const tried = turn && selection.is === "task" ? [selection.id] : [];
  const over = [...tasksDoneBy(decision), ...tried];
  const untried = waiting
    .filter(({ task }) => !over.includes(task))
    .map((aside) => ({ ...aside, retry: true as const }));
  const left = setAside.filter(({ task }) => !tasksDoneBy(decision).includes(task));
  return [...untried, ...left, ...(decision.setAside ? [decision.setAside] : [])];
}

/** What was told, with the tasks done since the last look where nobody counted them. */
function factsSince(run: CurrentRun, facts: IterationFacts, done: number | null): IterationFacts {
  const newlyDone = doneSince(run.done, done);
  return facts.tasksDone === undefined && newlyDone !== undefined ? { ...facts, tasksDone: newlyDone } : facts;
}

/** Tasks done since the last look. At the first one nobody knows, unless none is done at all. */
function doneSince(before: number | null, now: number | null): number | undefined {
  if (now === null) return undefined;
  if (before === null) return now === 0 ? 0 : undefined;
  return Math.max(0, now - before);
}

/** Words that were judged before may be judged again, but a loop that does so by mistake should hear of it. */
function staleWarning(response: Stamp | null, before: Stamp | null): readonly string[] {
  if (!response || !before) return [];
  const same = response.path === before.path && response.size === before.size && response.modified === before.modified;
  return same ? [`${response.path} was not written since the last check: the same words are judged again`] : [];
}

/** A usage limit is no iteration, so it uses none up. */
function addUp(
  { report, spent, seconds }: Iteration,
  { run, now, task }: { run: CurrentRun; now: number; task: string },
): Used {
  const counts = report !== null && report.limit === null ? 1 : 0;
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

/** A turn that was cut off has tokens and no bill: it is taken to have cost what the run's other tokens cost. */
function costOf({ costUsd, usage }: Iteration["spent"], { usd, tokens }: CurrentRun): number | null {
  const unbilled = costUsd === null ? countTokens(usage) : null;
  return unbilled !== null && usd && tokens ? (unbilled * usd) / tokens : costUsd;
}

/** Tasks done by the decision whose boxes its list, read before, did not have ticked: ticked later, they are no new progress. */
export function countUnticked({ tasks }: Pick<Observation, "tasks">, decision: Decision): number {
  if (tasks.is !== "list") return 0;
  const isTicked = decision.taskDone !== null && tasks.selectedStatus === "done";
  return tasksDoneBy(decision).length - (isTicked ? 1 : 0);
}

const doneTasks = (tasks: KnownTasks): number | null =>
  tasks.is === "tasks" ? tasks.tasks.filter(({ status }: Task) => status === "done").length : null;

const countTokens = (usage: Usage | null): number | null =>
  usage === null ? null : usage.inputUncached + usage.cacheRead + usage.cacheWrite + usage.output;
