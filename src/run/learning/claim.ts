import { checkKind, type EvidenceState } from "../../decide/evidence.js";
import type { ProofKind } from "../../decide/proof.js";
import { type DecisionRecord, decisionTask } from "../../store/record.js";

/** What stood behind the last claim of a task, and what was decided of it. */
export interface Claim {
  readonly run: string;
  /** Null where no list was given. */
  readonly task: string | null;
  readonly n: number;
  readonly at: string;
  readonly agent: string | null;
  readonly model: string | null;
  readonly kind: string | null;
  /** With the status block that was asked for. */
  readonly explicit: boolean;
  /** The confidence in percent that the agent stated or that its words show; null if it claimed nothing. */
  readonly confidence: number | null;
  readonly score: number;
  readonly checks: readonly { readonly name: string; readonly state: EvidenceState }[];
  readonly done: boolean;
  readonly verified: boolean;
  readonly proof: ProofKind | null;
  /** Signs of cheating, and tests that were changed to pass. */
  readonly isDoubtful: boolean;
}

/** The claim that a decision is about; null where it is about none, or is the run's decision about a unit. */
export function readClaims(record: DecisionRecord): readonly Claim[] {
  const { decision, observation, turns, about } = record;
  const { turn } = observation;
  if (about || !turn) return [];
  const task = decisionTask(record);
  const done = new Map((decision.tasksDone ?? []).map(({ id, verified }) => [id, verified]));
  const isWhole = task === null && decision.outcome === "completed";
  if (!turn.facts.claimed && done.size === 0 && !isWhole) return [];
  const last = turns?.at(-1);
  const claim: Claim = {
    ...{ run: record.run, task, n: record.n, at: record.at, kind: record.taskKind },
    ...{ agent: last?.agent ?? null, model: last?.model ?? null },
    explicit: turn.report.explicit || turn.report.taskExplicit,
    confidence: decision.confidence,
    score: decision.score.total,
    checks: observation.evidence
      .filter(({ notRun, name }) => !notRun && name !== "changes")
      .map(({ name, state }) => ({ name, state })),
    done: isWhole || (task !== null && done.has(task)),
    verified: isWhole ? decision.verified === true : task !== null && done.get(task) === true,
    proof: decision.proof?.[0]?.kind ?? null,
    isDoubtful: (observation.signs ?? []).length > 0 || observation.evidence.some(isChanged),
  };
  const beside = [...done].filter(([id]) => id !== task);
  return [claim, ...beside.map(([id, verified]): Claim => ({ ...claim, task: id, done: true, verified }))];
}

const isChanged = ({ changed = [] }: DecisionRecord["observation"]["evidence"][number]): boolean => changed.length > 0;

/** Checks of one sort in several workspaces count together. */
export const sortOf = (name: string): string => checkKind(name);
