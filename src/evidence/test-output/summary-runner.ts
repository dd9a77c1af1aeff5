import type { Ledger } from "./ledger.js";
import { byShape, type Runner } from "./runner.js";
import type { CountName, Counts } from "./test-run.js";

/** A runner that reports each run in one line. */
export interface SummaryRunner extends Omit<Runner, "reader"> {
  readonly lines: readonly RegExp[];
}

export const toRunner = ({ lines, ...about }: SummaryRunner): Runner => ({
  ...about,
  reader: (ledger) =>
    byShape(lines.map((shape) => [shape, (found) => report(ledger, (found as RegExpExecArray).groups ?? {})])),
});

function report(ledger: Ledger, groups: Readonly<Record<string, string | undefined>>): void {
  const { begins, nothing, problem } = groups;
  if (begins !== undefined) ledger.touch();
  if (nothing !== undefined) ledger.nothing(nothing.toLowerCase());
  if (problem !== undefined) ledger.problem(problem);
  const isCounted = Object.keys(groups).some((key) => /^(?:total|passed|failed)$/.test(key));
  if (isCounted) ledger.conclude(countGroups(groups));
}

function countGroups(groups: Readonly<Record<string, string | undefined>>): Counts {
  const sum = (name: CountName): number =>
    Object.entries(groups)
      .filter(([key]) => key.replace(/\d$/, "") === name)
      .reduce((all, [, count]) => all + Number(count ?? 0), 0);
  const left = "ran" in groups ? Math.max(0, sum("total") - Number(groups["ran"])) : 0;
  const [failed, errors, skipped] = [sum("failed"), sum("errors"), sum("skipped") + left];
  const rest = failed + errors + skipped;
  const total = "total" in groups ? sum("total") : sum("passed") + rest;
  const passed = "passed" in groups ? sum("passed") : Math.max(0, total - rest);
  return { total, passed, failed, skipped, ...("errors" in groups ? { errors } : {}) };
}
