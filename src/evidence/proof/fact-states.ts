import type { Evidence, EvidenceState } from "../../decide/evidence.js";
import type { TaskFact } from "../../decide/proof.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import { readNamedTests } from "./named-tests.js";
import { stateOfTestFile } from "./test-state.js";

/** A command beside a criterion of the task, as it came out now. */
export interface VerifiedBy {
  readonly command: string;
  readonly state: EvidenceState;
}

export interface FactInput {
  /** All that the list says of the task, in a person's words. */
  readonly text: string;
  readonly now: readonly CheckResult[];
  readonly start: readonly CheckResult[];
  readonly verified: readonly VerifiedBy[];
  /** What the commands beside criteria came to when the run began. */
  readonly verifiedAtStart: readonly VerifiedBy[];
  /** The files that the run must leave, as evidence. */
  readonly artifacts: Evidence | undefined;
  existed(file: string): boolean;
  exists(file: string): boolean;
  /** Another task is the one that the test is about. */
  isOthers?(file: string): boolean;
}

/** What the task's own text asks for: then, and now. */
export function readFacts(input: FactInput): readonly TaskFact[] {
  return [...input.verified.map((each) => verifyFact(each, input)), ...testFacts(input), ...artifactFacts(input)];
}

function verifyFact({ command, state }: VerifiedBy, { verifiedAtStart }: FactInput): TaskFact {
  const before = verifiedAtStart.find((each) => each.command === command)?.state ?? "unknown";
  return { name: command, kind: "verify", before, now: state, asked: true };
}

/** A test that is only mentioned counts if it was red or missing and is no other task's; one that was asked to pass always does. */
function testFacts({ text, now, start, existed, exists, isOthers }: FactInput): readonly TaskFact[] {
  return readNamedTests(text).tests.flatMap(({ file, asked }): readonly TaskFact[] => {
    const before = stateOfTestFile(file, start, existed(file));
    if (!asked && (before !== "fails" || isOthers?.(file))) return [];
    const state = stateOfTestFile(file, now, exists(file));
    return [{ name: file, kind: "test", before, now: state, ...(asked ? { asked: true } : {}) }];
  });
}

function artifactFacts({ artifacts }: FactInput): readonly TaskFact[] {
  if (!artifacts?.aboutTask) return [];
  return [{ name: artifacts.name, kind: "artifact", before: "fails", now: artifacts.state }];
}
