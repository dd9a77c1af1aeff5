import type { TaskDone } from "../../decide/decision.js";
import { isProven, type Proof, type ProofShown, showProof } from "../../decide/proof.js";
import { describeLack } from "../../decide/proof-vetoes.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { LateProof } from "../../store/current-run.js";
import type { DecisionRecord } from "../../store/record.js";

/** What a run did, and what of it is proven. */
export interface ProofSummary {
  /** Tasks done in this run that something proves. */
  readonly verified: readonly string[];
  /** What does, in the same order; null stands for a run without a list. */
  readonly provedBy: readonly ProvedTask[];
  /** Done, but nothing proves it: each with the reason. Null stands for the run as a whole. */
  readonly notProven: readonly UnprovenTask[];
  /** Tasks that a person forced. */
  readonly forced: readonly string[];
}

export interface ProvedTask extends ProofShown {
  readonly task: string | null;
}

export interface UnprovenTask {
  readonly task: string | null;
  readonly why: string;
}

/** What proves a task, why nothing does, or that a person forced it. */
export type JudgedProof = { readonly proof: ProofShown | null } | { readonly why: string } | "forced";

/**
 * The decisions of a run, oldest first. A task that is done again is what it was last; what was proved only when the run
 * ended counts most.
 */
export function summarizeProof(records: readonly DecisionRecord[], late: readonly LateProof[] = []): ProofSummary {
  const tasks = new Map<string, JudgedProof>();
  // A task of its own worktree is done once it is merged.
  for (const record of records)
    if (record.unit === undefined) for (const [id, judged] of judgeTasks(record)) tasks.set(id, judged);
  for (const { task, proof } of late) if (tasks.get(task) !== "forced") tasks.set(task, judgeProof(proof));
  const verified = [...tasks].flatMap(([task, judged]) => (hasProof(judged) ? [{ task, ...judged }] : []));
  const notProven = [...tasks].flatMap(([task, judged]) => (hasReason(judged) ? [{ task, ...judged }] : []));
  const last = records.findLast(({ unit }) => unit === undefined);
  const whole = last ? judgeWhole(last) : null;
  const isTold = notProven.length > 0 || tasks.size > verified.length;
  return {
    verified: verified.map(({ task }) => task),
    provedBy: [
      ...verified.flatMap(({ task, proof }) => (proof ? [{ task, ...proof }] : [])),
      ...(whole && hasProof(whole) && whole.proof && tasks.size === 0 ? [{ task: null, ...whole.proof }] : []),
    ],
    notProven: whole && hasReason(whole) && !isTold ? [{ task: null, ...whole }] : notProven,
    forced: [...tasks].flatMap(([task, judged]) => (judged === "forced" ? [task] : [])),
  };
}

/** What a proof of its own, made when the run ended, says of a task. */
export const judgeProof = (proof: Proof): JudgedProof =>
  isProven(proof) ? { proof: showProof(proof)[0] ?? null } : { why: describeLack(proof) };

const hasProof = (judged: JudgedProof): judged is Extract<JudgedProof, { proof: unknown }> =>
  judged !== "forced" && "proof" in judged;
const hasReason = (judged: JudgedProof): judged is Extract<JudgedProof, { why: string }> =>
  judged !== "forced" && "why" in judged;

/** The tasks that a decision completes, each with what proves it. */
export function judgeTasks(record: DecisionRecord): readonly (readonly [id: string, judged: JudgedProof])[] {
  const { decision, after } = record;
  const rest = ownProofs(record);
  const done = listDone(record).map(({ id, verified }): readonly [string, JudgedProof] => {
    if (decision.forced) return [id, "forced"];
    if (verified) return [id, { proof: rest.shift() ?? null }];
    if (rest[0]?.kind === "held-before") rest.shift();
    return [id, { why: decision.notProven ?? nothingProves }];
  });
  const beside = (after.doneBeside ?? []).map((id): readonly [string, JudgedProof] => [
    id,
    (after.unverified ?? 0) > 0 ? { why: nothingProves } : { proof: after.provenBy?.[0] ?? null },
  ]);
  return [...done, ...beside];
}

/** Also for older journals, and where no list was asked for. */
const nothingProves = "nothing proves it";

/** Older journals have one answer for all tasks of a decision. What is done with its parts is what they are. */
function listDone({ decision, after }: DecisionRecord): readonly TaskDone[] {
  const verified = (after.unverified ?? 0) === 0;
  const done: readonly TaskDone[] = decision.tasksDone ?? tasksDoneBy(decision).map((id) => ({ id, verified }));
  return done.filter(({ byParts }) => !byParts);
}

/** At the end of a run, what proved its earlier tasks stands behind them. */
function ownProofs({ decision, observation }: DecisionRecord): ProofShown[] {
  const { proof = [], outcome } = decision;
  const earlier = outcome === "completed" ? (observation.provenBy?.length ?? 0) : 0;
  return proof.slice(0, proof.length - earlier);
}

/** What the end says of the run itself: without a list there is nothing else. */
function judgeWhole(record: DecisionRecord): JudgedProof | null {
  const { decision, observation } = record;
  if (decision.onlyReview === "unchecked" && observation.tasks?.is !== "list")
    return { why: "nothing here could check it" };
  if (decision.outcome !== "completed" || decision.forced) return null;
  if (decision.verified === true) return { proof: ownProofs(record)[0] ?? null };
  return decision.verified === false ? { why: decision.notProven ?? nothingProves } : null;
}
