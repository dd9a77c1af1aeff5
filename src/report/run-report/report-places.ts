import { exists } from "../../lib/files/disk.js";
import { pathFrom } from "../../lib/files/folder.js";

/** Where the logs of a run are. Its name comes from the journal, and must not lead elsewhere. */
export const logFolder = (folder: string, run: string): string => `${folder}/logs/${run.replaceAll(/[^\w-]+/g, "-")}`;

export const proofFileIn = (logs: string): string => `${logs}/proof.json`;

/** The signed proof of the run, as a path from the project; null where none was written. */
export function reportProofFile(cwd: string, logs: string): string | null {
  const file = proofFileIn(logs);
  return exists(file) ? pathFrom(cwd, file) : null;
}
