import type { Mutable } from "../core/mutable.js";
import type { Line } from "./lines.js";
import { topicsOf } from "./topics.js";

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

/** The prose of a message. Lines that belong to a status block are left out. */
export function readSentences(lines: readonly Line[], isTaken: (at: number) => boolean): readonly Sentence[] {
  const found: Mutable<Sentence>[] = [];
  let section = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line || line.text === "" || isShown(line) || isTaken(at)) continue;
    const isMarked = mayBeMarked(line.text);
    const heading = isMarked && /^\s*#{1,6}\s/.test(line.text);
    if (heading) section = line.text.slice(0, 200);
    const item = isMarked ? itemKind(line.text) : null;
    for (const text of splitSentences(plainProse(line.text))) {
      const lower = text.toLowerCase();
      const edge = found.length < edgeSentences;
      const topics = topicsOf(lower);
      found.push({ text, lower, topics, line: line.number, edge, closing: false, heading, section, item });
    }
  }
  for (const sentence of found.slice(-edgeSentences)) {
    sentence.edge = true;
    sentence.closing = true;
  }
  return found;
}

const isShown = (line: Line): boolean =>
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
  if (!/[*_`"“[<#>~-]/.test(text)) return text.trim();
  let plain = text.replace(/^\s*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)/, "");
  if (plain.includes("<")) plain = plain.replaceAll(/<promise>[^<]*<\/promise>/gi, "");
  if (plain.includes("`")) plain = plain.replaceAll(/`([^`\s]*)`/g, "$1").replaceAll(/`[^`]*`/g, "…");
  if (/["“]/.test(plain))
    plain = plain.replaceAll(/["“][^"“”]{2,}?["”]/g, (quoted) => (/\s/.test(quoted) ? "…" : quoted));
  if (plain.includes("](")) plain = plain.replaceAll(/\]\([^)\s]{0,500}\)/g, "]");
  return plain.replaceAll(/\*\*|__|~~|<\/?[a-z]+>/g, "").trim();
}

/**
 * Where an end mark is followed by a blank, and where an agent's log runs sentences together: "… are now closed!Let me
 * check". Character by character: an expression that looks behind is tried at each of them too, for several times as much.
 */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let at = 1; at < text.length; at++) {
    const mark = text.charCodeAt(at - 1);
    if (!isEndMark(mark) && mark !== colon) continue;
    if (!(mark !== colon && isBlank(text, at)) && !runsTogether(text, at)) continue;
    keep(sentences, text.slice(from, at));
    from = at;
  }
  keep(sentences, from === 0 ? text : text.slice(from));
  return sentences;
}

const colon = 58;
const isEndMark = (code: number): boolean =>
  code === 46 || code === 33 || code === 63 || code === 0x3002 || code === 0xff01 || code === 0xff1f;

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(text.charAt(at)));
}

const beforeMark = /[a-z)`][.!?:]/y;
const sentenceStart = /[A-Z][a-z']+\s/y;

function runsTogether(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 65 || code > 90 || at < 2) return false;
  beforeMark.lastIndex = at - 2;
  sentenceStart.lastIndex = at;
  return beforeMark.test(text) && sentenceStart.test(text);
}

function keep(sentences: string[], piece: string): void {
  const sentence = piece.trim();
  const kept = sentence.length > longestSentence ? sentence.slice(0, longestSentence).trim() : sentence;
  if (kept !== "") sentences.push(kept);
}
