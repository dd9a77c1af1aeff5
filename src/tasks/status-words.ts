import type { TaskStatus } from "../decide/tasks.js";
import { boxMarks, words } from "./status-words-table.js";

export type BoxMarks = typeof boxMarks;

/** The same with what a list's owner says of other marks. */
export function resolveMarks(taskMarks: Readonly<Record<string, TaskStatus>> = {}): BoxMarks {
  const own = Object.entries(taskMarks);
  return own.length === 0 ? boxMarks : new Map([...boxMarks, ...own]);
}

const byWord: ReadonlyMap<string, TaskStatus> = new Map(
  words.flatMap(([status, all]) => all.split("|").map((word) => [word, status] as const)),
);

/** A status word as any tracker spells it: case, blanks, hyphens and underscores make no difference. */
export function statusOfWord(text: string): TaskStatus | undefined {
  return byWord.get(plainWord(text));
}

const plainWord = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, " ")
    .trim();

/** The status a short text begins with, as "Complete (12 of 12)" or "done 2026-01-02". */
export function leadingStatus(text: string): { readonly status: TaskStatus; readonly length: number } | undefined {
  const match = /^[\p{L}'/]+(?:[ _-][\p{L}'/]+){0,2}/u.exec(text);
  for (let part = match?.[0] ?? ""; part !== ""; part = part.replace(/(?:^|[ _-])[\p{L}'/]+$/u, "")) {
    const status = statusOfWord(part);
    if (status) return { status, length: part.length };
  }
  return undefined;
}
