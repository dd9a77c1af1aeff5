import { type CodePart, countedLines, splitIntoParts } from "./code-parts.js";

/** A part of a change, and the text of its file without it. */
export interface ChangedPart {
  readonly path: string;
  /** Lines of the file as it is, counted from 1. */
  readonly lines: readonly number[];
  readonly without: string;
  /** All of its lines, brackets and comments included; none where older lines are put back in their place. */
  readonly range: readonly number[];
  /** Its own parts, tried where the whole of it is noticed. */
  readonly parts: () => readonly ChangedPart[];
}

interface Edit {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly from: number;
  readonly to: number;
}

export interface ChangedText {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** The parts of what a change made of a file. None where it is no source, or nothing in it does anything. */
export function partsOfChange({ path, before, after }: ChangedText): readonly ChangedPart[] {
  const counted = countedLines(after, path);
  if (counted === null) return [];
  const lines = after.split("\n");
  const old = before === null ? [] : before.split("\n");
  const edits = before === null ? [{ oldFrom: 0, oldTo: 0, from: 0, to: lines.length }] : compare(old, lines);
  const file: EditedFile = { path, lines, counted };
  return edits.flatMap((edit) => partsOfEdit(edit, old, file));
}

interface EditedFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly counted: ReadonlySet<number>;
}

/** New lines are taken out part by part; changed ones are put back as a whole first. */
function partsOfEdit(
  { oldFrom, oldTo, from, to }: Edit,
  old: readonly string[],
  file: EditedFile,
): readonly ChangedPart[] {
  const parts = (): readonly ChangedPart[] =>
    splitIntoParts(file.lines, from, to).flatMap((part) => toChanged(part, file) ?? []);
  if (oldFrom === oldTo) return parts();
  const own = countIn(from, to, file.counted);
  if (own.length === 0) return [];
  const without = [...file.lines.slice(0, from), ...old.slice(oldFrom, oldTo), ...file.lines.slice(to)].join("\n");
  return [{ path: file.path, lines: own, range: [], without, parts: () => (own.length > 1 ? parts() : []) }];
}

function toChanged({ from, to, parts }: CodePart, file: EditedFile): ChangedPart | null {
  const own = countIn(from, to, file.counted);
  if (own.length === 0) return null;
  return {
    path: file.path,
    lines: own,
    range: Array.from({ length: to - from }, (_, at) => from + at + 1),
    without: [...file.lines.slice(0, from), ...file.lines.slice(to)].join("\n"),
    parts: () => parts.flatMap((part) => toChanged(part, file) ?? []),
  };
}

const countIn = (from: number, to: number, counted: ReadonlySet<number>): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at)
    .filter((at) => counted.has(at))
    .map((at) => at + 1);

const maxPairs = 4_000_000;

/** Where two texts differ, by their longest common lines. */
function compare(old: readonly string[], fresh: readonly string[]): readonly Edit[] {
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  const [a, b] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)];
  if (a.length === 0 && b.length === 0) return [];
  if (a.length * b.length > maxPairs || a.length === 0 || b.length === 0)
    return [{ oldFrom: start, oldTo: start + a.length, from: start, to: start + b.length }];
  return alignEdits(a, b).map((edit) => ({
    ...{ oldFrom: edit.oldFrom + start, oldTo: edit.oldTo + start, from: edit.from + start, to: edit.to + start },
  }));
}

function alignEdits(a: readonly string[], b: readonly string[]): readonly Edit[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const [row, next] = [rows[i], rows[i + 1]];
      if (row && next) row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  const edits: Edit[] = [];
  let [i, j, fromOld, from] = [0, 0, 0, 0];
  const close = (): void => {
    if (i > fromOld || j > from) edits.push({ oldFrom: fromOld, oldTo: i, from, to: j });
  };
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      close();
      [fromOld, from] = [++i, ++j];
    } else if ((rows[i + 1]?.[j] ?? 0) >= (rows[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  [i, j] = [a.length, b.length];
  close();
  return edits;
}
