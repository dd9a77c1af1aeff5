import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import { UserError } from "../../lib/errors.js";
import { lastingFolder } from "../../lib/files/temporary-folder.js";
import { projectFiles } from "./demo-project.js";
import type { Scenario } from "./demo-table.js";

/**
 * A temporary folder with the project under git. The agent's script is outside the project, so that it does not count
 * as work.
 */
export interface DemoFolder {
  readonly root: string;
  readonly project: string;
  readonly script: string;
  remove(): void;
}

export function makePlace(): DemoFolder {
  const root = realpathSync(lastingFolder("untildone-demo-"));
  return {
    root,
    project: join(root, "shop"),
    script: join(root, "script.json"),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export function fillPlace({ project, script }: DemoFolder, { steps }: Scenario): void {
  for (const [name, text] of Object.entries(projectFiles)) {
    const path = join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  writeFileSync(script, JSON.stringify({ steps: steps.map(({ does }) => does) }, null, 2));
  git(project, "init", "-q");
  git(project, "add", "-A");
  git(project, "-c", "user.name=demo", "-c", "user.email=demo@example.invalid", "commit", "-qm", "Begin the shop");
}

/** Ignores the user's git configuration: signing, hooks and templates would interfere. */
function git(cwd: string, ...words: readonly string[]): void {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  const env = { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" };
  const { status, error, stderr } = spawnSync("git", words, { cwd, env, encoding: "utf8" });
  if (status === 0) return;
  throw new UserError({
    what: `the demo's repository could not be made: ${error ? error.message : stderr.trim()}`,
    where: `git ${words.at(0)}`,
    fix: "install git, or put it on the PATH",
  });
}
