import { isOver } from "../../decide/dependencies.js";
import { selectTaskById, type Task } from "../../decide/tasks.js";
import { findAgain } from "../../evidence/ledger/pair-tasks.js";
import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import { isNamed } from "../../tasks/markdown/optional-sections.js";
import type { Listing } from "../../tasks/tracker.js";
import { type ChosenTasks, TaskChoice } from "../loop/task-choice.js";
import type { RunOptions } from "./options.js";

/** What a person asks a run to be about: ids of tasks, and headings of the list. */
export interface TaskWish {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly sections: readonly string[];
}

type UsableListing = Extract<Listing, { is: "tasks" }>;

/** A task as a person named it, kept for a resumed run: in an edited list another task may have its number. */
export interface NamedTask {
  readonly typed: string;
  readonly task: Task;
}

export interface ChoiceTerms {
  /** The name of the list. */
  readonly name: string;
  readonly listing: Listing;
  /** As they were named when the run began. */
  readonly before: readonly NamedTask[];
}

interface ResolvedChoice {
  readonly choice: TaskChoice;
  readonly named: readonly NamedTask[];
}

/** The choice that a run was started with. */
export const chooseFrom = (
  { choose, tasks, resume }: Pick<RunOptions, "choose" | "tasks" | "resume">,
  listing: Listing,
): ResolvedChoice | null => chooseTasks(choose, { name: tasks, listing, before: resume?.chosen ?? [] });

/** The choice, or null if there is none. Whatever is not in the list is an error before anything starts. */
export function chooseTasks(wish: TaskWish | undefined, terms: ChoiceTerms): ResolvedChoice | null {
  const { listing, name } = terms;
  if (!wish || wish.only.length + wish.skip.length + wish.sections.length === 0) return null;
  if (listing.is !== "tasks") throw noList(wish);
  const { tasks } = listing;
  const find = (flag: string) => (typed: string) => findTask(typed, tasks, { ...terms, flag });
  const [only, skip] = [wish.only.flatMap(find("--only")), wish.skip.flatMap(find("--skip"))];
  const inSections = wish.sections.flatMap((section) => findInSection(section, listing, name));
  const isAll = wish.only.length + wish.sections.length === 0;
  const onlyTasks = only.map(({ task }) => task);
  const chosen: ChosenTasks = {
    listed: tasks,
    named: new Set([...onlyTasks, ...inSections.filter(({ isNamedItself }) => isNamedItself).map(({ task }) => task)]),
    others: new Set(isAll ? tasks : [...partsOf(tasks, onlyTasks), ...inSections.map(({ task }) => task)]),
    skipped: new Set(skip.map(({ task }) => task)),
    takesNew: isAll,
  };
  const choice = new TaskChoice(chosen);
  refuseEmpty(choice, { tasks, chosen, name });
  return { choice, named: [...only, ...skip] };
}

/**
 * By its id, its position ("T2" or "#2" in a list without ids) or its whole title; in a resumed run the task that was
 * named then, and nothing if a person took it off the list.
 */
function findTask(
  typed: string,
  tasks: readonly Task[],
  { name, before, flag }: ChoiceTerms & { readonly flag: string },
): readonly NamedTask[] {
  const was = before.find((each) => each.typed === typed);
  if (was) {
    const task = findAgain(was.task, tasks);
    return task ? [{ typed, task }] : [];
  }
  const selection = selectTaskById(typed, tasks);
  const id = selection.is === "task" ? (selection.inList ?? selection.id) : typed;
  const task = tasks.find((each) => each.id === id) ?? tasks.find(({ title }) => title === typed);
  if (task) return [{ typed, task }];
  const ids = tasks.map((each) => each.id);
  throw new UserError({
    what: `there is no task ${typed} in ${name}`,
    where: flag,
    fix: ids.length > maxNamed ? suggest(typed, ids, `untildone tasks ${name}`) : suggest(typed, ids),
  });
}

const maxNamed = 20;

interface InSection {
  readonly task: Task;
  /** The section that leaves it out is the one that was named, or is around it. */
  readonly isNamedItself: boolean;
}

function findInSection(typed: string, { tasks, sections = [] }: UsableListing, name: string): readonly InSection[] {
  const found = tasks.flatMap((task, at): readonly InSection[] => {
    const { path = [], leftOut = null } = sections[at] ?? {};
    const level = path.findIndex((heading) => isNamed(heading, typed));
    if (level < 0) return [];
    return [{ task, isNamedItself: leftOut !== null && path.indexOf(leftOut) <= level }];
  });
  if (found.length > 0) return found;
  const known = [...new Set(sections.flatMap(({ path }) => path))];
  throw new UserError({
    what: `no task of ${name} is in a section ${JSON.stringify(typed)}`,
    where: "--section",
    fix: known.length === 0 ? "name tasks instead: --only T1,T3" : suggest(typed, known.slice(0, maxNamed)),
  });
}

/** The parts of these tasks, and parts of those. */
function partsOf(tasks: readonly Task[], wholes: readonly Task[]): readonly Task[] {
  const found = new Set(wholes.map(({ id }) => id));
  const parts: Task[] = [];
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const task of tasks)
      if (task.parent && found.has(task.parent) && !found.has(task.id)) {
        found.add(task.id);
        parts.push(task);
      }
  }
  return parts;
}

/** What is said at the start: what is worked on although nobody named it, and what is not. */
export function describeChoice(choice: TaskChoice, tasks: readonly Task[]): readonly string[] {
  const { leftOut, needed } = choice.describe(tasks);
  const names = (ids: readonly string[]): string =>
    [...ids.slice(0, maxNamed), ...(ids.length > maxNamed ? [`${ids.length - maxNamed} more`] : [])].join(", ");
  return [
    ...(needed.length > 0 ? [`also worked on, because a chosen task waits for it: ${names(needed)}`] : []),
    ...(leftOut.length > 0 ? [`not in this run: ${names(leftOut)}`] : []),
  ];
}

interface Chosen {
  readonly tasks: readonly Task[];
  readonly chosen: ChosenTasks;
  readonly name: string;
}

/** A run that leaves out all that is open would be completed at once. */
function refuseEmpty(choice: TaskChoice, { tasks, chosen, name }: Chosen): void {
  if (choice.apply(tasks).some((task) => !task.optional && !isOver(task))) return;
  const isMeant = (task: Task): boolean => chosen.named.has(task) || (chosen.others.has(task) && !task.optional);
  const lost = tasks.filter((task) => isMeant(task) && !isOver(task)).map(({ id }) => id);
  if (lost.length === 0) return;
  const all = lost.slice(0, maxNamed).join(", ");
  throw new UserError({
    what: `no task of ${name} is left to work on`,
    where: chosen.skipped.size > 0 ? "--skip" : "--only",
    fix: `choose again: ${all} ${lost.length === 1 ? "is" : "are"} left out, or wait for or contain what is`,
  });
}

const noList = ({ only, skip }: TaskWish): UserError =>
  new UserError({
    what: "there is no task list to choose tasks from",
    where: only.length > 0 ? "--only" : skip.length > 0 ? "--skip" : "--section",
    fix: "name a list with --tasks",
  });
