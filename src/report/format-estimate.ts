import { duration } from "../lib/text/duration.js";
import { money } from "../lib/text/money.js";
import { plural } from "../lib/text/plural.js";
import type { RunEstimate } from "../run/loop/run-event.js";

/** What the run will probably take: "3 tasks: about 5 turns, 24m, $1.40, 310,000 tokens (as 7 tasks here took before)". */
export function formatEstimate({ tasks, from, turns, seconds, tokens, usd }: RunEstimate): string {
  const what = plural(tasks, "task");
  if (turns === null) return `${what}: unknown how long, and at what cost; none was done here with this agent yet`;
  const parts = [
    plural(Math.max(1, Math.round(turns)), "turn"),
    ...(seconds === null ? [] : [duration(roughly(seconds))]),
    usd === null ? "unknown cost" : money(usd),
    ...(tokens === null ? [] : [`${roughly(tokens).toLocaleString("en")} tokens`]),
  ];
  return `${what}: about ${parts.join(", ")} (by ${plural(from, "task")} done here before)`;
}

/** Two digits: an estimate is no more exact. */
const roughly = (value: number): number => Math.round(Number(value.toPrecision(2)));
