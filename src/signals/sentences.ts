import type { Line } from "./lines.js";

/** A sentence of the agent's prose, without Markdown, quotations and code. */
export interface Sentence {
  readonly text: string;
  /** In lower case: what the readers' expressions are matched against, for one that ignores case costs twice. */
  readonly lower: string;
  readonly line: number;
  /** Among the first or the last few: where a report says how it ended. */
  readonly edge: boolean;
  /** Among the last few. */
  readonly closing: boolean;
  readonly heading: boolean;
  /** The heading it stands under, or "". */
  readonly section: string;
  /** An item of a list; `open` where its box is not ticked. */
  readonly item: "plain" | "open" | null;
}

const edgeSentences = 4;
const longestSentence = 600;

/** The prose of a message. Lines that belong to a status block are left out. */
export function readSentences(lines: readonly Line[], isTaken: (at: number) => boolean): readonly Sentence[] {
  const found: { -readonly [Key in keyof Sentence]: Sentence[Key] }[] = [];
  let section = "";
  for (const [at, line] of lines.entries()) {
    if (
      isTaken(at) ||
      line.isFence ||
      line.fence !== null ||
      line.quoted ||
      line.diff ||
      line.heredoc ||
      line.tool ||
      line.wrapped
    )
      continue;
    const heading = /^\s*#{1,6}\s/.test(line.text);
    if (heading) section = line.text.slice(0, 200);
    const item = itemKind(line.text);
    for (const text of split(plainProse(line.text)))
      found.push({
        text,
        lower: text.toLowerCase(),
        line: line.number,
        edge: found.length < edgeSentences,
        closing: false,
        heading,
        section,
        item,
      });
  }
  for (const sentence of found.slice(-edgeSentences)) {
    sentence.edge = true;
    sentence.closing = true;
  }
  return found;
}

function itemKind(text: string): Sentence["item"] {
  const marker = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(\[ \]\s)?/.exec(text);
  return marker ? (marker[1] ? "open" : "plain") : null;
}

/** Without emphasis, list markers, table rows, links' targets, and what is quoted or code of several words. */
function plainProse(text: string): string {
  if (text.startsWith("|") && text.trimEnd().endsWith("|")) return "";
  if (!/[*_`"“[<#>~-]/.test(text)) return text.trim();
  let plain = text.replace(/^\s*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)/, "");
  if (plain.includes("<")) plain = plain.replaceAll(/<promise>[^<]*<\/promise>/gi, "");
  if (plain.includes("`")) plain = plain.replaceAll(/`([^`\s]*)`/g, "$1").replaceAll(/`[^`]*`/g, "…");
  if (/["“]/.test(plain))
    plain = plain.replaceAll(/["“][^"“”]{2,}?["”]/g, (quoted) => (/\s/.test(quoted) ? "…" : quoted));
  if (plain.includes("](")) plain = plain.replaceAll(/\]\([^)\s]{0,500}\)/g, "]");
  return plain.replaceAll(/\*\*|__|~~|<\/?[a-z]+>/g, "").trim();
}

/** Also where an agent's log runs sentences together: "… are now closed!Let me check". */
function split(text: string): readonly string[] {
  if (text === "") return [];
  return text
    .split(/(?<=[.!?。！？])\s+|(?<=[a-z)`][.!?:])(?=[A-Z][a-z']+\s)/)
    .map((sentence) => (sentence.length > longestSentence ? sentence.slice(0, longestSentence) : sentence).trim())
    .filter((sentence) => sentence !== "");
}
