import type { SetAside } from "../decide/decision.js";
import { plural } from "../lib/text/plural.js";
import type { ParkedResult } from "../run/loop/run-event.js";

/** What became of the work of a task that was set aside. */
export function describeParked({ task, is, parked, failsSince, why }: ParkedResult): string {
  if (is === "back") return `the parked work of ${task} is back in the tree`;
  if (is === "parked" && parked)
    return `the work of ${task} is parked: ${plural(parked.files, "file")} taken out of the tree, kept in ${parked.ref ?? parked.patch ?? "the state folder"} (bring it back: untildone unpark ${task})`;
  const since = failsSince.length > 0 ? `; fails since ${task}: ${failsSince.slice(0, 5).join(", ")}` : "";
  return `the work of ${task} stays in the tree${why === null ? "" : `: ${why}`}${since}`;
}

/** One line about the work of a task that is set aside, or none. */
export function describeAside({ task, parked, failsSince = [] }: SetAside): string | null {
  if (parked) return `work parked: untildone unpark ${task}${parked.ref === null ? "" : ` (${parked.ref})`}`;
  return failsSince.length > 0 ? `fails since ${task}: ${failsSince.slice(0, 5).join(", ")}` : null;
}
