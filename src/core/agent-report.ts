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

/** What one signal says. `template` and `malformed` are no answers. */
export type Says = "complete" | "continue" | "blocked" | "abort" | "contradictory" | "template" | "malformed" | "other";

/** Of what a signal speaks: the whole run, the task at hand, or both. */
export type Scope = "run" | "task" | "both";

/** A claim with its provenance. Only a trusted one counts; an ignored one says why. */
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
export type TestClaim = "pass" | "fail" | "skip" | "mixed" | "unknown";

/**
 * A completion phrase that survived its negation, condition and tense.
 * `whole` speaks of all that was given, `unit` of one task (named in `subject`, or not), `tests` of tests only.
 */
export interface Phrase {
  readonly name: string;
  readonly of: "whole" | "unit" | "tests";
  readonly subject: string | null;
}

/** Work the agent named as left. `list`: other tasks of the list, which is no veto for the task at hand. */
export interface Remaining {
  readonly text: string;
  readonly of: "task" | "list";
}

/** What the signals and words amount to. */
export interface Claims {
  readonly claim: Claim;
  readonly taskClaim: TaskClaim;
  /** The claim comes from a trusted signal, not from prose; the same for the task's. */
  readonly explicit: boolean;
  readonly taskExplicit: boolean;
  /** An explicit no: of the run, and of the task. */
  readonly runDenied: boolean;
  readonly taskDenied: boolean;
  readonly contradictory: boolean;
}

/** All that rules may know of the agent's words in one iteration. Plain JSON. */
export interface AgentReport extends Claims {
  /** Whether the agent said anything at all. */
  readonly spoke: boolean;
  /** The same claims where tests that the agent calls failing are left out: for those who ran the tests themselves. */
  readonly besideOwnTests: Claims | null;
  /** A yes that came without this turn's nonce, or in a block without its end: why it is only a weak claim. */
  readonly weakBecause: string | null;
  /** Where the agent says the task's work is. */
  readonly work: string | null;
  readonly abort: boolean;
  readonly override: boolean;
  readonly signals: readonly Signal[];
  readonly phrases: readonly Phrase[];
  readonly remaining: Remaining | null;
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

/** The report as it counts beside our own checks: where they ran, the agent's word on failing tests contradicts nothing. */
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
export function isExplicitYes(claims: Claims, of: "task" | "run"): boolean {
  const run = claims.explicit && claims.claim === "complete";
  return run || (of === "task" && claims.taskExplicit && claims.taskClaim === "complete");
}

/** What the agent claims, by its words or by ticking the task's box in its turn. */
export function readClaim(
  report: AgentReport,
  of: "task" | "run",
  ticked: boolean,
): { readonly claimed: boolean; readonly explicit: boolean } {
  const byTick = ticked && !report.taskDenied && !report.failure;
  return { claimed: claims(report, of) || byTick, explicit: isExplicitYes(report, of) || byTick };
}

/** The agent says it is done, in a signal or in prose. With a task selected a claim of either kind is one of that task. */
export function claims(report: Claims, of: "task" | "run"): boolean {
  return report.claim === "complete" || (of === "task" && report.taskClaim === "complete");
}

/** What the agent noted for a person in its status block; null where it wrote nothing there. */
export function readNote({ signals }: Pick<AgentReport, "signals">): string | null {
  const fields = signals.findLast(({ trusted, fields: { NOTE } }) => trusted && NOTE)?.fields;
  const note = fields?.["NOTE"]?.replaceAll(/\s+/g, " ").trim() ?? "";
  return note === "" || /^(?:none|n\/a|-)\.?$/i.test(note) ? null : note.slice(0, 300);
}
