import { type Layout, layoutOf, lineIndent } from "../../text/layout.js";
import { type Container, type JsoncStep, JsoncText } from "./entries.js";

/** The place of a new element at the end of a list. */
export const atEnd = "-";

/**
 * Adds a value at a path of keys, or at the end of a list (`atEnd`), and what is missing on the way. Nothing else of the
 * text changes, and `removeValue` restores it. The text must be valid, and the way must lead through objects and lists.
 */
export function insertValue(text: string, path: readonly string[], value: unknown): string {
  const document = new JsoncText(text);
  const depth = existingDepth(document, path);
  const container = document.container(path.slice(0, depth));
  if (!container) throw new Error(`${path.slice(0, depth).join(".")} is neither an object nor a list`);
  const step = path[depth] ?? atEnd;
  const inner = path.slice(depth + 1).reduceRight<unknown>((held, key) => wrapIn(key, held), value);
  const layout = layoutOf(text);
  const write = (indent: string): string =>
    `${container.kind === "list" ? "" : `${JSON.stringify(step)}: `}${layout.format(inner, indent)}`;
  return container.entries.length === 0
    ? insertFirst(document, container, write)
    : insertLast(document, container, { write, layout });
}

const wrapIn = (step: string, value: unknown): unknown => (step === atEnd ? [value] : { [step]: value });

/** How many steps of a path lead to an object or a list that is there. */
function existingDepth(document: JsoncText, path: readonly JsoncStep[]): number {
  let depth = 0;
  while (depth < path.length - 1 && document.startOf(path.slice(0, depth + 1)) !== undefined) depth++;
  return depth;
}

type Write = (indent: string) => string;

/**
 * Straight after the opening bracket: this tells a container that was there, and empty, from one of ours, which starts
 * with a line break.
 */
function insertFirst({ text }: JsoncText, { open }: Container, write: Write): string {
  return splice(text, [{ at: open + 1, text: write(lineIndent(text, open)) }]);
}

/** After the comments behind the last entry, in a line of its own if the closing bracket has one. */
function insertLast(
  document: JsoncText,
  { open, close, entries }: Container,
  { write, layout }: { readonly write: Write; readonly layout: Layout },
): string {
  const { text } = document;
  const last = entries.at(-1) ?? { start: open, end: open + 1 };
  const comma = document.commaAfter(last.end);
  const before = text.slice(0, close);
  const at = before.trimEnd().length;
  const isOwnLine = before.slice(at).includes("\n");
  const indent = isOwnLine ? siblingIndent(text, { open, last: last.start, layout }) : lineIndent(text, last.end - 1);
  const entry = isOwnLine ? `${layout.newline}${indent}${write(indent)}` : ` ${write(indent)}`;
  return comma < 0
    ? splice(text, [
        { at: last.end, text: "," },
        { at, text: entry },
      ])
    : splice(text, [{ at, text: `${entry},` }]);
}

/** The indentation of the last entry if it starts its line, else one step more than that of the opening bracket. */
function siblingIndent(
  text: string,
  { open, last, layout }: { readonly open: number; readonly last: number; readonly layout: Layout },
): string {
  const indent = lineIndent(text, last);
  const startsLine = text.slice(0, last).endsWith(`\n${indent}`);
  return startsLine ? indent : `${lineIndent(text, open)}${layout.unit}`;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Insertions in the order of their offsets. */
function splice(text: string, insertions: readonly Insertion[]): string {
  let from = 0;
  const parts = insertions.flatMap((insertion) => {
    const before = text.slice(from, insertion.at);
    from = insertion.at;
    return [before, insertion.text];
  });
  return [...parts, text.slice(from)].join("");
}
