import { duration } from "../base/duration.js";
import { money } from "../base/money.js";
import { plural } from "../base/plural.js";
import { oneLine } from "../base/printable.js";
import { findRunningRun } from "../control/client.js";
import { outcomeTone } from "../report/format-decision.js";
import { paint } from "../report/paint.js";
import { findCutOff, type OpenRun } from "../run/open-runs.js";
import { findPrivateFolder } from "../run/private-folder.js";
import { eachRecordBackwards, loadState } from "../store/load.js";
import type { RunState } from "../store/run-state.js";
import { findWaitingWords, nothingWaiting, type WaitingWords } from "../store/words.js";
import { now } from "../system/clock.js";
import { realPath } from "../system/folder.js";
import type { Command, Io } from "./command.js";
import { folderFlags, readConfig } from "./config-flags.js";
import { stateFolder } from "./judging.js";

export const state: Command = {
  name: "state",
  usage: "state [options]",
  about:
    "Shows where the run stands: decisions, circuit breaker, usage. Changes nothing.\n\nWith --outcome it prints one word (completed, stuck, blocked, needs-review, aborted, interrupted, running, cut-off or none) and exits with the outcome's code: 0 completed, 1 stuck, blocked or needs review, 2 aborted, 3 interrupted, 4 running, cut off or none.",
  flags: {
    json: { type: "boolean", help: "print JSON" },
    outcome: { type: "boolean", help: "print only the outcome and exit with its code, for scripts" },
    ...folderFlags,
  },
  maxPositionals: 0,
  examples: ["untildone state", "untildone state --outcome", "untildone state --json | jq .breaker.state"],
  async run(args, io) {
    const config = readConfig(args, io);
    const folder = stateFolder(config, io);
    const { runState, damage } = loadState(folder);
    for (const { name, why } of damage) io.err(`warning: ${config.stateFolder}/${name} ${why}\n`);
    const live = findLiveRun(folder, io);
    if (args.flag("outcome")) {
      io.out(`${outcomeWord(runState, live)}\n`);
      return live ? noOutcome : outcomeCode(runState, folder);
    }
    const waiting = runState.run ? findWaitingWords(folder, runState.run.id) : nothingWaiting;
    io.out(
      args.flag("json")
        ? `${JSON.stringify({ ...collectFacts(runState), ...waiting, outcome: outcomeWord(runState, live) })}\n`
        : formatState(runState, { ...waiting, live }, io.colour),
    );
    return 0;
  },
};

/** `going`: its process lives. `cut-off`: it was killed. Null for a loop of somebody else, or none. */
type LiveRun = { readonly is: "going" | "cut-off"; readonly run: string } | null;

function findLiveRun(folder: string, io: Io): LiveRun {
  const place = findPrivateFolder(io.cwd, io);
  if (!place) return null;
  const found = findRunningRun(place.path, folder);
  if (found.is === "run") return { is: "going", run: found.address.run };
  const cutOff = found.is === "none" ? findCutOff(place, null).findLast(isOf(folder)) : undefined;
  return cutOff ? { is: "cut-off", run: cutOff.run } : null;
}

const isOf =
  (folder: string) =>
  ({ stateFolder }: OpenRun): boolean =>
    stateFolder === realPath(folder);

const outcomeWord = ({ run, last }: RunState, live: LiveRun): string => {
  if (live) return live.is === "going" ? "running" : "cut-off";
  return (run?.ended ? last?.outcome : null) ?? (run ? "running" : "none");
};

/** How the run stands, for its first line. */
const standing = (run: { readonly ended: unknown }, live: LiveRun): string => {
  if (live?.is === "cut-off") return "cut off; continue it with: untildone run --resume";
  return live?.is === "going" || !run.ended ? "running" : "ended";
};

/** The exit code of the decision that ended the run, by the run's own table. */
function outcomeCode({ run }: RunState, folder: string): number {
  let code: number | null = null;
  if (run?.ended)
    eachRecordBackwards(folder, (record) => {
      if (record.kind === "decision") code = record.decision.exitCode;
      return record.kind === "decision" ? "enough" : "more";
    });
  return code ?? noOutcome;
}

/** No other command uses this status: the loop ended without a decision to exit. */
const noOutcome = 4;

function collectFacts({ run, breaker, last, ...rest }: RunState) {
  return {
    run: run?.id ?? null,
    startedAt: run ? new Date(run.startedAt).toISOString() : null,
    ended: run?.ended ?? null,
    iterations: run?.iterations ?? 0,
    used: { tokens: run?.tokens ?? null, usd: run?.usd ?? null },
    decisions: rest.decisions,
    continues: rest.continues,
    exits: rest.exits,
    last,
    stagnation: rest.stagnation,
    setAside: run?.setAside ?? [],
    accepted: run?.accepted ?? [],
    units: Object.entries(run?.units ?? {}).map(([task, { judged }]) => ({ task, iterations: judged })),
    unverified: run?.unverified ?? 0,
    breaker: { ...breaker, openedAt: breaker.openedAt === null ? null : new Date(breaker.openedAt).toISOString() },
    confidenceHistory: rest.confidences,
    completionHistory: rest.completions,
    errorHistory: rest.errors,
  };
}

function formatState(
  runState: RunState,
  { words, question, live }: WaitingWords & { readonly live: LiveRun },
  colour: boolean,
): string {
  const { bold, dim } = paint(colour);
  const { run, last } = runState;
  if (live && run?.id !== live.run)
    return `${bold(`run ${live.run}`)}  ${live.is === "going" ? "running, no decision yet" : standing({ ended: null }, live)}\n`;
  if (!run && runState.records === 0)
    return "No decision has been made here yet: untildone run starts a run, untildone check judges your own loop.\n";
  const lines = [
    run ? `${bold(`run ${run.id}`)}  ${standing(run, live)}` : bold("no run yet: the next check starts one"),
    ...(run
      ? [`  iterations   ${run.iterations}${run.ended ? "" : `, for ${duration((now() - run.startedAt) / 1000)}`}`]
      : []),
    ...(run?.tokens == null ? [] : [`  tokens       ${run.tokens.toLocaleString("en")}`]),
    ...(run?.usd == null ? [] : [`  cost         ${money(run.usd)}`]),
    `  decisions    ${runState.decisions} (${runState.continues} continue, ${runState.exits} exit)`,
    ...(last
      ? [
          `  last         ${outcomeTone(last.outcome, colour)(last.outcome ?? "continue")} by ${last.rule}, ${last.at}`,
          `               ${last.reason}`,
        ]
      : []),
    ...Object.entries(run?.units ?? {}).map(
      ([task, { judged, done }]) =>
        `  at work      ${task}: ${plural(judged, "iteration")}${done === null ? "" : ", to be merged"}`,
    ),
    ...(run?.setAside ?? []).map(({ task, reason }) => `  set aside    ${task}: ${reason}`),
    ...(run?.accepted?.length ? [`  accepted     ${run.accepted.join(", ")}`] : []),
    ...(question
      ? [`  question     ${question.text}`, dim('               answer it with: untildone answer "…"')]
      : []),
    ...words.map(({ text }) => `  next prompt  ${text}`),
    `  no progress  ${plural(runState.stagnation, "iteration")} in a row on this task`,
    `  breaker      ${formatBreaker(runState.breaker)}`,
    ...(runState.breaker.state === "open" ? [dim("               untildone breaker reset closes it")] : []),
  ];
  return `${lines.map(oneLine).join("\n")}\n`;
}

export function formatBreaker({ state: is, reason, openedAt, noProgress, sameError }: RunState["breaker"]): string {
  const since = openedAt === null ? "" : ` since ${new Date(openedAt).toISOString()}`;
  const counts = `${noProgress} without progress, the same error ${plural(sameError, "time")}`;
  return `${is}${since}${reason ? `: ${reason}` : ""} (${counts})`;
}
