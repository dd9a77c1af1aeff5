import { now } from "../../lib/time/clock.js";
import { readList } from "../../run/loop/select.js";
import { type Parking, parkWork } from "../../run/parking/park-work.js";
import type { ParkedWork } from "../../run/parking/parked-work.js";
import { ParkingPlace } from "../../run/parking/parking-place.js";
import { planUndo, type UndoConflict, type UndoPlan } from "../../run/snapshots/plan-undo.js";
import { undoneByYou, undoneName } from "../../store/person-records.js";
import type { Store } from "../../store/store.js";
import type { Io, ParsedArgs } from "../command.js";
import { readConfig } from "../flags/config-flags.js";
import { openLastList } from "../last-list.js";
import { openAlone } from "../open-alone.js";
import type { MeantTurns } from "./meant-turns.js";
import { changeOf, type PastRun, type RunContent, withoutList } from "./past-run.js";
import { tryUndo } from "./try-undo.js";

/** What the plan knows of the files as they were. */
export const contentsOf = ({ contents }: Pick<UndoPlan, "contents">): Parking["contents"] => ({
  readBytes: async (_root, hashes) =>
    new Map(
      hashes.flatMap((hash): [string, Buffer][] =>
        contents.has(hash) ? [[hash, contents.get(hash) ?? Buffer.alloc(0)]] : [],
      ),
    ),
});

export interface Undoing {
  readonly run: PastRun;
  readonly turns: MeantTurns;
  readonly content: RunContent;
  readonly args: ParsedArgs;
  readonly io: Io;
}

export type Undone =
  | { readonly is: "refused"; readonly why: readonly string[] }
  | {
      readonly is: "done";
      readonly files: readonly string[];
      readonly parked: string;
      readonly notes: readonly string[];
    };

/** Takes the change of these turns out of the tree, unless something else would be lost or break. */
export async function undoTurns(undoing: Undoing): Promise<Undone> {
  if (undoing.args.flag("dry-run")) return undoIn(null, undoing);
  const store = openAlone(undoing.run.stateFolder, "undo", undoing.io);
  try {
    return await undoIn(store, undoing);
  } finally {
    store.close();
  }
}

/** Without a store it is only tried. */
async function undoIn(store: Store | null, undoing: Undoing): Promise<Undone> {
  const { run, content, args } = undoing;
  const { snapshots } = content;
  const place = new ParkingPlace(content.folder.path);
  const parked = parkedName(undoing.turns);
  if (place.find(parked, run.id)) return refuse(`it is undone already: untildone unpark ${parked} brings it back`);
  const change = withoutList(await changeOf(undoing.turns, content), undoing);
  const plan = await planUndo(change, snapshots);
  if ("conflicts" in plan) return refuse(...(await describeConflicts(plan.conflicts, undoing)));
  if (plan.files.length === 0) return refuse("there is nothing of it left to undo");
  const files = plan.files.map(({ path }) => path);
  const tried = args.flag("no-checks") ? { notes: [] } : await tryUndo(plan, undoing);
  if ("why" in tried) return refuse(...tried.why);
  const failed = store && (await takeOut({ plan, place, parked, store }, undoing));
  return failed === null ? { is: "done", files, parked, notes: tried.notes } : refuse(failed);
}

const refuse = (...why: readonly string[]): Undone => ({ is: "refused", why });

/** A name of its own: work of the same task that a run parks is something else. */
const parkedName = ({ task, iterations }: MeantTurns): string => undoneName(task ?? `turn-${iterations[0]}`);

/** Who changed the same lines later. */
async function describeConflicts(conflicts: readonly UndoConflict[], { run, turns, content }: Undoing) {
  const others = run.turns.filter(({ iteration }) => !turns.iterations.includes(iteration));
  const lines: string[] = [];
  for (const { path, since } of conflicts.slice(0, 5)) {
    let by: string | null = null;
    for (const { iteration, task } of others.filter((turn) => turn.iteration > since)) {
      const change = await changeOf({ label: "", task, iterations: [iteration] }, content);
      if (change.has(path)) by = `${task === null ? `turn ${iteration}` : `${task} (turn ${iteration})`} built on it`;
    }
    lines.push(`${path}: ${by ?? "you or another program changed the same lines since"}`);
  }
  return [...lines, ...(conflicts.length > 5 ? [`and ${conflicts.length - 5} more files`] : [])];
}

interface TakingOut {
  readonly plan: UndoPlan;
  readonly place: ParkingPlace;
  readonly parked: string;
  readonly store: Store;
}

/** Takes it out and keeps it; the task is open again. In words why not, or null. */
async function takeOut(taking: TakingOut, { run, turns, args, io }: Undoing): Promise<string | null> {
  const { plan, place, parked, store } = taking;
  const title = `${turns.label} of run ${run.id}, undone`;
  const patchFile = `${run.stateFolder}/parked/${parked.replaceAll(/[^\w.-]+/g, "-")}`;
  const parking = { place, contents: contentsOf(plan), run: run.id, task: parked, title, patchFile };
  const result = await parkWork(parking, { files: plan.files, staying: [] });
  if (result.is === "refused") return result.why;
  noteUndone(store, result.work, { run, turns });
  if (turns.task !== null && (await openAgain(turns.task, { run, args, io })))
    place.save({ ...result.work, ticked: true });
  store.snapshot();
  return null;
}

function noteUndone(
  store: Store,
  { ref, patch, files }: ParkedWork,
  { run, turns }: Pick<Undoing, "run" | "turns">,
): void {
  if (store.runState.run?.id !== run.id) return;
  const parked = { ref, patch, files: files.length };
  const at = new Date(now()).toISOString();
  const why = undoneByYou;
  store.append({
    kind: "park",
    run: run.id,
    at,
    task: turns.task ?? turns.label,
    is: "parked",
    parked,
    failsSince: [],
    why,
  });
}

/** Whether it was ticked. */
async function openAgain(task: string, { run, args, io }: Pick<Undoing, "run" | "args" | "io">): Promise<boolean> {
  const { tracker } = await openLastList(args, io, { config: readConfig(args, io), run: run.id });
  const list = await readList(tracker);
  const wasDone = list.is === "tasks" && list.tasks.some(({ id, status }) => id === task && status === "done");
  await tracker.mark(task, "todo");
  return wasDone;
}
