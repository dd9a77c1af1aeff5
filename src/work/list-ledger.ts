import type { Task } from "../core/tasks.js";

/** Which ticks in the list count. Tasks are identified by title, since positions shift when a list is edited. */
export interface ListLedger {
  /** Done: before the run, by the gate, by force, or ticked by a person between two turns. */
  readonly accepted: readonly string[];
  /** Ticked by the agent but not accepted: still to do, and selected in order. */
  readonly owed: readonly string[];
  /** Accepted, but could not be marked in the list. */
  readonly unmarked: readonly string[];
  /** Struck out or made optional during an agent's turn: still to do. */
  readonly waived: readonly string[];
  /** Removed from the list during an agent's turn without being done. */
  readonly removed: readonly Task[];
  /** Which task was part of which when the run began. Nesting added by an agent later does not count. */
  readonly parts: readonly (readonly [part: string, whole: string])[];
}

export const emptyList: ListLedger = { accepted: [], owed: [], unmarked: [], waived: [], removed: [], parts: [] };

/** Identifies a task by title, and by id too if two share a title. */
export function taskKeys(tasks: readonly Task[]): (task: Task) => string {
  const count = new Map<string, number>();
  for (const { title } of tasks) count.set(title, (count.get(title) ?? 0) + 1);
  return ({ id, title }) => (title !== "" && count.get(title) === 1 ? title : `${id} ${title}`);
}

/** The ledger at the start of a run: every ticked task counts as done. */
export function startList(tasks: readonly Task[]): ListLedger {
  const keyOf = taskKeys(tasks);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const parts = tasks.flatMap((task) => {
    const whole = byId.get(task.parent ?? "");
    return whole ? [[keyOf(task), keyOf(whole)] as const] : [];
  });
  return { ...emptyList, accepted: tasks.filter(isTicked).map(keyOf), parts };
}

/** Without ticks that an earlier run did not accept: they stay owed. */
export function withoutOwed(ledger: ListLedger, owed: readonly string[]): ListLedger {
  const isOwed = new Set(owed);
  const standing = ledger.accepted.filter((key) => isOwed.has(key));
  return { ...ledger, accepted: ledger.accepted.filter((key) => !isOwed.has(key)), owed: standing };
}

/** A person accepts tasks as done, regardless of who ticked them. */
export function acceptTasks(ledger: ListLedger, tasks: readonly Task[], ids: readonly string[]): ListLedger {
  const keys = new Set(tasks.filter(({ id }) => ids.includes(id)).map(taskKeys(tasks)));
  return {
    ...ledger,
    accepted: [...new Set([...ledger.accepted, ...keys])],
    owed: ledger.owed.filter((key) => !keys.has(key)),
  };
}

/** Between two turns only a person edits the list: new ticks are accepted, and a reopened task is not done. */
export function seePerson(ledger: ListLedger, tasks: readonly Task[]): ListLedger {
  const keyOf = taskKeys(tasks);
  const ticked = new Set(tasks.filter(isTicked).map(keyOf));
  const open = new Set(tasks.filter((task) => !isTicked(task)).map(keyOf));
  const unmarked = new Set(ledger.unmarked);
  const owed = new Set(ledger.owed.filter((key) => ticked.has(key)));
  const accepted = ledger.accepted.filter((key) => !open.has(key) || unmarked.has(key));
  const titles = collectTitles(tasks);
  return {
    ...ledger,
    owed: [...owed],
    accepted: [...new Set([...accepted, ...[...ticked].filter((key) => !owed.has(key))])],
    removed: ledger.removed.filter(({ title }) => !titles.has(title)),
  };
}

/** The agent's changes to the list during its turn. */
export interface TurnTicks {
  /** Ticked in this turn, not accepted before. */
  readonly ticked: readonly Task[];
  /** Ticked in an earlier turn and still owed. */
  readonly standing: readonly Task[];
  readonly waived: readonly Task[];
  readonly removed: readonly Task[];
}

export const noTicks: TurnTicks = { ticked: [], standing: [], waived: [], removed: [] };

/** Compares the list before a turn with the list after it. */
export function seeTurn(ledger: ListLedger, before: readonly Task[], after: readonly Task[]): TurnTicks {
  const keyOf = taskKeys(after);
  const accepted = new Set(ledger.accepted);
  const owed = new Set(ledger.owed);
  const claimed = after.filter((task) => isTicked(task) && !accepted.has(keyOf(task)));
  const { pairs, lost } = matchTasks(before.filter(isWanted), after);
  return {
    ticked: claimed.filter((task) => !owed.has(keyOf(task))),
    standing: claimed.filter((task) => owed.has(keyOf(task))),
    waived: pairs.filter(({ now }) => !isTicked(now) && !isWanted(now)).map(({ now }) => now),
    removed: lost,
  };
}

/** Adds a turn's ticks to the ledger: owed until they are judged. */
export function oweTicks(ledger: ListLedger, ticks: TurnTicks, listed: readonly Task[]): ListLedger {
  const keyOf = taskKeys(listed);
  return {
    ...ledger,
    owed: [...ledger.owed, ...ticks.ticked.map(keyOf)],
    waived: [...ledger.waived, ...ticks.waived.map(keyOf)],
    removed: [...ledger.removed, ...ticks.removed],
  };
}

/** Finds a task in a list that was edited since: added or removed lines change its number. */
export const findAgain = (was: Task, after: readonly Task[]): Task | null =>
  matchTasks([was], after).pairs[0]?.now ?? null;

/** Required and not done yet. */
const isWanted = ({ status, optional }: Task): boolean => status !== "done" && status !== "skipped" && !optional;

interface Matched {
  readonly pairs: readonly { readonly was: Task; readonly now: Task }[];
  readonly lost: readonly Task[];
}

/** Matches tasks by title, by a non-numeric id, or by a reworded title. */
function matchTasks(before: readonly Task[], after: readonly Task[]): Matched {
  const byTitle = new Map(after.map((task) => [task.title, task]));
  const byId = new Map(after.filter(({ id }) => !/^\d+$/.test(id)).map((task) => [task.id, task]));
  const pairs: { was: Task; now: Task }[] = [];
  const missing: Task[] = [];
  for (const was of before) {
    const now = byTitle.get(was.title) ?? byId.get(was.id);
    if (now) pairs.push({ was, now });
    else missing.push(was);
  }
  const old = collectTitles(before);
  const taken = new Set(pairs.map(({ now }) => now));
  const unknown = missing.length === 0 ? [] : after.filter((task) => !old.has(task.title) && !taken.has(task));
  const lost: Task[] = [];
  for (const was of missing) {
    const now = unknown.find(({ title }) => isReworded(was.title, title));
    if (now) pairs.push({ was, now });
    else lost.push(was);
  }
  return { pairs, lost };
}

/** More than half of the words are the same. */
function isReworded(was: string, now: string): boolean {
  const old = wordsIn(was);
  const both = wordsIn(now).filter((word) => old.includes(word)).length;
  return both > 0 && both * 2 > Math.min(old.length, wordsIn(now).length);
}

const wordsIn = (title: string): readonly string[] => title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

const collectTitles = (tasks: readonly Task[]): ReadonlySet<string> => new Set(tasks.map(({ title }) => title));

/**
 * The list as it counts: tasks the agent ticked or waived without acceptance are still to do, tasks it removed are
 * blocked.
 */
export function countList(ledger: ListLedger, tasks: readonly Task[]): readonly Task[] {
  const keyOf = taskKeys(tasks);
  const accepted = new Set(ledger.accepted);
  const owed = new Set(ledger.owed);
  const unmarked = new Set(ledger.unmarked);
  const waived = new Set(ledger.waived);
  const counted = tasks.map((task): Task => {
    const key = keyOf(task);
    if (unmarked.has(key) && accepted.has(key)) return { ...task, status: "done" };
    if (isTicked(task)) return owed.has(key) && !accepted.has(key) ? { ...task, status: "todo" } : task;
    return waived.has(key) && !isWanted(task) ? { ...task, status: "todo", optional: false } : task;
  });
  const titles = collectTitles(tasks);
  const gone = ledger.removed.filter(({ title }) => !titles.has(title));
  const ids = new Set(tasks.map(({ id }) => id));
  const blocked = gone.map(
    (task): Task => ({ ...task, id: removedId(task, ids), status: "blocked", reason: removedReason, line: null }),
  );
  return [...counted, ...blocked];
}

/** In a numbered list, another task may have its number now. */
export const removedId = ({ id }: Task, ids: ReadonlySet<string>): string => (ids.has(id) ? `${id} (removed)` : id);

const removedReason = "it was taken off the list while the agent worked: put it back, or start a new run without it";

const isTicked = ({ status }: Task): boolean => status === "done";
