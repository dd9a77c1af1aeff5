import type { MessageLine } from "../lines.js";

const mentions = /\b(?:errors?|exceptions?|failures?|failed|failing|fails|fatal|panic|traceback)\b/i;
const harmless = [
  /\b(?:0|no|zero|without|any|free of|never)\s+(?:\S+\s+){0,2}?(?:errors?|exceptions?|failures?|failed|failing)\b/i,
  /\b(?:errors?|failures?|failed|failing|fails|exceptions?)\s*(?:\S+\s*)?[:=]\s*(?:0|none|false|null|no)\b(?!\s+\w)/i,
  /\berror[- ](?:handl\w*|message\w*|boundar\w*|page\w*|state\w*|codes?|logs?|logging|types?|class\w*|cases?|reporting|recovery|free|path\w*|check\w*|respons\w*|toast\w*|object\w*|ownership|detection|tolerance|rate|scenario\w*|correction)\b/i,
  /\b(?:fix(?:ed|es|ing)?|resolv(?:ed|es|ing)|handl(?:ed|es|ing)|correct(?:ed|s|ing)|catch(?:es|ing)?|caught|prevent(?:ed|s|ing)?|avoid(?:ed|s|ing)?|return(?:s|ed)?|throw(?:s|n)?|add(?:ed|s)?|validat\w+|graceful\w*|cover(?:s|ed)?|tests for)\b[^.]{0,60}\b(?:errors?|exceptions?|failures?)\b/i,
  /\b(?:if|when|whenever|in case)\b[^.,]{0,60}\b(?:errors?|exceptions?|failures?|fail(?:s|ed|ing)?)\b/i,
  /\b(?:errors?|exceptions?|failures?)\b[^.]{0,40}\b(?:fixed|resolved|handled|gone|cleared|corrected|addressed|no longer)\b/i,
  /\berrors?\.(?:log|ts|js|py|go|md)\b/i,
];

/** Counts lines that report an error. Two stages: lines with the word, minus those that only talk about errors. */
export function countErrors(whole: string, lines: readonly MessageLine[], isTaken: (at: number) => boolean): number {
  if (!mentions.test(whole)) return 0;
  let count = 0;
  for (const [at, { text }] of lines.entries())
    if (text.length <= 2000 && mentions.test(text) && !isTaken(at) && !harmless.some((one) => one.test(text))) count++;
  return count;
}
