import type { Mutable } from "../../../decide/mutable.js";
import type { MessageLine } from "../lines.js";
import { findTopics } from "./topics.js";

/** A sentence of the agent's prose, without Markdown, quotations and code. */
export interface Sentence {
  readonly text: string;
  /** In lower case, for matching: a case-insensitive expression costs twice as much. */
  readonly lower: string;
  /** What the sentence may be about, as bits of `topic`. */
  readonly topics: number;
  readonly line: number;
  /** Among the first or last few sentences, where a report says how it ended. */
  readonly edge: boolean;
  /** Among the last few sentences. */
  readonly closing: boolean;
  readonly heading: boolean;
  /** The heading above the sentence, or "". */
  readonly section: string;
  /** A list item; `open` if its box is not ticked. */
  readonly item: "plain" | "open" | null;
}

const edgeSentences = 4;
const longestSentence = 600;

/** The sentences of a message, from the agent's own lines only: status blocks are excluded. */
export function readSentences(lines: readonly MessageLine[], isOwn: (at: number) => boolean): readonly Sentence[] {
  const found: Mutable<Sentence>[] = [];
  let section = "";
  let isLedIn = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line || line.text === "" || isShown(line) || !isOwn(at)) continue;
    // An indented block below "Suggested message:" is shown, as in Markdown.
    if (isLedIn && indented.test(line.text)) continue;
    isLedIn = /[:：]\s*$/.test(line.text);
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

/** By four blanks, and no item of a list. */
const indented = /^(?: {4}|\t)\s*(?![-*+•]\s|\d{1,3}[.)]\s)\S/;

export const isShown = (line: MessageLine): boolean =>
  line.isFence || line.fence !== null || line.quoted || line.diff || line.heredoc || line.tool !== null || line.wrapped;

/** A line that starts with a letter is neither a heading nor an item. */
function mayBeMarked(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  return first < 97 || first > 122;
}

function itemKind(text: string): Sentence["item"] {
  const marker = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(\[ \]\s)?/.exec(text);
  return marker ? (marker[1] ? "open" : "plain") : null;
}

/** Removes emphasis, list markers, table rows, link targets, quotations and code of several words. */
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

/**
 * An end mark and a blank, or a full-width end mark; or no blank, since some logs join sentences: "… are now closed!Let
 * me check".
 */
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
  const shortened = sentence.length > longestSentence ? sentence.slice(0, longestSentence).trim() : sentence;
  if (shortened !== "") sentences.push(shortened);
}
