import type { RunSummary } from "../run/loop/run-summary.js";

/** What a task is called on a screen. */
export type NameTask = (id: string) => string;

export const byId: NameTask = (id) => id;

const maxTitle = 40;

/** Whether the list has no ids of its own. */
export const hasBareId = (id: string): boolean => /^\d[\d.]*$/.test(id);

/**
 * A list without ids numbers its tasks, and a number alone reads as a count: "3 claims of 1". Such a task goes by its title,
 * with the number behind it, which commands take.
 */
export const byTitle =
  (titles: { get(id: string): string | null | undefined }): NameTask =>
  (id) => {
    const title = hasBareId(id) ? titles.get(id) : null;
    if (!title || title === id) return id;
    const shown = title.length > maxTitle ? `${title.slice(0, maxTitle - 1).trimEnd()}…` : title;
    return `"${shown}" (${id})`;
  };

/** "task T1"; a title needs no such word. */
export const nameIt = (id: string, name: NameTask): string => (name(id) === id ? `task ${id}` : name(id));

/** "task 2", "2 (Write two)" or "2 was set aside" in a reason. A number that no such word stands beside is no task. */
export const nameInText = (text: string, name: NameTask): string =>
  text
    .replace(/\btask (\d[\d.]*)(?=[ :,;]|$)/g, (whole, id: string) => (name(id) === id ? whole : name(id)))
    .replace(/(?<=\bnot done: |\), )(\d[\d.]*) \([^()]*\)/g, (whole, id: string) =>
      name(id) === id ? whole : name(id),
    )
    .replace(/(?<=(?:^|; ))(\d[\d.]*)(?= was set aside: )/g, (id) => name(id));

/** The summary with names in place of ids, for people. Its advice was written before: commands take ids. */
export function nameTasks(summary: RunSummary, name: NameTask): RunSummary {
  const names = (ids: readonly string[]): readonly string[] => ids.map(name);
  const named = <T extends { readonly task: string | null }>(entries: readonly T[]): readonly T[] =>
    entries.map((entry) => ({ ...entry, task: entry.task === null ? null : name(entry.task) }));
  return {
    ...summary,
    ...{ verified: names(summary.verified), forced: names(summary.forced), accepted: names(summary.accepted) },
    ...{ owed: names(summary.owed), unmarked: names(summary.unmarked), perTask: named(summary.perTask) },
    ...(summary.leftOut ? { leftOut: names(summary.leftOut) } : {}),
    acceptances: summary.acceptances.map((each) => ({ ...each, tasks: names(each.tasks) })),
    ...{ provedBy: named(summary.provedBy), notProven: named(summary.notProven), notes: named(summary.notes) },
    // Commands take its id all the same.
    setAside: summary.setAside.map((each) => ({
      ...{ ...each, task: name(each.task), id: each.task },
      reason: nameInText(each.reason, name),
    })),
    refused: named(summary.refused).map((each) => ({ ...each, reason: nameInText(each.reason, name) })),
    ...{ questions: named(summary.questions), notGiven: named(summary.notGiven) },
    lastTask: summary.lastTask === null ? null : name(summary.lastTask),
  };
}
