/** The position of a phrase in its sentence. */
export interface Match {
  /** In lower case. */
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
}

const negation =
  /\b(?:not|never|cannot|without|hardly|barely|nor|neither|almost|nearly|mostly|partially|partly|largely|approximately|zero|false)\b|n['’]t\b|\b\d{1,2}(?:\.\d+)?\s?%/;
const condition =
  /\b(?:if|once|when|whenever|until|unless|after|before|provided|assuming|whether|should|would|could|might|may|will|shall|going to|to be|needs?|must|want|wants|let me|let's|let us|ensure|verify|check|make sure|goal|expect|hope|try|trying|plan to|aim|intend|cannot|can)\b|['’](?:ll|d)\b|\bas soon as\b/;
const inside =
  /\b(?:not|never|will|would|should|must|to be|being|if|when|until|partially|partly|almost|nearly|mostly|largely|half|yet to|functionally|essentially|basically|virtually|substantially|practically|could)\b|n['’]t\b|\b\d{1,2}(?:\.\d+)?\s?%/;
const takenBack =
  /^\W{0,3}(?:[:=?]\s*(?:no\b|false|not\b|0\b|❌|✗|pending|partial)|\?)|\b(?:except|apart from|aside from|other than|but not|but the|excluding|only if|if|once|when|until|unless|soon|next (?:loop|iteration|session)|not yet|for now|so far|partially|partly|incorrectly|wrongly)\b/;

/**
 * Whether a phrase is a plain statement: not negated, conditional, in the future, a question, or taken back in the same
 * sentence.
 */
export function isAsserted({ sentence, start, end }: Match): boolean {
  if (sentence.endsWith("?") || sentence.endsWith("？")) return false;
  const before = sentence.slice(0, start);
  if (before !== "" && /\w/.test(before) && (condition.test(before) || isNegated(before))) return false;
  if (inside.test(sentence.slice(start, end)) || hasShortRatio(sentence.slice(start, end + 12))) return false;
  const after = sentence.slice(end);
  return !/[^.!\s]/.test(after) || !takenBack.test(after);
}

/** Only looks back to the last comma, dash or "but": an earlier negation is about something else. */
function isNegated(before: string): boolean {
  return negation.test(before) && negation.test(before.split(/[,;:—–(]|\b(?:but|and)\b/).at(-1) ?? "");
}

export const mayBeRatio = /\d\s?(?:\/|of|out)|\d.{0,24}?(?:von|de|sur|su|из|中|중)\s?(?:\S+ )?\d/;

/** "18/36", "3 of 5", "3 tareas de 5", "7件中3件": fewer than all. */
export function hasShortRatio(text: string): boolean {
  if (!mayBeRatio.test(text)) return false;
  for (const [, part, whole] of text.matchAll(ratio)) if (Number(part) < Number(whole)) return true;
  for (const [, whole, part] of text.matchAll(wholeFirst)) if (Number(part) < Number(whole)) return true;
  return false;
}

const ratio =
  /(?<![\d.,:/-])(\d{1,6})\s?(?:(?:\p{L}+ )?(?:of|out of|von|de|sur|su|из)(?: (?:the|den|las|los|les))? |\/|of |out of )(\d{1,6})(?![\d./-]*\d)/gu;
const wholeFirst =
  /(\d{1,6})\s?(?:个|個|件|つ|項目|개|건)?(?:の)?\s?(?:タスク|작업)?\s?(?:中|のうち|중)(?:의|に)?\s?(\d{1,6})/g;
