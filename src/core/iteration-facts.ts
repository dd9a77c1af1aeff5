import { type Mutable, note } from "./mutable.js";
import type { IterationFacts } from "./observation.js";
import { readClaim, type Said } from "./said.js";

/** What the words of an iteration tell about it; all the rest only those who watched can know. */
type FromWords =
  | "failed"
  | "denials"
  | "limited"
  | "interrupted"
  | "testOnly"
  | "asked"
  | "blocked"
  | "claimed"
  | "denied"
  | "spoke";

/** What the words of an iteration add to what was seen of it. What was told outright wins, unless the words are worse. */
export function addReport(told: IterationFacts, said: Said, of: "task" | "run"): Mutable<IterationFacts> {
  const { failure } = said;
  // An agent that was still retrying against a limit when its time ran out was limited too.
  const limited = told.limited === true || (failure?.limit ?? null) !== null;
  const interrupted = told.interrupted === true || failure?.kind === "interrupted";
  const { claimed, explicit } = readClaim(said, of, told.ticked === true);
  const fromWords: Required<Pick<IterationFacts, FromWords>> = {
    failed: told.failed === true || (failure !== null && !limited && !interrupted),
    denials: Math.max(told.denials ?? 0, said.denials),
    limited,
    interrupted,
    testOnly: told.testOnly ?? (said.testOnly && !(told.filesChanged ?? 0)),
    asked: told.asked ?? (said.questions > 0 && !claimed),
    blocked: told.blocked ?? said.claim === "blocked",
    claimed: told.claimed ?? claimed,
    denied: told.denied ?? (said.runDenied || said.taskDenied),
    spoke: told.spoke ?? said.spoke,
  };
  const facts: Mutable<IterationFacts> = { ...told, ...fromWords };
  note(facts, "error", told.error === undefined ? failure?.message : told.error);
  if (told.weak === undefined && claimed && !explicit) facts.weak = true;
  return facts;
}
