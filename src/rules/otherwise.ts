import { completionBlockers } from "../core/completion.js";
import { carryOn, exit, type Verdict, type Wait } from "../core/decision.js";
import type { Case } from "../core/rule.js";

const firstWaitSeconds = 60;
const longestWaitSeconds = 3600;

/** When no rule speaks: go on; after a usage limit, go on after a wait. */
export function otherwise(of: Case): Verdict {
  const wait = waitAfterLimit(of);
  const { maxLimitWaits } = of.settings;
  const waits = wait ? waitsWithoutReset(of) : 0;
  if (maxLimitWaits > 0 && waits > maxLimitWaits)
    return exit("aborted", `a usage limit without a stated reset was met ${waits} times in a row`);
  if (wait) return carryOn("a usage limit was hit: wait, then go on", { wait });
  const { claimed, passed, refusals } = of.gate;
  if (claimed && !passed && refusals.length > 0)
    return carryOn(`the claim of completion was refused: ${refusals.join("; ")}`);
  const { tasks } = of.seen;
  const isFinished = tasks.is === "list" && tasks.left + tasks.blocked === 0;
  const blockers = isFinished ? completionBlockers(of.seen, of.settings) : [];
  return carryOn(blockers.length > 0 ? `every task is done, but ${blockers.join("; ")}` : "no rule asked to stop");
}

/** Limits in a row that named no reset, this one included. */
function waitsWithoutReset({ seen: { turn, history } }: Case): number {
  if (!turn || turn.facts.resetKnown) return 0;
  let row = 1;
  for (let at = history.length - 1; history[at]?.limited && !history[at]?.resetKnown; at--) row++;
  return row;
}

/** Until the stated reset; without one the wait doubles from a minute to an hour with each limit in a row. */
function waitAfterLimit({ seen }: Case): Wait | null {
  const { turn, history, now } = seen;
  if (!turn?.facts.limited) return null;
  const resetsAt = turn.report.limit?.resetsAt;
  if (resetsAt && now !== null && Date.parse(resetsAt) > now)
    return { until: resetsAt, seconds: Math.max(0, Math.ceil((Date.parse(resetsAt) - now) / 1000)) };
  let before = 0;
  while (history[history.length - 1 - before]?.limited) before++;
  const seconds = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(before, 10));
  return { until: now === null ? (resetsAt ?? null) : new Date(now + seconds * 1000).toISOString(), seconds };
}
