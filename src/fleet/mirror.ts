import { UserError } from "../lib/errors.js";
import { exists, makePrivateFolder, replaceOwnFile } from "../lib/files/disk.js";
import { readIfThere } from "../lib/files/files.js";
import { digest, pathJoin } from "../lib/files/folder.js";
import { askGit, type GitAnswer } from "../lib/git/ask-git.js";
import { text } from "../lib/git/git-output.js";
import { askRemote, fetchLocally } from "../lib/git/remote-git.js";
import { oneLine } from "../lib/text/printable.js";
import { branchName } from "../run.js";
import {
  allSaid,
  LogInRefused,
  PushRefused,
  RepositoryFault,
  type RepositoryTrouble,
  readTrouble,
  speaksOfLogIn,
  speaksOfMachine,
  WorkerFault,
} from "./fault.js";
import { guessFormat, mirrorSettings, type ObjectFormat, packing, readFormat } from "./mirror-settings.js";
import { tryPush } from "./try-push.js";

const noPush = "untildone:the-worker-pushes";
/** More than what is left of a full disk. */
const tryBytes = 65_536;

/**
 * A bare copy of a repository on this machine. Everything from and to the remote goes through it: no agent works here,
 * so no configuration of an agent's counts when we push.
 */
export class Mirror {
  readonly path: string;
  readonly url: string;
  #last: Promise<unknown> = Promise.resolve();
  /** A commit that the remote has, and why it refused the last push. */
  #known: string | null = null;
  #refusal = "";
  #isSwept = false;
  #format: ObjectFormat | null;

  /** `format` where it is known: then the remote is not asked for it. */
  constructor(folder: string, url: string, format: ObjectFormat | null = null) {
    this.url = url;
    this.#format = format;
    this.path = pathJoin(folder, `${digest(url).slice(0, 16)}.git`);
  }

  /** Makes it if need be, and fetches a branch. Returns its commit, or null if the remote has no such branch. */
  fetch(branch: string, { depth }: { readonly depth?: number } = {}): Promise<string | null> {
    return this.#inTurn(async () => {
      await this.#make();
      const ref = `refs/fleet/fetched/${branch}`;
      const refs = [...(depth === undefined ? [] : [`--depth=${depth}`]), this.url, `+refs/heads/${branch}:${ref}`];
      // With the tags of its history: builds ask for them. A remote may be a shallow clone itself.
      const answer = await this.#askRemote(["fetch", "-q", "--no-write-fetch-head", "--update-shallow", ...refs]);
      if (!answer.ok && /couldn't find remote ref/.test(answer.why)) return null;
      this.#demandRemote(answer);
      const commit = await this.#commitAt(ref);
      this.#known = commit ?? this.#known;
      return commit;
    });
  }

  /** Whether a commit is here. */
  async has(commit: string): Promise<boolean> {
    return (await askGit(this.path, ["cat-file", "-e", `${commit}^{commit}`])).ok;
  }

  /** Whether a commit is part of one of several others. */
  async isPartOf(commit: string, others: readonly string[]): Promise<boolean> {
    if (!(await this.has(commit))) return false;
    for (const other of others) {
      const answer = await askGit(this.path, ["merge-base", commit, other], { accepts: 1 });
      this.#demand(answer);
      if (answer.ok && text(answer.out).trim() === commit) return true;
    }
    return false;
  }

  /** Takes over a commit that was made in a folder where an agent works. */
  async take(folder: string, name: string, as: string): Promise<string> {
    const ref = `refs/fleet/taken/${as}`;
    const commit = await this.#inTurn(async () => {
      this.#demand(await fetchLocally(this.path, folder, [`+${name}:${ref}`]));
      return this.#commitAt(ref);
    });
    if (commit === null) throw this.#broken(`${ref} is gone`);
    return commit;
  }

  /**
   * Moves a branch of the remote from a commit to another; an empty string stands for no branch. False if it is no
   * longer where we thought: somebody else was first.
   */
  push(branch: string, { to, from }: { readonly to: string; readonly from: string }): Promise<boolean> {
    return this.#inTurn(async () => {
      const ref = `refs/heads/${branch}`;
      const words = ["push", "-q", "--porcelain", `--force-with-lease=${ref}:${from}`, this.url, `${to}:${ref}`];
      for (let times = 1; ; times++) {
        const answer = await this.#askRemote(words);
        if (answer.ok) return true;
        const now = await this.#remoteCommit(branch);
        if (now === to) return true; // The answer was lost, not the push.
        if (now !== from) return false;
        // It answers. If it takes nothing else either, it is read only; else this is about what was pushed, or passed.
        const said = allSaid(answer);
        if (speaksOfMachine(said) || !(await this.#tryPush())) throw this.#explain(said, "read-only");
        if (times > 1) throw new PushRefused(oneLine(said));
      }
    });
  }

  /** Throws if the remote takes no push: before a turn is paid. */
  async probe(): Promise<void> {
    const isTaken = await this.#inTurn(() => this.#tryPush());
    if (!isTaken) throw this.#explain(this.#refusal, "read-only");
  }

  /**
   * Throws if this machine cannot run git or write a file here. What was found out meanwhile then says nothing: neither
   * of a task that failed nor of what was merged.
   */
  tryMachine(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#make();
      this.#demand(await askGit(this.path, ["rev-parse", "--git-dir"]));
      replaceOwnFile(pathJoin(this.path, "untildone-try"), "x".repeat(tryBytes));
    });
  }

  /** Whether the remote takes a push at all. */
  async #tryPush(): Promise<boolean> {
    if (this.#known === null) return true;
    const refusal = await tryPush({
      known: this.#known,
      url: this.url,
      askRemote: (words) => this.#askRemote(words),
      ask: (words) => askGit(this.path, words, { writes: true }),
    });
    this.#refusal = refusal ?? "";
    return refusal === null;
  }

  /** The commit of a branch at the remote now; "" if there is none. */
  remoteCommit = (branch: string): Promise<string> => this.#inTurn(() => this.#remoteCommit(branch));

  async #remoteCommit(branch: string): Promise<string> {
    const answer = await this.#askRemote(["ls-remote", "--heads", this.url, `refs/heads/${branch}`]);
    this.#demandRemote(answer);
    return answer.ok ? (/^[0-9a-f]+/.exec(text(answer.out))?.[0] ?? "") : "";
  }

  /** Branches of the remote whose names begin with a text, and where they are now. */
  remoteBranches(start: string): Promise<ReadonlyMap<string, string>> {
    return this.#inTurn(async () => {
      const answer = await this.#askRemote(["ls-remote", "--heads", this.url, `refs/heads/${start}*`]);
      this.#demandRemote(answer);
      const lines = answer.ok ? text(answer.out).matchAll(/^([0-9a-f]+)\trefs\/heads\/(.+)$/gm) : [];
      return new Map([...lines].map(([, commit = "", branch = ""]) => [branch, commit]));
    });
  }

  /** A clone to work in, at a commit on a branch, with nothing in common but the objects it starts with. */
  async clone(folder: string, { commit, branch }: { readonly commit: string; readonly branch: string }): Promise<void> {
    await this.#inTurn(async () => {
      await askGit(this.path, ["update-ref", `refs/heads/${branch}`, commit], { writes: true });
      const words = ["clone", "-q", "--no-hardlinks", "--single-branch", "--branch", branch];
      this.#demand(await this.#askRemote([...words, this.path, folder]));
      await askGit(this.path, ["update-ref", "-d", `refs/heads/${branch}`], { writes: true });
    });
    // What asks for the origin finds the real one; an agent that pushes reaches neither that nor us.
    for (const [name, value] of [
      ["remote.origin.url", this.url],
      ["remote.origin.pushurl", noPush],
      ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
    ] as const)
      this.#demand(await askGit(folder, ["config", "--replace-all", name, value], { writes: true }));
  }

  /** The files of a commit, to be read and no more. */
  checkOut(folder: string, commit: string): Promise<void> {
    return this.#inTurn(async () => {
      const words = ["worktree", "add", "-q", "--detach", folder, commit];
      this.#demand(await askGit(this.path, words, { writes: true }));
    });
  }

  /** Forgets what was fetched and taken for branches that are over, so that their objects can go. */
  async drop(branches: readonly string[]): Promise<void> {
    const refs = branches.flatMap((branch) => [`refs/fleet/fetched/${branch}`, `refs/fleet/taken/${branch}`]);
    await this.#inTurn(async () => {
      await this.#drop(refs);
      await this.#pack();
    });
  }

  async #make(): Promise<void> {
    if (this.#isSwept && exists(pathJoin(this.path, "HEAD"))) return;
    this.#isSwept = true;
    if (exists(pathJoin(this.path, "HEAD"))) {
      this.#format = readFormat(readIfThere(pathJoin(this.path, "config")) ?? "");
      return this.#drop(await this.#ownRefs());
    }
    makePrivateFolder(this.path);
    this.#format ??= await this.#askFormat();
    const words = ["init", "-q", "--bare", `--object-format=${this.#format}`, "."];
    this.#demand(await askGit(this.path, words, { writes: true }));
  }

  async #askFormat(): Promise<ObjectFormat> {
    const branches = await askRemote(this.path, ["ls-remote", "--heads", this.url]);
    this.#demandRemote(branches);
    return guessFormat(branches.ok ? text(branches.out) : "");
  }

  /** What an earlier worker left of submissions: whoever goes on with one fetches it again. */
  async #ownRefs(): Promise<readonly string[]> {
    const places = ["refs/fleet/taken/", `refs/fleet/fetched/${branchName("")}`];
    const answer = await askGit(this.path, ["for-each-ref", "--format=%(refname)", ...places]);
    return answer.ok ? text(answer.out).split("\n").filter(Boolean) : [];
  }

  async #drop(refs: readonly string[]): Promise<void> {
    for (const ref of refs) await askGit(this.path, ["update-ref", "-d", ref], { writes: true });
  }

  /**
   * Packs what has come together, and removes what nothing names any more. Clones have copies of their own, so nobody
   * borrows an object from here. What has just been fetched is too young to be removed. If it fails, the next one does it.
   */
  async #pack(): Promise<void> {
    this.#resetSettings();
    await askGit(this.path, [...packing, "gc", "--auto", "--quiet"], { writes: true });
  }

  /** An agent without a sandbox can write here: a setting of its own would send our pushes elsewhere, or run a command. */
  #resetSettings(): void {
    replaceOwnFile(pathJoin(this.path, "config"), mirrorSettings[this.#format ?? "sha1"]);
  }

  #askRemote(words: readonly string[]): Promise<GitAnswer> {
    this.#resetSettings();
    return askRemote(this.path, words);
  }

  async #commitAt(ref: string): Promise<string | null> {
    const answer = await askGit(this.path, ["rev-parse", "--verify", "-q", `${ref}^{commit}`]);
    return answer.ok ? text(answer.out).trim() : null;
  }

  /** One command at a time changes it. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #demand(answer: GitAnswer): void {
    if (!answer.ok) throw this.#broken(allSaid(answer));
  }

  /** What the other side does not answer or refuses; a full disk here is not its fault. */
  #demandRemote(answer: GitAnswer): void {
    if (!answer.ok) throw this.#explain(allSaid(answer));
  }

  #explain(why: string, is: RepositoryTrouble = readTrouble(why)): Error {
    if (speaksOfMachine(why)) return new WorkerFault(why);
    const told = oneLine(why).slice(0, 500);
    return speaksOfLogIn(why)
      ? new LogInRefused(told, this.url)
      : new RepositoryFault(is, { why: told, url: this.url });
  }

  #broken = (why: string): Error =>
    speaksOfMachine(why)
      ? new WorkerFault(why)
      : new UserError({
          what: `git cannot work with the mirror: ${why}`,
          where: this.path,
          fix: "see what git reports",
        });
}
