import type { Says } from "../core/said.js";
import type { DialectReader, Found } from "./found.js";
import type { Line } from "./lines.js";

const tag = /<promise>([^<]{0,200})<\/promise>/gi;

/** `<promise>WORD</promise>`, alone on its line or at the end of a sentence that neither negates nor conditions it. */
export const readPromise: DialectReader = (lines, options) => {
  const found: Found[] = [];
  for (const [at, line] of joinTags(lines)) {
    for (const match of line.matchAll(tag)) {
      const word = collapse(match[1] ?? "");
      const says = saysOfWord(word, options);
      const before = line.slice(0, match.index);
      const after = line.slice(match.index + match[0].length);
      const ignoredBecause =
        says === "other"
          ? `the word is "${word}"`
          : (mentionBecause(before, after) ?? nonceBecause(word, options.nonce));
      found.push({
        dialect: "promise",
        scope: "run",
        says,
        from: at,
        to: at,
        fields: { PROMISE: word },
        answers: null,
        ignoredBecause,
      });
    }
  }
  return found;
};

const collapse = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A tag may be broken over a few lines; it then counts for the line it begins on. */
function* joinTags(lines: readonly Line[]): Generator<[number, string]> {
  for (const [at, line] of lines.entries()) {
    if (!/<promise>/i.test(line.text)) continue;
    const closed = /<\/promise>/i.test(line.text);
    yield [
      at,
      closed
        ? line.text
        : lines
            .slice(at, at + 4)
            .map(({ text }) => text.trim())
            .join(" "),
    ];
  }
}

function saysOfWord(
  word: string,
  { promise, abortPromise, nonce }: { promise: string; abortPromise: string | null; nonce: string | null },
): Says {
  const bare = nonce !== null && word.endsWith(` ${nonce}`) ? word.slice(0, -nonce.length - 1) : word;
  const same = (wanted: string): boolean => bare.toLowerCase() === collapse(wanted).toLowerCase();
  if (abortPromise !== null && same(abortPromise)) return "abort";
  return promise !== "" && same(promise) ? "complete" : "other";
}

const nonceBecause = (word: string, nonce: string | null): string | null =>
  nonce === null || word.endsWith(` ${nonce}`) ? null : "it does not carry this run's nonce";

/** Why the words around the tag make it a mention, or undefined where the tag is the answer. */
function mentionBecause(before: string, after: string): string | undefined {
  if ((before.match(/`/g)?.length ?? 0) % 2 === 1) return "it is quoted as code";
  if (/["'“‘«]$/.test(before.trimEnd())) return "it is quoted";
  if (!/^[\s.!*_)🎉✅✓]*$/u.test(after)) return "it is mentioned within a sentence";
  const lead = before.replace(/^[\s>*_#-]+/, "");
  if (/\b(?:not|n't|never|cannot|without)\b/i.test(lead)) return "it is negated";
  if (
    /\b(?:if|when|once|until|unless|after|only|should|would|will|must|can|could|may|output|print|reply|respond|emit|say)\b/i.test(
      lead,
    )
  )
    return /\b(?:i|i'm|i've|i'll|i am|now|outputting)\b/i.test(lead) && !/\b(?:if|when|once|until|unless)\b/i.test(lead)
      ? undefined
      : "it is conditional or an instruction";
  return undefined;
}
