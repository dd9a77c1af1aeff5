import { type CheckState, type Evidence, type EvidenceState, plainState } from "../../decide/evidence.js";
import { type Mutable, note } from "../../decide/mutable.js";
import type { FieldReader } from "../../lib/json/field-reader.js";
import { wrong } from "../../lib/json/place.js";

const evidenceStates = ["holds", "fails", "unknown"] as const;
const checkStates = [...evidenceStates, "empty", "cannot-run", "not-run"] as const;

const failingLists = ["failing", "failingBefore", "failingAtStart", "failingAllowed"] as const;
const checkLists = [...failingLists, "tail", "flaky", "ofOthers", "ownFailing", "changed", "signs"] as const;

/** The result of a check, as a situation tells it. */
export function readEvidence(from: FieldReader): Evidence {
  const name = from.text("name");
  if (name === undefined || name === "") throw wrong(name ?? null, from.path("name"), "the check's name");
  const now = from.choice("now", checkStates);
  const notRun = now === "not-run" ? true : from.flag("notRun");
  const evidence: Mutable<Evidence> = {
    name,
    state: worstState(from.choice("state", evidenceStates), now, notRun),
    required: from.flag("required") ?? false,
    detail: from.textOrNull("detail") ?? "",
  };
  note(evidence, "now", now);
  for (const when of ["before", "atStart"] as const) note(evidence, when, from.choice(when, checkStates));
  for (const list of checkLists) if (from.has(list)) evidence[list] = from.texts(list);
  for (const count of ["failed", "failedBefore", "passed", "passedBefore"] as const)
    note(evidence, count, from.amount(count));
  note(evidence, "blamed", from.textOrNull("blamed") ?? undefined);
  for (const word of ["fix", "lost"] as const) note(evidence, word, from.text(word));
  for (const flag of ["aboutTask", "atEnd"] as const) note(evidence, flag, from.flag(flag));
  note(evidence, "notRun", notRun);
  return evidence;
}

/** Where the two differ, the worse one counts: a check that says nothing never holds. */
function worstState(
  state: EvidenceState | undefined,
  now: CheckState | undefined,
  notRun: boolean | undefined,
): EvidenceState {
  const told = [state, now && plainState(now), notRun ? "unknown" : undefined].filter((each) => each !== undefined);
  if (told.includes("fails")) return "fails";
  return told.length === 0 || told.includes("unknown") ? "unknown" : "holds";
}
