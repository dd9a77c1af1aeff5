import { circuitStateName, exitStateName } from "../store/load.js";
import { lockName } from "../store/store.js";
import { exists, replaceFile } from "../system/disk.js";
import { currentFile } from "./current-run.js";
import { gitRecordFile } from "./git.js";
import { ledgerFile } from "./ledger.js";

/** Where a run keeps the flags it was started with. */
export const flagsFile = (logs: string): string => `${logs}/flags.json`;

export const baselineFile = (logs: string): string => `${logs}/baseline.json`;

/** The files only we write beside the journal: what an agent changes of them is put back. */
export const guardedFiles = (folder: string, cwd: string, logs: string): readonly string[] => [
  ...[exitStateName, circuitStateName, lockName, "config.yaml", "config.yml", "config.json"].map(
    (name) => `${folder}/${name}`,
  ),
  `${cwd}/.bb3/config.yaml`,
  currentFile(folder),
  baselineFile(logs),
  ledgerFile(logs),
  flagsFile(logs),
  gitRecordFile(logs),
];

/** An agent's `git add -A` must not commit our files; configuration and prompts stay visible. Yours is left as it is. */
export function writeGitignore(folder: string): void {
  const file = `${folder}/.gitignore`;
  if (!exists(file)) replaceFile(file, `${ignored.join("\n")}\n`);
}

const ignored = [
  ...["decisions.jsonl*", "exit-state.json*", "circuit-state.json*", "current-run.json", "workspace.json"],
  ...["last-response.md", "untildone.lock*", "logs/", "worktrees/", "shadow/", ".gitignore"],
];
