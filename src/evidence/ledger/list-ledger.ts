import type { Task } from "../../decide/tasks.js";
import { pairUp } from "./pair-tasks.js";
import { taskKeys, toSet, withKeys, withoutKeys } from "./task-keys.js";

/**
 * The list that was asked for, and which ticks in the file count. Tasks are identified by title, since positions shift
 * when a list is edited.
 */
export interface ListLedger {
  /** Done: before the run, by the gate, by force, or ticked by a person between two turns. */
  readonly accepted: readonly string[];
  /** Ticked by the agent but not accepted: still to do, and selected in order. */
  readonly owed: readonly string[];
  /** Accepted, but could not be marked in the list. */
  readonly unmarked: readonly string[];
  /** The tasks as they were asked for. Only a person changes them: what an agent's turn does to the list does not. */
  readonly asked: readonly Task[];
  /** The tasks in the file when it was last read: what differs between two turns is a person's edit. */
  readonly seen: readonly Task[];
  /** Which task was part of which when the run began. Nesting added by an agent later does not count. */
  readonly parts: readonly (readonly [part: string, whole: string])[];
}

export const emptyList: ListLedger = { accepted: [], owed: [], unmarked: [], asked: [], seen: [], parts: [] };

/** The ledger at the start of a run: every ticked task counts as done. */
export function startList(tasks: readonly Task[]): ListLedger {
  const keyOf = taskKeys(tasks);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const parts = tasks.flatMap((task) => {
    const whole = byId.get(task.parent ?? "");
    return whole ? [[keyOf(task), keyOf(whole)] as const] : [];
  });
  return { ...emptyList, accepted: tasks.filter(isTicked).map(keyOf), asked: tasks, seen: tasks, parts };
}

/** With what an earlier run refused: ticks stay owed, and what its agent took off, waived or reworded is still asked for. */
export function continueList(ledger: ListLedger, before: ListLedger | null): ListLedger {
  if (before === null) return ledger;
  const isOwed = new Set(before.owed);
  const standing = ledger.accepted.filter((key) => isOwed.has(key));
  return {
    ...ledger,
    accepted: ledger.accepted.filter((key) => !isOwed.has(key)),
    owed: standing,
    asked: askAgain(ledger.asked, before),
  };
}

function askAgain(tasks: readonly Task[], before: ListLedger): readonly Task[] {
  const refused = listRefused(tasks, before);
  if (refused.length === 0) return tasks;
  const isRefused = new Set(refused);
  const pairs = pairUp(before.asked, tasks);
  const asked = tasks.map((task) => {
    const was = pairs.wasOf(task);
    return was && isRefused.has(was) ? was : task;
  });
  return [...asked, ...refused.filter((was) => !pairs.get(was))];
}

/** Tasks that were asked for and that the agent took off the list or changed, as they were asked for. */
export function listRefused(tasks: readonly Task[], { asked, accepted }: ListLedger): readonly Task[] {
  const keyOf = taskKeys(asked);
  const done = toSet(accepted);
  const pairs = pairUp(asked, tasks);
  return asked.filter((was) => {
    if (!isWanted(was) || done.has(keyOf(was))) return false;
    const now = pairs.get(was);
    return now === undefined || (!isTicked(now) && !isSame(was, now));
  });
}

/** A person accepts tasks as done, regardless of who ticked them. */
export function acceptTasks(ledger: ListLedger, tasks: readonly Task[], ids: readonly string[]): ListLedger {
  const keys = new Set(tasks.filter(({ id }) => ids.includes(id)).map(taskKeys(tasks)));
  return {
    ...ledger,
    accepted: withKeys(ledger.accepted, [...keys]),
    owed: withoutKeys(ledger.owed, keys),
  };
}

/** Between two turns only a person edits the list: new ticks are accepted, and a reopened task is not done. */
export function seePerson(ledger: ListLedger, tasks: readonly Task[]): ListLedger {
  const keyOf = taskKeys(tasks);
  const [accepted, owed, unmarked] = [toSet(ledger.accepted), toSet(ledger.owed), toSet(ledger.unmarked)];
  const reopened = new Set<string>();
  const standing = new Set<string>();
  const added: string[] = [];
  for (const task of tasks) {
    const key = keyOf(task);
    if (!isTicked(task)) {
      if (accepted.has(key) && !unmarked.has(key)) reopened.add(key);
    } else if (owed.has(key)) standing.add(key);
    else if (!accepted.has(key)) added.push(key);
  }
  return {
    ...acceptEdits(ledger, tasks),
    owed: standing.size === ledger.owed.length ? ledger.owed : [...standing],
    accepted: withKeys(withoutKeys(ledger.accepted, reopened), added),
  };
}

/**
 * Takes over what was edited since the list was last read: tasks taken off, added or changed. An edit of the agent's that
 * still stands is no edit since.
 */
export function acceptEdits(ledger: ListLedger, tasks: readonly Task[]): ListLedger {
  const { seen } = ledger;
  if (tasks === seen) return ledger; // Read again, and not edited.
  const seenOf = pairUp(ledger.asked, seen);
  const nowOf = pairUp(ledger.asked, tasks);
  const asked: Task[] = [];
  for (const was of ledger.asked) {
    const before = seenOf.get(was);
    const now = nowOf.get(was);
    if (now) asked.push(before && isSame(before, now) ? was : now);
    else if (!before) asked.push(was);
  }
  const seenBefore = pairUp(seen, tasks);
  for (const task of tasks) if (!nowOf.wasOf(task) && !seenBefore.wasOf(task)) asked.push(task);
  return { ...ledger, asked: isSameList(asked, ledger.asked) ? ledger.asked : asked, seen: tasks };
}

const isSameList = (a: readonly Task[], b: readonly Task[]): boolean =>
  a.length === b.length && a.every((task, at) => task === b[at]);

/** The same but for its place and its tick. */
function isSame(a: Task, b: Task): boolean {
  if (a === b) return true;
  const isOpen = (task: Task): boolean => isWanted(task) || isTicked(task);
  return (
    a.title === b.title &&
    a.optional === b.optional &&
    isOpen(a) === isOpen(b) &&
    a.acceptance.join("\n") === b.acceptance.join("\n") &&
    a.below?.join("\n") === b.below?.join("\n")
  );
}

/** The agent's changes to the list during its turn. */
export interface TurnTicks {
  /** Ticked in this turn, not accepted before. */
  readonly ticked: readonly Task[];
  /** Ticked in an earlier turn and still owed. */
  readonly standing: readonly Task[];
  /** Struck out, cancelled or made optional in this turn: still to do. */
  readonly waived: readonly Task[];
  /** Taken off the list in this turn without being done: still to do. */
  readonly removed: readonly Task[];
}

export const noTicks: TurnTicks = { ticked: [], standing: [], waived: [], removed: [] };

/** Compares the list before a turn with the list after it. */
export function seeTurn(ledger: ListLedger, before: readonly Task[], after: readonly Task[]): TurnTicks {
  const keyOf = taskKeys(after);
  const accepted = toSet(ledger.accepted);
  const owed = toSet(ledger.owed);
  const claimed = after.filter((task) => isTicked(task) && !accepted.has(keyOf(task)));
  const ticked = claimed.filter((task) => !owed.has(keyOf(task)));
  const standing = claimed.filter((task) => owed.has(keyOf(task)));
  if (before === after) return { ...noTicks, ticked, standing };
  const pairs = pairUp(before, after);
  const edited = before.filter((was) => isWanted(was) && pairs.get(was) !== was);
  return {
    ticked,
    standing,
    waived: edited.flatMap((was) => pairs.get(was) ?? []).filter((now) => !isTicked(now) && !isWanted(now)),
    removed: edited.filter((was) => !pairs.get(was)),
  };
}

/** Adds a turn's ticks to the ledger: owed until they are judged. */
export function oweTicks(ledger: ListLedger, ticks: TurnTicks, listed: readonly Task[]): ListLedger {
  const keyOf = taskKeys(listed);
  return {
    ...ledger,
    owed: [...ledger.owed, ...ticks.ticked.map(keyOf)],
    seen: listed,
  };
}

/** Required and not done yet. */
export const isWanted = ({ status, optional }: Task): boolean => status !== "done" && status !== "skipped" && !optional;

export const isTicked = ({ status }: Task): boolean => status === "done";
