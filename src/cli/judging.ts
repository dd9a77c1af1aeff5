import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readOutputFile, readOutputStream } from "../agents/transcripts/read-output.js";
import { UserError } from "../base/errors.js";
import type { Config } from "../config/load.js";
import { listOrigins } from "../config/origins.js";
import type { Evidence } from "../core/evidence.js";
import type { ProcessEnd, Transcript } from "../core/transcript.js";
import type { Iteration, Terms } from "../judge/judge.js";
import { readReport } from "../judge/read-report.js";
import { kindOfTask, policyForKind } from "../policies/policies.js";
import type { Stamp } from "../store/record.js";
import type { RunState } from "../store/run-state.js";
import { newRunId, now } from "../system/clock.js";
import { exists, makeFolder, removeDrafts, saveStream } from "../system/disk.js";
import { listFile } from "../trackers/find-list.js";
import { checkFlag, detectFlag, namedChecks, optionalCheckFlag } from "./check-flags.js";
import type { Flag, Io, ParsedArgs } from "./command.js";
import { configFlags } from "./config-flags.js";
import { formatFlag, parseFormat } from "./format-flag.js";
import type { LookContext, Seen } from "./look.js";
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
export async function withEvidence(iteration: Iteration, args: ParsedArgs, place: LookContext): Promise<Seen> {
  if (args.text("since") !== undefined && !args.flag("run-checks"))
    throw new UserError({ what: "--since needs --run-checks", where: "--since", fix: "add --run-checks" });
  const isRequested = args.flag("run-checks") || args.texts("evidence").length > 0;
  const checks = namedChecks(args, place.config);
  if (!isRequested) return { iteration: { ...iteration, evidence: notRun(checks) }, saveWorkspace: () => undefined };
  const { addEvidence } = await import("./look.js");
  return addEvidence(iteration, args, place);
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

/** The iteration to judge: the agent's output and the task list. With `saveResponse`, stdin is saved to a file. */
export async function readIteration(
  args: ParsedArgs,
  io: Io,
  { config, saveResponse }: ReadOptions,
): Promise<Iteration> {
  const [response, tasks] = args.words;
  const { transcript, stamp } = await readResponse(response, args, { io, config, saveResponse });
  const task = args.text("task");
  if (task?.trim() === "")
    throw new UserError({ what: "the task's id is empty", where: "--task", fix: "name the task, or leave --task out" });
  const { list, tasks: known } = await loadList(tasks, config, io);
  const { settings } = policyForKind(config.resolved, kindOfTask(known, task));
  return {
    report: readReport(transcript, { settings, now: now() }),
    spent: transcript,
    tasks: known,
    ...(task === undefined ? {} : { task }),
    evidence: [],
    facts: {},
    forceComplete: args.flag("force-complete"),
    interrupted: false,
    response: stamp,
    tasksFile: listFile(list),
    feedback: [],
    warnings: config.warnings,
  };
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

/** The run a decision belongs to, and its policy and settings. */
export function resolveTerms(
  args: ParsedArgs,
  config: Config,
  { runState, now }: { runState: RunState; now: number },
): Terms {
  return {
    policy: config.resolved,
    spec: config.policy,
    settings: config.settings,
    origins: listOrigins(config),
    run: runId(args.text("run"), runState, now),
    now,
  };
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
