import type { Task } from "../../decide/tasks.js";
import { pathJoin } from "../../lib/files/folder.js";
import type { Repository } from "../../lib/git/git.js";
import { findRun } from "../../store/current-run.js";
import { eachRecordBackwards } from "../../store/load.js";
import { findUnit, type UnitState } from "../../store/units.js";
import { ownIn } from "../git/git.js";
import type { Worktree } from "../git/git-worktree.js";
import { feedbackForNextTurn } from "../loop/next-feedback.js";
import type { LimitGate } from "../parallel/limit-gate.js";
import type { LinkedStop } from "../parallel/linked-stop.js";
import type { RunWriter } from "../parallel/run-writer.js";
import type { Unit, UnitPlaces } from "../parallel/unit.js";
import { listUnits, readUnit, removeUnit, saveUnit, unitKey } from "../records/unit-record.js";
import type { Session } from "../session.js";
import type { OpenedRun } from "../start/open-run.js";
import { type EnteredUnit, enterUnit } from "./enter-unit.js";
import { takeUnitBaseline } from "./unit-baseline.js";
import type { StartedUnit } from "./unit-parts.js";
import { openUnitSession } from "./unit-session.js";
import { listPaths } from "./unit-work.js";
import { UnitWorktrees } from "./unit-worktrees.js";
import { WorktreeUnit } from "./worktree-unit.js";

/** What the units of a run share. */
export interface UnitsContext {
  readonly opened: OpenedRun;
  /** That of the run's own worktree, where everything is merged. */
  readonly session: Session;
  /** The run's own worktree, and the project it belongs to. */
  readonly trunk: Worktree;
  readonly project: Repository;
  readonly writer: RunWriter;
  readonly gate: LimitGate;
  readonly stop: LinkedStop;
}

/** Each unit in a worktree beside that of the run, on a branch of its own. */
export class WorktreeUnits implements UnitPlaces {
  readonly #context: UnitsContext;
  readonly #worktrees: UnitWorktrees;
  /** Guards and sandboxes that are open. */
  readonly #open = new Set<() => Promise<void>>();

  constructor(context: UnitsContext) {
    this.#context = context;
    const { opened, session, project, trunk, stop } = context;
    const folder = pathJoin(opened.store.folder, "worktrees");
    this.#worktrees = new UnitWorktrees({ run: session.run, folder, project, trunk, stop: stop.now });
  }

  left(): readonly Task[] {
    const { opened, session } = this.#context;
    return listUnits(opened.privateFolder, session.run).map(({ task }) => task);
  }

  branchOf = (task: Task): string => this.#worktrees.branchOf(task);

  async discard(task: Task): Promise<void> {
    await this.#worktrees.discard(task);
    removeUnit(this.#context.opened.privateFolder, this.#keyOf(task));
  }

  async open(task: Task): Promise<Unit> {
    const { opened, project, trunk } = this.#context;
    const { privateFolder } = opened;
    const key = this.#keyOf(task);
    const saved = readUnit(privateFolder, key);
    const base = saved?.base ?? (await project.commitAt(`refs/heads/${trunk.branch}`)) ?? "";
    const record = saved ?? { task, base, baseline: null };
    if (!saved) saveUnit(privateFolder, key, record); // Before the worktree, which is then never forgotten.
    const repository = await this.#worktrees.enter(task, record, this.#stateOf(task).from);
    const { hidden } = this.#context.opened;
    await hidden?.hideIn(pathJoin(repository.root, project.inside), key);
    const place = await enterUnit(this.#context, { task, repository, branch: this.branchOf(task) }, this.#open);
    const whole = await takeUnitBaseline(this.#context, record, place);
    const unit = await this.#openUnit(whole, place, saved?.baseline != null);
    const { base: latest } = this.#stateOf(task);
    if (latest !== null && latest !== whole.base) await unit.measureFrom(latest);
    return unit;
  }

  async #openUnit(record: StartedUnit, place: EnteredUnit, isResumed: boolean): Promise<WorktreeUnit> {
    const { opened, trunk } = this.#context;
    const { task } = record;
    const { key, cwd, repository, leave } = place;
    const session = await openUnitSession(this.#context, record, place);
    const paths = listPaths(repository, cwd, opened.options);
    return new WorktreeUnit({
      ...{ record, session, repository, trunk, branch: this.branchOf(task), listPaths: paths },
      leftOut: [...ownIn(repository, session.workspace.own), ...paths],
      feedback: isResumed ? this.#lastFeedback(task) : null,
      save: (changed) => saveUnit(opened.privateFolder, key, changed),
      close: async (isMerged) => {
        await leave();
        await this.#worktrees.leave(task, repository.root, isMerged);
        removeUnit(opened.privateFolder, key);
      },
    });
  }

  /** What a unit holds besides its worktree is given back, whatever became of it. */
  async leaveAll(): Promise<void> {
    for (const leave of this.#open) await leave();
  }

  /** Nothing was done in any of them. */
  async discardAll(): Promise<void> {
    await this.leaveAll();
    for (const task of this.left()) await this.discard(task);
  }

  #keyOf = (task: Task): string => unitKey(this.#context.session.run, task);

  #stateOf(task: Task): UnitState {
    const { writer, session } = this.#context;
    return findUnit(findRun(writer.runState, session.run)?.units, task.id);
  }

  /** The feedback of the last decision about a task, for the turn that did not happen. */
  #lastFeedback({ id }: Task): readonly string[] {
    const { opened, session } = this.#context;
    let feedback: readonly string[] = [];
    eachRecordBackwards(opened.store.folder, (record) => {
      if (record.run !== session.run) return "enough";
      if (record.kind !== "decision" || (record.unit !== id && record.about?.unit !== id)) return "more";
      feedback = feedbackForNextTurn(record);
      return "enough";
    });
    return feedback;
  }
}
