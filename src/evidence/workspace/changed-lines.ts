import { unlinkedTextAt } from "../../lib/files/unlinked.js";
import { openRepository } from "../../lib/git/git.js";
import type { FileChange } from "./changes.js";

/** A line that was not there before. */
export interface ChangedLine {
  readonly number: number;
  /** Without the blanks around it, so that it is found again where it was moved or indented. */
  readonly text: string;
}

/**
 * The lines of a changed file that the run brought. Null for what is no text. Where git does not hold how the file was
 * before, every line counts.
 */
export async function changedLines(change: FileChange): Promise<readonly ChangedLine[] | null> {
  const text = change.now === null ? null : unlinkedTextAt(change.root, change.path);
  if (text === null) return null;
  return newLines(await textBefore(change), text);
}

async function textBefore({ root, before }: FileChange): Promise<string> {
  if (before === null) return "";
  const repository = await openRepository(root);
  const blobs = repository.ok ? await repository.blobs([before.hash]) : null;
  return blobs?.get(before.hash)?.toString("utf8") ?? "";
}

/** Each line of the old text accounts for one equal line of the new one. Lines without a word say nothing. */
export function newLines(before: string, now: string): readonly ChangedLine[] {
  const old = new Map<string, number>();
  for (const line of before.split("\n")) old.set(line.trim(), (old.get(line.trim()) ?? 0) + 1);
  const found: ChangedLine[] = [];
  for (const [at, line] of now.split("\n").entries()) {
    const text = line.trim();
    const left = old.get(text) ?? 0;
    if (left > 0) old.set(text, left - 1);
    else if (/[\p{L}\p{N}]/u.test(text)) found.push({ number: at + 1, text });
  }
  return found;
}
