import { type OfferWords, offerWords } from "./languages/offer-words.js";
import { countsSomethingLeft } from "./nothing-left.js";
import type { Sentence } from "./sentences.js";

const letter = "[a-z0-9\\u00aa\\u00b5\\u00ba\\u00c0-\\u024f\\u0400-\\u04ff]";
type Key = Exclude<keyof OfferWords, "spaced">;
const built = new Map<Key, RegExp>();

/** Built on first use. Latin and Cyrillic words begin and end where no letter is; other scripts have no blanks. */
function anyOf(key: Key): RegExp {
  const known = built.get(key);
  if (known) return known;
  const words = (spaced: boolean): string =>
    offerWords
      .filter((one) => one.spaced === spaced)
      .flatMap((one) => one[key])
      .join("|") || "(?!)";
  const made = new RegExp(`(?<!${letter})(?:${words(true)})(?!${letter})|${words(false)}`);
  built.set(key, made);
  return made;
}

export const endsAsQuestion = (lower: string): boolean => /[?？]["'”’»)\]）」]*$/.test(lower);

/** "Anything else?", "shall I also write the docs?": the work does not wait for the answer. */
export const isPoliteQuestion = (lower: string): boolean =>
  anyOf("else").test(lower) || anyOf("also").test(lower) || (lower.includes("let me know") && endsAsQuestion(lower));

/** "Want me to start on the next one?": the agent offers to do more. Between two ways it asks to choose. */
export const isOfferedQuestion = (lower: string): boolean =>
  endsAsQuestion(lower) &&
  !waits.test(lower) &&
  !choice.test(lower) &&
  (isPoliteQuestion(lower) || anyOf("shall").test(lower));

/** "Want me to do this?" is about the work itself. */
const choice =
  /\s(?:it|this|that|these|those|them)(?=[\s?,])|\s(?:or|oder|ou|или)\s|¿[^?]*\s[ou]\s|还是|還是|それとも|아니면|どの|どれ|どちら|いくつ|何|いつ|哪|什么|什麼|多少|几|얼마|무엇|어떤|어느|언제|몇|(?:^|\s)[¿¡]?(?:which|what|where|when|welche[rsnm]?|wie|wann|quel(?:le)?s?|comment|quand|qué|cuál|cómo|cuándo|qual|quais|como|quando|quale|quali|какой|какую|какие|когда)(?=\s)/;

/** The agent would go on, if only it had an answer: then it is no offer. */
const waits =
  /\bso (?:that )?i can\b|\bbefore i\b|damit ich|bevor ich|para que (?:yo )?pueda|para que eu possa|antes de que|pour que je|avant que je|affinché|così posso|(?<!(?:хотите|хочешь|желаете),? )чтобы я|прежде чем|以便我|才能|できるように|수 있도록/;

/** The person may ask for more, and need not: "let me know if …". */
export const isInvitation = (lower: string): boolean =>
  !waits.test(lower) && (anyOf("wish").test(lower) || anyOf("tell").test(lower));

/**
 * Whether a sentence offers more, or tells the person what they can do: such a sentence names no work that is left,
 * unless it counts it. In a section of extras, what is plainly not done is none of them.
 */
export function isOffer({ lower, section, item }: Pick<Sentence, "lower" | "section" | "item">, head = ""): boolean {
  if (waits.test(lower) || countsSomethingLeft(lower)) return false;
  if (isInvitation(lower) || anyOf("person").test(lower) || isExtraLine(lower)) return true;
  const isExtra = isExtraHead(section.toLowerCase()) || (item !== null && isExtraHead(head));
  return isExtra && !notDone.test(lower);
}

const notDone =
  /\bnot (?:yet )?(?:been )?(?:done|complete|implemented|finished|started)|noch nicht|nicht (?:fertig|erledigt|umgesetzt)|(?:aún|todavía) no|no est[áa]n? |ainda não|não (?:foi|está)|pas encore|n['’]est pas|non (?:è|sono) |ещ[её] не|не (?:заверш|выполн|реализ)|尚未|未完成|(?:还|還)(?:没|沒)|まだ|未完了|ていません|아직|지 않/;

const isExtraHead = (head: string): boolean => head !== "" && anyOf("extra").test(head);

/** "Optional: …", "Next steps (optional): …", "Recommendation: …". */
function isExtraLine(lower: string): boolean {
  const lead = /^[^:：]{1,60}(?=[:：])/.exec(lower)?.[0] ?? lower.slice(0, longestLead);
  return anyOf("extra").test(lead);
}

const longestLead = 16;

/** The line above a list, in lower case; "" for what is no item. */
export function findListHead(sentences: readonly Sentence[], at: number): string {
  if (!sentences[at]?.item) return "";
  let before = at - 1;
  while (before >= 0 && sentences[before]?.item) before--;
  const head = sentences[before];
  return head && (head.heading || /[:：]$/.test(head.lower)) ? head.lower : "";
}
