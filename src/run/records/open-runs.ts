import { UserError } from "../../lib/errors.js";
import { removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { namesIn, realPath } from "../../lib/files/folder.js";
import { isDead, isProcessName, type ProcessName, thisProcess } from "../../lib/files/lock-holder.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { type PrivateFolder, writeIn } from "./private-folder.js";

/** A run whose first turn may have begun and that has not ended. */
export interface OpenRun {
  readonly run: string;
  /** The real path of its state folder. */
  readonly stateFolder: string;
  readonly process: ProcessName | null;
}

export const openRunFile = ({ path }: PrivateFolder, run: string): string => `${path}/${run}.open`;

/** From here on the run can be resumed, and a new one is refused. */
export function markOpen(folder: PrivateFolder, { run, stateFolder }: Pick<OpenRun, "run" | "stateFolder">): void {
  const marker: OpenRun = { run, stateFolder: realPath(stateFolder), process: thisProcess() };
  writeIn(folder, () => replacePrivateFile(openRunFile(folder, run), `${JSON.stringify(marker)}\n`));
}

export const markEnded = (folder: PrivateFolder, run: string): void => removeFile(openRunFile(folder, run));

/** The runs that were killed, oldest first. Whoever asks holds `stateFolder`: nobody else is at work there. */
export function findCutOff(folder: PrivateFolder, stateFolder: string | null): readonly OpenRun[] {
  const own = stateFolder === null ? null : realPath(stateFolder);
  return namesIn(folder.path)
    .flatMap((name) => /^([\w-]+)\.open$/.exec(name)?.[1] ?? [])
    .sort()
    .map((run) => readMarker(folder, run))
    .filter((open) => open.stateFolder === own || open.process === null || isDead(open.process));
}

/** A marker that cannot be read is still one: its run did not end. */
function readMarker(folder: PrivateFolder, run: string): OpenRun {
  const saved = tryParseJson(readIfThere(openRunFile(folder, run)) ?? "");
  const fields = isRecord(saved) ? saved : {};
  const { stateFolder, process } = fields;
  return {
    run,
    stateFolder: typeof stateFolder === "string" ? stateFolder : "",
    process: isProcessName(process) ? process : null,
  };
}

/**
 * A run that was cut off left files that nobody judged. A new baseline would take them as the start, so a person says
 * which it is: go on, or start from there.
 */
export function describeCutOff({ run }: OpenRun): Pick<UserError, "what" | "fix"> {
  return {
    what: `run ${run} was cut off: what its agent changed has not been checked`,
    fix: "continue it with: untildone run --resume; or take the files as they are now as the start: untildone reset, then start again",
  };
}

export function refuseAfterCutOff(folder: PrivateFolder, stateFolder: string): void {
  const last = findCutOff(folder, stateFolder).at(-1);
  if (last) throw new UserError({ ...describeCutOff(last), where: openRunFile(folder, last.run) });
}
