import type { Overheard, Transcript } from "../../decide/transcript.js";

const longestAside = 16_000;
const mayDeny = /\bnot\b|n['’]t\b|incomplete|unfinished|undone|still/i;

/** Plain lines beside an agent's JSON. No "yes" in them counts, but a "no" does. */
export function asides(lines: readonly string[]): readonly Overheard[] {
  const text = lines.filter((line) => !line.includes("{")).join("\n");
  return mayDeny.test(text) ? [{ source: "aside", text: text.slice(-longestAside), line: 1 }] : [];
}

/** The lines before and after a JSON document. */
export function withAsides(transcript: Transcript, text: string): Transcript {
  const begin = text.search(/^[ \t]*[[{]/m);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  const found = asides([text.slice(0, Math.max(0, begin)), text.slice(end + 1)].join("\n").split("\n"));
  return found.length === 0 ? transcript : { ...transcript, overheard: [...transcript.overheard, ...found] };
}
