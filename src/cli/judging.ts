import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readAnswers } from "../agents/signals/review-answer.js";
import { readOutputFile, readOutputStream } from "../agents/transcripts/read-output.js";
import type { Config } from "../config/load.js";
import type { Evidence } from "../decide/evidence.js";
import { kindOfTask, policyForKind } from "../decide/policies/policies.js";
import { finalMessage, type ProcessEnd, type Transcript } from "../decide/transcript.js";
import { UserError } from "../lib/errors.js";
import { exists, makeFolder, removeDrafts } from "../lib/files/disk.js";
import { saveStream } from "../lib/files/save-stream.js";
import { newRunId, now } from "../lib/time/clock.js";
import { judgedBy } from "../run/judge/judged-by.js";
import { readReport } from "../run/judge/read-report.js";
import type { JudgedTurn } from "../run/judge/turn.js";
import { type JudgingPlace, type OpenedSession, openSession } from "../run/session.js";
import type { RunState } from "../store/current-run.js";
import type { Stamp } from "../store/record.js";
import { listFile } from "../tasks/find-list.js";
import type { Flag, Io, ParsedArgs } from "./command.js";
import { checkFlag, detectFlag, namedChecks, optionalCheckFlag } from "./flags/check-flags.js";
import { configFlags } from "./flags/config-flags.js";
import { formatFlag, parseFormat } from "./flags/format-flag.js";
import type { LookContext, SavableTurn } from "./look.js";
import { wholeNumber } from "./numbers.js";
import { loadList } from "./task-list.js";

export const lookFlags = {
  "run-checks": { type: "boolean", help: "run the checks and inspect the workspace" },
  since: {
    type: "string",
    value: "REF",
    help: "with --run-checks: the commit the work started from (first check or gate)",
  },
  check: checkFlag,
  "optional-check": optionalCheckFlag,
  "no-detect": detectFlag,
  "no-cache": {
    type: "boolean",
    help: "with --run-checks: also run the checks that held on the same content before",
  },
  evidence: { type: "string", value: "FILE", multiple: true, help: "read check results from a JSON file (repeatable)" },
} as const satisfies Record<string, Flag>;

/** Adds the requested evidence. Most calls request none, so the code to collect it is loaded only when needed. */
export async function withEvidence(turn: JudgedTurn, args: ParsedArgs, place: LookContext): Promise<SavableTurn> {
  if (args.text("since") !== undefined && !args.flag("run-checks"))
    throw new UserError({ what: "--since needs --run-checks", where: "--since", fix: "add --run-checks" });
  const isRequested = args.flag("run-checks") || args.texts("evidence").length > 0;
  const checks = namedChecks(args, place.config);
  if (!isRequested) return { turn: { ...turn, evidence: notRun(checks) }, saveWorkspace: () => undefined };
  const { addEvidence } = await import("./look.js");
  return addEvidence(turn, args, place);
}

/** A check that did not run is unknown: if required, nothing passes until it runs. */
export const notRun = (checks: Config["checks"]): readonly Evidence[] =>
  Object.entries(checks)
    .filter(([, check]) => check !== false)
    .map(([name, check]) => ({
      name,
      state: "unknown",
      required: typeof check === "boolean" || (check.required ?? true),
      detail: "not run: --run-checks runs it",
      notRun: true,
      ...(typeof check === "object" && check.when === "end" ? { atEnd: true } : {}),
    }));

/** The flags of `check` and `gate`. */
export const judgingFlags = {
  json: { type: "boolean", help: "print the decision as JSON" },
  task: { type: "string", value: "ID", help: "the task this iteration worked on" },
  run: { type: "string", value: "ID", help: "the run this iteration belongs to (default: the current one)" },
  "exit-code": { type: "string", value: "N", help: "the exit status of the agent's process" },
  "force-complete": { type: "boolean", help: "call it done on your word; recorded as forced" },
  format: formatFlag,
  ...lookFlags,
  ...configFlags,
} as const satisfies Record<string, Flag>;

/** The absolute path of the state folder. */
export const stateFolder = (config: Config, io: Io): string => resolve(io.cwd, config.stateFolder);

/** The turn to judge: the agent's output and the task list. With `saveResponse`, stdin is saved to a file. */
export async function readTurn(args: ParsedArgs, io: Io, { config, saveResponse }: ReadOptions): Promise<JudgedTurn> {
  const [response, tasks] = args.words;
  const { transcript, stamp } = await readResponse(response, args, { io, config, saveResponse });
  const task = args.text("task");
  if (task?.trim() === "")
    throw new UserError({ what: "the task's id is empty", where: "--task", fix: "name the task, or leave --task out" });
  const { list, tasks: known } = await loadList(tasks, config, io);
  const { settings } = policyForKind(config.resolved, kindOfTask(known, task));
  return {
    report: readReport(transcript, { settings, now: now() }),
    ...answersIn(transcript),
    spent: transcript,
    tasks: known,
    ...(task === undefined ? {} : { task }),
    forceComplete: args.flag("force-complete"),
    response: stamp,
    tasksFile: listFile(list),
    warnings: config.warnings,
  };
}

/** What the author says about findings of reviewers. */
function answersIn(transcript: Transcript): Pick<JudgedTurn, "reviewed"> {
  const answers = readAnswers(finalMessage(transcript)?.text ?? "");
  return Object.keys(answers).length > 0 ? { reviewed: { answers } } : {};
}

interface ReadOptions {
  readonly config: Config;
  readonly saveResponse: boolean;
}

function lastResponse(config: Config, io: Io): string {
  const folder = stateFolder(config, io);
  makeFolder(folder);
  removeDrafts(folder);
  return `${folder}/last-response.md`;
}

async function readResponse(
  response: string | undefined,
  args: ParsedArgs,
  { io, config, saveResponse }: { io: Io } & ReadOptions,
): Promise<{ transcript: Transcript; stamp: Stamp | null }> {
  const format = parseFormat(args.text("format"));
  const code = args.text("exit-code");
  const process: ProcessEnd = code === undefined ? {} : { exitCode: wholeNumber(code, "--exit-code") };
  if (response === "-" && !saveResponse)
    return { transcript: await readOutputStream(io.stdin, format, process), stamp: null };
  if (response === "-") {
    const file = lastResponse(config, io);
    return {
      transcript: await readOutputStream(saveStream(io.stdin, file), format, process),
      stamp: stampOf(file, io),
    };
  }
  const path = response ?? `${config.stateFolder}/last-response.md`;
  if (response === undefined && !exists(resolve(io.cwd, path)))
    throw new UserError({
      what: "there is no response to judge",
      where: path,
      fix: "write the agent's output there, or name the file; - reads standard input",
    });
  const transcript = readOutputFile(path, io.cwd, { format, process });
  return { transcript, stamp: stampOf(path, io) };
}

function stampOf(path: string, { cwd }: Io): Stamp {
  const { size, mtimeMs } = statSync(resolve(cwd, path));
  return { path: relative(cwd, resolve(cwd, path)), size, modified: mtimeMs };
}

/** Where each check was configured. `unnamed`: the origin of checks that are not in the configuration. */
export const checkOrigin =
  ({ origins }: Config, unnamed = "configuration") =>
  (name: string): string =>
    origins[`checks.${name}`]?.where ?? unnamed;

/** The session of a loop that is not ours: the run a decision belongs to, and its policy and settings. */
export function openJudging(
  args: ParsedArgs,
  config: Config,
  journal: { readonly runState: RunState },
): OpenedSession<JudgingPlace> {
  const run = runId(args.text("run"), journal.runState, now());
  return openSession({ ...judgedBy(config), run }, { journal, clock: { now } });
}

/** The run an iteration belongs to, if it has started. */
export const currentRunId = (args: ParsedArgs, { run }: RunState): string | null =>
  args.text("run") ?? (run && !run.ended ? run.id : null);

/** The named run, the current one, or a new one. */
export function runId(named: string | undefined, runState: RunState, now: number): string {
  if (named === undefined) return runState.run && !runState.run.ended ? runState.run.id : newRunId(now);
  if (named.trim() !== "" && named.length <= 200) return named;
  throw new UserError({
    what: named.trim() === "" ? "the run's id is empty" : "the run's id is longer than 200 characters",
    where: "--run",
    fix: "give a name such as nightly-7, or leave --run out",
  });
}
