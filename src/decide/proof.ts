import { formatTestNames } from "./check-comparison.js";
import type { EvidenceState } from "./evidence.js";

/** What shows that a task's work is there: something that did not hold without it and holds with it. */
export const proofKinds = ["old-test", "check", "new-test", "fact", "held-before"] as const;
export type ProofKind = (typeof proofKinds)[number];

/** Whether a task is proved, and by what. Made before the decision, so that a replay uses what was seen. */
export interface Proof {
  readonly state: "proven" | "not-proven" | "unknown";
  readonly kind?: ProofKind;
  /** The check in which it was seen. */
  readonly check?: string;
  /** The tests or facts that turned from failing to passing. */
  readonly tests: readonly string[];
  /** Why it is not proven, in words. */
  readonly why?: string;
  /** Its new tests were seen to pass without the work: that is worth telling the agent. */
  readonly isMeasured?: true;
  /** It would take longer than it may now: it is tried again when the run ends. */
  readonly isLate?: true;
  /** A task of a kind that tests rarely prove (documents, settings, refactoring, removal): only told, never refused. */
  readonly isExempt?: true;
}

/** Something the task's own text asks for, fixed when the run began. */
export interface TaskFact {
  readonly name: string;
  readonly kind: "verify" | "criterion" | "artifact" | "test";
  /** When the run began. */
  readonly before: EvidenceState;
  readonly now: EvidenceState;
  /** Asked for outright: a `verify:` command, or a test "to make pass". Such a fact that held before means done already. */
  readonly asked?: true;
}

/** Another task that was ticked, or named as done, in the same turn. */
export interface OtherClaim {
  readonly task: string;
  readonly by: "tick" | "block";
  readonly proof: Proof;
  /** How many messages of a person no prompt of it has had yet: it needs a turn with them. */
  readonly pendingWords?: number;
}

/** A proof as a decision shows it. */
export interface ProofShown {
  readonly kind: ProofKind;
  readonly check: string | null;
  readonly tests: readonly string[];
}

export const notProven = (why: string): Proof => ({ state: "not-proven", tests: [], why });

/** What held before is not proved by the work, whatever it is called. */
export const isProven = (proof: Proof | null | undefined): boolean =>
  proof?.state === "proven" && proof.kind !== undefined && proof.kind !== "held-before";

export function showProof(proof: Proof): readonly ProofShown[] {
  const { kind, check, tests } = proof;
  if (kind === undefined || (kind !== "held-before" && !isProven(proof))) return [];
  return [{ kind, check: check ?? null, tests: tests.slice(0, maxShown) }];
}

const maxShown = 20;
const maxNamed = 3;

/** "tests: rounds half up (failed before)" */
export function describeProof({ kind, check, tests }: ProofShown): string {
  const where = [check, tests.length === 0 ? "" : formatTestNames(tests, maxNamed)].filter(Boolean).join(": ");
  return where === "" ? kindWords[kind] : `${where} (${kindWords[kind]})`;
}

const kindWords: Readonly<Record<ProofKind, string>> = {
  "old-test": "failed before",
  check: "failed before",
  "new-test": "new, fails without the work",
  fact: "asked for by the task, failed before",
  "held-before": "held before the run",
};

/** The task's own facts all held before the run began, so there was nothing to do. */
export function heldBefore(facts: readonly TaskFact[]): boolean {
  const asked = facts.filter((fact) => fact.asked);
  return asked.length > 0 && facts.every(({ before, now }) => before === "holds" && now === "holds");
}
