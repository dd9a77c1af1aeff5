import { marks } from "../signals/marks.js";
import { byteText } from "./bytes.js";

/** Splits a token at its last sign: `exit` and `_signal`. */
const parts = marks.map((token) => {
  const at = token.search(/[_<][a-z]+$/);
  return { head: token.slice(0, at), tail: token.slice(at) };
});

/**
 * The tails of the signal tokens, in the usual spellings. Listing the cases is twice as fast as ignoring case, and this
 * runs over every byte of an output.
 */
const tails = new RegExp([...new Set(parts.map(({ tail }) => spell(tail)))].join("|"), "g");
const shownOfTail = 3;
const heads = new RegExp(parts.map(({ head, tail }) => head + tail.slice(0, shownOfTail)).join("|"), "i");
const longestHead = Math.max(...parts.map(({ head }) => head.length));

/** `_signal` as `_SIGNAL`, `_Signal` or `_signal`. */
function spell(tail: string): string {
  const [sign = "", first = "", ...more] = tail;
  const rest = more.join("");
  return `${sign}[${first.toUpperCase()}${first}](?:${rest.toUpperCase()}|${rest})`;
}

/**
 * The offsets of signal tokens in undecoded output. Only text that can carry a signal is decoded; the rest costs one
 * search.
 */
export function* marksIn(bytes: Uint8Array): Generator<number> {
  const text = byteText(bytes);
  for (const { index } of text.matchAll(tails))
    if (heads.test(text.slice(Math.max(0, index - longestHead), index + shownOfTail))) yield index;
}

export const hasMark = (bytes: Uint8Array): boolean => !marksIn(bytes).next().done;
