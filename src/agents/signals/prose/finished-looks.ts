import { allLanguages } from "./languages/all-languages.js";
import { finishWords } from "./languages/finish-words.js";
import { type Late, late } from "./late.js";

type FinishKey = "finished" | "looks";

// Ranges instead of Unicode classes, which take a hundred times longer to compile.
const letter = "[a-z0-9\\u00c0-\\u024f\\u0400-\\u04ff]";
const built = new Map<FinishKey, RegExp>();
const conditions = new Map<string, Late>();

/** Built on first use, of all languages: a short sentence may be of several. */
function anyOf(key: FinishKey): RegExp {
  const known = built.get(key);
  if (known) return known;
  const words = (spaced: boolean): string =>
    finishWords.flatMap((one) => (one.spaced === spaced ? one[key] : [])).join("|");
  const made = new RegExp(`(?<!${letter})(?:${words(true)})(?!${letter})|${words(false)}`);
  built.set(key, made);
  return made;
}

/** "It was complete before I started" supposes nothing. */
const englishCondition = ["if", "once", "when", "whenever", "until", "unless", "provided", "as soon as"];

function conditionOf(language: string): Late {
  const known = conditions.get(language);
  if (known) return known;
  const guards = allLanguages.find(({ name }) => name === language);
  const words = (guards?.condition ?? englishCondition).join("|");
  const made = late(guards && !guards.spaced ? words : `(?<!${letter})(?:${words})(?!${letter})`);
  conditions.set(language, made);
  return made;
}

/** A phase by its number, of which there are more. All tasks of it are more than one task. */
const phase =
  /(?:phase|sprint|milestone|fase|этап\S*)\s*#?\d|第\s*[一二三四五六七八九十\d]+\s*(?:个|個)?(?:阶段|階段|フェーズ|段階)|(?:阶段|階段|フェーズ|段階)\s*[一二三四五六七八九十\d]/;
const all = /\b(?:all|every|each|alle|toutes?|tous|todas?|todos|tutt[aeio])\b|(?:^|\s)все|所有|全部|すべて|全て|모든/;

/**
 * "I have completed my analysis", "phase 1 is done", "everything is done as soon as the tests run": an end
 * was reached that is none of the work, only of a part of it, or not yet.
 */
export function endsNothing(language: string, lower: string, match: RegExpExecArray): boolean {
  if (!anyOf("finished").test(match[0])) return false;
  if (phase.test(lower) && !all.test(lower)) return true;
  const clause = clauseAround(lower, match);
  return anyOf("looks").test(clause) || conditionOf(language).test(headOf(lower.slice(match.index + match[0].length)));
}

/** "Done: the avatar shows initials if there is no picture" says what was done, and supposes nothing. */
const headOf = (after: string): string => after.split(/[:：—–]/, 1)[0] ?? "";

/** Up to the next sign that ends a clause on either side. */
function clauseAround(lower: string, { 0: words, index }: RegExpExecArray): string {
  const before =
    lower
      .slice(0, index)
      .split(/[,;:，；：—–(（]/)
      .at(-1) ?? "";
  const after = lower.slice(index + words.length).split(/[,;:，；：—–(（]/, 1)[0] ?? "";
  return `${before}${words}${after}`;
}
