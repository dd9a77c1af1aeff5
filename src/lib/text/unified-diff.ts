/** A change of a text file as a unified diff, with three lines of context. "" if nothing changes. */
export function formatDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const lines = compareLines(splitLines(before ?? ""), splitLines(after ?? ""));
  const from = before === null ? "/dev/null" : `a/${path}`;
  const to = after === null ? "/dev/null" : `b/${path}`;
  return [`--- ${from}`, `+++ ${to}`, ...formatHunks(lines), ""].join("\n");
}

interface DiffLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

const context = 3;
/** Beyond this many pairs of lines, the changed part is shown as a whole. */
const maxPairs = 4_000_000;

function splitLines(text: string): readonly string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

function compareLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const same = (lines: readonly string[]): readonly DiffLine[] => lines.map((text) => ({ mark: " ", text }));
  return [
    ...same(before.slice(0, start)),
    ...(old.length * fresh.length > maxPairs ? replaceAll(old, fresh) : alignLines(old, fresh)),
    ...same(before.slice(before.length - end)),
  ];
}

const replaceAll = (old: readonly string[], fresh: readonly string[]): readonly DiffLine[] => [
  ...old.map((text): DiffLine => ({ mark: "-", text })),
  ...fresh.map((text): DiffLine => ({ mark: "+", text })),
];

/** By the longest common subsequence. */
function alignLines(old: readonly string[], fresh: readonly string[]): readonly DiffLine[] {
  const lengths = commonLengths(old, fresh);
  const lines: DiffLine[] = [];
  let [at, other] = [0, 0];
  while (at < old.length && other < fresh.length) {
    if (old[at] === fresh[other]) {
      lines.push({ mark: " ", text: old[at++] ?? "" });
      other++;
    } else if ((lengths[at + 1]?.[other] ?? 0) >= (lengths[at]?.[other + 1] ?? 0))
      lines.push({ mark: "-", text: old[at++] ?? "" });
    else lines.push({ mark: "+", text: fresh[other++] ?? "" });
  }
  return [...lines, ...replaceAll(old.slice(at), fresh.slice(other))];
}

function commonLengths(old: readonly string[], fresh: readonly string[]): readonly (readonly number[])[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let at = old.length - 1; at >= 0; at--)
    for (let other = fresh.length - 1; other >= 0; other--) {
      const [row = [], next = []] = [rows[at], rows[at + 1]];
      row[other] =
        old[at] === fresh[other] ? (next[other + 1] ?? 0) + 1 : Math.max(next[other] ?? 0, row[other + 1] ?? 0);
    }
  return rows;
}

function formatHunks(lines: readonly DiffLine[]): readonly string[] {
  const changed = lines.flatMap(({ mark }, at) => (mark === " " ? [] : [at]));
  const hunks: [number, number][] = [];
  for (const at of changed) {
    const last = hunks.at(-1);
    if (last && at - last[1] <= 2 * context) last[1] = at;
    else hunks.push([at, at]);
  }
  return hunks.flatMap(([first, last]) => formatHunk(lines, Math.max(0, first - context), last + context + 1));
}

function formatHunk(lines: readonly DiffLine[], from: number, to: number): readonly string[] {
  const count = (part: readonly DiffLine[], mark: "-" | "+"): number =>
    part.filter((line) => line.mark === " " || line.mark === mark).length;
  const [earlier, own] = [lines.slice(0, from), lines.slice(from, to)];
  const range = (mark: "-" | "+"): string => {
    const size = count(own, mark);
    return `${mark}${count(earlier, mark) + (size === 0 ? 0 : 1)},${size}`;
  };
  return [`@@ ${range("-")} ${range("+")} @@`, ...own.map(({ mark, text }) => `${mark}${text}`)];
}
