import { plural } from "../../../lib/text/plural.js";
import type { AskedCommand, CheckResult, JudgedRun } from "./judge-run.js";
import { describeLost, type RemovedTests, type TestCensus } from "./lost-tests.js";

/**
 * Compares which tests ran with the start of the run: what is no longer measured is no pass. A check that told its tests
 * then and tells none now says nothing.
 */
export function judgeAgainstStart(judged: JudgedRun, { plan, census, atStart, removed }: AgainstStart): JudgedRun {
  const start = atStart?.census;
  if (!start || plan.reads === "status" || judged.state === "unknown") return judged;
  if (judged.state === "holds" && (start.ran ?? 0) > 0 && census.ran === null)
    return {
      state: "unknown",
      now: "empty",
      detail: `${judged.detail}; it reported ${plural(start.ran ?? 0, "test")} at the start of the run and reports none now`,
    };
  const lost = describeLost(start, census, removed);
  if (lost === null) return judged;
  const detail = judged.state === "fails" ? `${judged.detail}; ${lost}` : lost;
  return { state: "fails", now: "fails", detail, lost, apartFromLost: judged };
}

interface AgainstStart {
  readonly plan: AskedCommand;
  readonly census: TestCensus;
  readonly atStart: CheckResult | null;
  /** Tests that the user allows to go. */
  readonly removed: RemovedTests;
}
