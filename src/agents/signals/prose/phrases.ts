import type { Phrase } from "../../../decide/agent-report.js";
import { isAsserted } from "./guards.js";
import { type Pattern, patterns, units } from "./phrases-table.js";
import type { Sentence } from "./sentences.js";
import { mayBeOfAll, touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

/** A phrase and its sentence. */
export interface FoundPhrase {
  readonly phrase: Phrase;
  readonly edge: boolean;
}

/** Every completion phrase the agent states, one per kind. User patterns replace the built-in ones. */
export function readPhrases(
  sentences: readonly Sentence[],
  userPatterns: readonly string[] = [],
): readonly FoundPhrase[] {
  const own = userPatterns.map(compilePattern);
  const found = new Map<string, FoundPhrase>();
  for (const sentence of sentences) {
    const { text, lower, topics } = sentence;
    if (own.length > 0) {
      for (const pattern of own) note(found, sentence, matchPattern({ text, lower }, pattern));
      continue;
    }
    if (!touchesAny(topics, topic.completion)) continue;
    for (const pattern of patterns)
      if (mayMatch(pattern, topics)) note(found, sentence, matchPattern({ text: lower, lower }, pattern));
    if (mayNameUnit(sentence)) note(found, sentence, matchUnit(sentence));
  }
  return found.size === 0 ? [] : [...found.values()];
}

/** "All tasks are complete" names none. */
const mayNameUnit = ({ lower, topics }: Sentence): boolean =>
  touchesAny(topics, topic.done) &&
  (touchesAny(topics, topic.digit) || (touchesAny(topics, topic.unit) && hasOneUnit.test(lower)));
const hasOneUnit = /\b(?:the|this|my|your)\s|^\W*(?:task|story|ticket|subtask|user story)\b/;

const mayMatch = ({ needs, needsOneOf }: Pattern, topics: number): boolean =>
  mayBeOfAll(topics, needs) && (needsOneOf === undefined || touchesAny(topics, needsOneOf));

function note(found: Map<string, FoundPhrase>, { edge }: Sentence, phrase: Phrase | undefined): void {
  if (!phrase) return;
  const key = `${phrase.name}\n${phrase.subject ?? ""}`;
  const before = found.get(key);
  found.set(key, { phrase, edge: edge || (before?.edge ?? false) });
}

function matchPattern(
  { text, lower }: Pick<Sentence, "text" | "lower">,
  { name, of, expression, unless }: Pattern,
): Phrase | undefined {
  const match = expression.exec(text);
  if (!match || unless?.test(match[0])) return undefined;
  const asserted = isAsserted({ sentence: lower, start: match.index, end: match.index + match[0].length });
  return asserted ? { name, of, subject: null } : undefined;
}

function matchUnit(sentence: Sentence): Phrase | undefined {
  for (const expression of units) {
    const phrase = matchOneUnit(sentence, expression.exec(sentence.lower));
    if (phrase) return phrase;
  }
  return undefined;
}

function matchOneUnit({ text, lower }: Sentence, match: RegExpExecArray | null): Phrase | undefined {
  if (!match || !isAsserted({ sentence: lower, start: match.index, end: match.index + match[0].length }))
    return undefined;
  const [, kind, id, named] = match;
  const subject = (named ?? (id ? `${kind} ${id}` : ""))?.replace(/[:.,)]+$/, "");
  const at = lower.indexOf(subject, match.index);
  // In the agent's own spelling, if lower-casing did not change the length.
  const written = text.length === lower.length && at >= 0 ? text.slice(at, at + subject.length) : subject;
  return { name: "task done", of: "unit", subject: written || null };
}

/** `/…/` is a regular expression, anything else is literal, ignoring blanks and case. */
function compilePattern(text: string): Pattern {
  const expression = /^\/(.+)\/i?$/s.exec(text)?.[1];
  const literal = text
    .trim()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\s+/g, "\\s+");
  return { name: text, needs: 0, of: "whole", expression: new RegExp(expression ?? literal, "i") };
}
