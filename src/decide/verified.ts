import { plural } from "../lib/text/plural.js";
import type { TaskDone, Verdict } from "./decision.js";
import { finishGroups } from "./groups.js";
import type { Observation } from "./observation.js";
import { isProven, type ProofShown, showProof } from "./proof.js";
import { describeLack } from "./proof-vetoes.js";
import { blockingFindings, countFindings } from "./review.js";
import type { Case } from "./rule.js";

/** The tasks a verdict completes, and whether each is proved. */
export function listDone(context: Case, { taskDone, alsoDone, forced }: Verdict): readonly TaskDone[] {
  if (taskDone === null) return [];
  const own = { id: taskDone, verified: !forced && judgeOwn(context) === true };
  return [own, ...listAlsoDone(context, taskDone).filter(({ id }) => alsoDone.includes(id))];
}

/** Other tasks whose claims passed with that of the selected one, and the groups that are done with all of them. */
export function listAlsoDone({ gate, seen }: Pick<Case, "gate" | "seen">, taskDone: string): readonly TaskDone[] {
  const isLeft = blockingFindings(seen).length > 0;
  const others = gate.alsoDone.map(({ task, proof }) => ({ id: task, verified: !isLeft && isProven(proof) }));
  const { selection, groups = [] } = seen;
  const own = {
    id: selection.is === "task" ? (selection.inList ?? taskDone) : taskDone,
    verified: !isLeft && isProven(gate.proof),
  };
  const finished = finishGroups(groups, [own, ...others]).map((group) => ({ ...group, byParts: true as const }));
  return [...others, ...finished];
}

/** A task is verified by its own proof; a run when every task done in it is, and every required check holds. */
export function isVerified(context: Case, verdict: Verdict): boolean | null {
  const isEnd = endsCompleted(verdict);
  if (!isEnd && verdict.taskDone === null) return null;
  if (verdict.forced) return false;
  const own = claimsNow(context, verdict) ? judgeOwn(context) : undefined;
  if (!isEnd || own === null) return own ?? null;
  const { seen } = context;
  if (own === undefined && !seen.doneInRun) return null;
  if (own === false || (seen.unverified ?? 0) > 0 || !areTestsUnchanged(seen) || !requiredHold(seen)) return false;
  return showProofs(context, verdict).length > 0 ? true : null;
}

/** The claim of this turn is what is accepted: the selected task, or a run without a list. */
const claimsNow = ({ gate }: Case, { taskDone }: Verdict): boolean => taskDone !== null || gate.passed;

/** What was taken with a finding of a reviewer is not verified, whatever proves it. */
const judgeOwn = ({ gate, seen }: Case): boolean | null =>
  blockingFindings(seen).length > 0 ? false : gate.proof === null ? null : isProven(gate.proof);

const endsCompleted = (verdict: Verdict): boolean => verdict.decision === "EXIT" && verdict.outcome === "completed";

const requiredHold = ({ evidence }: Observation): boolean =>
  evidence.every(({ required, state }) => !required || state === "holds");

const areTestsUnchanged = ({ evidence }: Observation): boolean =>
  evidence.every(({ changed = [] }) => changed.length === 0);

/** What proves what a verdict completes; at the end of a run also what proved its earlier tasks. */
export function showProofs(context: Case, verdict: Verdict): readonly ProofShown[] {
  const { gate, seen } = context;
  const isEnd = endsCompleted(verdict);
  if (verdict.forced || (!isEnd && verdict.taskDone === null)) return [];
  const isLeft = blockingFindings(seen).length > 0;
  const own = claimsNow(context, verdict) && gate.proof && !isLeft ? showProof(gate.proof) : [];
  const others = (isLeft ? [] : gate.alsoDone)
    .filter(({ task }) => verdict.alsoDone.includes(task))
    .flatMap(({ proof }) => showProof(proof));
  return [...own, ...others, ...(isEnd ? (seen.provenBy ?? []) : [])];
}

/** Why what is done is not proven, in words for people. */
export function describeNotProven(context: Case, verdict: Verdict): string | null {
  if (isVerified(context, verdict) !== false) return null;
  if (verdict.forced) return "forced by the operator";
  const { gate, seen } = context;
  if (claimsNow(context, verdict) && blockingFindings(seen).length > 0)
    return `${countFindings(seen.reviews ?? [])} left`;
  if (claimsNow(context, verdict) && gate.proof && !isProven(gate.proof)) return describeLack(gate.proof);
  const earlier = seen.unverified ?? 0;
  if (earlier > 0) return `${plural(earlier, "task")} of this run ${earlier === 1 ? "is" : "are"} not proven`;
  return areTestsUnchanged(seen) ? "a required check does not hold" : "tests were changed to pass";
}
