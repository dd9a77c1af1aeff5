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
export function addReport(seen: IterationFacts, report: AgentReport, of: "task" | "run"): Mutable<IterationFacts> {
  const { failure } = report;
  // An agent that was still retrying against a limit when its time ran out was limited too.
  const limited = seen.limited === true || (failure?.limit ?? null) !== null;
  const interrupted = seen.interrupted === true || failure?.kind === "interrupted";
  const { claimed, explicit } = readClaim(report, of, seen.ticked === true);
  const fromWords: Required<Pick<IterationFacts, FromWords>> = {
    failed: seen.failed === true || (failure !== null && !limited && !interrupted),
    denials: Math.max(seen.denials ?? 0, report.denials),
    limited,
    interrupted,
    testOnly: seen.testOnly ?? (report.testOnly && !(seen.filesChanged ?? 0)),
    asked: seen.asked ?? (report.questions > 0 && !claimed),
    blocked: seen.blocked ?? report.claim === "blocked",
    claimed: seen.claimed ?? claimed,
    denied: seen.denied ?? (report.runDenied || report.taskDenied),
    spoke: seen.spoke ?? report.spoke,
  };
  const facts: Mutable<IterationFacts> = { ...seen, ...fromWords };
  note(facts, "error", seen.error === undefined ? failure?.message : seen.error);
  if (seen.weak === undefined && claimed && !explicit) facts.weak = true;
  return facts;
}
