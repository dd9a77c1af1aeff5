import { readTranscript } from "../../agents/transcripts/read-transcript.js";
import { settle } from "../../agents/transcripts/settle.js";
import type { Decision } from "../../decide/decision.js";
import { foldWarnings } from "../../decide/fold-warnings.js";
import { addReport } from "../../decide/iteration-facts.js";
import type { IterationFacts, Observation } from "../../decide/observation.js";
import { observe, type TaskOrder } from "../../decide/observe.js";
import { kindOfTask, policyForKind, resolvePolicy } from "../../decide/policies/policies.js";
import { judgeCase, type Policy } from "../../decide/policy.js";
import { eased } from "../../decide/progress.js";
import type { Settings } from "../../decide/settings.js";
import type { KnownTasks } from "../../decide/tasks.js";
import type { Transcript } from "../../decide/transcript.js";
import { emptyTranscript } from "../../decide/transcript.js";
import { readReport } from "../judge/read-report.js";
import { resolveTasks } from "./resolve-tasks.js";
import type { PastIteration, Situation } from "./situation.js";

/** The observation of a situation, the policy, and the decision. */
export interface Answered {
  readonly policy: Policy;
  /** The kind of the selected task, which may have its own settings. */
  readonly kind: string | null;
  readonly observation: Observation;
  readonly decision: Decision;
}

/** Decides a situation. Pure: the files must have been read before. */
export function decideSituation(situation: Situation): Answered {
  const base = resolvePolicy(situation.policy, situation.settings);
  const tasks = resolveTasks(situation.tasks, base.settings);
  const kind = kindOfTask(tasks, situation.task);
  const policy = policyForKind(base, kind);
  const observation = observeSituation(situation, tasks, policy.settings);
  const { decision } = judgeCase(policy, observation);
  const { warnings } = situation;
  return {
    policy,
    kind,
    observation,
    decision:
      warnings.length === 0 ? decision : { ...decision, warnings: foldWarnings([...warnings, ...decision.warnings]) },
  };
}

function observeSituation(situation: Situation, tasks: KnownTasks, settings: Settings): Observation {
  const { task, evidence, breaker, interrupted, forceComplete, now, iteration = {} } = situation;
  const { number, ...facts } = iteration;
  const transcript = toTranscript(situation);
  const { used } = situation;
  const history = situation.history.map((past) => pastFacts(past, tasks, settings));
  return observe({
    report: transcript && readReport(transcript, { settings, now }),
    facts,
    tasks,
    task,
    evidence,
    history,
    breaker,
    used: number === undefined || used.iterations !== undefined ? used : { ...used, iterations: number },
    shown: situation.shown,
    doneSoFar: situation,
    setAside: (situation.setAside ?? []).map(({ mayBeJudgedAgain: _, ...aside }) => aside),
    order: listOrder(situation),
    setAsideInARow: situation.setAsideInARow ?? 0,
    gained: history.some((past, at) => eased(past, history[at - 1])),
    pendingWords: situation.pendingWords,
    interrupted,
    forceComplete,
    now,
  });
}

function listOrder({ setAside = [] }: Situation): TaskOrder {
  const tasks = setAside.filter(({ mayBeJudgedAgain }) => mayBeJudgedAgain).map(({ task }) => task);
  return tasks.length > 0 ? { mayBeJudgedAgain: tasks } : {};
}

/** Any information about a turn means there was one; otherwise this is a decision before the turn. */
function toTranscript({ output, heard, format, agent, iteration }: Situation): Transcript | null {
  if (heard) return heard;
  if (output !== undefined) return readTranscript(output, { format, ...(agent ? { process: agent } : {}) });
  return agent === undefined && iteration === undefined ? null : settle(emptyTranscript, agent ?? {});
}

function pastFacts(past: PastIteration, tasks: KnownTasks, settings: Settings): IterationFacts {
  const { output, ...facts } = past;
  if (output === undefined) return past;
  const report = readReport(readTranscript(output), { settings, now: null });
  return addReport(facts, report, past.task ? "task" : tasks.is === "not-asked" ? "unit" : "run");
}
