import type { Decision } from "../../decide/decision.js";
import { formatQuestion, taskOfWords } from "../../decide/words.js";
import { duration } from "../../lib/text/duration.js";
import { localTime } from "../../lib/text/local-time.js";
import { money } from "../../lib/text/money.js";
import { plural } from "../../lib/text/plural.js";
import { oneLine } from "../../lib/text/printable.js";
import { now } from "../../lib/time/clock.js";
import { outcomeTone } from "../../report/format-decision.js";
import { paint } from "../../report/terminal/paint.js";
import { titleRun } from "../../run/loop/run-title.js";
import type { RunSnapshot } from "../../run/steer/protocol.js";
import { describeWho, findAcceptance, findOutcome } from "../../store/acceptance.js";
import type { CurrentRun, RunState } from "../../store/current-run.js";
import { eachRecordBackwards, loadState } from "../../store/load.js";
import { findWaitingWords, nothingWaiting, type WaitingWords } from "../../store/words.js";
import type { Command } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { describeLiveRun, findLiveRun, type LiveRun, workedSeconds } from "../live-run.js";

export const state: Command = {
  name: "state",
  findsProject: "flags",
  usage: "state [options]",
  about:
    "Shows where the run stands: decisions, circuit breaker, usage. Changes nothing.\n\nWith --outcome it prints one word (completed, stuck, blocked, needs-review, aborted, interrupted, running (also while it is paused), cut-off or none) and exits with the outcome's code: 0 completed, 1 stuck, blocked or needs review, 2 aborted, 3 interrupted, 4 running, cut off or none.",
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
    const live = await findLiveRun(folder, io);
    if (args.flag("outcome")) {
      io.out(`${outcomeWord(runState, live)}\n`);
      return live ? noOutcome : outcomeCode(runState, folder);
    }
    const headline = live ? null : writeHeadline(runState, folder);
    const waiting = runState.run ? findWaitingWords(folder, runState.run.id) : nothingWaiting;
    io.out(
      args.flag("json")
        ? `${JSON.stringify({ ...collectFacts(runState), ...waiting, outcome: outcomeWord(runState, live), headline, live: liveWord(live) })}\n`
        : formatState(runState, { ...waiting, live, headline }, io.colour),
    );
    return 0;
  },
};

const outcomeWord = (runState: RunState, live: LiveRun): string => {
  if (live) return live.is === "going" ? "running" : "cut-off";
  return findOutcome(runState) ?? (runState.run ? "running" : "none");
};

/** What the run does now, if its process lives and answers. */
const liveWord = (live: LiveRun): RunSnapshot["state"] | null =>
  live?.is === "going" ? (live.snapshot?.state ?? null) : null;

/** How the run stands, for its first line. */
const standing = (run: { readonly ended: unknown }, live: LiveRun): string =>
  live ? describeLiveRun(live) : run.ended ? "ended" : "running";

/** By the run's own clock while it lives, else as its iterations were measured. */
function describeDuration(run: CurrentRun, live: LiveRun): string {
  const seconds = workedSeconds(live) ?? run.seconds;
  return seconds === null ? "" : `, for ${duration(seconds)}`;
}

/** The exit code of the decision that ended the run, by the run's own table; 0 if a person accepted the run. */
function outcomeCode(runState: RunState, folder: string): number {
  if (findAcceptance(runState)) return 0;
  return (runState.run?.ended ? readLastDecision(folder)?.exitCode : null) ?? noOutcome;
}

function readLastDecision(folder: string): Decision | null {
  let last: Decision | null = null;
  eachRecordBackwards(folder, (record) => {
    if (record.kind === "decision") last = record.decision;
    return record.kind === "decision" ? "enough" : "more";
  });
  return last;
}

/** What the ended run is called, in one line; null while it goes on. */
function writeHeadline(runState: RunState, folder: string): string | null {
  const { run } = runState;
  const decision = run?.ended ? readLastDecision(folder) : null;
  if (!run || !decision) return null;
  const { doneInRun = 0, unverified = 0 } = run;
  const nothingProven = decision.verified === false && unverified >= doneInRun;
  const title = titleRun({ decision, acceptance: findAcceptance(runState), nothingProven });
  return oneLine(`${title ?? (decision.outcome ?? "").toUpperCase().replace("-", " ")}: ${decision.reason}`);
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
    acceptances: run?.acceptances ?? [],
    units: Object.entries(run?.units ?? {}).map(([task, { judged }]) => ({ task, iterations: judged })),
    doneInRun: run?.doneInRun ?? 0,
    unverified: run?.unverified ?? 0,
    provenBy: run?.provenBy ?? [],
    breaker: { ...breaker, openedAt: breaker.openedAt === null ? null : new Date(breaker.openedAt).toISOString() },
    confidenceHistory: rest.confidences,
    completionHistory: rest.completions,
    errorHistory: rest.errors,
  };
}

const describeUnproven = (done: number, unverified: number): string =>
  unverified === 0 ? "nothing" : `${unverified} of ${plural(done, "task")} done`;

function formatState(
  runState: RunState,
  {
    words,
    missed,
    questions,
    live,
    headline,
  }: WaitingWords & { readonly live: LiveRun; readonly headline: string | null },
  colour: boolean,
): string {
  const { bold, dim } = paint(colour);
  const { run, last } = runState;
  if (live && run?.id !== live.run)
    return `${bold(`run ${live.run}`)}  ${describeLiveRun(live)}${live.is === "going" ? ", no decision yet" : ""}\n`;
  if (!run && runState.records === 0)
    return "No decision has been made here yet: untildone run starts a run, untildone check judges your own loop.\n";
  const lines = [
    run ? `${bold(`run ${run.id}`)}  ${standing(run, live)}` : bold("no run yet: the next check starts one"),
    ...(headline === null ? [] : [`  ${headline}`]),
    ...(run ? [`  iterations   ${run.iterations}${describeDuration(run, live)}`] : []),
    ...(run?.doneInRun ? [`  not proven   ${describeUnproven(run.doneInRun, run.unverified ?? 0)}`] : []),
    ...(run?.tokens == null ? [] : [`  tokens       ${run.tokens.toLocaleString("en")}`]),
    ...(run?.usd == null ? [] : [`  cost         ${money(run.usd)}`]),
    `  decisions    ${runState.decisions} (${runState.continues} continue, ${runState.exits} exit)`,
    ...(last
      ? [
          `  last         ${outcomeTone(last.outcome, colour)(last.outcome ?? "continue")} by ${last.rule}, ${localTime(Date.parse(last.at), now())}`,
          `               ${last.reason}`,
        ]
      : []),
    ...Object.entries(run?.units ?? {})
      .filter(([task]) => !run?.setAside?.some((aside) => aside.task === task))
      .map(
        ([task, { judged, done }]) =>
          `  at work      ${task}: ${plural(judged, "iteration")}${done === null ? "" : ", to be merged"}`,
      ),
    ...(run?.setAside ?? []).map(({ task, reason }) => `  set aside    ${task}: ${reason}`),
    ...(run?.acceptances ?? []).map(
      (each) => `  accepted     ${each.tasks.join(", ") || "the run"}, by ${describeWho(each)}`,
    ),
    ...questions.map((question) => `  question     ${formatQuestion(question)}`),
    ...(questions.length > 0 ? [dim(`               answer ${them(questions)} with: untildone answer "…"`)] : []),
    ...words.map((each) => `  next prompt  ${formatQuestion({ task: taskOfWords(each), text: each.text })}`),
    ...missed.map((each) => `  not given    ${formatQuestion({ task: taskOfWords(each), text: each.text })}`),
    `  no progress  ${plural(runState.stagnation, "iteration")} in a row on this task`,
    `  breaker      ${formatBreaker(runState.breaker)}`,
    ...(runState.breaker.state === "open" ? [dim("               untildone breaker reset closes it")] : []),
  ];
  return `${lines.map(oneLine).join("\n")}\n`;
}

const them = ({ length }: readonly unknown[]): string => (length === 1 ? "it" : "them all");

export function formatBreaker({ state: is, reason, openedAt, noProgress, sameError }: RunState["breaker"]): string {
  const since = openedAt === null ? "" : ` since ${new Date(openedAt).toISOString()}`;
  const counts = `${noProgress} without progress, the same error ${plural(sameError, "time")}`;
  return `${is}${since}${reason ? `: ${reason}` : ""} (${counts})`;
}
