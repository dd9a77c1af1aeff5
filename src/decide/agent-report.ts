import type { Failure, Limit, Overheard } from "./transcript.js";

export type Dialect =
  | "ralph-status"
  | "doyaken-status"
  | "exit-status"
  | "exit-signal"
  | "promise"
  | "loop-complete"
  | "json-status"
  | "refusal";

/** What a signal says. `template` and `malformed` are not answers. */
export type Says = "complete" | "continue" | "blocked" | "abort" | "contradictory" | "template" | "malformed" | "other";

/** What a signal is about: the whole run, the selected task, or both. */
export type Scope = "run" | "task" | "both";

/** A signal and where it was found. Only trusted signals count; `ignoredBecause` explains the rest. */
export interface Signal {
  readonly dialect: Dialect;
  readonly scope: Scope;
  readonly says: Says;
  readonly source: "final-message" | "earlier-message" | Overheard["source"];
  readonly line: number;
  readonly trusted: boolean;
  readonly ignoredBecause: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

export type Claim = "complete" | "continue" | "blocked" | "failed" | "none";
export type TaskClaim = "complete" | "continue" | "none";
/** What a claim has to be about. Where no list was given, what was given is one unit of work: `unit`. */
export type ClaimScope = "task" | "run" | "unit";
export type TestClaim = "pass" | "fail" | "skip" | "mixed" | "unknown";

/**
 * A completion phrase that is not negated, conditional or in the future. `whole` is about all the work, `unit` about
 * one task (named in `subject`, if at all), `tests` about tests only.
 */
export interface Phrase {
  readonly name: string;
  readonly of: "whole" | "unit" | "tests";
  readonly subject: string | null;
}

/** Work the agent says is left. `list`: other tasks of the list, which does not block the selected one. */
export interface Remaining {
  readonly text: string;
  readonly of: "task" | "list";
}

/** What the agent's signals and prose add up to. */
export interface Claims {
  readonly claim: Claim;
  readonly taskClaim: TaskClaim;
  /** The claim comes from a trusted signal, not from prose. */
  readonly explicit: boolean;
  readonly taskExplicit: boolean;
  /** The agent explicitly says that the run, or the task, is not done. */
  readonly runDenied: boolean;
  readonly taskDenied: boolean;
  readonly contradictory: boolean;
}

/** Everything the rules see of the agent's output in one iteration. Plain JSON. */
export interface AgentReport extends Claims {
  /** Whether the agent wrote anything at all. */
  readonly spoke: boolean;
  /** The same claims, ignoring what the agent says about failing tests: used when the checks ran the tests. */
  readonly besideOwnTests: Claims | null;
  /** Why a "complete" is only a weak claim: it lacks this turn's nonce, or its block is not closed. */
  readonly weakBecause: string | null;
  /** Where the agent says the task's work is. */
  readonly work: string | null;
  /** The same output was judged before: it cannot confirm itself. */
  readonly judgedBefore?: true;
  readonly abort: boolean;
  readonly override: boolean;
  readonly signals: readonly Signal[];
  readonly phrases: readonly Phrase[];
  readonly remaining: Remaining | null;
  /** Tasks that the agent names as not done, as it writes them. */
  readonly deniedTasks?: readonly string[];
  readonly tests: TestClaim;
  readonly confidence: number;
  readonly errors: number;
  readonly questions: number;
  readonly denials: number;
  readonly testOnly: boolean;
  readonly failure: Failure | null;
  readonly limit: Limit | null;
  readonly warnings: readonly string[];
}

/** Once a check has run the tests, failing tests mentioned by the agent no longer contradict its claim. */
export function reportBeside(report: AgentReport, testsRan: boolean): AgentReport {
  const { besideOwnTests } = report;
  if (!testsRan || !besideOwnTests) return report;
  const warnings = report.warnings.filter(
    (warning) => besideOwnTests.contradictory || warning !== contradictionWarning,
  );
  return { ...report, ...besideOwnTests, warnings };
}

export const contradictionWarning = "the agent's status contradicts itself: read as not done";

/** A trusted signal says complete. */
export function isExplicitYes(claims: Claims, of: ClaimScope): boolean {
  const run = claims.explicit && claims.claim === "complete";
  return run || (of === "task" && claims.taskExplicit && claims.taskClaim === "complete");
}

/** What the agent claims, in its output or by ticking the task in the list. */
export function readClaim(
  report: AgentReport,
  of: ClaimScope,
  ticked: boolean,
): { readonly claimed: boolean; readonly explicit: boolean } {
  const byTick = ticked && !report.taskDenied && !report.failure;
  return { claimed: claims(report, of) || byTick, explicit: isExplicitYes(report, of) || byTick };
}

/** The agent says it is done, in a signal or in prose. With a task selected, a claim about the run covers that task. */
export function claims(report: Claims, of: ClaimScope): boolean {
  return report.claim === "complete" || (of !== "run" && claimsPiece(report, of));
}

/** "Implemented the filter." Where no list was given, that is what was given, unless the agent says more is to come. */
function claimsPiece(report: Claims, of: "task" | "unit"): boolean {
  if (report.taskClaim !== "complete") return false;
  return of === "task" || (report.claim === "none" && !report.runDenied && !report.taskDenied);
}

/** A claim of the run that speaks of one piece of work only. */
export const isUnitClaim = (report: Claims, of: ClaimScope): boolean =>
  of === "unit" && report.claim !== "complete" && claims(report, of);

/** The note for a person in the agent's status block, or null. */
export function readNote({ signals }: Pick<AgentReport, "signals">): string | null {
  const fields = signals.findLast(({ trusted, fields: { NOTE } }) => trusted && NOTE)?.fields;
  const note = fields?.["NOTE"]?.replaceAll(/\s+/g, " ").trim() ?? "";
  return note === "" || /^(?:none|n\/a|-)\.?$/i.test(note) ? null : note.slice(0, 300);
}
