import { digest } from "../../lib/files/folder.js";
import { openRepository } from "../../lib/git/git.js";
import { listOwnSettings } from "../../lib/git/git-settings.js";

/**
 * The repository's own settings, as digests of names and values. An agent can write them, and git obeys them: some are
 * commands, some say where a push goes.
 */
export type GitSettings = Readonly<Record<string, string>>;

/** Neither a command nor a place: who made a commit, and what a branch is compared with. */
const isHarmless = (name: string): boolean => /^(?:user\.(?:name|email)$|branch\.)/.test(name);

/** As they are now; null if they cannot be read. */
export async function digestGitSettings(cwd: string): Promise<GitSettings | null> {
  const settings = await listSettings(cwd);
  return settings && Object.fromEntries([...settings].map(([name, values]) => [digest(name), digest(values)]));
}

/** What changed since, in words; null for nothing that matters. */
export async function describeChangedSettings(cwd: string, before: GitSettings | null): Promise<string | null> {
  const now = await listSettings(cwd);
  if (before === null) return "the settings of this repository at the start of the run are not known";
  if (now === null) return "the settings of this repository cannot be read";
  const changed = [...now].filter(([name, values]) => before[digest(name)] !== digest(values)).map(([name]) => name);
  const known = new Set([...now.keys()].map((name) => digest(name)));
  const removed = Object.keys(before).filter((name) => !known.has(name)).length;
  const list = [changed.join(", "), removed === 0 ? "" : `${removed} that ${removed === 1 ? "was" : "were"} removed`];
  const named = list.filter((part) => part !== "").join(" and ");
  return named === "" ? null : `settings of this repository changed since the run began: ${named}`;
}

async function listSettings(cwd: string): Promise<ReadonlyMap<string, string> | null> {
  const repository = await openRepository(cwd);
  const all = repository.ok ? await listOwnSettings(repository.root) : null;
  return all && new Map([...all].filter(([name]) => !isHarmless(name)));
}
