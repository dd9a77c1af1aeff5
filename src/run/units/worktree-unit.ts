import { policyForKind } from "../../decide/policies/policies.js";
import type { Task } from "../../decide/tasks.js";
import type { Gathered } from "../../evidence/gathered.js";
import { openRepository, type Repository } from "../../lib/git/git.js";
import type { DecisionRecord } from "../../store/record.js";
import { isUnitDone } from "../../store/units.js";
import { writeCommit } from "../git/checkpoints.js";
import { LeftOut } from "../git/left-out.js";
import { findMarks, isIn, mergeBranches, takePaths, treeAt } from "../git/merge.js";
import { rejudgeWith } from "../judge/rejudge.js";
import { AgentRests } from "../loop/agent-rests.js";
import { emitWarnings, lookNow, restoreFiles } from "../loop/look.js";
import { runLoop } from "../loop/loop.js";
import { runChecks } from "../loop/run-checks.js";
import { readList, selectTask } from "../loop/select.js";
import type { Delivery, RefusedWork, Unit } from "../parallel/unit.js";
import { type Session, withPorts } from "../session.js";
import { baselineAt } from "./baseline-at.js";
import { askPatiently, broken, demand } from "./patient-git.js";
import type { StartedUnit, UnitParts } from "./unit-parts.js";
import { afterMerge, inConflict, notCommitted } from "./why-not-merged.js";

/** A unit in a worktree. Its branch always holds a whole state: a merge is made as a commit, conflicts included. */
export class WorktreeUnit implements Unit {
  readonly #parts: UnitParts;
  readonly #repository: Repository;
  #record: StartedUnit;
  #session: Session;
  #feedback: readonly string[];
  #restarts: boolean;
  readonly #rests = new AgentRests();

  constructor(parts: UnitParts) {
    this.#parts = parts;
    this.#repository = parts.repository;
    this.#record = parts.record;
    this.#session = parts.session;
    this.#feedback = parts.feedback ?? [];
    this.#restarts = parts.feedback !== null;
  }

  get task(): Task {
    return this.#record.task;
  }

  async work(): Promise<DecisionRecord> {
    const session = withPorts(this.#session, { restarts: this.#restarts });
    const { last } = await runLoop(session, { feedback: this.#feedback, rests: this.#rests });
    this.#restarts = false;
    return last;
  }

  async deliver(done: DecisionRecord): Promise<Delivery> {
    const { trunk } = this.#parts;
    const base = await this.#commitAt(`refs/heads/${trunk.branch}`);
    const refuse = (reason: Pick<RefusedWork, "why" | "feedback">, commit: string): RefusedWork => ({
      ...{ is: "refused", base, commit },
      ...reason,
    });
    const tip = await this.#commitAt("HEAD");
    const uncommitted = await this.findUncommitted();
    if (uncommitted.length > 0) return refuse(notCommitted(uncommitted), tip);
    if (await isIn(this.#repository, tip, base)) return { is: "merged", commit: base };
    const { commit, conflicts } = await this.#mergeTrunk(base);
    if (conflicts.length > 0) return refuse(inConflict(conflicts), commit);
    const marked = await findMarks(this.#repository, commit, [this.#parts.branch, trunk.branch]);
    if (marked.length > 0) return refuse(inConflict(marked), commit);
    // Nothing else was merged since its work was judged: nothing new can fail.
    const problem = this.#record.base === base ? null : await this.#checkMerged(done, base);
    return problem ? refuse(problem, commit) : { is: "merged", commit: await this.#advanceTrunk(base, commit) };
  }

  async takeBack({ commit, base, feedback }: RefusedWork): Promise<void> {
    await this.#checkOut(commit);
    await this.measureFrom(base);
    this.#feedback = feedback;
  }

  /** What others have merged is not this unit's work: its start is the run's branch as it is now. */
  async measureFrom(base: string): Promise<void> {
    const baseline = await baselineAt(base, this.#record, this.#session);
    const workspace = { ...this.#session.workspace, baseline };
    this.#record = { ...this.#record, base, baseline };
    this.#parts.save(this.#record);
    const state = await lookNow({ workspace });
    this.#session = withPorts(this.#session, { workspace: { ...workspace, state } });
  }

  close = (isMerged: boolean): Promise<void> => this.#parts.close(isMerged);

  /** Paths of its work that are in no commit. */
  async findUncommitted(): Promise<readonly string[]> {
    const leftOut = new LeftOut(this.#parts.leftOut);
    const dirty = demand(await this.#repository.dirty("by-commit"), this.#repository.root);
    return dirty.map(({ path }) => path).filter((path) => !leftOut.has(path.replace(/\/$/, "")));
  }

  /** The unit's branch with the run's branch in it. A merge with conflicts is not checked out yet. */
  async #mergeTrunk(base: string): Promise<{ readonly commit: string; readonly conflicts: readonly string[] }> {
    const { branch, trunk } = this.#parts;
    const tip = await this.#takeList(base);
    if (await isIn(this.#repository, base, tip)) return { commit: tip, conflicts: [] };
    const { tree, conflicts } = demand(await mergeBranches(this.#repository, branch, trunk.branch), trunk.root);
    const message = `untildone: merge ${trunk.branch} into task ${this.task.id}\n`;
    const commit = demand(await writeCommit(this.#repository, { tree, parents: [tip, base], message }), trunk.root);
    if (conflicts.length === 0) await this.#checkOut(commit);
    return { commit, conflicts };
  }

  /** The list is the run's: whatever the agent did to its copy is left behind. */
  async #takeList(base: string): Promise<string> {
    const tip = await this.#commitAt("HEAD");
    const { listPaths: paths } = this.#parts;
    if (paths.length === 0) return tip;
    const tree = demand(await takePaths(this.#repository, { tree: tip, from: base, paths }), this.#repository.root);
    if (tree === (await treeAt(this.#repository, tip))) return tip;
    const message = `untildone: task ${this.task.id}, with the task list of the run\n`;
    const commit = demand(
      await writeCommit(this.#repository, { tree, parents: [tip], message }),
      this.#repository.root,
    );
    await this.#checkOut(commit);
    return commit;
  }

  /** Judges the same claim again, by what the checks say about the merged work. Null if it still passes. */
  async #checkMerged(done: DecisionRecord, base: string): Promise<Pick<RefusedWork, "why" | "feedback"> | null> {
    const seen = await this.#gatherMerged(done, base);
    const { decision, gate } = rejudgeWith(done, seen, policyForKind(this.#session.policy, this.task.kind));
    if (gate.passed || isUnitDone({ ...done, decision }, this.task.id)) return null;
    const { refusals } = gate;
    const why = refusals.length > 0 ? refusals.join("; ") : decision.reason;
    return {
      why: `merged with the work of other tasks, ${why}`,
      feedback: [afterMerge, ...refusals, ...seen.feedback.map(({ text }) => text)],
    };
  }

  async #gatherMerged({ iteration }: DecisionRecord, base: string): Promise<Gathered> {
    const { task } = this;
    const { tasks, workspace } = this.#session;
    const { work, guard, checks } = workspace;
    const baseline = await baselineAt(base, this.#record, this.#session);
    const selected = selectTask(await readList(tasks.tracker), work.list, { only: task });
    guard.remember();
    const session = { ...this.#session, workspace: { ...workspace, baseline } };
    const seen = await runChecks(session, {
      ...{ task, claimed: true, ending: false, before: baseline.state },
      began: work.began({ ...selected, task }),
      logDirectory: checks.logFile(iteration, "merge-checks"),
    });
    restoreFiles(this.#session);
    emitWarnings(this.#session, seen.warnings);
    return seen;
  }

  /** Adds the work to the run's branch, and the files to its worktree. */
  async #advanceTrunk(base: string, tip: string): Promise<string> {
    const { trunk } = this.#parts;
    const tree = await treeAt(this.#repository, tip);
    if (tree === null || tree === (await treeAt(this.#repository, base))) return base;
    const { id, title } = this.task;
    const message = `untildone: merge task ${id.replaceAll(/\s+/g, " ")}\n\n${title}\n\nUntildone-Run: ${this.#session.run}\n`;
    const commit = demand(await writeCommit(this.#repository, { tree, parents: [base, tip], message }), trunk.root);
    const repository = await openRepository(trunk.root);
    const words = ["merge", "-q", "--ff-only", "--no-autostash", "--no-verify-signatures", commit];
    demand(repository.ok ? await askPatiently(repository, words) : repository, trunk.root);
    return commit;
  }

  async #checkOut(commit: string): Promise<void> {
    demand(await askPatiently(this.#repository, ["reset", "-q", "--hard", commit]), this.#repository.root);
  }

  async #commitAt(name: string): Promise<string> {
    const commit = await this.#repository.commitAt(name);
    if (commit !== null) return commit;
    throw broken(`${name} is gone`, this.#repository.root);
  }
}
