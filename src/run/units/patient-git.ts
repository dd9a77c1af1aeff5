import { UserError } from "../../lib/errors.js";
import type { GitAnswer, GitRefusal } from "../../lib/git/ask-git.js";
import type { Repository } from "../../lib/git/git.js";
import { sleepUntil } from "../../lib/process/signals.js";

const tries = 20;
const pauseSeconds = 0.5;

/** A git of a loop that was killed may still be writing. */
export async function askPatiently(repository: Repository, words: readonly string[]): Promise<GitAnswer> {
  for (let at = 1; ; at++) {
    const answer = await repository.ask(words, { writes: true });
    if (answer.ok || at === tries || !/\.lock\b/.test(answer.why)) return answer;
    await sleepUntil(pauseSeconds, new AbortController().signal);
  }
}

/** What git answered; an error for a person if it refused. */
export function demand<T>(answer: T | GitRefusal, where: string): T {
  if (typeof answer === "object" && answer !== null && "why" in answer && "noGit" in answer)
    throw broken(answer.why, where);
  return answer;
}

export const broken = (why: string, where: string): UserError =>
  new UserError({
    what: `git cannot merge: ${why}`,
    where,
    fix: "fix what git reports, then untildone run --resume",
  });
