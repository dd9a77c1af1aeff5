import type { Mutable } from "../../core/mutable.js";
import type { Line } from "../lines.js";
import { findTopics } from "./topics.js";

/** A sentence of the agent's prose, without Markdown, quotations and code. */
export interface Sentence {
  readonly text: string;
  /** In lower case: what the readers' expressions are matched against, for one that ignores case costs twice. */
  readonly lower: string;
  /** What it may speak of, as bits of `topic`. */
  readonly topics: number;
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

/** The prose of a message, of the lines that are the agent's own: those of a status block are left out. */
export function readSentences(lines: readonly Line[], isOwn: (at: number) => boolean): readonly Sentence[] {
  const found: Mutable<Sentence>[] = [];
  let section = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line || line.text === "" || isShown(line) || !isOwn(at)) continue;
    const isMarked = mayBeMarked(line.text);
    const heading = isMarked && /^\s*#{1,6}\s/.test(line.text);
    if (heading) section = line.text.slice(0, 200);
    const item = isMarked ? itemKind(line.text) : null;
    for (const text of splitSentences(plainProse(line.text))) {
      const lower = text.toLowerCase();
      const edge = found.length < edgeSentences;
      const topics = findTopics(lower);
      found.push({ text, lower, topics, line: line.number, edge, closing: false, heading, section, item });
    }
  }
  for (const sentence of found.slice(-edgeSentences)) {
    sentence.edge = true;
    sentence.closing = true;
  }
  return found;
}

export const isShown = (line: Line): boolean =>
  line.isFence || line.fence !== null || line.quoted || line.diff || line.heredoc || line.tool !== null || line.wrapped;

/** A line that begins with a letter is neither a heading nor an item. */
function mayBeMarked(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  return first < 97 || first > 122;
}

function itemKind(text: string): Sentence["item"] {
  const marker = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(\[ \]\s)?/.exec(text);
  return marker ? (marker[1] ? "open" : "plain") : null;
}

/** Without emphasis, list markers, table rows, links' targets, and what is quoted or code of several words. */
function plainProse(text: string): string {
  if (text.startsWith("|") && text.trimEnd().endsWith("|")) return "";
  if (!/[*_`"“「『«[<#>~-]/.test(text)) return text.trim();
  let plain = text.replace(/^\s*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)/, "");
  if (plain.includes("<")) plain = plain.replaceAll(/<promise[^<>]{0,100}>[^<]*<\/promise>/gi, "");
  if (plain.includes("`")) plain = plain.replaceAll(/`([^`\s]*)`/g, "$1").replaceAll(/`[^`]*`/g, "…");
  if (/["“]/.test(plain))
    plain = plain.replaceAll(/["“][^"“”]{2,}?["”]/g, (quoted) => (isSeveralWords.test(quoted) ? "…" : quoted));
  if (/[「『«]/.test(plain)) plain = plain.replaceAll(/「[^「」]{2,}」|『[^『』]{2,}』|«[^«»]{2,}»/g, "…");
  if (plain.includes("](")) plain = plain.replaceAll(/\]\([^)\s]{0,500}\)/g, "]");
  return plain.replaceAll(/\*\*|__|~~|<\/?[a-z]+>/g, "").trim();
}

/** In a script without blanks, a few letters. */
const isSeveralWords = /\s|[\u3040-\u9fff]{3}/;

/** An end mark and a blank, or a full-width one; or, where an agent's log runs sentences together, none: "… are now closed!Let me check". */
const boundary = /[.!?]\s|[。！？](?![。！？])|[a-z)`][.!?:](?=[A-Z][a-z']+\s)/g;

export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  boundary.lastIndex = 0;
  while (boundary.test(text)) {
    addPiece(sentences, text.slice(from, boundary.lastIndex));
    from = boundary.lastIndex;
  }
  addPiece(sentences, text.slice(from));
  return sentences;
}

function addPiece(sentences: string[], piece: string): void {
  const sentence = piece.trim();
  const kept = sentence.length > longestSentence ? sentence.slice(0, longestSentence).trim() : sentence;
  if (kept !== "") sentences.push(kept);
}
