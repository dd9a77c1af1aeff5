import type { Kept } from "../store/kept.js";
import { loadState } from "../store/load.js";
import { duration } from "../store/state-file.js";
import { now } from "../system/clock.js";
import type { Command } from "./command.js";
import { configOf, folderFlags } from "./config-flags.js";
import { stateFolder } from "./judging.js";
import { paint } from "./paint.js";
import { outcomeTone } from "./tell-decision.js";

export const state: Command = {
  name: "state",
  usage: "state [options]",
  about: "Shows where the run stands: decisions, breaker, what was used. Changes nothing.",
  flags: { json: { type: "boolean", help: "print JSON" }, ...folderFlags },
  most: 0,
  examples: ["untildone state", "untildone state --json | jq .breaker.state"],
  async run(given, io) {
    const config = configOf(given, io);
    const { kept, damage } = loadState(stateFolder(config, io));
    for (const { name, why } of damage) io.err(`warning: ${config.stateFolder}/${name} ${why}\n`);
    io.out(given.flag("json") ? `${JSON.stringify(factsOf(kept))}\n` : tell(kept, io.colour));
    return 0;
  },
};

function factsOf({ run, breaker, last, ...kept }: Kept) {
  return {
    run: run?.id ?? null,
    startedAt: run ? new Date(run.startedAt).toISOString() : null,
    ended: run?.ended ?? null,
    iterations: run?.iterations ?? 0,
    used: { tokens: run?.tokens ?? null, usd: run?.usd ?? null },
    decisions: kept.decisions,
    continues: kept.continues,
    exits: kept.exits,
    last,
    stagnation: kept.stagnation,
    setAside: run?.setAside ?? [],
    unverified: run?.unverified ?? 0,
    breaker: { ...breaker, openedAt: breaker.openedAt === null ? null : new Date(breaker.openedAt).toISOString() },
    confidenceHistory: kept.confidences,
    completionHistory: kept.completions,
    errorHistory: kept.errors,
  };
}

function tell(kept: Kept, colour: boolean): string {
  const { bold, dim } = paint(colour);
  const { run, last } = kept;
  if (!run && kept.records === 0) return "No decision has been made here yet. `untildone check` makes the first.\n";
  const lines = [
    run ? `${bold(`run ${run.id}`)}  ${run.ended ? "ended" : "goes on"}` : bold("no run: the next check begins one"),
    ...(run
      ? [`  iterations   ${run.iterations}${run.ended ? "" : `, for ${duration((now() - run.startedAt) / 1000)}`}`]
      : []),
    ...(run?.tokens == null ? [] : [`  tokens       ${run.tokens.toLocaleString("en")}`]),
    ...(run?.usd == null ? [] : [`  cost         $${run.usd.toFixed(2)}`]),
    `  decisions    ${kept.decisions} (${kept.continues} continue, ${kept.exits} exit)`,
    ...(last
      ? [
          `  last         ${outcomeTone(last.outcome, colour)(last.outcome ?? "continue")} by ${last.rule}, ${last.at}`,
          `               ${last.reason}`,
        ]
      : []),
    ...(run?.setAside ?? []).map(({ task, reason }) => `  set aside    ${task}: ${reason}`),
    `  standstill   ${kept.stagnation} iterations`,
    `  breaker      ${tellBreaker(kept.breaker)}`,
    ...(kept.breaker.state === "open" ? [dim("               untildone breaker reset closes it")] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The breaker in one line. */
export function tellBreaker({ state: is, reason, openedAt, noProgress, sameError }: Kept["breaker"]): string {
  const since = openedAt === null ? "" : ` since ${new Date(openedAt).toISOString()}`;
  const counts = `${noProgress} without progress, the same error ${sameError} times`;
  return `${is}${since}${reason ? `: ${reason}` : ""} (${counts})`;
}
