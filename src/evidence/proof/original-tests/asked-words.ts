import { type AskedWords, askedWords } from "./asked-words-table.js";

/** A sentence ends at a line break, or at a mark that something other than code follows. */
export const sentencesOf = (text: string): readonly string[] => text.split(/\n|(?<=[.!?;])\s|(?<=[。！？；])/);

/**
 * The sentences that ask to take something away, each without what it says must stay; one that calls it "it" comes with
 * the sentence before it. A word counts only as a word: `merge(a, b)` is code.
 */
export function sentencesTaking(text: string): readonly string[] {
  const sentences = sentencesOf(text).map((sentence) => languages.reduce(withoutKept, sentence.trim()));
  return sentences.flatMap((sentence, at) => {
    if (!languages.some(({ takes }) => takes.test(sentence))) return [];
    const isIt = at > 0 && languages.some(({ takesIt }) => takesIt.test(sentence));
    return [isIt ? `${sentences[at - 1]} ${sentence}` : sentence];
  });
}

/** Whether a sentence asks to change tests or what they compare with, in so many words. */
export const asksForOtherTests = (sentence: string): boolean =>
  languages.some(({ changesTests }) => changesTests.test(sentence));

/** Whether a sentence has a word for changing something. */
export const asksForChange = (sentence: string): boolean => languages.some(({ changes }) => changes.test(sentence));

/** A sentence without what it says must stay, and without words that it denies. */
const withoutKept = (sentence: string, reader: WordShapes): string =>
  sentence
    .split(clauseEnd)
    .map((clause) => withoutDenied(clause, reader))
    .join(" ");

function withoutDenied(clause: string, { takes, kept, notKept, denied, isRestDenied }: WordShapes): string {
  if (isRestDenied.test(clause)) return "";
  const from = clause.search(denied);
  if (from >= 0) return clause.slice(0, from);
  const stays = kept.exec(clause);
  if (!stays || notKept.test(clause)) return clause;
  const sides = [clause.slice(0, stays.index), clause.slice(stays.index + stays[0].length)];
  return sides.find((side) => takes.test(side)) ?? "";
}

/** Where a new thought begins. */
const clauseEnd =
  /(?<=[,;:—–，；：、])|\s-\s|\s(?=(?:but|and|while|by|aber|sondern|und|mais|et|pero|y|mas|e|ma|но|и)\s)/iu;

interface WordShapes {
  readonly takes: RegExp;
  readonly takesIt: RegExp;
  /** A word for taking away after a word that denies it, to be cut off from there. */
  readonly denied: RegExp;
  /** The denial stands behind it. */
  readonly isRestDenied: RegExp;
  readonly kept: RegExp;
  readonly notKept: RegExp;
  readonly changes: RegExp;
  readonly changesTests: RegExp;
}

const never = /(?!)/;
const anyOf = (words: readonly string[]): string => `(?:${words.join("|")})`;

function toReader(words: AskedWords): WordShapes {
  const { spaced, between, notBefore, notAfter, it, keeps, purposes } = words;
  // Code is no word: "merge(", "`merge`", "list.merge", "src/merge.js".
  const [from, to] = spaced
    ? [String.raw`(?<![\p{L}\p{N}_./$\x60-])`, String.raw`(?![\p{L}\p{N}_(\x60/]|-\p{L}|\.\p{L})`]
    : ["", ""];
  const shape = (...parts: readonly string[]): RegExp => new RegExp(parts.join(""), "iu");
  const takes = `${from}${anyOf(words.takes)}${to}`;
  const blank = spaced ? String.raw`\s+` : "";
  const gap = between.length > 0 ? `(?:${anyOf(between)}${blank}){0,2}` : "";
  const change = `${from}${anyOf(words.changes)}${to}`;
  const tests = `${from}${anyOf(words.tests)}${spaced ? String.raw`(?![\p{L}\p{N}_])` : ""}`;
  const not = notBefore.length > 0 ? `${from}${anyOf(notBefore)}${blank}${gap}` : null;
  const keep = `${from}${anyOf(keeps)}${to}`;
  const aim = `${from}${anyOf(purposes)}${to}`;
  return {
    takes: shape(takes),
    takesIt: shape(takes, String.raw`\s*-?`, anyOf(it), spaced ? String.raw`(?![\p{L}\p{N}_])` : ""),
    denied: not === null ? never : shape(not, takes),
    isRestDenied: notAfter.length > 0 ? shape(takes, spaced ? String.raw`\s+` : "", anyOf(notAfter)) : never,
    kept: shape(keep),
    notKept: not === null ? never : shape(not, keep),
    changes: shape(change),
    changesTests: shape(
      `${change}(?:(?!${aim})[^.\\n]){0,80}${tests}${spaced ? "" : `|${tests}[^.\\n]{0,40}${change}`}`,
    ),
  };
}

const languages: readonly WordShapes[] = askedWords.map(toReader);
