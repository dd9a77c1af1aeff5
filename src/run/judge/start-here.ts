import { type Baseline, takeBaseline } from "../../evidence/baseline.js";
import type { EvidenceFound, EvidenceOptions } from "../../evidence/evidence-for.js";
import type { JudgedTurn } from "./turn.js";

/** From here on the work is measured. */
export async function startHere(
  seen: EvidenceFound,
  { source, tasksFile }: { readonly source: EvidenceSource; readonly tasksFile: string | null },
): Promise<Baseline> {
  const { cwd, ignore } = source;
  const options = {
    cwd,
    plans: seen.plans,
    tasksFile,
    runChecks: false,
    seen: seen.after,
  };
  const { baseline } = await takeBaseline({ ...options, ...(ignore ? { ignore } : {}) });
  return { ...baseline, checks: seen.results, verified: seen.verified };
}

/** Where nobody knows how things stood, nothing is visible: only a proof shows work. A person in a session can tell. */
export const unknownStart = (
  { isStartUnknown }: EvidenceFound,
  { session }: JudgedTurn,
): NonNullable<JudgedTurn["facts"]> => (isStartUnknown && !session ? { workVisible: false, startUnknown: true } : {});

export type EvidenceSource = Pick<
  EvidenceOptions,
  | "cwd"
  | "checks"
  | "origin"
  | "detect"
  | "since"
  | "ignore"
  | "logDirectory"
  | "room"
  | "signal"
  | "onCheck"
  | "seen"
  | "kept"
  | "tests"
>;
