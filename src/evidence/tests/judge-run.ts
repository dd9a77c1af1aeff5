import type { EvidenceState } from "../../core/evidence.js";
import type { CommandEnding } from "../../system/process.js";
import { plainLine } from "../important-lines.js";
import type { CommandPlan } from "../plan.js";
import { failureKey, type TestRun } from "./test-run.js";

/** What a command came to at the start of the run. */
export interface CheckAtStart {
  readonly name: string;
  readonly state: EvidenceState;
  readonly exitCode: number | null;
  readonly failed: number | null;
  readonly total: number | null;
  /** The failing tests, by file and name. */
  readonly failing: readonly string[];
}

export interface Ended {
  readonly ending: CommandEnding;
  readonly tests: TestRun;
  /** Bytes it printed. */
  readonly bytes: number;
}

interface Judged {
  readonly state: EvidenceState;
  readonly detail: string;
}

type Asked = Pick<CommandPlan, "words" | "reads" | "found">;

/**
 * A command's result is its exit status and what its output says; where they disagree the worse one counts. A test run in
 * which nothing ran says nothing whatever its status. A check we found ourselves is forgiven what was broken before.
 */
export function judgeRun(plan: Asked, ended: Ended, atStart: CheckAtStart | null): Judged {
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
      if ((tests.failed ?? 0) > 0) return { state: "fails", detail: `${late}, and ${tellFailures(tests, [])}` };
      return { state: "unknown", detail: late };
    }
    case "signalled":
      return { state: "fails", detail: `it was ended by ${ending.signal}` };
    case "exited":
      if (ending.code === 126 || ending.code === 127)
        return { state: "unknown", detail: `exit status ${ending.code}: something it needs is not installed here` };
      return plan.reads === "tests"
        ? judgeTests(plan, ended, ending.code, atStart)
        : judgeStatus(ended, ending.code, atStart);
  }
}

function judgeStatus({ tests }: Ended, code: number, atStart: CheckAtStart | null): Judged {
  if (code !== 0)
    return {
      state: "fails",
      detail: `exit status ${code}${atStart?.state === "fails" ? ", as at the start of the run" : ""}`,
    };
  if (tests.status === "fail" && (tests.failed ?? 0) > 0)
    return { state: "fails", detail: `exit status 0, but ${tellFailures(tests, [])}` };
  return { state: "holds", detail: "exit status 0" };
}

function judgeTests(plan: Asked, ended: Ended, code: number, atStart: CheckAtStart | null): Judged {
  const { tests, bytes } = ended;
  const failed = (tests.failed ?? 0) + (tests.errors ?? 0);
  if (failed > 0 || (tests.status === "fail" && tests.failures.length > 0)) return judgeFailing(plan, ended, atStart);
  if (tests.total === 0 && failed === 0) return { state: "unknown", detail: `no test ran (exit status ${code})` };
  if (code !== 0) return judgeStatusBeside(plan, tests, { code, atStart });
  if (tests.status === "fail") return { state: "fails", detail: tests.why };
  if (tests.status === "pass") return { state: "holds", detail: `${tellPassed(tests)}${tellFixed(tests, atStart)}` };
  if (plan.found)
    return {
      state: "unknown",
      detail: `exit status 0, but its output tells of no tests: name it under checks to trust its exit status`,
    };
  if (bytes === 0) return { state: "unknown", detail: "exit status 0 and no output: set reads: status to trust that" };
  return { state: "holds", detail: "exit status 0; its output holds no counts of tests that could be read" };
}

/** Not zero, though no test is told as failing. */
function judgeStatusBeside(
  plan: Asked,
  tests: TestRun,
  { code, atStart }: { readonly code: number; readonly atStart: CheckAtStart | null },
): Judged {
  const asBefore = plan.found && tests.passed !== null && atStart?.exitCode === code && atStart.failed === 0;
  if (asBefore)
    return { state: "holds", detail: `${tellPassed(tests)}; exit status ${code} as at the start of the run` };
  const beside = tests.passed === null || tests.passed === 0 ? "" : ` beside ${tests.passed} passing tests`;
  return { state: "fails", detail: `exit status ${code}${beside}` };
}

function judgeFailing(plan: Asked, { tests }: Ended, atStart: CheckAtStart | null): Judged {
  const before = atStart?.failing ?? [];
  const told = tellFailures(tests, before);
  if (!plan.found || !atStart || atStart.failed === null || atStart.failed === 0)
    return { state: "fails", detail: told };
  if (againstStart(tests, atStart).brokenNow.length > 0) return { state: "fails", detail: told };
  if (tests.failures.length >= (tests.failed ?? 0) + (tests.errors ?? 0))
    return { state: "holds", detail: `${told}; none that passed at the start of the run` };
  return { state: "unknown", detail: `${told}; which of them passed at the start of the run is not told` };
}

function tellFailures({ failed, errors, total, failures }: TestRun, before: readonly string[]): string {
  const count = (failed ?? 0) + (errors ?? 0) || failures.length;
  const names = failures.slice(0, 5).map((failure) => {
    const old = before.includes(failureKey(failure)) ? " (failing since the start)" : "";
    return `${plainLine(failure.name).slice(0, 120)}${old}`;
  });
  const more = count > names.length && names.length > 0 ? [`${count - names.length} more`] : [];
  const of = total === null ? "" : ` of ${total}`;
  const head = `${count}${of} ${count === 1 && total === null ? "test fails" : "tests fail"}`;
  return names.length === 0 ? head : `${head}: ${[...names, ...more].join(", ")}`;
}

/** The failing tests by what they did at the start of the run: failed already, passed or were not there, fail no longer. */
export function againstStart({ failures }: TestRun, atStart: CheckAtStart | null) {
  const before = new Set(atStart?.failing ?? []);
  const now = failures.map(failureKey);
  return {
    alreadyFailing: now.filter((key) => before.has(key)),
    brokenNow: now.filter((key) => !before.has(key)),
    fixed: [...before].filter((key) => !now.includes(key)),
  };
}

function tellFixed(tests: TestRun, atStart: CheckAtStart | null): string {
  const { fixed } = againstStart(tests, atStart);
  return fixed.length === 0 ? "" : `, ${fixed.length} of which failed at the start of the run`;
}

const tellPassed = ({ passed, total, skipped }: TestRun): string =>
  `${passed ?? total} tests passed${skipped ? `, ${skipped} skipped` : ""}`;
