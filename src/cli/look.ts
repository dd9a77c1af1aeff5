import { relative, resolve } from "node:path";
import type { Config } from "../config/load.js";
import { isRecord } from "../config/readers.js";
import { type Baseline, takeBaseline } from "../evidence/baseline.js";
import { criteriaOf } from "../evidence/criteria/read-criteria.js";
import { readEvidenceFile } from "../evidence/evidence-file.js";
import { evidenceFor } from "../evidence/evidence-for.js";
import { planChecks, tellPlan } from "../evidence/plan-checks.js";
import { type WorkspaceState, workspaceSnapshot } from "../evidence/workspace/state.js";
import { dueChecks } from "../judge/claimed.js";
import type { Iteration } from "../judge/judge.js";
import { makeFolder, replaceFile } from "../system/disk.js";
import { readIfThere, readTextSync } from "../system/files.js";
import type { Given, Io } from "./command.js";
import { checkOrigin, notRun } from "./judging.js";

/** Where it is looked, and for which run. */
export interface Place {
  readonly io: Io;
  readonly config: Config;
  readonly folder: string;
  /** The run it belongs to; null where the next check begins one. Asked only where it matters. */
  readonly run: () => string | null;
}

/** How the workspace stood at the start of a run and after its last look: what changes are measured against. */
interface Looked {
  readonly run: string | null;
  readonly baseline: Baseline | null;
  readonly after: WorkspaceState | null;
}

const looksName = "workspace.json";

/** `keep` writes down how the workspace stands now, for the next look. */
export interface Seen {
  readonly iteration: Iteration;
  readonly keep: (run: string) => void;
}

/** The iteration with what others and we ourselves saw of it. */
export async function addEvidence(iteration: Iteration, given: Given, place: Place): Promise<Seen> {
  const told = given.texts("evidence").flatMap((file) => readEvidenceFile(readTextSync(file, place.io.cwd), file));
  if (given.flag("run-checks")) return look({ ...iteration, evidence: told }, place);
  const others = notRun(place.config).filter(({ name }) => !told.some((check) => check.name === name));
  return { iteration: { ...iteration, evidence: [...others, ...told] }, keep: () => undefined };
}

async function look(iteration: Iteration, { io, config, folder, run }: Place): Promise<Seen> {
  const before = readLooked(folder, run());
  const task = taskOf(iteration);
  const seen = await evidenceFor({
    cwd: io.cwd,
    checks: config.checks,
    origin: checkOrigin(config),
    baseline: before?.baseline ?? null,
    before: before?.after ?? null,
    task: task && { id: task.id, title: task.title, criteria: criteriaOf(task.acceptance) },
    tasksFile: iteration.tasksFile ?? null,
    ...dueChecks(iteration.heard, { settings: config.settings, tasks: iteration.tasks, task: iteration.task }),
    ignore: [relative(io.cwd, folder)],
    logDirectory: `${folder}/logs/checks`,
    onCheck: (event) => {
      if (event.type === "check-start" && io.isWatched) io.err(`\r\u001b[K${event.plan.name} …`);
      else if (io.isWatched) io.err("\r\u001b[K");
    },
  });
  for (const note of seen.notes) io.err(`note: ${note}\n`);
  return {
    iteration: {
      ...iteration,
      evidence: [...iteration.evidence, ...seen.evidence],
      told: { ...seen.facts, ...iteration.told },
      feedback: [...iteration.feedback, ...seen.feedback],
      warnings: [...iteration.warnings, ...seen.warnings],
    },
    keep: (id: string) =>
      writeLooked(folder, { run: id, baseline: before?.baseline ?? seen.baseline, after: seen.after }),
  };
}

function taskOf({ task, tasks }: Iteration) {
  return tasks.is === "tasks" ? (tasks.tasks.find(({ id }) => id === task) ?? null) : null;
}

/** Takes down how things stand before the first iteration, and runs the checks, to tell later what was broken already. */
export async function keepBaseline(
  { io, config, folder }: Omit<Place, "run">,
  tasksFile: string | null,
): Promise<string> {
  const { plans, notes } = planChecks({
    cwd: io.cwd,
    checks: config.checks,
    origin: checkOrigin(config),
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
  const lines = [...plans.map((plan) => `check  ${tellPlan(plan)}`), ...notes.map((note) => `note   ${note}`)];
  return `${lines.join("\n")}\nbaseline taken${failing.length > 0 ? `; already ${failing.join(", ")}` : ""}\n`;
}

/** What was seen at the start of this run, or taken down for the next one. Anything else is another run's. */
function readLooked(folder: string, run: string | null): Looked | null {
  const text = readIfThere(`${folder}/${looksName}`);
  try {
    const held: unknown = text === null ? null : JSON.parse(text);
    if (!isRecord(held) || held["version"] !== 1) return null;
    const looked = held as unknown as Looked;
    return looked.run === null || looked.run === run ? looked : null;
  } catch {
    return null; // Damaged: the last commit is the start then, as in a first check.
  }
}

function writeLooked(folder: string, looked: Looked): void {
  makeFolder(folder);
  replaceFile(resolve(folder, looksName), JSON.stringify({ version: 1, ...looked }));
}

/** A name for the content of the workspace as it is. */
export async function snapshotOf(cwd: string, stateFolder: string): Promise<string | null> {
  return workspaceSnapshot(cwd, { ignore: [stateFolder] });
}
