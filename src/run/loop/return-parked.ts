import { changesBetween } from "../../evidence/workspace/changes.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { bringBack } from "../parking/bring-back.js";
import type { ParkedWork } from "../parking/parked-work.js";
import { dropRef } from "../parking/save-as-ref.js";
import type { Session } from "../session.js";
import { lookNow } from "./look.js";
import { tell } from "./park-task.js";
import type { Selected } from "./select.js";

export interface Returned {
  readonly workspace: WorkspaceState;
  /** What the agent is told of it. */
  readonly feedback: string;
}

/** Brings the parked work of a task back for another turn, where it applies cleanly. Null: it has none. */
export async function returnParked(
  session: Session,
  selected: Selected,
  before: WorkspaceState,
): Promise<Returned | null> {
  const { run, workspace } = session;
  const { parking, work } = workspace;
  const parked = selected.task && parking ? parking.place.find(selected.task.id, run) : null;
  if (!parking || !parked || parked.state === "back") return null;
  const back = await bringBack(parking.place, parked);
  const kept = parked.patch ?? parked.ref ?? "untildone unpark";
  if (back.is !== "back") {
    const why = back.is === "conflict" ? `${back.files.join(", ")} changed since` : back.why;
    return { workspace: before, feedback: `${notBack} It is kept in ${kept} (${why}): take from it what helps.` };
  }
  const now = await lookNow(session, before);
  work.returnWork(selected, await changesBetween(before, now), now);
  parking.place.save({ ...back.work, state: "back" });
  tell(session, { task: parked.task, is: "back", parked: null, failsSince: [], why: null });
  return { workspace: now, feedback: isBack };
}

const notBack = "Your earlier work on this task was taken out, and does not fit the files of now.";
const isBack =
  "Your earlier work on this task was taken out when it was set aside, and is back in the tree now. Go on from it.";

/** A task that is done needs its parked work no longer. */
export async function forgetParked(session: Session, tasks: readonly string[]): Promise<void> {
  for (const task of tasks) {
    const parked = session.workspace.parking?.place.find(task, session.run);
    if (parked?.state === "back") await forgetReturned(session, parked);
  }
}

export async function forgetReturned({ workspace }: Session, work: ParkedWork): Promise<void> {
  workspace.parking?.place.remove(work);
  await dropRef(work);
}
