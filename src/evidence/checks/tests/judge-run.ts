import type { CheckState, EvidenceState } from "../../../decide/evidence.js";
import type { CommandEnding } from "../../../lib/process/command-run.js";
import type { CommandPlan } from "../../plan.js";
import type { CannotRun } from "../cannot-run/cannot-run.js";
import { formatFailures, formatFixed, formatPassed } from "./describe-tests.js";
import type { TestCensus } from "./lost-tests.js";
import { outputSays, saysNoTest } from "./output-says.js";
import type { TestRun } from "./test-run.js";

/** What a command came to, as later runs of it are compared with. */
export interface CheckResult {
  readonly name: string;
  readonly state: EvidenceState;
  /** Why an unknown one says nothing; absent in files of earlier versions. */
  readonly now?: CheckState;
  /** What kept it from running, in words. */
  readonly why?: string;
  /** The last lines of its output, where it does not hold and no failing test could be read. */
  readonly tail?: readonly string[];
  /** What makes it run. */
  readonly fix?: string;
  readonly exitCode: number | null;
  readonly failed: number | null;
  readonly passed: number | null;
  readonly total: number | null;
  /** The failing tests, by file and name. */
  readonly failing: readonly string[];
  /** Tests that passed and failed on the same content, in this run so far. */
  readonly flaky?: readonly string[];
  /** How long it took; kept of the start of the run only. */
  readonly seconds?: number;
  /** Kept of the start of the run only. */
  readonly census?: TestCensus;
}

/** The exact state, as far as it was told. */
export const exactState = ({ now, state }: Pick<CheckResult, "now" | "state">): CheckState => now ?? state;

/** The same of a check that runs no tests. */
export const plainResult = (name: string, state: EvidenceState): CheckResult => ({
  name,
  state,
  now: state,
  exitCode: null,
  failed: null,
  passed: null,
  total: null,
  failing: [],
});

export interface RunCommandEnd {
  readonly ending: CommandEnding;
  readonly tests: TestRun;
  /** Bytes it printed. */
  readonly bytes: number;
  /** The start and the end of what it printed. */
  readonly text: string;
  readonly cwd: string;
  /** Which tests ran. */
  readonly census?: TestCensus;
  /** What kept it from running. */
  readonly cannotRun?: CannotRun | null;
}

export interface JudgedRun {
  readonly state: EvidenceState;
  readonly now: CheckState;
  readonly detail: string;
  /** Tests that ran at the start and do not now, in words. */
  readonly lost?: string;
  /** What it would come to if none were missed. */
  readonly apartFromLost?: Omit<JudgedRun, "lost" | "apartFromLost">;
}

export type AskedCommand = Pick<CommandPlan, "words" | "reads" | "found">;

/**
 * A command's result is its exit status and what its output says; where they disagree the worse one counts. A test run in
 * which nothing ran says nothing whatever its status. What was broken before is told, and forgiven by nobody here: the
 * gate compares.
 */
export function judgeRun(plan: AskedCommand, ended: RunCommandEnd, atStart: CheckResult | null): JudgedRun {
  if (ended.cannotRun) return { state: "unknown", now: "cannot-run", detail: ended.cannotRun.why };
  const judged = judgeEnding(plan, ended, atStart);
  return { ...judged, now: judged.state === "unknown" ? silences[ended.ending.is] : judged.state };
}

/** Why a command says nothing, by how it ended: one that ended by itself found no test. */
const silences: Readonly<Record<CommandEnding["is"], CheckState>> = {
  "not-found": "cannot-run",
  "not-executable": "cannot-run",
  "not-started": "cannot-run",
  "timed-out": "cannot-run",
  interrupted: "not-run",
  signalled: "unknown",
  exited: "empty",
};

type Said = Omit<JudgedRun, "now">;

function judgeEnding(plan: AskedCommand, ended: RunCommandEnd, atStart: CheckResult | null): Said {
  const { ending, tests } = ended;
  switch (ending.is) {
    case "not-found":
    case "not-executable":
    case "not-started":
      return { state: "unknown", detail: ending.why };
    case "interrupted":
      return { state: "unknown", detail: "it was interrupted" };
    case "timed-out": {
      const late = `it did not end within ${ending.afterMs / 1000} s`;
      if ((tests.failed ?? 0) > 0) return { state: "fails", detail: `${late}, and ${formatFailures(ended, [])}` };
      return { state: "unknown", detail: late };
    }
    case "signalled":
      return { state: "fails", detail: `it was ended by ${ending.signal}` };
    case "exited":
      return judgeExit(plan, ended, { code: ending.code, atStart });
  }
}

interface Exit {
  readonly code: number;
  readonly atStart: CheckResult | null;
}

function judgeExit(plan: AskedCommand, ended: RunCommandEnd, { code, atStart }: Exit): Said {
  switch (plan.reads) {
    case "tests":
      return judgeTests(plan, ended, { code, atStart });
    case "status":
      return judgeStatus(ended, code, atStart);
    case "either":
      return judgeEither(ended, code, atStart);
  }
}

function judgeStatus(ended: RunCommandEnd, code: number, atStart: CheckResult | null): Said {
  const { tests } = ended;
  if (code !== 0)
    return {
      state: "fails",
      detail: `exit status ${code}${atStart?.state === "fails" ? ", as at the start of the run" : ""}`,
    };
  if (tests.status === "fail" && (tests.failed ?? 0) > 0)
    return { state: "fails", detail: `exit status 0, but ${formatFailures(ended, [])}` };
  return { state: "holds", detail: "exit status 0" };
}

/** A command that may or may not be one of tests: where it shows a runner, that has its say. */
function judgeEither(ended: RunCommandEnd, code: number, atStart: CheckResult | null): Said {
  const { tests, text } = ended;
  const byStatus = judgeStatus(ended, code, atStart);
  if (byStatus.state !== "holds") return byStatus;
  if (tests.status === "fail") return { state: "fails", detail: `exit status 0, but ${tests.why}` };
  const isEmpty = tests.status === "unknown" && (tests.framework !== null || outputSays(text) === "none-ran");
  return isEmpty ? noTestPassed(tests) : byStatus;
}

/** Nothing ran, or the output stops before any result: an exit status of 0 does not make up for that. */
const noTestPassed = ({ framework, why }: TestRun): Said => ({
  state: "unknown",
  detail: `exit status 0, but ${framework === null ? "its output shows no test that passed" : why}; to trust the exit status alone, set reads: status`,
});

function judgeTests(plan: AskedCommand, ended: RunCommandEnd, { code, atStart }: Exit): Said {
  const { tests, bytes, text } = ended;
  const failed = (tests.failed ?? 0) + (tests.errors ?? 0);
  if (failed > 0 || (tests.status === "fail" && tests.failures.length > 0))
    return { state: "fails", detail: formatFailures(ended, atStart?.failing ?? []) };
  if (tests.total === 0 || (!tests.total && saysNoTest(text)))
    return { state: "unknown", detail: `no test ran (exit status ${code})` };
  if (code !== 0) return { state: "fails", detail: `exit status ${code}${besidePassing(tests)}` };
  if (tests.status === "fail") return { state: "fails", detail: tests.why };
  if (tests.status === "pass")
    return { state: "holds", detail: `${formatPassed(tests)}${formatFixed(ended, atStart)}` };
  if (plan.found)
    return {
      state: "unknown",
      detail: `exit status 0, but no tests were found in its output; to trust the exit status alone, configure it under checks`,
    };
  if (bytes === 0) return { state: "unknown", detail: "exit status 0 and no output: set reads: status to trust that" };
  if (tests.framework !== null || outputSays(text) !== "other") return noTestPassed(tests);
  return { state: "holds", detail: "exit status 0; its output holds no counts of tests that could be read" };
}

/** Not zero, though no test is told as failing. */
const besidePassing = ({ passed }: TestRun): string => (passed ? ` beside ${passed} passing tests` : "");
