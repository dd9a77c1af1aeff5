import { relative, resolve } from "node:path";
import type { Config } from "../config/load.js";
import { takeBaseline } from "../evidence/baseline.js";
import { exactState } from "../evidence/checks/tests/judge-run.js";
import { type KeptResults, openKeptResults } from "../evidence/kept-results.js";
import { formatPlan, planChecks } from "../evidence/plan-checks.js";
import { workspaceSnapshot } from "../evidence/workspace/state.js";
import { makeFolder, replaceOwnFile } from "../lib/files/disk.js";
import { readIfThere, readText } from "../lib/files/files.js";
import { openRepository } from "../lib/git/git.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { sealJson, unsealJson } from "../lib/secrets/secrets.js";
import { now } from "../lib/time/clock.js";
import { inspectTurn, type Reviewable, type SavedWorkspace, startNewRun } from "../run/judge/inspect.js";
import type { JudgedTurn } from "../run/judge/turn.js";
import { findPrivateFolder, keptResultsFile } from "../run/records/private-folder.js";
import { readEvidenceFile } from "../run/situation/evidence-file.js";
import { refuseUnrunnable } from "../run/start/refuse-checks.js";
import type { DecisionRecord } from "../store/record.js";
import type { Io, ParsedArgs } from "./command.js";
import { namedChecks } from "./flags/check-flags.js";
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
export interface SavableTurn {
  readonly turn: JudgedTurn;
  readonly saveWorkspace: (record: DecisionRecord) => void;
  /** What a reviewer is shown; absent where nobody looked at the workspace. */
  readonly reviewable?: Reviewable;
}

/** Adds evidence from files and from the checks. */
export async function addEvidence(turn: JudgedTurn, args: ParsedArgs, place: LookContext): Promise<SavableTurn> {
  const named = args.texts("evidence").flatMap((file) => readEvidenceFile(readText(file, place.io.cwd), file));
  if (args.flag("run-checks")) return inspect({ ...turn, evidence: named }, args, place);
  const others = notRun(namedChecks(args, place.config)).filter(
    ({ name }) => !named.some((check) => check.name === name),
  );
  return { turn: { ...turn, evidence: [...others, ...named] }, saveWorkspace: () => undefined };
}

async function inspect(
  turn: JudgedTurn,
  args: ParsedArgs,
  { io, config, folder, run, saveWorkspace }: LookContext,
): Promise<SavableTurn> {
  const started = await readStart(folder, run(), io.cwd);
  // `gate` may use any start; a run that is saved has its own.
  const hasOwnStart = started !== null && started.run !== null && saveWorkspace;
  const since = hasOwnStart ? undefined : args.text("since");
  if (hasOwnStart && args.text("since") !== undefined)
    io.err(`note: --since is not used: this run already has a baseline\n`);
  const before = since === undefined ? started : null;
  const inspected = await inspectTurn(turn, {
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
    tests: config.resolved.settings,
    proofSeconds: config.resolved.settings.proofSeconds,
    onProve: (what) => {
      if (io.isWatched) io.live("err", `${what} …`);
    },
    now,
  });
  // The same in every iteration, so print it only in the first.
  if (started === null) for (const note of inspected.notes) io.err(`note: ${note}\n`);
  return {
    turn: inspected.turn,
    reviewable: inspected.reviewable,
    saveWorkspace: ({ run: id, decision }) => writeWorkspace(folder, inspected.save(id, decision)),
  };
}

/** Null where the user has no home. */
export function openKept(io: Io): KeptResults | null {
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
