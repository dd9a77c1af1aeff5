import type { Wait } from "./decision.js";
import type { Case } from "./rule.js";

const firstWaitSeconds = 60;
const longestWaitSeconds = 3600;

/** Usage limits in a row without a reset time, including this one. */
export function countWaits({ seen: { turn, history } }: Case): number {
  if (!turn || turn.facts.resetKnown) return 0;
  let row = 1;
  for (let at = history.length - 1; history[at]?.limited && !history[at]?.resetKnown; at--) row++;
  return row;
}

/** Waits until the reset time. Without one, the wait doubles from a minute to an hour with each limit in a row. */
export function waitAfterLimit({ seen }: Case): Wait | null {
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
