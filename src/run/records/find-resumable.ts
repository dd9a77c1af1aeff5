import { UserError } from "../../lib/errors.js";
import { realPath } from "../../lib/files/folder.js";
import { findOutcome } from "../../store/acceptance.js";
import type { RunState } from "../../store/current-run.js";
import { findCutOff } from "./open-runs.js";
import type { PrivateFolder } from "./private-folder.js";
import { readHead, recordedRuns } from "./run-record.js";

/** The state folder of the project's last run: files in the project cannot lead --resume to another one. */
export function lastStateFolder(folder: PrivateFolder): string | null {
  const cutOff = findCutOff(folder, null).at(-1);
  if (cutOff && cutOff.stateFolder !== "") return cutOff.stateFolder;
  const last = recordedRuns(folder).at(-1);
  return last === undefined ? null : (readHead(folder, last)?.stateFolder ?? null);
}

/** The run to resume, even if it was killed before its first decision. */
export function findRunToResume(
  folder: PrivateFolder,
  stateFolder: string,
  state: Pick<RunState, "run" | "last">,
): string {
  const { run: current } = state;
  const own = realPath(stateFolder);
  const cutOff = findCutOff(folder, stateFolder).findLast((open) => open.stateFolder === own);
  if (cutOff) return cutOff.run;
  if (current && findOutcome(state) !== "completed") return current.id;
  throw new UserError({
    what: "there is nothing to resume",
    where: stateFolder,
    fix: current
      ? "the last run was completed: leave --resume out to start a new one"
      : "start a run: untildone run --agent claude",
  });
}
