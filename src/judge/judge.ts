import type { Decision } from "../core/decision.js";
import type { Evidence } from "../core/evidence.js";
import type { IterationFacts, Used } from "../core/observation.js";
import type { Policy } from "../core/policy.js";
import type { Case } from "../core/rule.js";
import type { SettingsPatch } from "../core/settings.js";
import type { Task } from "../core/tasks.js";
import type { Transcript, Usage } from "../core/transcript.js";
import { weigh } from "../core/weigh.js";
import type { PolicySpec } from "../policies/policies.js";
import { decideSituation } from "../situation/observe.js";
import type { Situation, TaskSource } from "../situation/situation.js";
import { eventsOf } from "../store/events.js";
import { enterRun, iterationsOf, type Kept, plus, type RunKept } from "../store/kept.js";
import type { DecisionRecord, Stamp } from "../store/record.js";
import { aftermath } from "./aftermath.js";

/** One iteration of a loop, as far as anybody told. */
export interface Iteration {
  /** null: the question before a turn. */
  readonly heard: Transcript | null;
  readonly tasks: TaskSource;
  /** undefined: not known; null: none could be selected. */
  readonly task?: string | null;
  readonly evidence: readonly Evidence[];
  readonly told: IterationFacts;
  readonly forceComplete: boolean;
  readonly interrupted: boolean;
  readonly response: Stamp | null;
  /** The task list's file, where it has one. */
  readonly tasksFile?: string | null;
  /** What the checks want the agent to hear. */
  readonly feedback: readonly string[];
  /** How long it took, where somebody measured. */
  readonly seconds?: number;
  readonly warnings: readonly string[];
}

/** What it is judged by. */
export interface Terms {
  readonly policy: string | PolicySpec;
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
export function judge(kept: Kept, iteration: Iteration, terms: Terms): Judged {
  const { run, breaker, begins } = enterRun(kept, { id: terms.run, at: terms.now, resumed: terms.resumed ?? false });
  const done = doneTasks(iteration.tasks);
  const situation = situationOf(iteration, { run, terms, done });
  const { policy, kind, observation, decision: decided } = decideSituation({ ...situation, breaker });
  const decision = { ...decided, feedback: feedbackOf(decided, iteration.feedback) };
  const weighed = weigh(observation, policy.settings);
  const record: Judged["record"] = {
    kind: "decision",
    at: new Date(terms.now).toISOString(),
    run: terms.run,
    ...(terms.resumed ? { resumed: true as const } : {}),
    iteration: run.judged + (iteration.heard ? 1 : 0),
    policy: terms.policy,
    settings: terms.settings,
    taskKind: kind,
    origins: terms.origins,
    observation,
    decision,
    events: eventsOf(weighed, decision, begins ? terms.run : null),
    after: {
      ...aftermath(weighed, decision),
      seconds: iteration.seconds ?? null,
      tokens: tokensOf(iteration.heard?.usage ?? null),
      usd: iteration.heard?.costUsd ?? null,
      done: done === null ? null : done + (isUnticked(weighed, decision) ? 1 : 0),
      response: iteration.response,
    },
  };
  return { record, decision, policy, weighed };
}

/** What a completed run has to hear is nothing. */
function feedbackOf({ outcome, feedback }: Decision, more: readonly string[]): readonly string[] {
  return outcome === "completed" || more.length === 0 ? feedback : [...new Set([...feedback, ...more])];
}

interface Standing {
  readonly run: RunKept;
  readonly terms: Terms;
  readonly done: number | null;
}

function situationOf(iteration: Iteration, { run, terms, done }: Standing): Omit<Situation, "breaker"> {
  const { heard, task, evidence } = iteration;
  const told = { ...run.tracked?.facts, ...iteration.told };
  const newlyDone = doneSince(run.done, done);
  const selected = task ?? told.task;
  return {
    policy: terms.policy,
    settings: terms.settings,
    ...(heard ? { heard } : {}),
    format: "auto",
    tasks: iteration.tasks,
    ...(selected === undefined && task !== null ? {} : { task: selected ?? null }),
    ...(heard
      ? {
          iteration: {
            ...told,
            ...(told.tasksDone === undefined && newlyDone !== undefined ? { tasksDone: newlyDone } : {}),
          },
        }
      : {}),
    evidence,
    history: run.history,
    used: usedOf(iteration, { run, now: terms.now, task: selected ?? "" }),
    interrupted: iteration.interrupted,
    forceComplete: iteration.forceComplete,
    now: terms.now,
    warnings: [...iteration.warnings, ...staleWarning(iteration.response, run.response)],
  };
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
function usedOf({ heard, seconds }: Iteration, { run, now, task }: { run: RunKept; now: number; task: string }): Used {
  const limited = heard?.ending.is === "failed" && heard.ending.failure.limit !== null;
  const counts = heard !== null && !limited ? 1 : 0;
  const tokens = plus(run.tokens, tokensOf(heard?.usage ?? null));
  const usd = plus(run.usd, heard?.costUsd ?? null);
  return {
    iterations: run.iterations + counts,
    seconds:
      seconds === undefined
        ? Math.max(0, Math.round((now - run.startedAt) / 1000))
        : Math.round((run.seconds ?? 0) + seconds),
    ...(tokens === null ? {} : { tokens }),
    ...(usd === null ? {} : { usd }),
    taskIterations: iterationsOf(run.byTask, task) + counts,
  };
}

/** Done by the gate's word: its box, ticked later, is no new progress. */
const isUnticked = ({ seen }: Case, { taskDone }: Decision): boolean =>
  taskDone !== null && seen.tasks.is === "list" && seen.tasks.selectedStatus !== "done";

const doneTasks = (tasks: TaskSource): number | null =>
  tasks.is === "tasks" ? tasks.tasks.filter(({ status }: Task) => status === "done").length : null;

const tokensOf = (usage: Usage | null): number | null =>
  usage === null ? null : usage.inputUncached + usage.cacheRead + usage.cacheWrite + usage.output;
