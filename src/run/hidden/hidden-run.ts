import type { CheckPlan, HiddenPlan } from "../../evidence/plan.js";
import { makeFolder } from "../../lib/files/disk.js";
import { pathJoin, realPath } from "../../lib/files/folder.js";
import type { Manifest } from "../../lib/files/put-away/manifest.js";
import { type Restorer, startRestorer } from "../../lib/process/restorer.js";
import { type BroughtBack, putAway, putBack } from "./away.js";
import { findHidden, findPresent, hiddenPlansIn, ownPaths } from "./find-hidden.js";
import { awayFolder, foundFolder, hiddenLogs } from "./hidden-places.js";
import { type Swept, sweep } from "./sweep.js";

export interface HiddenOptions {
  readonly run: string;
  /** The project's folder, and the private one. */
  readonly cwd: string;
  readonly privateFolder: string;
  readonly plans: readonly CheckPlan[];
  /** Files that the run needs, and our own folders, from the project's folder. */
  readonly needed: readonly string[];
  readonly own: readonly string[];
}

/** The files of the hidden checks of a run, while they are away. */
export class HiddenRun {
  /** The plans of the run, which know where the files are. */
  readonly plans: readonly CheckPlan[];
  readonly #options: HiddenOptions;
  readonly #globs: readonly string[];
  readonly #paths: readonly string[];
  readonly #places = new Map<string, HiddenAt>();
  readonly #restorer: Restorer;

  private constructor(options: HiddenOptions, asked: readonly HiddenPlan[], paths: readonly string[]) {
    this.#options = options;
    this.#globs = asked.flatMap(({ hidden }) => hidden.files);
    this.#paths = ownPaths(this.#globs, paths);
    this.#restorer = startRestorer(options.cwd);
    const kept = awayFolder(options.privateFolder, options.run);
    const logs = hiddenLogs(options.privateFolder, options.run);
    this.plans = options.plans.map((plan) =>
      plan.kind === "command" && plan.hidden && !plan.hidden.sealed
        ? { ...plan, hidden: { ...plan.hidden, kept: { folder: kept, logs } } }
        : plan,
    );
  }

  /** Puts the files of all hidden checks away, before anything of an agent runs. Null without such a check. */
  static async open(options: HiddenOptions): Promise<HiddenRun | null> {
    const asked = hiddenPlansIn(options.plans);
    if (asked.length === 0) return null;
    const root = realPath(options.cwd);
    const { needed, own } = options;
    const paths = [...new Set(asked.flatMap((plan) => findHidden(plan, { root, needed, own })))];
    const hidden = new HiddenRun(options, asked, paths);
    try {
      await hidden.#hideAt(root, { id: options.run, paths });
      makeFolder(hiddenLogs(options.privateFolder, options.run));
      return hidden;
    } catch (error) {
      await hidden.close();
      throw error;
    }
  }

  /** Also in a worktree, which has what is committed of them. */
  async hideIn(cwd: string, id: string): Promise<void> {
    const root = realPath(cwd);
    if (this.#places.has(root)) return;
    const { own } = this.#options;
    const paths = findPresent(root, this.#globs, own);
    await this.#hideAt(root, { id, paths, mayBeGone: true });
  }

  async #hideAt(
    root: string,
    { id, ...files }: { id: string; paths: readonly string[]; mayBeGone?: true },
  ): Promise<void> {
    const { privateFolder } = this.#options;
    const manifest = await putAway(privateFolder, { run: id, root, own: this.#paths, ...files });
    this.#places.set(root, { id, index: manifest.index });
  }

  /** Paths in a folder that are no work, whatever happens to them. */
  ownIn = (cwd: string): readonly string[] => this.#paths.map((path) => pathJoin(realPath(cwd), path));

  /** After a turn: what was done at these paths is undone and told. */
  async sweep(cwd: string): Promise<Swept> {
    const root = realPath(cwd);
    const place = this.#places.get(root);
    if (!place) return { written: [], committed: [], problems: [] };
    const { privateFolder, run, own } = this.#options;
    return sweep({
      ...{ root, own, globs: this.#globs, index: place.index },
      found: foundFolder(privateFolder, run),
    });
  }

  /** Puts everything back. */
  async close(): Promise<readonly BroughtBack[]> {
    const back: BroughtBack[] = [];
    for (const [root, { id }] of [...this.#places].reverse()) {
      await this.sweep(root); // A check may have written there.
      const done = await putBack(this.#options.privateFolder, id);
      if (done) back.push(done);
    }
    this.#places.clear();
    if (back.every(({ problems }) => problems.length === 0)) this.#restorer.release();
    return back;
  }
}

interface HiddenAt {
  readonly id: string;
  readonly index: Manifest["index"];
}
