import { Ledger } from "../ledger.js";
import type { Counts } from "../test-run.js";
import type { Scalar } from "./json-walk.js";

/** Scalars near the root of a document, by path: "stats.passes". */
export type Scalars = ReadonlyMap<string, Scalar>;

interface Format {
  /** The runner that wrote the report, or undefined if it has another format. */
  framework(of: Scalars): string | undefined;
  counts(of: (path: string) => number): Counts;
  /** What makes the run a failure besides its counts. */
  problem?(of: Scalars): string | undefined;
}

const formats: readonly Format[] = [
  {
    framework: (of) => {
      if (!of.has("numTotalTests")) return undefined;
      return of.has("numRuntimeErrorTestSuites") ? "jest" : "vitest";
    },
    counts: (of) => ({
      passed: of("numPassedTests"),
      failed: of("numFailedTests"),
      skipped: of("numPendingTests") + of("numTodoTests"),
      errors: of("numRuntimeErrorTestSuites"),
      total: of("numTotalTests"),
    }),
    problem: (of) => {
      if (of.get("wasInterrupted") === true) return "the run was interrupted";
      const suites = amount(of, "numFailedTestSuites");
      if (suites > 0) return `${suites} failed suites`;
      return of.get("success") === true || amount(of, "numTotalTests") === 0 ? undefined : "success is not true";
    },
  },
  {
    framework: (of) => (of.has("results.summary.tests") ? ctrfTool(of) : undefined),
    counts: (of) => ({
      passed: of("results.summary.passed"),
      failed: of("results.summary.failed") + of("results.summary.other"),
      skipped: of("results.summary.skipped") + of("results.summary.pending"),
      total: of("results.summary.tests"),
    }),
  },
  {
    framework: (of) => (of.has("stats.expected") && of.has("stats.unexpected") ? "playwright" : undefined),
    counts: (of) => ({
      passed: of("stats.expected") + of("stats.flaky"),
      failed: of("stats.unexpected"),
      skipped: of("stats.skipped"),
      total: of("stats.expected") + of("stats.flaky") + of("stats.unexpected") + of("stats.skipped"),
    }),
    problem: (of) => (of.has("errors.0") ? "errors outside of tests" : undefined),
  },
  {
    framework: (of) => (of.has("stats.passes") && of.has("stats.failures") ? "mocha" : undefined),
    counts: (of) => ({
      passed: of("stats.passes"),
      failed: of("stats.failures"),
      skipped: of("stats.pending"),
      total: of("stats.tests"),
    }),
  },
  {
    framework: (of) => (of.has("summary.example_count") ? "rspec" : undefined),
    counts: (of) => ({
      passed: of("summary.example_count") - of("summary.failure_count") - of("summary.pending_count"),
      failed: of("summary.failure_count"),
      skipped: of("summary.pending_count"),
      errors: of("summary.errors_outside_of_examples_count"),
      total: of("summary.example_count"),
    }),
  },
  {
    framework: (of) => (of.has("summary.total") && of.has("exitcode") ? "pytest" : undefined),
    counts: (of) => ({
      passed: of("summary.passed") + of("summary.xpassed"),
      failed: of("summary.failed"),
      skipped: of("summary.skipped"),
      errors: of("summary.error"),
      total: of("summary.total"),
    }),
    // 5 is "no tests were collected"
    problem: (of) => ([0, 5].includes(amount(of, "exitcode")) ? undefined : `exitcode is ${of.get("exitcode")}`),
  },
  {
    framework: (of) => (of.has("totalTests") && of.has("totalPassed") ? "cypress" : undefined),
    counts: (of) => ({
      passed: of("totalPassed"),
      failed: of("totalFailed"),
      skipped: of("totalPending") + of("totalSkipped"),
      total: of("totalTests"),
    }),
  },
];

const amount = (of: Scalars, path: string): number => {
  const value = of.get(path);
  return typeof value === "number" ? value : 0;
};

function ctrfTool(of: Scalars): string {
  const tool = of.get("results.tool.name");
  return typeof tool === "string" && tool !== "" ? `ctrf: ${tool}` : "ctrf";
}

const findFormat = (of: Scalars): Format | undefined => formats.find((format) => format.framework(of) !== undefined);

export const isReport = (of: Scalars): boolean => findFormat(of) !== undefined;

/** Reads the scalars near the root, or returns undefined if they are not from a report. */
export function fillLedger(of: Scalars, isOver: boolean): Ledger | undefined {
  const format = findFormat(of);
  if (!format) return undefined;
  const ledger = new Ledger(format.framework(of) ?? "", "report");
  ledger.begin();
  ledger.count(format.counts((path) => amount(of, path)));
  if (!isOver) return ledger;
  ledger.finish();
  const problem = format.problem?.(of);
  if (problem !== undefined) ledger.problem(problem);
  return ledger;
}
