import { sha256Hex } from "../../lib/signing/ed25519.js";
import type { ProofPredicate, ProvedCheck } from "./statement.js";

export const testResultType = "https://in-toto.io/attestation/test-result/v0.1";
export const vsaType = "https://slsa.dev/verification_summary/v1";

type Proved = Pick<ProofPredicate, "run" | "tasks" | "checks" | "policy" | "tools"> & {
  readonly journalHead: string;
};

/** What others understand without us: the test result of in-toto and the verification summary of SLSA. */
export const standardPredicates = (proved: Proved): ProofPredicate["standard"] => [
  { predicateType: testResultType, predicate: testResult(proved) },
  { predicateType: vsaType, predicate: verificationSummary(proved) },
];

function testResult({ checks, policy }: Proved): unknown {
  const named = (state: ProvedCheck["state"]) =>
    checks.filter((check) => check.state === state).map(({ name }) => name);
  const failed = checks.some(({ required, state }) => required && state === "fails");
  const unsure = checks.some(({ required, state }) => required && state === "unknown");
  return {
    result: failed ? "FAILED" : unsure ? "WARNED" : "PASSED",
    configuration: checks.flatMap(({ name, command }) =>
      command === null ? [] : [{ name, content: Buffer.from(JSON.stringify(command)).toString("base64") }],
    ),
    passedTests: named("holds"),
    warnedTests: named("unknown"),
    failedTests: named("fails"),
    policy: policy.name,
  };
}

/** Passed only if the run completed and everything that it did is proven. */
function verificationSummary({ run, tasks, policy, tools, journalHead }: Proved): unknown {
  const done = tasks.filter(({ verdict }) => ["verified", "not-proven", "forced", "accepted"].includes(verdict));
  const isProven = done.length > 0 && done.every(({ verdict }) => verdict === "verified");
  const passed = run.outcome === "completed" && isProven;
  return {
    verifier: { id: "urn:untildone", version: { untildone: tools["untildone"] ?? "" } },
    timeVerified: run.endedAt,
    resourceUri: `urn:untildone:run:${run.id}`,
    policy: { uri: `urn:untildone:policy:${policy.name}`, digest: { sha256: sha256Hex(JSON.stringify(policy)) } },
    inputAttestations: [{ uri: `urn:untildone:journal:${run.id}`, digest: { sha256: journalHead } }],
    verificationResult: passed ? "PASSED" : "FAILED",
    verifiedLevels: passed ? ["UNTILDONE_FAILS_WITHOUT_THE_WORK"] : [],
    slsaVersion: "1.0",
  };
}
