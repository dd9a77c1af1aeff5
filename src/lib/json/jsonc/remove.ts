import { type Container, type JsoncEntry, type JsoncStep, JsoncText } from "./entries.js";

/**
 * Takes out the value at a path, with the objects and lists around it that hold nothing else and were made for it. After
 * `insertValue` the text is what it was before.
 */
export function removeValue(text: string, path: readonly JsoncStep[]): string {
  const document = new JsoncText(text);
  const way = widen(document, path);
  const container = document.container(way.slice(0, -1));
  const at = container?.entries.findLastIndex(({ step }) => step === way.at(-1)) ?? -1;
  const entry = container?.entries[at];
  if (!container || !entry) return text;
  return cut(text, rangesOf(document, { container, entry, previous: container.entries[at - 1] }));
}

/** The path to the outermost container below the root that is there for this value alone. */
function widen(document: JsoncText, path: readonly JsoncStep[]): readonly JsoncStep[] {
  const outer = path.slice(0, -1);
  const container = document.container(outer);
  return outer.length > 0 && container && isOurs(document, container) ? widen(document, outer) : path;
}

/** One that was empty before has its only entry straight after the bracket; comments are never ours. */
function isOurs({ text, bare }: JsoncText, { open, close, entries }: Container): boolean {
  const startsLine = /^\r?\n/.test(text.slice(open + 1, open + 3));
  return entries.length === 1 && startsLine && text.slice(open, close) === bare.slice(open, close);
}

interface Removal {
  readonly container: Container;
  readonly entry: JsoncEntry;
  readonly previous: JsoncEntry | undefined;
}

type Range = readonly [from: number, to: number];

function rangesOf(document: JsoncText, { container, entry, previous }: Removal): readonly Range[] {
  const start = startWithBlanks(document.text, entry.start, container.open + 1);
  const next = document.commaAfter(entry.end);
  if (next >= 0) return [[start, next + 1]];
  const comma = previous ? document.commaAfter(previous.end) : -1;
  return comma < 0
    ? [[start, entry.end]]
    : [
        [comma, comma + 1],
        [start, entry.end],
      ];
}

/** The line break and indentation before an entry, or one blank. */
function startWithBlanks(text: string, start: number, least: number): number {
  let at = start;
  while (at > least && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
  if (text[at - 1] === "\n" && at > least) return text[at - 2] === "\r" && at - 1 > least ? at - 2 : at - 1;
  return at < start ? start - 1 : start;
}

/** Ranges in order. */
function cut(text: string, ranges: readonly Range[]): string {
  let from = 0;
  const parts = ranges.map(([start, end]) => {
    const part = text.slice(from, start);
    from = end;
    return part;
  });
  return [...parts, text.slice(from)].join("");
}
