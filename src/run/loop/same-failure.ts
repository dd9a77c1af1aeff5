import type { AgentReport } from "../../decide/agent-report.js";
import { fingerprint } from "../../decide/fingerprint.js";
import type { Gathered } from "../../evidence/gathered.js";

const maxLength = 300;

/**
 * What fails of the task's own tests and of those it broke, with the messages, in a turn in which the agent knows of it.
 * Undefined: nothing, or the agent has not noticed. How many tests pass is part of it: more of them is progress.
 */
export function describeFailure(seen: Gathered, report: AgentReport, hasClaimed: boolean): string | undefined {
  const isReported = hasClaimed || report.errors > 0 || report.tests === "fail";
  if (!isReported || report.failure) return undefined;
  const checks = seen.evidence.filter(({ required, state }) => required && state === "fails");
  const tests = checks.flatMap(({ failing = [], failingBefore = [], ownFailing = [] }) =>
    failing.filter((test) => ownFailing.includes(test) || !failingBefore.includes(test)),
  );
  if (tests.length === 0) return undefined;
  const names = tests.map((test) => test.slice(test.lastIndexOf(": ") + 1).trim());
  const lines = seen.feedback
    .flatMap(({ text }) => text.split("\n"))
    .filter((line) => names.some((name) => line.includes(name)));
  const passing = checks.reduce((sum, { passed = 0 }) => sum + passed, 0);
  const message = fingerprint(lines.join("; ") || tests.join("; ")).slice(0, maxLength);
  return `${message} (${passing} others pass)`;
}
