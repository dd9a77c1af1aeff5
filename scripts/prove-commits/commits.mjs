import { spawnSync } from "node:child_process";

/** Runs git, and says what went wrong. */
export function git(folder, ...words) {
  const ran = spawnSync("git", words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  if (ran.status !== 0) throw new Error(`git ${words.join(" ")} in ${folder}: ${ran.stderr}`);
  return ran.stdout;
}

const code = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|swift|c|cc|cpp)$/;
const test = /(?:^|\/)(?:tests?|specs?|__tests__)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*\.py$|_test\.\w+$/;
const neither = /\.d\.[cm]?ts$|\.config\.\w+$|(?:^|\/)(?:bench|benchmarks?|docs?|examples?|scripts|setup\.py)(?:\/|$)/;

export const isTest = (path) => code.test(path) && test.test(path) && !neither.test(path);
const isSource = (path) => code.test(path) && !test.test(path) && !neither.test(path);

/** The newest commits that change source and tests, without merges and without the first one. */
export function listCommits(repo, count) {
  const found = [];
  for (const line of git(repo, "log", "--no-merges", "--min-parents=1", "--format=%H").split("\n").filter(Boolean)) {
    if (found.length === count) break;
    const paths = changedPaths(repo, line);
    if (paths.some(isSource) && paths.some(isTest)) found.push(line);
  }
  return found;
}

const changedPaths = (repo, hash) =>
  git(repo, "diff-tree", "-r", "-z", "--no-commit-id", "--name-only", hash).split("\0").filter(Boolean);

/** A commit as a task: its hash, its subject and body, and the test files it changes that are still there. */
export function readCommit(repo, hash) {
  const [full = "", subject = "", body = ""] = git(repo, "log", "-1", "--format=%H%x00%s%x00%b", hash).split("\0");
  const there = git(repo, "diff-tree", "-r", "-z", "--no-commit-id", "--name-only", "--diff-filter=d", hash);
  return { hash: full.trim(), subject, body: body.trim(), tests: there.split("\0").filter(isTest) };
}
