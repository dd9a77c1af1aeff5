import { marks } from "../../signals/marks.js";
import { byteText } from "./bytes.js";

/** A token taken apart at its last sign: `exit` and `_signal`. */
const parts = marks.map((token) => {
  const at = token.search(/[_<][a-z]+$/);
  return { head: token.slice(0, at), tail: token.slice(at) };
});

/**
 * The tails of the tokens that can carry a signal, in the spellings people use. Case by case rather than ignoring it:
 * that is twice as fast, and this is asked of every byte of an output.
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
 * Where signals' tokens stand in undecoded output. Only what can carry a signal is ever decoded; everything else is
 * passed over at the speed of one search.
 */
export function* marksIn(bytes: Uint8Array): Generator<number> {
  const text = byteText(bytes);
  for (const { index } of text.matchAll(tails))
    if (heads.test(text.slice(Math.max(0, index - longestHead), index + shownOfTail))) yield index;
}

/** Whether any signal's token stands in these bytes. */
export const hasMark = (bytes: Uint8Array): boolean => !marksIn(bytes).next().done;
