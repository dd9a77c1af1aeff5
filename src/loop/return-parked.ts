import { changesBetween } from "../evidence/workspace/changes.js";
import { lookAtWorkspace, type WorkspaceState } from "../evidence/workspace/state.js";
import { bringBack } from "../parking/bring-back.js";
import type { ParkedWork } from "../parking/parked-work.js";
import { dropRef } from "../parking/save-as-ref.js";
import { tell } from "./park-task.js";
import type { Selected } from "./select.js";
import type { LoopSetup } from "./setup.js";

export interface Returned {
  readonly workspace: WorkspaceState;
  /** What the agent is told of it. */
  readonly feedback: string;
}

/** Brings the parked work of a task back for another turn, where it applies cleanly. Null: it has none. */
export async function returnParked(
  setup: LoopSetup,
  selected: Selected,
  before: WorkspaceState,
): Promise<Returned | null> {
  const { parking, work, cwd, own, baseline, run } = setup;
  const parked = selected.task && parking ? parking.place.find(selected.task.id, run) : null;
  if (!parking || !parked || parked.state === "back") return null;
  const back = await bringBack(parking.place, parked);
  const kept = parked.patch ?? parked.ref ?? "untildone unpark";
  if (back.is !== "back") {
    const why = back.is === "conflict" ? `${back.files.join(", ")} changed since` : back.why;
    return { workspace: before, feedback: `${notBack} It is kept in ${kept} (${why}): take from it what helps.` };
  }
  const now = await lookAtWorkspace(cwd, { ignore: own, start: baseline.state, earlier: before });
  work.returnWork(selected, await changesBetween(before, now), now);
  parking.place.save({ ...back.work, state: "back" });
  tell(setup, { task: parked.task, is: "back", parked: null, failsSince: [], why: null });
  return { workspace: now, feedback: isBack };
}

const notBack = "Your earlier work on this task was taken out, and does not fit the files of now.";
const isBack =
  "Your earlier work on this task was taken out when it was set aside, and is back in the tree now. Go on from it.";

/** A task that is done needs its parked work no longer. */
export async function forgetParked(setup: LoopSetup, tasks: readonly string[]): Promise<void> {
  for (const task of tasks) {
    const parked = setup.parking?.place.find(task, setup.run);
    if (parked?.state === "back") await forgetReturned(setup, parked);
  }
}

export async function forgetReturned({ parking }: LoopSetup, work: ParkedWork): Promise<void> {
  parking?.place.remove(work);
  await dropRef(work);
}
