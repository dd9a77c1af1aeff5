import type { Decision } from "../../decide/decision.js";
import { type CheckFeedback, isAboutCheck } from "../../decide/evidence.js";
import { foldWarnings } from "../../decide/fold-warnings.js";
import type { IterationFacts, Observation, Used } from "../../decide/observation.js";
import { observe } from "../../decide/observe.js";
import { kindOfTask, type PolicySpec, policyForKind } from "../../decide/policies/policies.js";
import { judgeCase, type Policy } from "../../decide/policy.js";
import type { Case } from "../../decide/rule.js";
import { type SettingsPatch, withSettings } from "../../decide/settings.js";
import type { KnownTasks, Task } from "../../decide/tasks.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import { type CurrentRun, enterRun, type RunState } from "../../store/current-run.js";
import { collectEvents } from "../../store/events.js";
import type { DecisionRecord, Stamp } from "../../store/record.js";
import { aftermath } from "./after-decision.js";
import { asideAfter, standing, toRetry } from "./aside-after.js";
import { type Iteration, isTurn } from "./iteration.js";
import { addUp, spentIn } from "./spent.js";

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
  /** What the user's runs cost today before this turn, and the most that they may; absent without such a limit. */
  readonly day?: Used["day"];
}

export interface JudgedIteration {
  readonly record: Omit<DecisionRecord, "n" | "version">;
  readonly decision: Decision;
  readonly policy: Policy;
  readonly weighed: Case;
}

/** The limits that a person raised while the run goes on. */
export interface RaisedBy {
  readonly patch: SettingsPatch;
}

/** With them the record says by what it was decided, and a replay decides the same. */
export function raiseLimits<T extends Pick<Terms, "policy" | "settings">>(terms: T, raised: RaisedBy | undefined): T {
  if (!raised || Object.keys(raised.patch).length === 0) return terms;
  const { policy, settings } = terms;
  return {
    ...terms,
    policy: { ...policy, settings: withSettings(policy.settings, raised.patch) },
    settings: { ...settings, ...raised.patch },
  };
}

/** Judges an iteration given the earlier ones of its run. Pure: the record holds what the next decision needs. */
export function judge(runState: RunState, iteration: Iteration, terms: Terms): JudgedIteration {
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
    used: addUp(iteration, { run, now: terms.now, task: task ?? "", day: terms.day }),
    shown: iteration.shown,
    trust: iteration.trust,
    reviewed: iteration.reviewed,
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
  const record: JudgedIteration["record"] = {
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
      ...spentIn(iteration, run),
      done: done === null ? null : done + countUnticked(observation, decision),
      response: iteration.response,
    },
  };
  return { record, decision, policy, weighed };
}

/** A completed run needs no feedback. */
function mergeFeedback({ outcome, feedback }: Decision, checks: readonly CheckFeedback[]): readonly string[] {
  if (outcome === "completed" || checks.length === 0) return feedback;
  const own = feedback.filter((line) => !checks.some(({ check }) => isAboutCheck(line, check)));
  return [...new Set([...own, ...checks.map(({ text }) => text)])];
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

/** Tasks done by this decision that are not ticked in the list yet. Ticking them later is no new progress. */
export function countUnticked({ tasks }: Pick<Observation, "tasks">, decision: Decision): number {
  if (tasks.is !== "list") return 0;
  const isTicked = decision.taskDone !== null && tasks.selectedStatus === "done";
  return tasksDoneBy(decision).length - (isTicked ? 1 : 0);
}

const doneTasks = (tasks: KnownTasks): number | null =>
  tasks.is === "tasks" ? tasks.tasks.filter(({ status }: Task) => status === "done").length : null;
