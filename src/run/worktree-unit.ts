import { UserError } from "../base/errors.js";
import { writeCommit } from "../checkpoints/checkpoints.js";
import type { Worktree } from "../checkpoints/git-worktree.js";
import { LeftOut } from "../checkpoints/left-out.js";
import { findMarks, isIn, mergeBranches, takePaths, treeAt } from "../checkpoints/merge.js";
import { foldWarnings } from "../core/fold-warnings.js";
import { judgeCase } from "../core/policy.js";
import type { Task } from "../core/tasks.js";
import { baselineFromCommit } from "../evidence/baseline.js";
import { criteriaFor } from "../evidence/criteria/read-criteria.js";
import { type Gathered, gather } from "../evidence/gather.js";
import { taskText } from "../evidence/proof/test-owner.js";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import { AgentRests } from "../loop/agent-rests.js";
import { runLoop } from "../loop/loop.js";
import { readList, selectTask } from "../loop/select.js";
import type { LoopSetup } from "../loop/setup.js";
import type { Delivery, Refused, Unit } from "../parallel/unit.js";
import { policyForKind } from "../policies/policies.js";
import type { DecisionRecord } from "../store/record.js";
import { isUnitDone } from "../store/units.js";
import { type GitAnswer, type GitRefusal, openRepository, type Repository } from "../system/git.js";
import { sleepUntil } from "../system/signals.js";
import type { UnitRecord } from "./unit-record.js";
import type { StartedUnit } from "./units.js";

export interface UnitParts {
  readonly record: StartedUnit;
  readonly setup: LoopSetup;
  /** That of the unit's worktree. */
  readonly repository: Repository;
  readonly branch: string;
  /** The run's own worktree. */
  readonly trunk: Worktree;
  /** The task list's paths from the root: only the run changes it. */
  readonly listPaths: readonly string[];
  /** Paths from the root that are not committed. */
  readonly leftOut: readonly string[];
  /** For the next turn of a unit that was left; null for a new one. */
  readonly feedback: readonly string[] | null;
  readonly save: (record: UnitRecord) => void;
  readonly close: (isMerged: boolean) => Promise<void>;
}

/** A unit in a worktree. Its branch always holds a whole state: a merge is made as a commit, conflicts included. */
export class WorktreeUnit implements Unit {
  readonly #parts: UnitParts;
  readonly #repository: Repository;
  #record: StartedUnit;
  #setup: LoopSetup;
  #feedback: readonly string[];
  #restarts: boolean;
  readonly #rests = new AgentRests();

  constructor(parts: UnitParts) {
    this.#parts = parts;
    this.#repository = parts.repository;
    this.#record = parts.record;
    this.#setup = parts.setup;
    this.#feedback = parts.feedback ?? [];
    this.#restarts = parts.feedback !== null;
  }

  get task(): Task {
    return this.#record.task;
  }

  async work(): Promise<DecisionRecord> {
    const { last } = await runLoop(
      { ...this.#setup, restarts: this.#restarts },
      { feedback: this.#feedback, rests: this.#rests },
    );
    this.#restarts = false;
    return last;
  }

  async deliver(done: DecisionRecord): Promise<Delivery> {
    const { trunk } = this.#parts;
    const base = await this.#commitAt(`refs/heads/${trunk.branch}`);
    const refuse = (reason: Pick<Refused, "why" | "feedback">, commit: string): Refused => ({
      ...{ is: "refused", base, commit },
      ...reason,
    });
    const tip = await this.#commitAt("HEAD");
    const uncommitted = await this.#findUncommitted();
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

  async takeBack({ commit, base, feedback }: Refused): Promise<void> {
    await this.#checkOut(commit);
    await this.measureFrom(base);
    this.#feedback = feedback;
  }

  /** What others have merged is not this unit's work: its start is the run's branch as it is now. */
  async measureFrom(base: string): Promise<void> {
    const baseline = await this.#baselineAt(base);
    const { cwd, own } = this.#setup;
    this.#record = { ...this.#record, base, baseline };
    this.#parts.save(this.#record);
    const workspace = await lookAtWorkspace(cwd, { ignore: own, start: baseline.state });
    this.#setup = { ...this.#setup, baseline, workspace };
  }

  close = (isMerged: boolean): Promise<void> => this.#parts.close(isMerged);

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
  async #checkMerged(done: DecisionRecord, base: string): Promise<Pick<Refused, "why" | "feedback"> | null> {
    const seen = await this.#gatherMerged(done, base);
    const { turn } = done.observation;
    const { failingTests } = seen.facts;
    const facts = failingTests === undefined ? {} : { failingTests };
    const { decision, context } = judgeCase(policyForKind(this.#setup.policy, this.task.kind), {
      ...done.observation,
      ...{ interrupted: false, evidence: seen.evidence },
      turn: turn && { ...turn, facts: { ...turn.facts, ...facts } },
    });
    if (context.gate.passed || isUnitDone({ ...done, decision }, this.task.id)) return null;
    const { refusals } = context.gate;
    const why = refusals.length > 0 ? refusals.join("; ") : decision.reason;
    return {
      why: `merged with the work of other tasks, ${why}`,
      feedback: [afterMerge, ...refusals, ...seen.feedback.map(({ text }) => text)],
    };
  }

  async #gatherMerged({ iteration }: DecisionRecord, base: string): Promise<Gathered> {
    const { task } = this;
    const { cwd, plans, kept = null, policy, work, tasksFile, own, stop, tracker, emit, guard, logFile } = this.#setup;
    const baseline = await this.#baselineAt(base);
    const selected = selectTask(await readList(tracker), work.list, { only: task });
    guard.remember();
    const seen = await gather({
      ...{ cwd, plans, kept, baseline, tasksFile },
      before: baseline.state,
      began: work.began({ ...selected, task }),
      generated: work.generated,
      allowed: work.allowed,
      accepted: work.acceptedTests,
      flaky: work.flaky,
      retries: policy.settings.retries,
      task: { id: task.id, title: task.title, text: taskText(task), criteria: criteriaFor(task, baseline.verify) },
      ignore: own,
      ...{ claimed: true, ending: false, signal: stop.now },
      logDirectory: logFile(iteration, "merge-checks"),
      onCheck: (event) =>
        emit(
          event.type === "check-start"
            ? { type: "check-start", name: event.plan.name, plan: event.plan }
            : { type: "check-end", name: event.plan.name, evidence: event.evidence },
        ),
    });
    for (const restored of guard.restore()) emit({ type: "file-restored", ...restored });
    for (const text of foldWarnings(seen.warnings)) emit({ type: "warning", text });
    return seen;
  }

  /** The unit's baseline with the files of another commit. What was there uncommitted stays part of the start. */
  async #baselineAt(base: string): Promise<StartedUnit["baseline"]> {
    const { baseline } = this.#record;
    const { cwd, own: ignore, tasksFile } = this.#setup;
    const fresh = await baselineFromCommit(cwd, { since: base, ignore, tasksFile });
    const [root] = fresh?.state.roots ?? [];
    if (!fresh || !root) return baseline;
    const roots = baseline.state.roots.map((then) =>
      then.path === root.path
        ? { ...then, commit: root.commit, files: { ...then.files, ...root.files }, gone: root.gone }
        : then,
    );
    return { ...baseline, tasks: fresh.tasks, state: { ...baseline.state, roots, snapshot: null } };
  }

  /** Adds the work to the run's branch, and the files to its worktree. */
  async #advanceTrunk(base: string, tip: string): Promise<string> {
    const { trunk } = this.#parts;
    const tree = await treeAt(this.#repository, tip);
    if (tree === null || tree === (await treeAt(this.#repository, base))) return base;
    const { id, title } = this.task;
    const message = `untildone: merge task ${id.replaceAll(/\s+/g, " ")}\n\n${title}\n\nUntildone-Run: ${this.#setup.run}\n`;
    const commit = demand(await writeCommit(this.#repository, { tree, parents: [base, tip], message }), trunk.root);
    const repository = await openRepository(trunk.root);
    const words = ["merge", "-q", "--ff-only", "--no-autostash", "--no-verify-signatures", commit];
    demand(repository.ok ? await askPatiently(repository, words) : repository, trunk.root);
    return commit;
  }

  async #checkOut(commit: string): Promise<void> {
    demand(await askPatiently(this.#repository, ["reset", "-q", "--hard", commit]), this.#repository.root);
  }

  async #findUncommitted(): Promise<readonly string[]> {
    const leftOut = new LeftOut(this.#parts.leftOut);
    const dirty = demand(await this.#repository.dirty("by-commit"), this.#repository.root);
    return dirty.map(({ path }) => path).filter((path) => !leftOut.has(path.replace(/\/$/, "")));
  }

  async #commitAt(name: string): Promise<string> {
    const commit = await this.#repository.commitAt(name);
    if (commit !== null) return commit;
    throw broken(`${name} is gone`, this.#repository.root);
  }
}

const tries = 20;
const pauseSeconds = 0.5;

/** A git of a loop that was killed may still be writing. */
async function askPatiently(repository: Repository, words: readonly string[]): Promise<GitAnswer> {
  for (let at = 1; ; at++) {
    const answer = await repository.ask(words, { writes: true });
    if (answer.ok || at === tries || !/\.lock\b/.test(answer.why)) return answer;
    await sleepUntil(pauseSeconds, new AbortController().signal);
  }
}

function demand<T>(answer: T | GitRefusal, where: string): T {
  if (typeof answer === "object" && answer !== null && "why" in answer && "noGit" in answer)
    throw broken(answer.why, where);
  return answer;
}

const broken = (why: string, where: string): UserError =>
  new UserError({
    what: `git cannot merge: ${why}`,
    where,
    fix: "fix what git reports, then untildone run --resume",
  });

const maxNamed = 10;
const nameFiles = (paths: readonly string[]): string =>
  paths.length > maxNamed
    ? `${paths.slice(0, maxNamed).join(", ")} and ${paths.length - maxNamed} more`
    : paths.join(", ");

const inConflict = (paths: readonly string[]): Pick<Refused, "why" | "feedback"> => ({
  why: `conflict with the work of other tasks in ${nameFiles(paths)}`,
  feedback: [
    `Your work was merged with that of other tasks, and both changed the same places: ${nameFiles(paths)}. Each file holds both versions between <<<<<<< (yours) and >>>>>>> (theirs). Keep what both are meant to do, remove these marks, run the tests, and report the task as done again.`,
  ],
});

const notCommitted = (paths: readonly string[]): Pick<Refused, "why" | "feedback"> => ({
  why: `not committed, so it cannot be merged: ${nameFiles(paths)}`,
  feedback: [
    `These paths could not be committed, so your work cannot be merged: ${nameFiles(paths)}. Remove them or make them plain files of this repository, finish any merge or rebase, and report the task as done again.`,
  ],
});

const afterMerge =
  "Your work was merged with that of other tasks, which is now in your folder, and then the checks did not hold. Fix it so that both work, and report the task as done again.";
