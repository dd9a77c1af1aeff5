import { type AgentReport, type ClaimScope, isUnitClaim, readClaim } from "./agent-report.js";
import { type Mutable, note } from "./mutable.js";
import type { IterationFacts } from "./observation.js";

/** The facts that can be derived from the agent's output. All others come from the caller. */
type FromReport =
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

/**
 * Adds what the agent's output shows to the facts from the caller. The caller's facts win, unless the output is worse.
 */
export function addReport(seen: IterationFacts, report: AgentReport, of: ClaimScope): Mutable<IterationFacts> {
  const { failure } = report;
  // An agent that was still retrying against a limit when its time ran out was limited too.
  const limited = seen.limited === true || (failure?.limit ?? null) !== null;
  const interrupted = seen.interrupted === true || failure?.kind === "interrupted";
  const { claimed, explicit } = readClaim(report, of, seen.ticked === true);
  const fromReport: Required<Pick<IterationFacts, FromReport>> = {
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
  const facts: Mutable<IterationFacts> = { ...seen, ...fromReport };
  if (report.remaining) facts.namedWork = true;
  note(facts, "error", seen.error === undefined ? failure?.message : seen.error);
  if (seen.weak === undefined && claimed && !explicit) facts.weak = true;
  if (seen.claimed === undefined && isUnitClaim(report, of)) facts.ofUnit = true;
  return facts;
}
