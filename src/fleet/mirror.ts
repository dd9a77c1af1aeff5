import { UserError } from "../base/errors.js";
import { exists, makePrivateFolder, replaceOwnFile } from "../system/disk.js";
import { digest, pathJoin } from "../system/folder.js";
import { askGit, type GitAnswer } from "../system/git.js";
import { text } from "../system/git-output.js";
import { askRemote, fetchLocally } from "../system/remote-git.js";

const settings = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n";

/**
 * A bare copy of a repository on this machine. Everything from and to the remote goes through it: no agent works here,
 * so no configuration of an agent's counts when we push.
 */
export class Mirror {
  readonly path: string;
  readonly #url: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, url: string) {
    this.#url = url;
    this.path = pathJoin(folder, `${digest(url).slice(0, 16)}.git`);
  }

  /** Makes it if need be, and fetches a branch. Returns its commit, or null if the remote has no such branch. */
  fetch(branch: string, { depth }: { readonly depth?: number } = {}): Promise<string | null> {
    return this.#inTurn(async () => {
      await this.#make();
      const ref = `refs/fleet/fetched/${branch}`;
      const refs = [...(depth === undefined ? [] : [`--depth=${depth}`]), this.#url, `+refs/heads/${branch}:${ref}`];
      const answer = await this.#askRemote(["fetch", "-q", "--no-tags", "--no-write-fetch-head", ...refs]);
      if (!answer.ok && /couldn't find remote ref/.test(answer.why)) return null;
      this.#demand(answer);
      return this.#commitAt(ref);
    });
  }

  /** Whether a commit is here. */
  async has(commit: string): Promise<boolean> {
    return (await askGit(this.path, ["cat-file", "-e", `${commit}^{commit}`])).ok;
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
      const words = ["push", "-q", "--porcelain", `--force-with-lease=${ref}:${from}`, this.#url, `${to}:${ref}`];
      const answer = await this.#askRemote(words);
      if (answer.ok) return true;
      const now = await this.#remoteCommit(branch);
      if (now === to) return true; // The answer was lost, not the push.
      if (now !== from) return false;
      throw this.#broken(answer.why);
    });
  }

  /** The commit of a branch at the remote now; "" if there is none. */
  remoteCommit = (branch: string): Promise<string> => this.#inTurn(() => this.#remoteCommit(branch));

  async #remoteCommit(branch: string): Promise<string> {
    const answer = await this.#askRemote(["ls-remote", "--heads", this.#url, `refs/heads/${branch}`]);
    this.#demand(answer);
    return answer.ok ? (/^[0-9a-f]+/.exec(text(answer.out))?.[0] ?? "") : "";
  }

  /** A clone to work in, at a commit on a branch, with nothing in common but the objects it starts with. */
  async clone(folder: string, { commit, branch }: { readonly commit: string; readonly branch: string }): Promise<void> {
    await this.#inTurn(async () => {
      await askGit(this.path, ["update-ref", `refs/heads/${branch}`, commit], { writes: true });
      const words = ["clone", "-q", "--no-hardlinks", "--no-tags", "--single-branch", "--branch", branch];
      this.#demand(await this.#askRemote([...words, this.path, folder]));
      await askGit(this.path, ["update-ref", "-d", `refs/heads/${branch}`], { writes: true });
    });
    // An agent that pushes must not reach us.
    this.#demand(await askGit(folder, ["remote", "remove", "origin"], { writes: true }));
  }

  async #make(): Promise<void> {
    if (exists(pathJoin(this.path, "HEAD"))) return;
    makePrivateFolder(this.path);
    this.#demand(await askGit(this.path, ["init", "-q", "--bare", "."], { writes: true }));
  }

  /** An agent without a sandbox can write here: a setting of its own would send our pushes elsewhere, or run a command. */
  #askRemote(words: readonly string[]): Promise<GitAnswer> {
    replaceOwnFile(pathJoin(this.path, "config"), settings);
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
    if (!answer.ok) throw this.#broken(answer.why);
  }

  #broken = (why: string): UserError =>
    new UserError({ what: `git cannot work with the repository: ${why}`, where: this.#url, fix: "git ls-remote URL" });
}
