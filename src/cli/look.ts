import { relative, resolve } from "node:path";
import { isRecord } from "../base/is-record.js";
import { tryParseJson } from "../base/try-parse-json.js";
import type { Config } from "../config/load.js";
import { selectTaskById, type Task } from "../core/tasks.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import { criteriaFor } from "../evidence/criteria/read-criteria.js";
import { readEvidenceFile } from "../evidence/evidence-file.js";
import { evidenceFor } from "../evidence/evidence-for.js";
import { formatPlan, planChecks } from "../evidence/plan-checks.js";
import { type WorkspaceState, workspaceSnapshot } from "../evidence/workspace/state.js";
import { dueChecks } from "../judge/due-checks.js";
import type { Iteration } from "../judge/judge.js";
import type { DecisionRecord } from "../store/record.js";
import { makeFolder, replaceFile } from "../system/disk.js";
import { readIfThere, readTextSync } from "../system/files.js";
import { openRepository } from "../system/git.js";
import { taskKeys } from "../work/list-ledger.js";
import { seeClaim } from "../work/see-claim.js";
import {
  beginTask,
  finishTask,
  newLedger,
  recordChecks,
  recordTurn,
  type WorkLedger,
  wholeRun,
  workOn,
} from "../work/work-ledger.js";
import { namedChecks } from "./check-flags.js";
import type { Io, ParsedArgs } from "./command.js";
import { checkOrigin, notRun } from "./judging.js";

/** Where it is looked, and for which run. */
export interface LookContext {
  readonly io: Io;
  readonly config: Config;
  readonly folder: string;
  /** Whether what is seen is written down for the next look. */
  readonly saveWorkspace: boolean;
  /** The run it belongs to; null where the next check begins one. Asked only where it matters. */
  readonly run: () => string | null;
}

/** How the workspace stood at the start of a run and after its last look: what changes are measured against. */
interface Looked {
  readonly run: string | null;
  readonly baseline: Baseline | null;
  readonly after: WorkspaceState | null;
  /** What was seen of the work so far; absent in files of earlier versions. */
  readonly work?: WorkLedger;
}

const looksName = "workspace.json";

/** `keep` writes down how the workspace stands now, for the next look. */
export interface Seen {
  readonly iteration: Iteration;
  readonly saveWorkspace: (record: DecisionRecord) => void;
}

/** The iteration with what others and we ourselves saw of it. */
export async function addEvidence(iteration: Iteration, args: ParsedArgs, place: LookContext): Promise<Seen> {
  const named = args.texts("evidence").flatMap((file) => readEvidenceFile(readTextSync(file, place.io.cwd), file));
  if (args.flag("run-checks")) return look({ ...iteration, evidence: named }, args, place);
  const others = notRun(namedChecks(args, place.config)).filter(
    ({ name }) => !named.some((check) => check.name === name),
  );
  return { iteration: { ...iteration, evidence: [...others, ...named] }, saveWorkspace: () => undefined };
}

async function look(
  iteration: Iteration,
  args: ParsedArgs,
  { io, config, folder, run, saveWorkspace }: LookContext,
): Promise<Seen> {
  const started = await readStart(folder, run(), io.cwd);
  // A question may be asked of any start; a run that is kept has its own.
  const isKept = started !== null && started.run !== null && saveWorkspace;
  const since = isKept ? undefined : args.text("since");
  if (isKept && args.text("since") !== undefined) io.err(`note: --since is not used: this run has its start already\n`);
  const before = since === undefined ? started : null;
  const key = taskKey(iteration);
  const ledger = beginTask(before?.work ?? newLedger(before?.baseline?.checks ?? [], []), key);
  const task = findTask(iteration);
  const seen = await evidenceFor({
    cwd: io.cwd,
    checks: namedChecks(args, config),
    origin: checkOrigin(config, "--check"),
    detect: !args.flag("no-detect"),
    ...(since === undefined ? {} : { since }),
    baseline: before?.baseline ?? null,
    before: before?.after ?? null,
    began: workOn(ledger, key).began,
    generated: [...(before?.baseline?.writtenByChecks ?? []), ...ledger.generated],
    allowed: ledger.allowed ?? {},
    task: task && { id: task.id, title: task.title, criteria: criteriaFor(task, before?.baseline?.verify ?? []) },
    tasksFile: iteration.tasksFile ?? null,
    ...dueChecks(iteration.report, { tasks: iteration.tasks, task: task?.id ?? iteration.task }),
    ignore: [relative(io.cwd, folder)],
    logDirectory: `${folder}/logs/checks`,
    onCheck: (event) => {
      if (event.type === "check-start" && io.isWatched) io.err(`\r\u001b[K${event.plan.name} …`);
      else if (io.isWatched) io.err("\r\u001b[K");
    },
  });
  // The same in every iteration: said at the first.
  if (started === null) for (const note of seen.notes) io.err(`note: ${note}\n`);
  const work = recordChecks(recordTurn(ledger, key, seen.changes), seen.results, seen.generated);
  const { facts, owns } = await seeClaim(work, [key], { seen, named: iteration.report?.work ?? null });
  return {
    iteration: {
      ...iteration,
      evidence: [...iteration.evidence, ...seen.evidence],
      facts: { ...seen.facts, ...facts, ...iteration.facts },
      feedback: [...iteration.feedback, ...seen.feedback],
      warnings: [...iteration.warnings, ...seen.warnings],
    },
    saveWorkspace: ({ run: id, decision }) =>
      writeLooked(folder, {
        run: id,
        baseline: before?.baseline ?? seen.baseline,
        after: seen.after,
        work: decision.taskDone === null ? work : finishTask(work, key, owns),
      }),
  };
}

/** The task somebody names, as the list has it. */
function findTask({ task, tasks }: Iteration): Task | null {
  if (tasks.is !== "tasks") return null;
  const selection = selectTaskById(task, tasks.tasks);
  const id = selection.is === "task" ? (selection.inList ?? selection.id) : null;
  return tasks.tasks.find((each) => each.id === id) ?? null;
}

function taskKey(iteration: Iteration): string {
  const task = findTask(iteration);
  if (!task) return iteration.task ?? wholeRun;
  return iteration.tasks.is === "tasks" ? taskKeys(iteration.tasks.tasks)(task) : wholeRun;
}

/** Takes down how things stand before the first iteration, and runs the checks, to tell later what was broken already. */
export async function saveBaseline(
  args: ParsedArgs,
  { io, config, folder }: Pick<LookContext, "io" | "config" | "folder">,
  tasksFile: string | null,
): Promise<string> {
  const { plans, notes } = planChecks({
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
  writeLooked(folder, { run: null, baseline, after: baseline.state });
  const failing = baseline.checks.filter(({ state }) => state !== "holds").map(({ name, state }) => `${name} ${state}`);
  const lines = [...plans.map((plan) => `check  ${formatPlan(plan)}`), ...notes.map((note) => `note   ${note}`)];
  return `${lines.join("\n")}\nbaseline taken${failing.length > 0 ? `; already ${failing.join(", ")}` : ""}\n`;
}

/** How things stood when this run began, and after its last look. */
async function readStart(folder: string, run: string | null, cwd: string): Promise<Looked | null> {
  const looked = readLooked(folder);
  if (!looked || looked.run === null || looked.run === run) return looked;
  return (await isWhereWeLooked(looked, cwd)) ? startAnew(looked) : null;
}

/** A new run begins where the one before was seen last, unless somebody has committed since: then nobody knows. */
function startAnew({ baseline, after, work }: Looked): Looked | null {
  if (!baseline || !after) return null;
  const checks = work?.latest ?? baseline.checks;
  return { run: null, baseline: { ...baseline, state: after, checks }, after };
}

async function isWhereWeLooked({ after }: Looked, cwd: string): Promise<boolean> {
  const repository = await openRepository(cwd);
  const commit = repository.ok ? await repository.head() : null;
  return after?.roots[0]?.commit === commit;
}

/** What was written down after the last look; null where that is damaged, and the last commit is the start then. */
function readLooked(folder: string): Looked | null {
  const text = readIfThere(`${folder}/${looksName}`);
  const held = tryParseJson(text ?? "null");
  return isRecord(held) && held["version"] === 1 ? (held as unknown as Looked) : null;
}

function writeLooked(folder: string, looked: Looked): void {
  makeFolder(folder);
  replaceFile(resolve(folder, looksName), JSON.stringify({ version: 1, ...looked }));
}

/** A name for the content of the workspace as it is. */
export async function takeSnapshot(cwd: string, stateFolder: string): Promise<string | null> {
  return workspaceSnapshot(cwd, { ignore: [stateFolder] });
}
