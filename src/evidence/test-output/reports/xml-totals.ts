import type { Counts } from "../test-run.js";
import { attribute } from "./xml-attribute.js";

export interface Totals extends Counts {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
  readonly total: number;
}

/** The totals in a document's header: TRX has its counts apart from the tests, and some writers omit the tests. */
export function parseTotals(name: string, attributes: string): Totals | undefined {
  const number = (key: string): number => Number(attribute(attributes, key) ?? 0) || 0;
  if (name === "Counters") {
    const failed = number("failed") + number("timeout") + number("aborted");
    const skipped = number("notExecuted") + number("inconclusive");
    return { passed: number("passed"), failed, errors: number("error"), skipped, total: number("total") };
  }
  if (name !== "testsuites" && name !== "testsuite" && name !== "test-run") return undefined;
  if (attribute(attributes, "tests") === undefined && attribute(attributes, "total") === undefined) return undefined;
  const [failed, errors, total] = [
    number("failures") + number("failed"),
    number("errors"),
    number("tests") + number("total"),
  ];
  const skipped = number("skipped") + number("disabled");
  return { passed: Math.max(0, total - failed - errors - skipped), failed, errors, skipped, total };
}

/** Failures in the header's totals that no listed test accounts for. */
export function readTotals(totals: Totals, counted: Counts): string | undefined {
  const missing = totals.failed + totals.errors - (counted.failed ?? 0) - (counted.errors ?? 0);
  return missing > 0
    ? `the report's header counts ${missing} more ${missing === 1 ? "failure" : "failures"} than it lists`
    : undefined;
}
