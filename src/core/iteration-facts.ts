import { type AgentReport, readClaim } from "./agent-report.js";
import { type Mutable, note } from "./mutable.js";
import type { IterationFacts } from "./observation.js";

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
export function addReport(told: IterationFacts, report: AgentReport, of: "task" | "run"): Mutable<IterationFacts> {
  const { failure } = report;
  // An agent that was still retrying against a limit when its time ran out was limited too.
  const limited = told.limited === true || (failure?.limit ?? null) !== null;
  const interrupted = told.interrupted === true || failure?.kind === "interrupted";
  const { claimed, explicit } = readClaim(report, of, told.ticked === true);
  const fromWords: Required<Pick<IterationFacts, FromWords>> = {
    failed: told.failed === true || (failure !== null && !limited && !interrupted),
    denials: Math.max(told.denials ?? 0, report.denials),
    limited,
    interrupted,
    testOnly: told.testOnly ?? (report.testOnly && !(told.filesChanged ?? 0)),
    asked: told.asked ?? (report.questions > 0 && !claimed),
    blocked: told.blocked ?? report.claim === "blocked",
    claimed: told.claimed ?? claimed,
    denied: told.denied ?? (report.runDenied || report.taskDenied),
    spoke: told.spoke ?? report.spoke,
  };
  const facts: Mutable<IterationFacts> = { ...told, ...fromWords };
  note(facts, "error", told.error === undefined ? failure?.message : told.error);
  if (told.weak === undefined && claimed && !explicit) facts.weak = true;
  return facts;
}
