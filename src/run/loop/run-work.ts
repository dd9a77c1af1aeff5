import type { Proof } from "../../decide/proof.js";
import type { KnownTasks, Task } from "../../decide/tasks.js";
import type { Gathered } from "../../evidence/gathered.js";
import {
  acceptEdits,
  continueList,
  type ListLedger,
  noTicks,
  oweTicks,
  seePerson,
  seeTurn,
  startList,
  type TurnTicks,
} from "../../evidence/ledger/list-ledger.js";
import { seeClaim } from "../../evidence/ledger/see-claim.js";
import { taskKeys } from "../../evidence/ledger/task-keys.js";
import type { FileWork, OwnedWork } from "../../evidence/ledger/task-work.js";
import {
  allowFailing,
  beginTask,
  deferProof,
  otherDone,
  recordChecks,
  recordPerson,
  recordTurn,
  type WorkLedger,
  withoutTask,
  workOn,
} from "../../evidence/ledger/work-ledger.js";
import { taskText } from "../../evidence/proof/test-owner.js";
import { type Changes, changesBetween, type IsLeftOut } from "../../evidence/workspace/changes.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { digest } from "../../lib/files/folder.js";
import type { Selected } from "./select.js";
import { type Settled, settleLedger } from "./settle-ledger.js";
import { findParts, taskKey } from "./task-key.js";
import { type EndedTurn, type TurnWork, tickFacts } from "./turn-work.js";

/**
 * The ledger of a run's work, in memory and on disk for a resumed run. With a policy that trusts the list
 * (`isListGiven`), ticks are facts.
 */
export class RunWork {
  readonly #save: (ledger: WorkLedger) => void;
  readonly #isListGiven: boolean;
  readonly #acceptsEdits: boolean;
  readonly #listBefore: ListLedger | null;
  #ledger: WorkLedger;
  #isStarted: boolean;

  constructor(
    ledger: WorkLedger,
    { save, isListGiven: trustsTicks, acceptsEdits, resumed, listBefore }: RunWorkOptions,
  ) {
    this.#acceptsEdits = acceptsEdits;
    this.#listBefore = listBefore;
    this.#ledger = ledger;
    this.#save = save;
    this.#isListGiven = trustsTicks;
    this.#isStarted = resumed;
  }

  /** The ticks that count; null if the list is trusted. */
  get list(): ListLedger | null {
    return this.#isListGiven ? null : this.#ledger.list;
  }

  /** Titles of tasks ticked by the agent but not accepted. */
  get owed(): readonly string[] {
    return this.#isListGiven ? [] : this.#ledger.list.owed;
  }

  /** Titles of tasks that are done but not marked in the list. */
  get unmarked(): readonly string[] {
    return this.#isListGiven ? [] : this.#ledger.list.unmarked;
  }

  get generated(): readonly string[] {
    return this.#ledger.generated;
  }

  /** The check results when the task began. */
  began(selected: Selected) {
    return workOn(this.#ledger, taskKey(selected)).began;
  }

  /** The net change of each file of the task's work: what its own turns changed, and what is named as its. */
  filesOf(selected: Selected, owns: readonly OwnedWork[]): Readonly<Record<string, FileWork>> {
    const works = [taskKey(selected), ...findParts(this.#ledger.list, selected)].map((key) =>
      workOn(this.#ledger, key),
    );
    const named = owns.flatMap(({ path }) => {
      const made = Object.values(this.#ledger.tasks).find(({ files }) => Object.hasOwn(files, path))?.files[path];
      return made ? [[path, made] as const] : [];
    });
    return { ...Object.fromEntries(named), ...Object.assign({}, ...works.map(({ files }) => files)) };
  }

  /** What may be taken out of the tree of a task's work, beside the work of done tasks. */
  parkable(selected: Selected) {
    const key = taskKey(selected);
    return { files: workOn(this.#ledger, key).files, done: otherDone(this.#ledger, [key]) };
  }

  /** What was seen after a task was set aside: the next one starts from there. */
  recordSeen(seen: Gathered): void {
    this.#ledger = { ...recordChecks(this.#ledger, seen), seen: seen.after };
    this.#save(this.#ledger);
  }

  /** The task's work is no longer in the tree: tried again, the task begins anew. */
  forgetWork(selected: Selected, seen: Gathered): void {
    this.#ledger = withoutTask(this.#ledger, taskKey(selected));
    this.recordSeen(seen);
  }

  /** Tests that fail since a task that was set aside stand against the run, not against later tasks. */
  leaveFailing(seen: Gathered, failing: Readonly<Record<string, readonly string[]>>): readonly string[] {
    this.#ledger = allowFailing(this.#ledger, failing);
    this.recordSeen(seen);
    return Object.values(failing).flat();
  }

  /** Its parked work was in the tree for a moment, and is not any more. */
  forgetParked(selected: Selected, workspace: WorkspaceState): void {
    this.#ledger = { ...withoutTask(this.#ledger, taskKey(selected)), seen: workspace };
    this.#save(this.#ledger);
  }

  /** The tasks of a list that were done in this run. */
  doneIn(tasks: readonly Task[]): readonly string[] {
    const keyOf = taskKeys(tasks);
    return tasks.filter((task) => workOn(this.#ledger, keyOf(task)).done).map(({ id }) => id);
  }

  /** Parked work that is in the tree again is the task's. */
  returnWork(selected: Selected, changes: Changes, workspace: WorkspaceState): void {
    const key = taskKey(selected);
    this.#ledger = { ...recordTurn(beginTask(this.#ledger, key), key, changes), seen: workspace };
    this.#save(this.#ledger);
  }

  /** Done tasks whose proof is due when the run ends, by their keys. */
  get late(): readonly LateTask[] {
    return Object.entries(this.#ledger.tasks).flatMap(([key, { late, files, done }]) =>
      late && done ? [{ key, proof: late, files }] : [],
    );
  }

  /** A done task's proof is due when the run ends; null: it is made. */
  deferProof(key: string, proof: Proof | null): void {
    this.#ledger = deferProof(this.#ledger, key, proof);
    this.#save(this.#ledger);
  }

  isOwed({ task, listed }: Selected): boolean {
    return task ? this.#ledger.list.owed.includes(taskKeys(listed)(task)) : false;
  }

  /** Tests that were seen to pass and to fail on the same content, by check. */
  get flaky(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.#ledger.latest.map(({ name, flaky = [] }) => [name, flaky]));
  }

  /** Tests that done tasks were allowed to change or to take away. */
  get acceptedTests() {
    return this.#ledger.acceptedTests ?? [];
  }

  get allowed() {
    return this.#ledger.allowed;
  }

  /**
   * Reads the list between two turns: at the start all ticks count, later only a person's. An unreadable list changes
   * nothing.
   */
  seeList(known: KnownTasks): void {
    if (known.is !== "tasks") return;
    const { list } = this.#ledger;
    const ledger = this.#isStarted
      ? seePerson(list, known.tasks)
      : continueList(startList(known.tasks), this.#listBefore);
    this.#ledger = { ...this.#ledger, list: ledger };
    this.#isStarted = true;
  }

  /** If the run was killed during a turn, the changes since belong to that turn; otherwise to a person. */
  async resume(now: WorkspaceState, known: KnownTasks, isLeftOut: IsLeftOut): Promise<void> {
    const { turn, seen } = this.#ledger;
    this.#ledger = { ...this.#ledger, turn: null };
    if (this.#acceptsEdits && known.is === "tasks") this.#takeList(known.tasks);
    if (turn) {
      const changes = await changesBetween(turn.before, now, isLeftOut);
      this.#ledger = recordTurn(this.#ledger, turn.key, changes);
      if (known.is === "tasks") this.#oweTicks(turn.tasks, known.tasks);
    } else if (seen) this.seePerson(await changesBetween(seen, now, isLeftOut));
    this.#save(this.#ledger);
  }

  #oweTicks(before: readonly Task[], after: readonly Task[]): void {
    this.#ledger = { ...this.#ledger, list: this.#oweIn(seeTurn(this.#ledger.list, before, after), after) };
  }

  /** The turn's ticks are owed. Its other edits count only if they are accepted. */
  #oweIn(ticks: TurnTicks, after: readonly Task[]): ListLedger {
    const { list } = this.#ledger;
    return oweTicks(this.#acceptsEdits ? acceptEdits(list, after) : list, ticks, after);
  }

  /** The list as it is now is the list that is asked for. */
  #takeList(tasks: readonly Task[]): void {
    this.#ledger = { ...this.#ledger, list: { ...this.#ledger.list, asked: tasks, seen: tasks } };
  }

  seePerson(changes: Changes): void {
    this.#ledger = recordPerson(this.#ledger, changes);
  }

  beginTurn(selected: Selected, before: WorkspaceState): void {
    const key = taskKey(selected);
    this.#ledger = { ...beginTask(this.#ledger, key), turn: { key, before, tasks: selected.listed } };
    this.#save(this.#ledger);
  }

  /** Which tasks the agent ticked in its turn. */
  seeTicks(before: Selected, after: readonly Task[]): TurnTicks {
    if (this.#isListGiven) return noTicks;
    const ticks = seeTurn(this.#ledger.list, before.listed, after);
    return this.#acceptsEdits ? { ...ticks, waived: [], removed: [] } : ticks;
  }

  /** The ticks that count after a turn: ticks made in the turn are owed until judged. */
  countedWith(list: KnownTasks, ticks: TurnTicks): ListLedger | null {
    if (this.#isListGiven || list.is !== "tasks") return this.list;
    return this.#oweIn(ticks, list.tasks);
  }

  /** Records what the turn changed, and returns what is visible of the task's work. */
  async endTurn(before: Selected, ended: EndedTurn): Promise<TurnWork> {
    const { report, seen, ticks } = ended;
    const key = taskKey(before);
    const keys = [key, ...findParts(this.#ledger.list, before)];
    this.#ledger = recordChecks(recordTurn(this.#ledger, key, seen.changes), seen);
    const { facts, owns } = await seeClaim(this.#ledger, keys, {
      ...{ seen, named: report.work, text: before.task ? taskText(before.task) : null },
    });
    return { owns, ticks, facts: { ...facts, ...tickFacts(ended) } };
  }

  /** After the turn is judged: done tasks are accepted, other ticks stay owed. */
  settle(selected: Selected, settled: Settled): void {
    const { ticks, listed } = settled;
    const list = listed.length > 0 ? this.#oweIn(ticks, listed) : this.#ledger.list;
    this.#ledger = settleLedger(this.#ledger, selected, { ...settled, list });
    this.#save(this.#ledger);
  }

  /** Stores the digest of the list after the last mark of a turn. */
  noteList(text: string | null): void {
    this.#ledger = { ...this.#ledger, listSeen: text === null ? null : digest(text) };
    this.#save(this.#ledger);
  }

  /** A task is done but could not be marked in the list. */
  noteUnmarked({ task, listed }: Selected): void {
    if (!task) return;
    const { list } = this.#ledger;
    this.#ledger = { ...this.#ledger, list: { ...list, unmarked: [...list.unmarked, taskKeys(listed)(task)] } };
    this.#save(this.#ledger);
  }
}

export interface LateTask {
  readonly key: string;
  /** What was known of it when it was done. */
  readonly proof: Proof;
  readonly files: Readonly<Record<string, FileWork>>;
}

export interface RunWorkOptions {
  readonly save: (ledger: WorkLedger) => void;
  readonly isListGiven: boolean;
  /** What the agent does to the list counts like a person's edit, ticks aside. */
  readonly acceptsEdits: boolean;
  readonly resumed: boolean;
  /** The list as the previous run left it, if nobody has edited it since: what that run refused is still refused. */
  readonly listBefore: ListLedger | null;
}
