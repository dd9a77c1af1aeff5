import type { Repository } from "../../lib/git/git.js";
import { text } from "../../lib/git/git-output.js";

/** A commit with what it says and what it touched. */
export interface AuditedCommit {
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
}

const maxCommits = 20_000;

/** The commits since another one, the newest first; all of them without it. Merges touch nothing of their own. */
export async function readHistory(repository: Repository, since: string | null): Promise<readonly AuditedCommit[]> {
  const range = since === null ? "HEAD" : `${since}..HEAD`;
  const format = "--format=%x01%H%x02%s%x02%b%x02";
  const words = ["log", "-z", "--no-renames", "--name-only", `--max-count=${maxCommits}`, format, range, "--"];
  const answer = await repository.ask(words);
  if (!answer.ok) return [];
  return text(answer.out)
    .split("\x01")
    .slice(1)
    .map((entry): AuditedCommit => {
      const [hash = "", subject = "", body = "", files = ""] = entry.split("\x02");
      return { hash, subject, body, files: files.split(/[\0\n]/).filter(Boolean) };
    });
}

/** Commits that added or took away this text, the newest first. */
export async function commitsWith(
  repository: Repository,
  word: string,
): Promise<readonly { hash: string; subject: string }[]> {
  const answer = await repository.ask([
    "log",
    "--max-count=5",
    "--format=%H %s",
    `-S${word}`,
    "--",
    ".",
    ":(exclude)*.md",
  ]);
  if (!answer.ok) return [];
  return text(answer.out)
    .split("\n")
    .filter(Boolean)
    .map((line) => ({ hash: line.slice(0, line.indexOf(" ")), subject: line.slice(line.indexOf(" ") + 1) }));
}

/** Commits that take another one back, by what they say, with the hash or the subject of that one. */
export function revertedBy({ hash, subject }: AuditedCommit, history: readonly AuditedCommit[]): AuditedCommit | null {
  const at = history.findIndex((commit) => commit.hash === hash);
  const later = history.slice(0, at < 0 ? history.length : at);
  const found = later.findLast(
    (commit) =>
      commit.body.includes(`This reverts commit ${hash.slice(0, 7)}`) || commit.subject === `Revert "${subject}"`,
  );
  if (!found) return null;
  // Taken back twice, it is there again.
  return revertedBy(found, later) ? null : found;
}

/** Whether a commit names a task: by its id, or by its title. */
export function namesTask(
  { subject, body }: Pick<AuditedCommit, "subject" | "body">,
  { id, title }: { readonly id: string; readonly title: string },
): boolean {
  const said = `${subject}\n${body}`;
  if (isDistinct(id) && new RegExp(`(?<![\\w-])${asPattern(id)}(?![\\w-]|\\.\\d)`, "i").test(said)) return true;
  const plain = title
    .replace(/^\S{1,12}:\s+/, "")
    .trim()
    .toLowerCase();
  return plain.length > 12 && said.toLowerCase().includes(plain);
}

/** "12" may be anything in a message; "#12", "T12" and "auth-3" are names. */
export const isDistinct = (id: string): boolean => /[A-Za-z]/.test(id) && /\d/.test(id) && id.length <= 24;

const asPattern = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

export const isRevert = ({ subject }: { readonly subject: string }): boolean => /^revert\b/i.test(subject);

/** Its hash and what it says, for people. */
export const describeCommit = ({ hash, subject }: { readonly hash: string; readonly subject: string }): string =>
  `${hash.slice(0, 9)} (${subject})`;
