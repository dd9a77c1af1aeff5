import type { Decision } from "../core/decision.js";
import type { Evidence } from "../core/evidence.js";
import { note } from "../core/mutable.js";
import type { IterationFacts, Observation, Turn } from "../core/observation.js";
import { decide, type Policy } from "../core/policy.js";
import type { Said } from "../core/said.js";
import type { Settings } from "../core/settings.js";
import { type Selection, type Task, type TaskView, viewTasks } from "../core/tasks.js";
import type { Transcript } from "../core/transcript.js";
import { policyForKind, policyOf } from "../policies/policies.js";
import { listen } from "../signals/listen.js";
import { readMarkdownTasks } from "../trackers/markdown.js";
import { readTranscript } from "../transcripts/read-transcript.js";
import { resetTime } from "../transcripts/reset-time.js";
import { settle } from "../transcripts/settle.js";
import { factsOf, unheard } from "./facts.js";
import type { PastIteration, Situation } from "./situation.js";

/** A situation answered: what was observed, under which policy, and the decision. */
export interface Answered {
  readonly policy: Policy;
  /** The kind of the selected task: a policy may have other settings for it. */
  readonly kind: string | null;
  readonly observation: Observation;
  readonly decision: Decision;
}

/** Decides a situation. Pure: files it names must have been read before. */
export function decideSituation(situation: Situation): Answered {
  const base = policyOf(situation.policy, situation.settings);
  const tasks = listOf(situation, base.settings);
  const selection = selectionOf(situation, tasks);
  const kind = kindOf(tasks, selection);
  const policy = policyForKind(base, kind);
  const observation = observe(situation, { tasks, selection, settings: policy.settings });
  const decision = decide(policy, observation);
  const { warnings } = situation;
  return {
    policy,
    kind,
    observation,
    decision: warnings.length === 0 ? decision : { ...decision, warnings: [...warnings, ...decision.warnings] },
  };
}

function kindOf(tasks: readonly Task[], selection: Selection): string | null {
  if (selection.is !== "task") return null;
  const id = selection.inList ?? selection.id;
  return tasks.find((task) => task.id === id)?.kind ?? null;
}

function listOf({ tasks }: Situation, { optionalSections }: Settings): readonly Task[] {
  if (tasks.is === "tasks") return tasks.tasks;
  return tasks.is === "markdown" ? readMarkdownTasks(tasks.markdown, optionalSections).tasks : [];
}

/** By its id, or as "T2", "task 2" or "#2" where the list has no ids of its own. */
function selectionOf({ task }: Situation, tasks: readonly Task[]): Selection {
  if (task === undefined) return { is: "unknown" };
  if (task === null) return { is: "none" };
  const inList = tasks.some((entry) => entry.id === task) ? undefined : byPosition(task, tasks);
  return inList === undefined ? { is: "task", id: task } : { is: "task", id: task, inList };
}

function byPosition(task: string, tasks: readonly Task[]): string | undefined {
  const position = /^(?:t|task|story|#)?[ -]?0*(\d+)$/i.exec(task)?.[1];
  return position ? tasks.find((entry) => entry.id === position)?.id : undefined;
}

interface Known {
  readonly tasks: readonly Task[];
  readonly selection: Selection;
  readonly settings: Settings;
}

function observe(situation: Situation, { tasks, selection, settings }: Known): Observation {
  const number = situation.iteration?.number;
  return {
    version: 1,
    turn: turnOf(situation, selection, settings),
    selection,
    tasks: viewOf(situation, tasks, selection),
    evidence: situation.evidence,
    history: situation.history.map((past) => pastFacts(past, settings)),
    breaker: situation.breaker,
    used:
      number === undefined || situation.used.iterations !== undefined
        ? situation.used
        : { ...situation.used, iterations: number },
    interrupted: situation.interrupted,
    forceComplete: situation.forceComplete,
    now: situation.now,
  };
}

/** There was a turn if anything of it is told; else this is the question before one. */
function turnOf(situation: Situation, selection: Selection, settings: Settings): Turn | null {
  const { iteration, evidence, now } = situation;
  const transcript = transcriptOf(situation);
  if (!transcript) return null;
  const said = resolveLimit(listen(transcript, settings), now);
  const facts = factsOf(iteration ?? {}, said, selection.is === "task" ? "task" : "run");
  if (selection.is === "task") facts.task = selection.id;
  note(facts, "failingChecks", facts.failingChecks ?? failingChecks(evidence));
  return { said, facts };
}

/** How many checks fail, where each of them gave an answer: a check that became unknown is no fewer. */
function failingChecks(evidence: readonly Evidence[]): number | undefined {
  if (evidence.length === 0 || evidence.some((check) => check.state === "unknown")) return undefined;
  return evidence.filter((check) => check.state === "fails").length;
}

function transcriptOf({ output, heard, format, agent, iteration }: Situation): Transcript | null {
  if (heard) return heard;
  if (output !== undefined) return readTranscript(output, { format, ...(agent ? { process: agent } : {}) });
  return agent === undefined && iteration === undefined ? null : settle(unheard, agent ?? {});
}

/** A reset told as a time of day becomes a date once we know when it was said. */
function resolveLimit(said: Said, now: number | null): Said {
  const { limit } = said;
  if (!limit || limit.resetsAt !== null || limit.resetsText === null || now === null) return said;
  return { ...said, limit: { ...limit, resetsAt: resetTime(limit.resetsText, now) } };
}

function pastFacts(past: PastIteration, settings: Settings): IterationFacts {
  if (past.output === undefined) return past;
  const said = listen(readTranscript(past.output), settings);
  return factsOf(past, said, past.task ? "task" : "run");
}

function viewOf({ tasks }: Situation, list: readonly Task[], selection: Selection): TaskView {
  switch (tasks.is) {
    case "not-asked":
      return { is: "not-asked" };
    case "missing":
      return { is: "unusable", why: "the list is missing" };
    case "file":
      return { is: "unusable", why: `${tasks.file} was not read` };
    case "unreadable":
      return { is: "unusable", why: tasks.why };
    case "markdown":
      if (list.length > 0) return viewTasks(list, selection);
      return {
        is: "unusable",
        why: tasks.markdown.trim() === "" ? "the list is empty" : "no checkbox was found in the list",
      };
    case "tasks":
      return viewTasks(list, selection);
  }
}
