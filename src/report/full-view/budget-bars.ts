import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import { textWidth } from "../../lib/text/text-width.js";
import type { ViewScreen } from "../live-view/view-layout.js";
import { drawBar, roundDuration } from "../live-view/view-lines.js";
import { measureSeconds, type ViewState } from "../live-view/view-state.js";

interface UsedBudget {
  readonly name: string;
  readonly used: number;
  readonly limit: number | null;
  format(value: number): string;
}

const count = (value: number): string => Math.round(value).toLocaleString("en");

function listBudgets(state: ViewState, now: number): readonly UsedBudget[] {
  const { used, limits } = state;
  return [
    { name: "turns", used: used.iterations, limit: limits?.iterations ?? null, format: count },
    { name: "time", used: measureSeconds(state, now), limit: limits?.seconds ?? null, format: roundDuration },
    { name: "cost", used: used.usd ?? 0, limit: limits?.usd ?? null, format: money },
    { name: "tokens", used: used.tokens ?? 0, limit: limits?.tokens ?? null, format: count },
  ].filter(({ name, used: spent, limit }) => limit !== null || spent > 0 || name === "time");
}

/** A bar for each limit, and when the first of them will be reached at the rate so far: as many as fit. */
export function budgetLine(state: ViewState, screen: ViewScreen, width: number): string {
  const parts = listBudgets(state, screen.now).map((budget) => formatBar(budget, screen));
  const left = timeToLimit(state, screen.now);
  const all = left === null ? parts : [...parts, left];
  let line = "";
  for (const part of all) {
    const longer = line === "" ? part : `${line}   ${part}`;
    if (textWidth(longer) <= width) line = longer;
  }
  return line;
}

function formatBar({ name, used, limit, format }: UsedBudget, { utf8 }: ViewScreen): string {
  if (limit === null) return `${name} ${format(used)}`;
  return `${name} ${drawBar({ done: Math.min(used, limit), total: limit }, { width: 10, utf8 })} ${format(used)} of ${format(limit)}`;
}

/** Null where there is no limit, or nothing to tell the rate by. */
function timeToLimit(state: ViewState, now: number): string | null {
  const seconds = measureSeconds(state, now);
  const rates = listBudgets(state, now).flatMap(({ name, used, limit }) => {
    if (limit === null) return [];
    // A long turn says nothing of the others before it ends.
    const left =
      name === "time"
        ? limit - used
        : used === 0
          ? Number.POSITIVE_INFINITY
          : ((limit - used) / used) * state.clock.seconds;
    return Number.isFinite(left) && left > 0 ? [{ name, left }] : [];
  });
  const first = rates.toSorted((a, b) => a.left - b.left)[0];
  if (!first || seconds === 0) return null;
  const about = first.left < 60 ? first.left : Math.round(first.left / 60) * 60;
  return `limit in ${roundDuration(Math.round(about))} (${first.name})`;
}

export const workedFor = (state: ViewState, now: number): string => duration(measureSeconds(state, now));
