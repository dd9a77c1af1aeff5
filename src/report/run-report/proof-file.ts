import { exists } from "../../lib/files/disk.js";
import { pathFrom } from "../../lib/files/folder.js";
import type { RunReport } from "./run-report.js";

/** Where `run --prove` writes the proof of a run, beside its logs. */
export const proofFileIn = (logs: string): string => `${logs}/proof.json`;

/** From the project's folder; null where none was written. */
export const findProofFile = (cwd: string, logs: string): string | null =>
  exists(proofFileIn(logs)) ? pathFrom(cwd, proofFileIn(logs)) : null;

/** A paragraph of Markdown before what follows it; nothing where there is no proof. */
export function formatProofFile({ proofFile }: RunReport): string {
  const file = proofFile?.replaceAll("`", "") ?? null;
  if (file === null) return "";
  return `Signed proof: \`${file}\`. Verify it with: \`untildone verify ${file} --any-key\`\n\n`;
}
