/** A test's text as it was and is. */
export interface TestTexts {
  readonly old: string;
  readonly now: string;
}

const token = /(["'`])(?:\\.|(?!\1)[^\\\n])*\1|[\p{L}\p{N}_$.]*[\p{L}\p{N}_$]|[^\s\p{L}\p{N}_]/gu;
const isText = (each: string): boolean => /^["'`]/.test(each);
const isValue = (each: string): boolean =>
  isText(each) || /^-?\d/.test(each) || /^(?:true|false|null|undefined|None|True|False|nil)$/.test(each);

/** The values that differ between two texts that are otherwise the same: null where anything else differs. */
function changedValues({ old, now }: TestTexts): readonly (readonly [string, string])[] | null {
  // What closes the groups around it may stand behind the last test.
  const [before, after] = [old, now].map((text) => text.replace(/[)\]};\s]+$/, "").match(token) ?? []);
  if (!before || !after) return null;
  if (before.length !== after.length) return null;
  const pairs = before.flatMap((was, at): readonly (readonly [string, string])[] =>
    was === after[at] ? [] : [[was, after[at] ?? ""]],
  );
  return pairs.every(([was, is]) => isValue(was) && isValue(is)) ? pairs.flatMap(wordsOf) : null;
}

/** Of two texts that have as many words, those that differ. */
function wordsOf([was, is]: readonly [string, string]): readonly (readonly [string, string])[] {
  if (!isText(was) || !isText(is)) return [[was, is]];
  const [old, now] = [was, is].map((each) => each.slice(1, -1));
  const [oldWords, words] = [old, now].map((each = "") => each.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u));
  if (!oldWords || !words || oldWords.length !== words.length) return [[old ?? "", now ?? ""]];
  return oldWords.flatMap((word, at) => (word === words[at] ? [] : [[word, words[at] ?? ""] as const]));
}

/** A value that may stand in any sentence says nothing by itself. */
const isCommon = (value: string): boolean =>
  value.length < 2 || /^(?:true|false|null|undefined|None|nil|10)$/i.test(value);

const standsIn = (text: string, value: string): boolean => {
  const plain = value.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  return value !== "" && new RegExp(`(?<![\\p{L}\\p{N}_]|\\d[.,])${plain}(?![\\p{L}\\p{N}_]|[.,]\\d)`, "u").test(text);
};

/**
 * Whether a test differs in nothing but values that the task's text asks to change: the new one stands in the text, and so
 * does the old one, or it stood in the code and is gone from there.
 */
export function asksForValues(text: string, test: TestTexts, goneFromCode: (value: string) => boolean): boolean {
  const values = changedValues(test);
  if (values === null || values.length === 0) return false;
  return values.every(
    ([was, is]) =>
      standsIn(text, is) && (standsIn(text, was) || (!isCommon(is) && !isCommon(was) && goneFromCode(was))),
  );
}

/** Whether a value stood in the code and no longer stands in the same file. */
export const isGoneFrom =
  (changes: readonly { readonly old: string | null; readonly now: string | null }[]) =>
  (value: string): boolean =>
    changes.some(({ old, now }) => standsIn(old ?? "", value) && !standsIn(now ?? "", value));
