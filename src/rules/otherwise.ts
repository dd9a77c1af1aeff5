import { completionBlockers } from "../core/completion.js";
import { carryOn, exit, type Verdict, type Wait } from "../core/decision.js";
import type { Case } from "../core/rule.js";

const firstWaitSeconds = 60;
const longestWaitSeconds = 3600;

/** If no rule speaks, continue; after a usage limit, wait first. */
export function otherwise(context: Case): Verdict {
  const wait = waitAfterLimit(context);
  const { maxLimitWaits } = context.settings;
  const waits = wait ? waitsWithoutReset(context) : 0;
  if (maxLimitWaits > 0 && waits > maxLimitWaits)
    return exit("aborted", `hit a usage limit without a reset time ${waits} times in a row`);
  if (wait) return carryOn("a usage limit was hit: wait, then continue", { wait });
  const { claimed, passed, refusals } = context.gate;
  if (claimed && !passed && refusals.length > 0)
    return carryOn(`the claim of completion was refused: ${refusals.join("; ")}`);
  const { tasks } = context.seen;
  const isFinished = tasks.is === "list" && tasks.left + tasks.blocked === 0;
  const blockers = isFinished ? completionBlockers(context.seen, context.settings) : [];
  return carryOn(blockers.length > 0 ? `every task is done, but ${blockers.join("; ")}` : "no rule asked to stop");
}

/** Usage limits in a row without a reset time, including this one. */
function waitsWithoutReset({ seen: { turn, history } }: Case): number {
  if (!turn || turn.facts.resetKnown) return 0;
  let row = 1;
  for (let at = history.length - 1; history[at]?.limited && !history[at]?.resetKnown; at--) row++;
  return row;
}

/** Waits until the reset time. Without one, the wait doubles from a minute to an hour with each limit in a row. */
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
