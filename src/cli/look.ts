import { relative, resolve } from "node:path";
import { isRecord } from "../base/is-record.js";
import { tryParseJson } from "../base/try-parse-json.js";
import type { Config } from "../config/load.js";
import { takeBaseline } from "../evidence/baseline.js";
import { readEvidenceFile } from "../evidence/evidence-file.js";
import { type KeptResults, openKeptResults } from "../evidence/kept-results.js";
import { formatPlan, planChecks } from "../evidence/plan-checks.js";
import { exactState } from "../evidence/tests/judge-run.js";
import { workspaceSnapshot } from "../evidence/workspace/state.js";
import type { Iteration } from "../judge/judge.js";
import { findPrivateFolder, keptResultsFile } from "../run/private-folder.js";
import { refuseUnrunnable } from "../run/refuse-checks.js";
import type { DecisionRecord } from "../store/record.js";
import { now } from "../system/clock.js";
import { makeFolder, replaceOwnFile } from "../system/disk.js";
import { readIfThere, readText } from "../system/files.js";
import { openRepository } from "../system/git.js";
import { sealJson, unsealJson } from "../system/secrets.js";
import { inspectIteration, type SavedWorkspace, startNewRun } from "../work/inspect.js";
import { namedChecks } from "./check-flags.js";
import type { Io, ParsedArgs } from "./command.js";
import { checkOrigin, notRun } from "./judging.js";

/** Where to inspect the workspace, and for which run. */
export interface LookContext {
  readonly io: Io;
  readonly config: Config;
  readonly folder: string;
  /** Whether to save the result for the next inspection. */
  readonly saveWorkspace: boolean;
  /** The run it belongs to; null if the next check starts one. Lazy, since it is rarely needed. */
  readonly run: () => string | null;
}

const workspaceFile = "workspace.json";

/** `saveWorkspace` saves the current state of the workspace for the next inspection. */
export interface Seen {
  readonly iteration: Iteration;
  readonly saveWorkspace: (record: DecisionRecord) => void;
}

/** Adds evidence from files and from the checks. */
export async function addEvidence(iteration: Iteration, args: ParsedArgs, place: LookContext): Promise<Seen> {
  const named = args.texts("evidence").flatMap((file) => readEvidenceFile(readText(file, place.io.cwd), file));
  if (args.flag("run-checks")) return inspect({ ...iteration, evidence: named }, args, place);
  const others = notRun(namedChecks(args, place.config)).filter(
    ({ name }) => !named.some((check) => check.name === name),
  );
  return { iteration: { ...iteration, evidence: [...others, ...named] }, saveWorkspace: () => undefined };
}

async function inspect(
  iteration: Iteration,
  args: ParsedArgs,
  { io, config, folder, run, saveWorkspace }: LookContext,
): Promise<Seen> {
  const started = await readStart(folder, run(), io.cwd);
  // `gate` may use any start; a run that is saved has its own.
  const hasOwnStart = started !== null && started.run !== null && saveWorkspace;
  const since = hasOwnStart ? undefined : args.text("since");
  if (hasOwnStart && args.text("since") !== undefined)
    io.err(`note: --since is not used: this run already has a baseline\n`);
  const before = since === undefined ? started : null;
  const inspected = await inspectIteration(iteration, {
    cwd: io.cwd,
    checks: namedChecks(args, config),
    origin: checkOrigin(config, "--check"),
    detect: !args.flag("no-detect"),
    ...(since === undefined ? {} : { since }),
    before,
    ignore: [relative(io.cwd, folder)],
    logDirectory: `${folder}/logs/checks`,
    kept: args.flag("no-cache") ? null : openKept(io),
    onCheck: (event) => {
      if (io.isWatched) io.live("err", event.type === "check-start" ? `${event.plan.name} …` : "");
    },
    proofSeconds: config.resolved.settings.proofSeconds,
    onProve: (what) => {
      if (io.isWatched) io.live("err", `${what} …`);
    },
    now,
  });
  // The same in every iteration, so print it only in the first.
  if (started === null) for (const note of inspected.notes) io.err(`note: ${note}\n`);
  return {
    iteration: inspected.iteration,
    saveWorkspace: ({ run: id, decision }) => writeWorkspace(folder, inspected.save(id, decision)),
  };
}

/** Null where the user has no home. */
function openKept(io: Io): KeptResults | null {
  const place = findPrivateFolder(io.cwd, io);
  return place && openKeptResults({ path: keptResultsFile(place), now });
}

/** Saves the state before the first iteration and runs the checks, to know later what was already failing. */
export async function saveBaseline(
  args: ParsedArgs,
  { io, config, folder }: Pick<LookContext, "io" | "config" | "folder">,
  tasksFile: string | null,
): Promise<string> {
  const { plans, notes, warnings } = planChecks({
    cwd: io.cwd,
    checks: namedChecks(args, config),
    origin: checkOrigin(config, "--check"),
    detect: !args.flag("no-detect"),
  });
  const { baseline } = await takeBaseline({
    cwd: io.cwd,
    plans,
    tasksFile,
    ignore: [relative(io.cwd, folder)],
    logDirectory: `${folder}/logs/checks`,
  });
  const { grantedBy } = config.resolved.settings;
  const unrunnable = refuseUnrunnable(plans, baseline, {
    place: { cwd: io.cwd, isCopy: false, setup: null },
    grantedBy,
  });
  writeWorkspace(folder, { run: null, baseline, after: baseline.state });
  const failing = baseline.checks
    .filter(({ state }) => state !== "holds")
    .map((check) => `${check.name} ${exactState(check)}`);
  const lines = [
    ...plans.map((plan) => `check  ${formatPlan(plan)}`),
    ...[...warnings, ...unrunnable, ...notes].map((note) => `note   ${note}`),
  ];
  return `${lines.join("\n")}\nbaseline taken${failing.length > 0 ? `; already ${failing.join(", ")}` : ""}\n`;
}

/** The workspace at the start of this run and at its last inspection. */
async function readStart(folder: string, run: string | null, cwd: string): Promise<SavedWorkspace | null> {
  const workspace = readWorkspace(folder);
  if (!workspace || workspace.run === null || workspace.run === run) return workspace;
  return (await isSameCommit(workspace, cwd)) ? startNewRun(workspace) : null;
}

async function isSameCommit({ after }: SavedWorkspace, cwd: string): Promise<boolean> {
  const repository = await openRepository(cwd);
  const commit = repository.ok ? await repository.head() : null;
  return after?.roots[0]?.commit === commit;
}

/** The saved workspace; null if it is missing or damaged, then the last commit is the start. */
function readWorkspace(folder: string): SavedWorkspace | null {
  const text = readIfThere(`${folder}/${workspaceFile}`);
  const saved = tryParseJson(unsealJson(text ?? "null"));
  return isRecord(saved) && saved["version"] === 1 ? (saved as unknown as SavedWorkspace) : null;
}

function writeWorkspace(folder: string, workspace: SavedWorkspace): void {
  makeFolder(folder);
  replaceOwnFile(resolve(folder, workspaceFile), sealJson({ version: 1, ...workspace }));
}

/** An id for the current content of the workspace. */
export async function takeSnapshot(cwd: string, stateFolder: string): Promise<string | null> {
  return workspaceSnapshot(cwd, { ignore: [stateFolder] });
}
