import { withGroups } from "../../decide/groups.js";
import type { Task } from "../../decide/tasks.js";
import { countList } from "../../evidence/ledger/count-list.js";
import { noTicks } from "../../evidence/ledger/list-ledger.js";
import { findAgain } from "../../evidence/ledger/pair-tasks.js";
import type { RunState } from "../../store/current-run.js";
import type { DecisionRecord, NewRecord } from "../../store/record.js";
import { excludePaths, lookNow } from "../loop/look.js";
import { readList, type Selected, selectTask } from "../loop/select.js";
import type { GuardedWrite } from "../records/guarded-write.js";
import { type Session, withPorts } from "../session.js";
import { aboutUnit, endAsUnit, type RunPosition } from "./about-unit.js";
import type { RefusedWork } from "./unit.js";

type ListedTasks = Pick<Selected, "listed"> & {
  /** As it counts. */
  readonly tasks: readonly Task[];
};

/** What a unit came to, and when its work began to be merged, if it did. */
interface EndedWork {
  readonly task: Task;
  readonly record: DecisionRecord;
  readonly startedAt?: string;
}

/**
 * The one writer of the list and of the journal while several tasks are worked on. There is always a turn somewhere, so
 * ticks that are not ours are an agent's and count for nothing.
 */
export class RunWriter {
  readonly #session: Session;
  readonly #write: GuardedWrite;
  /** The list when the units began. */
  #before: Selected = { tasks: { is: "not-asked" }, listed: [], task: null, allDone: false };
  #counted = 0;
  #refused: Error | null = null;

  /** `session` is that of the run's own worktree. */
  constructor(session: Session, write: GuardedWrite) {
    this.#session = session;
    this.#write = write;
  }

  get runState(): RunState {
    return this.#session.journal.runState;
  }

  /** Seconds since the last record, whichever unit made it: together they are the time that has passed, without pauses. */
  secondsSince(): number {
    const { clock, person } = this.#session;
    return Math.round((clock.elapsed() - person.control.pausedSeconds - this.#counted) * 1000) / 1000;
  }

  /** Nothing is recorded from now on. */
  refuse(why: Error): void {
    this.#refused = why;
  }

  record(record: NewRecord & { kind: "decision" }): DecisionRecord {
    if (this.#refused) throw this.#refused;
    const seconds = this.secondsSince();
    this.#counted += seconds;
    return this.#write(() => this.#session.journal.record({ ...record, after: { ...record.after, seconds } }));
  }

  /** Reads the list before the first unit starts: until then, ticks are a person's. */
  async begin(): Promise<readonly Task[]> {
    const { tasks, workspace, restarts } = this.#session;
    const { work, state } = workspace;
    const list = await readList(tasks.tracker);
    if (restarts) await work.resume(state, list, excludePaths(this.#session));
    work.seeList(list);
    this.#before = { ...selectTask(list, work.list, { choice: tasks.choice }), task: null };
    work.beginTurn(this.#before, state);
    return (await this.readTasks()) ?? [];
  }

  /** The list as it counts; null if it cannot be used. */
  async readTasks(): Promise<readonly Task[] | null> {
    return (await this.#seeList())?.tasks ?? null;
  }

  async #seeList(): Promise<ListedTasks | null> {
    const { tracker, choice } = this.#session.tasks;
    const { work } = this.#session.workspace;
    const list = await readList(tracker);
    if (list.is !== "tasks") return null;
    const ledger = work.countedWith(list, work.seeTicks(this.#before, list.tasks));
    const counted = withGroups(ledger ? countList(ledger, list.tasks) : list.tasks);
    return { listed: list.tasks, tasks: choice?.apply(counted) ?? counted };
  }

  /** A unit's work is merged: marks its task, as the loop does after a claim that passed. */
  async finish({ task, record, startedAt }: EndedWork, commit: string): Promise<void> {
    const { tasks: list, workspace, person } = this.#session;
    const { work, checkpoints } = workspace;
    const { listed, tasks } = (await this.#seeList()) ?? { listed: [], tasks: [] };
    const { id } = findAgain(task, tasks) ?? task;
    const selected = { ...this.#before, listed, task: { ...task, id } };
    this.#settle(selected, { listed, tasks, done: [id] });
    const inList = listed.find((each) => each.id === id);
    const marking = inList?.status === "done" ? null : await list.tracker.mark(id, "done");
    const problem = marking?.is === "refused" ? marking.why : null;
    if (problem !== null) work.noteUnmarked(selected);
    work.noteList(list.readText());
    work.beginTurn(this.#before, workspace.state);
    const position = this.#position(
      tasks.map((each) => (each.id === id ? { ...each, status: "done" as const } : each)),
    );
    const reason = `task ${task.id} is merged`;
    const about = { unit: task.id, is: "merged", commit, ...(startedAt ? { startedAt } : {}) } as const;
    const written = this.record(aboutUnit(record, about, { reason, taskDone: task.id }, position));
    person.emit({ type: "decision-made", record: written, unit: task.id });
    if (marking)
      person.emit({
        type: "task-marked",
        task: task.id,
        verified: written.decision.verified === true,
        problem,
        unit: task.id,
      });
    if (checkpoints) person.emit({ type: "checkpoint-made", ...(await checkpoints.make(written)), unit: task.id });
  }

  async sendBack({ task, record, startedAt }: EndedWork, { why, feedback, commit, base }: RefusedWork): Promise<void> {
    const reason = `task ${task.id} goes back to its agent: ${why}`;
    const position = this.#position((await this.readTasks()) ?? []);
    const about = { unit: task.id, is: "sent-back", commit, base, ...(startedAt ? { startedAt } : {}) } as const;
    const written = this.record(aboutUnit(record, about, { reason, feedback }, position));
    this.#session.person.emit({ type: "decision-made", record: written, unit: task.id });
  }

  async setAside({ task, record, startedAt }: EndedWork, why: string): Promise<void> {
    const setAside = { task: task.id, outcome: "needs-review", reason: why, rule: "merge" } as const;
    const position = this.#position((await this.readTasks()) ?? []);
    const about = { unit: task.id, is: "set-aside", commit: null, ...(startedAt ? { startedAt } : {}) } as const;
    const verdict = { reason: `task ${task.id} is set aside: ${why}`, setAside };
    const written = this.record(aboutUnit(record, about, verdict, position));
    this.#session.person.emit({ type: "decision-made", record: written, unit: task.id });
  }

  /** The run ends as this unit ended. */
  async end(task: Task, record: DecisionRecord): Promise<DecisionRecord> {
    const written = this.record(endAsUnit(record, task.id, this.#position((await this.readTasks()) ?? [])));
    this.#session.person.emit({ type: "decision-made", record: written });
    return written;
  }

  /** The session for what is left once no unit is at work, in the run's own worktree. */
  async close(): Promise<Session> {
    const { workspace, clock, person } = this.#session;
    const state = await lookNow(this.#session, workspace.state);
    const list = (await this.#seeList()) ?? { listed: [], tasks: [] };
    this.#settle(this.#before, { ...list, done: [] }, state);
    const counted = this.#counted + person.control.pausedSeconds;
    return withPorts(this.#session, {
      restarts: false,
      workspace: { ...workspace, state },
      clock: { ...clock, elapsed: () => clock.elapsed() - counted },
    });
  }

  #settle(
    selected: Selected,
    { listed, tasks, done }: ListedTasks & { readonly done: readonly string[] },
    workspace = this.#session.workspace.state,
  ): void {
    const { work } = this.#session.workspace;
    const ticks = listed.length === 0 ? noTicks : work.seeTicks(this.#before, listed);
    work.settle(selected, { done, owns: [], ticks, listed, counted: tasks, task: done[0] ?? null, workspace });
  }

  #position(tasks: readonly Task[]): RunPosition {
    return { runState: this.runState, tasks, now: this.#session.clock.now() };
  }
}
