import { UserError } from "../lib/errors.js";
import { exists, makePrivateFolder, moveAside } from "../lib/files/disk.js";
import { namesIn, pathJoin, timesIn } from "../lib/files/folder.js";
import { removeFolder } from "../lib/files/temporary-folder.js";
import type { GitRefusal } from "../lib/git/ask-git.js";
import type { Repository } from "../lib/git/git.js";
import { openRepository } from "../lib/git/git.js";
import { text } from "../lib/git/git-output.js";
import { fetchLocally } from "../lib/git/remote-git.js";
import type { TaskTrunk } from "../run.js";
import { allSaid, speaksOfMachine, WorkerFault } from "./fault.js";
import type { Mirror } from "./mirror.js";
import { fetchSubmodules } from "./submodules.js";

interface PlaceTerms {
  readonly mirror: Mirror;
  /** A folder of its own. */
  readonly folder: string;
  /** The commit that was submitted. */
  readonly first: string;
  /** The commit to measure from. */
  readonly base: string;
  /** The commit to go on from, if it is another. */
  readonly commit: string;
  /** The branch of the task, and the one that all are merged into. */
  readonly branch: string;
  readonly common: string;
  /** Whether this worker may fetch from a repository, such as a submodule. */
  mayFetch(url: string): boolean;
}

/** Where one task is worked on: a clone at its base, and a checkout of the branch that all are merged into. */
export class TaskPlace {
  readonly cwd: string;
  readonly trunk: TaskTrunk;
  /** A checkout of what was submitted: no agent has changed the configuration there. */
  readonly start: string;
  readonly #terms: PlaceTerms;
  readonly #repository: Repository;
  #tip = "";

  /** What of the repository is missing here; null if nothing is. */
  readonly problem: string | null;

  private constructor(
    terms: PlaceTerms,
    repository: Repository,
    { trunk, start, problem }: { trunk: TaskTrunk; start: string; problem: string | null },
  ) {
    this.#terms = terms;
    this.problem = problem;
    this.start = start;
    this.#repository = repository;
    this.trunk = trunk;
    this.cwd = repository.root;
  }

  static async open(terms: PlaceTerms): Promise<TaskPlace> {
    try {
      return await TaskPlace.#make(terms);
    } catch (error) {
      removeFolder(terms.folder);
      throw error;
    }
  }

  static async #make(terms: PlaceTerms): Promise<TaskPlace> {
    const { mirror, folder, base, commit, branch, common } = terms;
    makePrivateFolder(folder);
    const cwd = pathJoin(folder, "work");
    await mirror.clone(cwd, { commit: base, branch });
    if (commit !== base) demand(await fetchLocally(cwd, mirror.path, [`${commit}:refs/fleet/left`]), cwd);
    const repository = demand(await openRepository(cwd), cwd);
    const trunk = { root: pathJoin(folder, "common"), branch: common };
    const start = pathJoin(folder, "start");
    for (const place of [
      ["--no-track", "-b", common, trunk.root, base],
      ["--detach", start, terms.first],
    ])
      demand(await repository.ask(["worktree", "add", "-q", ...place], { writes: true }), folder);
    const { first } = terms;
    const { mayFetch } = terms;
    const places = [
      { folder: cwd, commit: base },
      { folder: trunk.root, commit: base },
      { folder: start, commit: first },
    ];
    const left: (string | null)[] = [];
    for (const place of places) left.push(await fetchSubmodules({ ...place, first, url: mirror.url, mayFetch }));
    return new TaskPlace(terms, repository, { trunk, start, problem: left.find((why) => why !== null) ?? null });
  }

  get stateFolder(): string {
    return pathJoin(this.#terms.folder, "state");
  }

  /** The last checkpoint, in our own repository, ready to be pushed. */
  takeCheckpoint = (): Promise<string> => this.#terms.mirror.take(this.cwd, "HEAD", this.#terms.branch);

  /** Puts the checkout of the common branch to where the remote has it: what we merged without publishing is undone. */
  async refreshTrunk(): Promise<void> {
    const { mirror, common, base } = this.#terms;
    const tip = await mirror.fetch(common);
    this.#tip = tip ?? "";
    if (tip !== null) demand(await fetchLocally(this.cwd, mirror.path, [`${tip}:refs/fleet/tip`]), this.cwd);
    const trunk = demand(await openRepository(this.trunk.root), this.trunk.root);
    demand(await trunk.ask(["reset", "-q", "--hard", tip ?? base], { writes: true }), this.trunk.root);
  }

  /** Whether the work of a run is part of the common branch already. Only we make its first parents. */
  async isPublished(run: string): Promise<string | null> {
    if (this.#tip === "") return null;
    const words = ["log", "--first-parent", "--format=%(trailers:key=Untildone-Run,valueonly)", this.#tip];
    const answer = await this.#repository.ask([...words, `^${this.#terms.base}`]);
    const runs = answer.ok ? text(answer.out).split("\n") : [];
    return runs.some((line) => line.trim() === run) ? this.#tip : null;
  }

  /** Where the common branch of the remote was when we last looked; "" if there was none. */
  get tip(): string {
    return this.#tip;
  }

  /** Publishes the common branch. False if somebody else was first. */
  async publishTrunk(commit: string): Promise<boolean> {
    const { mirror, common, branch } = this.#terms;
    const taken = await mirror.take(this.cwd, `refs/heads/${common}`, `${branch}-common`);
    if (taken !== commit) return false;
    return mirror.push(common, { to: commit, from: this.#tip });
  }

  /** The mirror needs nothing of a task that is over. */
  drop = (): Promise<void> => this.#terms.mirror.drop([this.#terms.branch, `${this.#terms.branch}-common`]);

  /** Keeps the decisions and logs of the task on this machine, for whoever looks into it. */
  close(kept: string): void {
    makePrivateFolder(kept);
    const name = this.#terms.folder.slice(this.#terms.folder.lastIndexOf("/") + 1);
    removeFolder(pathJoin(kept, name));
    if (exists(this.stateFolder)) moveAside(this.stateFolder, pathJoin(kept, name));
    removeFolder(this.#terms.folder);
    const all = timesIn(kept, namesIn(kept)).toSorted((a, b) => a.time - b.time);
    for (const old of all.slice(0, -maxKept)) removeFolder(pathJoin(kept, old.name));
  }
}

/** How many tasks a machine keeps the logs of. */
const maxKept = 200;

function demand<T extends { readonly ok: boolean }>(answer: T, where: string): Exclude<T, { readonly ok: false }> {
  if (answer.ok) return answer as Exclude<T, { readonly ok: false }>;
  const refusal = answer as unknown as GitRefusal;
  const { why } = refusal;
  if (speaksOfMachine(allSaid(refusal))) throw new WorkerFault(why);
  throw new UserError({ what: `git: ${why}`, where, fix: "see what git reports" });
}
