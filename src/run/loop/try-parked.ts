import { bringBack } from "../parking/bring-back.js";
import type { ParkedWork } from "../parking/parked-work.js";
import { putFiles } from "../parking/take-out.js";
import type { Session } from "../session.js";

/** The parked work of a task that is judged again. */
export type ReturnedWork =
  | { readonly is: "none" }
  /** It is in the tree, until the task is judged. */
  | { readonly is: "back"; readonly work: ParkedWork }
  /** It does not fit: nothing to judge it on. */
  | { readonly is: "conflict" };

export async function tryParked({ workspace, run }: Session, task: string): Promise<ReturnedWork> {
  const { parking } = workspace;
  const parked = parking?.place.find(task, run) ?? null;
  if (!parking || !parked || parked.state !== "parked") return { is: "none" };
  const back = await bringBack(parking.place, parked);
  return back.is === "back" ? { is: "back", work: back.work } : { is: "conflict" };
}

/** The claim still fails: what stood there before comes back. */
export function takeOutAgain({ workspace, person }: Session, work: ParkedWork): void {
  const { parking } = workspace;
  if (!parking) return;
  const failed = putFiles(parking.place, work, "without");
  parking.place.save({ ...work, state: "parked" });
  for (const { path, why } of failed)
    person.emit({ type: "warning", text: `the parked work of ${work.task} stays in the tree: ${path}: ${why}` });
}
