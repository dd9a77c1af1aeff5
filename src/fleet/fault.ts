import { errorMessage, isUserError, UserError } from "../lib/errors.js";
import type { GitRefusal } from "../lib/git/ask-git.js";
import { RefusedStart, SetupFailed } from "../run.js";

/**
 * Whose fault it is that a task could not be worked on. A worker whose disk is full fails every task it takes, and a
 * remote that is away every task of a repository: neither says anything about the task, and neither is one of its tries.
 */
export type Fault =
  /** `mayBeTask`: its disk or its memory, which an agent or a check can fill as well. */
  | { readonly of: "worker"; readonly why: string; readonly mayBeTask: boolean }
  | { readonly of: "repository"; readonly why: string; readonly is: RepositoryTrouble }
  /** This machine cannot prepare or check this repository; another one may, and this one may later. */
  | { readonly of: "place"; readonly why: string; readonly isLogIn?: true }
  | { readonly of: "task"; readonly why: string };

/** `away`: it does not answer. `read-only`: it takes no push. `gone`: it says that there is none. */
export type RepositoryTrouble = "away" | "read-only" | "gone";

/** The machine of this worker cannot do it: another one may. */
export class WorkerFault extends UserError {
  constructor(why: string) {
    super({ what: why, where: "this machine", fix: "make room, or see what is missing here: untildone fleet doctor" });
  }
}

/** The remote does not answer, or refuses. */
export class RepositoryFault extends UserError {
  readonly is: RepositoryTrouble;

  constructor(is: RepositoryTrouble, { why, url }: { readonly why: string; readonly url: string }) {
    super({ what: `the repository is ${words[is]}: ${why}`, where: url, fix: "git ls-remote URL" });
    this.is = is;
  }
}

/** The remote takes pushes, and not this one. */
export class PushRefused extends Error {
  constructor(why: string) {
    super(`the remote refuses this push, and takes others: ${why}`);
  }
}

/**
 * The remote asks for a log-in that it does not take from this worker, or shows nothing without one: so do hosts with a
 * repository that is private or was deleted. Another worker may have it.
 */
export class LogInRefused extends UserError {
  constructor(why: string, url: string) {
    super({ what: `the repository asks for a log-in: ${why}`, where: url, fix: `git ls-remote ${url}` });
  }
}

const words: Readonly<Record<RepositoryTrouble, string>> = { away: "away", "read-only": "read only", gone: "gone" };

export function findFault(error: unknown): Fault {
  const why = errorMessage(error);
  if (error instanceof RepositoryFault) return { of: "repository", why, is: error.is };
  if (error instanceof LogInRefused) return { of: "place", why, isLogIn: true };
  const mayBeTask = isMachine(error);
  if (mayBeTask || error instanceof WorkerFault) return { of: "worker", why: explain(why), mayBeTask };
  if (error instanceof RefusedStart || error instanceof SetupFailed)
    return { of: "place", why: error.fix === null ? why : `${why}\nfix: ${error.fix}` };
  return isSetting(error) ? { of: "worker", why: `${why} (${error.where})`, mayBeTask: false } : { of: "task", why };
}

/** What this worker was started with cannot be used here: another one has an agent or a sandbox of its own. */
const isSetting = (error: unknown): error is UserError => isUserError(error) && ownSetting.test(error.where);

const ownSetting = /^--(?:agent|command|sandbox)\b/;

const machineCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EROFS", "ENOMEM", "EMFILE", "ENFILE", "EIO"]);

/** What this machine lacks, by the code of the system or by the words of a program that was run here. */
function isMachine(error: unknown): boolean {
  const isOne = (each: unknown): boolean => machineCodes.has(codeOf(each)) || speaksOfMachine(errorMessage(each));
  return withCauses(error).some(isOne);
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/** An error for people keeps the one of the system that it puts in words. */
function withCauses(error: unknown): readonly unknown[] {
  const all = [error];
  for (let each = error; all.length < maxCauses && each instanceof Error && each.cause !== undefined; ) {
    each = each.cause;
    all.push(each);
  }
  return all;
}

const maxCauses = 10;

/** Lines of the other side begin with "remote:": its disk is not ours. */
export const speaksOfMachine = (text: string): boolean =>
  text.split("\n").some((line) => !/^\s*(?:fatal: )?remote:/.test(line) && machineWords.test(line));

const machineWords =
  /no space left on device|disk quota exceeded|read-only file system|cannot allocate memory|out of memory|too many open files/i;

const explain = (why: string): string =>
  /no space left|ENOSPC|quota|EDQUOT|disk is full/i.test(why) ? `the disk of this worker is full: ${why}` : why;

/** What git says when it could not reach or change a repository. */
export function readTrouble(why: string): RepositoryTrouble {
  if (gone.test(why)) return "gone";
  return refused.test(why) ? "read-only" : "away";
}

/** What an answer of git says: all of it, since the cause may stand below its first line. */
export const allSaid = ({ why, said = why }: Pick<GitRefusal, "why" | "said">): string => said;

/** What git says where the other side wants a log-in, or another one. */
export const speaksOfLogIn = (why: string): boolean =>
  /permission denied \(publickey|could not read (?:username|password)|authentication failed|host key verification failed/i.test(
    why,
  );

const gone = /repository .{0,300}(?:not found|does not exist)|does not appear to be a git repository|\b404\b/i;
const refused =
  /hook declined|remote rejected|permission (?:to .* )?denied|access denied|denied to|read.?only|\b403\b|protected branch|not allowed to push|insufficient permission|unpack failed/i;
