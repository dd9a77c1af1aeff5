import { newlineOf } from "./layout.js";

/** Lines that mark where a part of a text starts and ends that is ours, in a text that is somebody else's. */
export interface Markers {
  readonly begin: string;
  readonly end: string;
}

/** Where a block is, with its markers; "broken" if one of them is missing or there are two. */
export function findBlock(
  text: string,
  { begin, end }: Markers,
): readonly [from: number, to: number] | "broken" | null {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 && to < 0) return null;
  const isWhole = from >= 0 && to > from && text.lastIndexOf(begin) === from && text.lastIndexOf(end) === to;
  return isWhole ? [from, to + end.length] : "broken";
}

/**
 * Adds a block at the end, after an empty line, or replaces the one that is there. The last line of the text ends as it
 * did, so that `removeBlock` can tell what was there before.
 */
export function addBlock(text: string, markers: Markers, body: string): string {
  const newline = newlineOf(text);
  const block = [markers.begin, ...body.trim().split("\n"), markers.end].join(newline);
  const found = findBlock(text, markers);
  if (Array.isArray(found)) return `${text.slice(0, found[0])}${block}${text.slice(found[1])}`;
  return text === "" || text.endsWith("\n")
    ? `${text}${newline}${block}${newline}`
    : `${text}${newline}${newline}${block}`;
}

/** Takes a block out, with the line breaks that came with it. */
export function removeBlock(text: string, markers: Markers): string {
  const found = findBlock(text, markers);
  if (!Array.isArray(found)) return text;
  const [from, to] = found;
  const after = /^\r?\n/.exec(text.slice(to, to + 2))?.[0] ?? "";
  return `${dropLineBreaks(text.slice(0, from), after === "" ? 2 : 1)}${text.slice(to + after.length)}`;
}

function dropLineBreaks(text: string, count: number): string {
  let rest = text;
  for (let at = 0; at < count; at++) rest = rest.replace(/\r?\n$/, "");
  return rest;
}
