import type { SetAside } from "../decide/decision.js";
import { plural } from "../lib/text/plural.js";
import type { ParkedResult } from "../run/loop/run-event.js";
import { type NameTask, nameIt } from "./name-task.js";

/** What became of the work of a task that was set aside. */
export function describeParked({ task: id, is, parked, failsSince, why }: ParkedResult, name: NameTask): string {
  const task = nameIt(id, name);
  if (is === "back") return `the parked work of ${task} is back in the tree`;
  if (is === "parked" && parked)
    return `the work of ${task} is parked: ${plural(parked.files, "file")} taken out of the tree, kept in ${parked.ref ?? parked.patch ?? "the state folder"} (bring it back: untildone unpark ${id})`;
  const since = failsSince.length > 0 ? `; fails since ${task}: ${failsSince.slice(0, 5).join(", ")}` : "";
  return `the work of ${task} stays in the tree${why === null ? "" : `: ${why}`}${since}`;
}

/** One line about the work of a task that is set aside, or none. `id`: where it goes by its title. */
export function describeAside({
  task,
  id = task,
  parked,
  failsSince = [],
}: SetAside & { readonly id?: string }): string | null {
  if (parked) return `work parked: untildone unpark ${id}${parked.ref === null ? "" : ` (${parked.ref})`}`;
  return failsSince.length > 0 ? `fails since ${task}: ${failsSince.slice(0, 5).join(", ")}` : null;
}
