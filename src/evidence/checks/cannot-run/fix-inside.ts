import type { CheckRoom } from "../../../agents/sandbox/check-room.js";
import { pathResolve, realPath } from "../../../lib/files/folder.js";
import { findExecutable, findProgram } from "../../../lib/process/programs.js";
import type { CannotRun } from "./cannot-run.js";

/**
 * What makes a check run that cannot run in its sandbox: what is missing there may be installed here, and what it
 * downloads it cannot reach.
 */
export function fixInside(cannot: CannotRun, fix: string, room: Pick<CheckRoom, "id">): string {
  if (room.id === null || !mayBeOutside.has(cannot.is)) return fix;
  const here = cannot.is === "program" && cannot.by !== "status" ? findHere(cannot.name) : null;
  const isImage = room.id.includes(" ");
  const shown = isImage ? "add it to the image" : `show its folder with --sandbox-mount ${folderOf(here) ?? "FOLDER"}`;
  const outside = "or run the checks outside of the sandbox: --checks-outside";
  if (here !== null) return `${cannot.name} is here (${here}), but not in the sandbox: ${shown}, ${outside}`;
  return `${fix} (the check runs in a sandbox, ${room.id}: if it is installed, ${shown}; if it needs the network, network: true of the check; ${outside})`;
}

const mayBeOutside: ReadonlySet<CannotRun["is"]> = new Set(["program", "module", "packages", "service"]);

/** A program is often a link into the folder that it was installed to. */
const folderOf = (program: string | null): string | null =>
  program === null ? null : pathResolve(realPath(program), "..");

const findHere = (name: string): string | null =>
  name.includes("/") ? findExecutable(name, { path: "", cwd: "/" }) : (findProgram(name)?.split("\0")[0] ?? null);
