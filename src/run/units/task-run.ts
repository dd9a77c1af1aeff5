import type { Sandbox } from "../../agents/sandbox/sandbox.js";
import type { Task } from "../../decide/tasks.js";
import { readIfThere } from "../../lib/files/files.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import type { Repository } from "../../lib/git/git.js";
import { now } from "../../lib/time/clock.js";
import type { FolderGuard } from "../../store/guard.js";
import { journalName } from "../../store/load.js";
import type { DecisionRecord, UnitResult } from "../../store/record.js";
import type { Tracker } from "../../tasks/tracker.js";
import { ownIn } from "../git/git.js";
import { readList } from "../loop/select.js";
import { aboutUnit, type UnitVerdict } from "../parallel/about-unit.js";
import type { Delivery, RefusedWork } from "../parallel/unit.js";
import { readLedger } from "../records/ledger.js";
import { markEnded } from "../records/open-runs.js";
import { lastFeedback } from "../records/recall.js";
import type { Session } from "../session.js";
import type { OpenedRun } from "../start/open-run.js";
import { gone } from "./clone.js";
import { refuseUncommitted, watchCheckpoints } from "./committed-work.js";
import { markMerged } from "./mark-merged.js";
import type { TaskRun, TaskState, TaskTerms } from "./task-terms.js";
import { listPaths } from "./unit-work.js";
import { WorktreeUnit } from "./worktree-unit.js";

/** A task in a clone, by the unit that `run --parallel` has in a worktree. */
export class CloneRun implements TaskRun {
  readonly run: string;
  readonly task: Task;
  readonly #parts: OpenParts;
  readonly #unit: WorktreeUnit;
  #base: string;
  problem: string | null = null;
  #feedback: readonly string[] | null;

  constructor(parts: OpenParts) {
    this.#parts = parts;
    const { opened, session, task, repository, terms } = parts;
    const { left } = terms;
    this.run = opened.id;
    this.task = task;
    this.#base = terms.base;
    this.#feedback = left?.feedback ?? null;
    const paths = listPaths(repository, session.workspace.cwd, opened.options);
    this.#unit = new WorktreeUnit({
      ...{ repository, trunk: terms.trunk, branch: parts.branch, listPaths: paths },
      session: watchCheckpoints(session, this),
      record: { task, base: terms.base, baseline: session.workspace.baseline },
      leftOut: [...ownIn(repository, session.workspace.own), ...paths],
      feedback: left && (left.feedback ?? lastFeedback(opened.store, opened.id)),
      save: () => undefined, // Its state is all that is kept.
      close: async () => undefined,
    });
  }

  async work(): Promise<DecisionRecord> {
    const record = await this.#unit.work();
    this.#feedback = null;
    return record;
  }

  deliver = (done: DecisionRecord): Promise<Delivery> => this.#unit.deliver(done);

  async takeBack(refused: RefusedWork): Promise<void> {
    await this.#unit.takeBack(refused);
    this.problem = null;
    this.#base = refused.base;
    this.#feedback = refused.feedback;
  }

  mark(record: DecisionRecord): Promise<{ readonly commit: string; readonly problem: string | null }> {
    const { trunkRepository: trunk, trunkTracker: tracker, opened } = this.#parts;
    return markMerged({ task: this.task.id, run: opened.id, trunk, tracker }, record);
  }

  async conclude(record: DecisionRecord, about: UnitResult, verdict: UnitVerdict) {
    const { trunkTracker, opened } = this.#parts;
    const list = await readList(trunkTracker);
    const position = { runState: opened.store.runState, tasks: list.is === "tasks" ? list.tasks : [], now: now() };
    return aboutUnit(record, about, verdict, position);
  }

  async readState(): Promise<TaskState> {
    const { opened, repository } = this.#parts;
    const commit = await repository.head();
    const ledger = readLedger(opened.privateFolder, this.run);
    if (commit === null || ledger === null) throw gone(repository.root);
    const journal = readIfThere(`${opened.store.folder}/${journalName}`) ?? "";
    const feedback =
      this.#feedback ?? (await refuseUncommitted({ journal, task: this.task.id }, () => this.#unit.findUncommitted()));
    return { run: this.run, base: this.#base, commit, journal, ledger, feedback };
  }

  async close(): Promise<void> {
    const { opened, guard, sandbox } = this.#parts;
    guard.close();
    await Promise.all([sandbox?.close(), opened.room.close()]);
    markEnded(opened.privateFolder, this.run);
    opened.store.close();
    removeFolder(opened.privateFolder.path);
  }
}

export interface OpenParts {
  readonly opened: OpenedRun;
  readonly session: Session;
  readonly task: Task;
  readonly branch: string;
  readonly repository: Repository;
  readonly trunkRepository: Repository;
  readonly trunkTracker: Tracker;
  readonly terms: TaskTerms;
  readonly guard: FolderGuard;
  readonly sandbox: Sandbox | null;
}
