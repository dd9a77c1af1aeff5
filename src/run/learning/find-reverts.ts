import type { Repository } from "../../lib/git/git.js";
import type { Claim } from "./claim.js";

/** A commit that takes a checkpoint of a run back. */
export interface Revert {
  readonly commit: string;
  readonly run: string;
  readonly task: string;
}

const separator = "\x1e";
const reverts = /^This reverts commit ([0-9a-f]{7,64})/gm;
const ofRun = /^Untildone-Run: (.+)$/m;
const ofTask = /^untildone: iteration \d+, task (.+): [\w -]+$/m;

/**
 * Commits that revert what a run committed for a task (`--checkpoint`). A revert that was itself reverted says nothing.
 * A string says why git could not be asked.
 */
export async function findReverts(
  repository: Repository,
  claims: readonly Claim[],
): Promise<readonly Revert[] | string> {
  const answer = await repository.ask(["log", "--all", `--format=%H%n%B${separator}`]);
  if (!answer.ok) return answer.why;
  const messages = new Map(
    answer.out
      .toString("utf8")
      .split(separator)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")
      .map((entry) => [entry.split("\n", 1)[0] ?? "", entry.slice(entry.indexOf("\n") + 1)] as const),
  );
  const reverted = new Map<string, string>();
  for (const [commit, message] of messages)
    for (const [, id = ""] of message.matchAll(reverts)) reverted.set(fullId(id, messages) ?? id, commit);
  return [...reverted].flatMap(([commit, by]) => {
    const message = messages.get(commit);
    if (message === undefined || reverted.has(by)) return [];
    const [run, task] = [ofRun.exec(message)?.[1], ofTask.exec(message)?.[1]];
    const isOurs = claims.some((claim) => claim.run === run && claim.task === task);
    return run !== undefined && task !== undefined && isOurs ? [{ commit: by, run, task }] : [];
  });
}

const fullId = (id: string, messages: ReadonlyMap<string, string>): string | undefined =>
  messages.has(id) ? id : [...messages.keys()].find((commit) => commit.startsWith(id));
