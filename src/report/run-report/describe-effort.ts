import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import { plural } from "../../lib/text/plural.js";
import type { RunSummary } from "../../run/loop/run-summary.js";

export function describeEffort({ iterations, seconds, usd, agents }: RunSummary): string {
  const who = agents.length === 0 ? "" : ` by ${agents.map(({ agent }) => agent).join(" and ")}`;
  return `${plural(iterations, "iteration")}${who} in ${duration(seconds)}${usd === null ? "" : ` for ${money(usd)}`}`;
}

export function describeWaste({ wasted, iterations }: RunSummary): string {
  if (wasted === 0 || iterations === 0) return "";
  if (wasted >= iterations) return iterations === 1 ? ", without progress" : ", none of which made progress";
  return wasted === 1 ? "; the last one made no progress" : `; the last ${wasted} made no progress`;
}
