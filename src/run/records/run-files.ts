import { replaceFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { circuitStateName, exitStateName } from "../../store/load.js";
import { lockName } from "../../store/store.js";
import { gitRecordFile } from "../git/git.js";

/** State files besides the journal: changes by an agent are reverted. */
export const guardedFiles = (folder: string, cwd: string, logs: string): readonly string[] => [
  ...[exitStateName, circuitStateName, lockName, "config.yaml", "config.yml", "config.json"].map(
    (name) => `${folder}/${name}`,
  ),
  `${cwd}/.bb3/config.yaml`,
  gitRecordFile(logs),
];

/**
 * An agent's `git add -A` must not commit state files; configuration and prompts stay visible. An existing file is not
 * changed.
 */
export function writeGitignore(folder: string): void {
  const file = `${folder}/.gitignore`;
  const text = readIfThere(file);
  if (text === null || isOlder(text)) replaceFile(file, gitignoreText());
}

/** As version 0.1.0 wrote it: a person's own is left alone. */
const isOlder = (text: string): boolean =>
  text === `${ignored.filter((name) => name !== "parked/" && name !== "plan/").join("\n")}\n`;

export const gitignoreText = (): string => `${ignored.join("\n")}\n`;

const ignored = [
  ...["decisions.jsonl*", "exit-state.json*", "circuit-state.json*", "workspace.json"],
  ...[
    "last-response.md",
    "untildone.lock*",
    "logs/",
    "worktrees/",
    "shadow/",
    "parked/",
    "plan/",
    "STEER.md",
    ".gitignore",
  ],
];
