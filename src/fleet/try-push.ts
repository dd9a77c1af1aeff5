import type { GitAnswer } from "../lib/git/ask-git.js";
import { text } from "../lib/git/git-output.js";
import { allSaid } from "./fault.js";

/** One name for all: a remote that lets nobody delete a branch keeps this one, and no second. */
const tryBranch = "refs/heads/untildone/try-push";

interface TryTerms {
  /** A commit that the remote has. */
  readonly known: string;
  readonly url: string;
  /** With the network and the user's log-in. */
  askRemote(words: readonly string[]): Promise<GitAnswer>;
  /** Here alone. */
  ask(words: readonly string[]): Promise<GitAnswer>;
}

/**
 * Whether a remote takes a push at all: makes a branch of no meaning and removes it, or moves the one that could not be
 * removed the last time. Null if it does; otherwise what it says. A dry run would not ask the hooks of the remote.
 */
export async function tryPush(terms: TryTerms): Promise<string | null> {
  for (let times = 1; ; times++) {
    const before = await whereIs(terms);
    const refusal = before ? await removeOrMove(terms, before) : await make(terms);
    if (refusal === null) return null;
    const after = await whereIs(terms);
    const isByAnother = (after !== null && after !== before) || byAnother.test(refusal);
    // Another worker tries it now: its hooks let both through, and it takes one after the other.
    if (!isByAnother) return refusal;
    if (times === maxTries) return null;
  }
}

const maxTries = 3;
const byAnother = /cannot lock ref|failed to update ref|already exists|fetch first|non-fast-forward|stale info/i;

async function make({ known, url, askRemote }: TryTerms): Promise<string | null> {
  const made = await askRemote(["push", "-q", url, `${known}:${tryBranch}`]);
  if (!made.ok) return allSaid(made);
  await askRemote(["push", "-q", url, `:${tryBranch}`]);
  return null;
}

/** Forwards, since a remote that lets nobody delete a branch often lets nobody turn one back, either. */
async function removeOrMove(terms: TryTerms, before: string): Promise<string | null> {
  const { url, ask, askRemote } = terms;
  const removed = await askRemote(["push", "-q", `--force-with-lease=${tryBranch}:${before}`, url, `:${tryBranch}`]);
  if (removed.ok) return null;
  const fetched = await askRemote(["fetch", "-q", "--no-write-fetch-head", "--update-shallow", url, tryBranch]);
  if (!fetched.ok) return allSaid(fetched);
  const made = await ask([...asUs, "commit-tree", "-p", before, "-m", "untildone: try a push", `${before}^{tree}`]);
  if (!made.ok) return allSaid(made);
  const moved = await askRemote(["push", "-q", url, `${text(made.out).trim()}:${tryBranch}`]);
  return moved.ok ? null : allSaid(moved);
}

const asUs = ["-c", "user.name=untildone", "-c", "user.email=untildone@localhost"];

/** "" if it is not there; null if the remote does not say. */
async function whereIs({ url, askRemote }: TryTerms): Promise<string | null> {
  const answer = await askRemote(["ls-remote", "--heads", url, tryBranch]);
  return answer.ok ? (/^[0-9a-f]+/.exec(text(answer.out))?.[0] ?? "") : null;
}
