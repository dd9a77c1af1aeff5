import type { WorkLedger } from "../evidence/ledger/work-ledger.js";
import { findWorkFolder } from "../run/git/git.js";
import { readLedger } from "../run/records/ledger.js";
import { describeCutOff, findCutOff } from "../run/records/open-runs.js";
import { findPrivateFolder } from "../run/records/private-folder.js";
import type { RunOptions } from "../run/start/options.js";

/** Why a new run would be refused after one that was killed. */
export function cutOffRefusal({ cwd, resume, ...owner }: RunOptions, folder: string): readonly string[] {
  const records = resume ? null : findPrivateFolder(cwd, owner);
  const last = records && findCutOff(records, folder).at(-1);
  if (!last) return [];
  const { what, fix } = describeCutOff(last);
  return [`${what} (${fix})`];
}

/** The list of a resumed run may be in its worktree. */
export const findTasksFolder = async ({ cwd, resume }: RunOptions, folder: string): Promise<string> =>
  resume ? await findWorkFolder(cwd, { logs: `${folder}/logs/${resume.run}`, run: resume.run }) : cwd;

/** Which ticks of the list a resumed run accepted. */
export function findLedger({ cwd, resume, ...owner }: RunOptions): WorkLedger | null {
  const records = resume && findPrivateFolder(cwd, owner);
  return records && readLedger(records, resume.run);
}
