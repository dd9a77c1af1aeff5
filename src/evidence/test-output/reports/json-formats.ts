import { Ledger } from "../ledger.js";
import type { Counts } from "../test-run.js";
import type { Scalar } from "./json-walk.js";

/** Scalars near the root of a document, by path: "stats.passes". */
export type Scalars = ReadonlyMap<string, Scalar>;

interface JsonFormat {
  /** The runner that wrote the report, or undefined if it has another format. */
  framework(scalars: Scalars): string | undefined;
  counts(value: (path: string) => number): Counts;
  /** What makes the run a failure besides its counts. */
  problem?(scalars: Scalars): string | undefined;
}

const formats: readonly JsonFormat[] = [
  {
    framework: (scalars) => {
      if (!scalars.has("numTotalTests")) return undefined;
      return scalars.has("numRuntimeErrorTestSuites") ? "jest" : "vitest";
    },
    counts: (value) => ({
      passed: value("numPassedTests"),
      failed: value("numFailedTests"),
      skipped: value("numPendingTests") + value("numTodoTests"),
      errors: value("numRuntimeErrorTestSuites"),
      total: value("numTotalTests"),
    }),
    problem: (scalars) => {
      if (scalars.get("wasInterrupted") === true) return "the run was interrupted";
      const suites = amount(scalars, "numFailedTestSuites");
      if (suites > 0) return `${suites} failed suites`;
      return scalars.get("success") === true || amount(scalars, "numTotalTests") === 0
        ? undefined
        : "success is not true";
    },
  },
  {
    framework: (scalars) => (scalars.has("results.summary.tests") ? ctrfTool(scalars) : undefined),
    counts: (value) => ({
      passed: value("results.summary.passed"),
      failed: value("results.summary.failed") + value("results.summary.other"),
      skipped: value("results.summary.skipped") + value("results.summary.pending"),
      total: value("results.summary.tests"),
    }),
  },
  {
    framework: (scalars) =>
      scalars.has("stats.expected") && scalars.has("stats.unexpected") ? "playwright" : undefined,
    counts: (value) => ({
      passed: value("stats.expected") + value("stats.flaky"),
      failed: value("stats.unexpected"),
      skipped: value("stats.skipped"),
      total: value("stats.expected") + value("stats.flaky") + value("stats.unexpected") + value("stats.skipped"),
    }),
    problem: (scalars) => (scalars.has("errors.0") ? "errors outside of tests" : undefined),
  },
  {
    framework: (scalars) => (scalars.has("stats.passes") && scalars.has("stats.failures") ? "mocha" : undefined),
    counts: (value) => ({
      passed: value("stats.passes"),
      failed: value("stats.failures"),
      skipped: value("stats.pending"),
      total: value("stats.tests"),
    }),
  },
  {
    framework: (scalars) => (scalars.has("summary.example_count") ? "rspec" : undefined),
    counts: (value) => ({
      passed: value("summary.example_count") - value("summary.failure_count") - value("summary.pending_count"),
      failed: value("summary.failure_count"),
      skipped: value("summary.pending_count"),
      errors: value("summary.errors_outside_of_examples_count"),
      total: value("summary.example_count"),
    }),
  },
  {
    framework: (scalars) => (scalars.has("summary.total") && scalars.has("exitcode") ? "pytest" : undefined),
    counts: (value) => ({
      passed: value("summary.passed") + value("summary.xpassed"),
      failed: value("summary.failed"),
      skipped: value("summary.skipped"),
      errors: value("summary.error"),
      total: value("summary.total"),
    }),
    // 5 is "no tests were collected"
    problem: (scalars) =>
      [0, 5].includes(amount(scalars, "exitcode")) ? undefined : `exitcode is ${scalars.get("exitcode")}`,
  },
  {
    framework: (scalars) => (scalars.has("totalTests") && scalars.has("totalPassed") ? "cypress" : undefined),
    counts: (value) => ({
      passed: value("totalPassed"),
      failed: value("totalFailed"),
      skipped: value("totalPending") + value("totalSkipped"),
      total: value("totalTests"),
    }),
  },
];

const amount = (scalars: Scalars, path: string): number => {
  const value = scalars.get(path);
  return typeof value === "number" ? value : 0;
};

function ctrfTool(scalars: Scalars): string {
  const tool = scalars.get("results.tool.name");
  return typeof tool === "string" && tool !== "" ? `ctrf: ${tool}` : "ctrf";
}

const findFormat = (scalars: Scalars): JsonFormat | undefined =>
  formats.find((format) => format.framework(scalars) !== undefined);

export const isReport = (scalars: Scalars): boolean => findFormat(scalars) !== undefined;

/** Reads the scalars near the root, or returns undefined if they are not from a report. */
export function fillLedger(scalars: Scalars, isOver: boolean): Ledger | undefined {
  const format = findFormat(scalars);
  if (!format) return undefined;
  const ledger = new Ledger(format.framework(scalars) ?? "", "report");
  ledger.begin();
  ledger.count(format.counts((path) => amount(scalars, path)));
  if (!isOver) return ledger;
  ledger.finish();
  const problem = format.problem?.(scalars);
  if (problem !== undefined) ledger.problem(problem);
  return ledger;
}
