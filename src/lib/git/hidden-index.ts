import type { Repository } from "./git.js";
import { records } from "./git-output.js";

/** Literally, whatever characters a path has. */
const literal = "--literal-pathspecs";

/** Entries of the index for these paths, each as `--index-info` takes it, with the flag of those that were skipped. */
export async function indexEntries(repository: Repository, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const answer = await repository.ask([literal, "ls-files", "-s", "-z", "--", ...paths]);
  return answer.ok ? records(answer.out) : [];
}

const pathOf = (entry: string): string => entry.slice(entry.indexOf("\t") + 1);
const nul = (lines: readonly string[]): string => lines.map((line) => `${line}\0`).join("");

/**
 * Tells git that these tracked files are missing on purpose: then neither `git status` shows a deletion, nor does
 * `git add --all` or `git commit --all` stage one. In words why it cannot be told.
 */
export async function skipInIndex(repository: Repository, entries: readonly string[]): Promise<string | null> {
  return update(repository, ["--skip-worktree", "-z", "--stdin"], nul(entries.map(pathOf)), entries);
}

/** The entries as they were, and no longer skipped. What somebody added below these paths meanwhile is taken out. */
export async function resetInIndex(
  repository: Repository,
  entries: readonly string[],
  paths: readonly string[],
): Promise<string | null> {
  const there = await indexEntries(repository, paths);
  const known = new Set(entries.map(pathOf));
  const none = "0".repeat(repository.hashName === "sha1" ? 40 : 64);
  const extra = [...new Set(there.map(pathOf).filter((path) => !known.has(path)))];
  const info = nul([...extra.map((path) => `0 ${none}\t${path}`), ...entries]);
  const why = await update(repository, ["-z", "--index-info"], info, [...extra, ...entries]);
  return why ?? (await update(repository, ["--no-skip-worktree", "-z", "--stdin"], nul(entries.map(pathOf)), entries));
}

async function update(
  repository: Repository,
  words: readonly string[],
  stdin: string,
  concerned: readonly string[],
): Promise<string | null> {
  if (concerned.length === 0) return null;
  const done = await repository.ask(["update-index", ...words], { stdin, writes: true });
  return done.ok ? null : done.why;
}
