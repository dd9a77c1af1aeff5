import type { TaskStatus } from "../../decide/tasks.js";
import { type BoxMarks, leadingStatus, statusOfWord } from "../status-words.js";
import { signs } from "../status-words-table.js";

/** A status in a title, with its position. */
export interface Tag {
  readonly status: TaskStatus;
  readonly start: number;
  readonly length: number;
  readonly form: "sign" | "word" | "box";
}

/**
 * The status in a title: a sign at its start or end ("✅ Parser", "Parser ✅"), a bracketed word at either end ("[DONE]
 * Parser", "Parser (done)"), or a separate word in capitals ("DONE: Parser", "Parser — DONE"). Words inside the
 * sentence do not count: "mark the entry as completed" is work.
 */
export function readTag(text: string): Tag | undefined {
  if (!mayHoldTag.test(text)) return undefined;
  return leadingSign(text) ?? leadingTag(text) ?? trailingSign(text) ?? trailingTag(text);
}

/** A cheap test first: most titles have no tag. */
const mayHoldTag = /[^\x00-\x7f]|[[(]|[A-Z]{3}|status\b|Status\b/;

const emphasis = /^(?:\*\*|__|~~|\s)*/u;
const ending = /(?:\*\*|__|~~|\s)*$/u;

function leadingSign(text: string): Tag | undefined {
  const start = emphasis.exec(text)?.[0].length ?? 0;
  return signAt(text, start);
}

/** The sign at this offset, with its variation selector. */
export function signAt(text: string, start: number): Tag | undefined {
  const sign = String.fromCodePoint(text.codePointAt(start) ?? 32);
  const status = signs.get(sign);
  if (!status) return undefined;
  const length = sign.length + (text[start + sign.length] === "\uFE0F" ? 1 : 0);
  return { status, start, length, form: "sign" };
}

/** At the end, or before a last word with the same meaning: "Parser ✅", "Parser ✅ Done". */
function trailingSign(text: string): Tag | undefined {
  const end = text.length - (ending.exec(text.slice(-40))?.[0].length ?? 0);
  for (let at = end - 1; at > Math.max(0, end - 24); at--) {
    const tag = signAt(text, at);
    if (!tag) continue;
    const after = text
      .slice(tag.start + tag.length, end)
      .replaceAll(/[*_`]/g, "")
      .trim();
    return after === "" || statusOfWord(after) ? tag : undefined;
  }
  return undefined;
}

/** A title without the sign at its end, which changes with its status. */
export function withoutLastSign(title: string): string {
  const tag = trailingSign(title);
  return tag && tag.start + tag.length === title.trimEnd().length ? title.slice(0, tag.start).trimEnd() : title;
}

const bracketed = /^(?:\*\*|__|`|~~|\s)*[[(](?:\*\*|__|`)?([\p{L}][\p{L} _'/-]{1,24})(?:\*\*|__|`)?[\])]/u;
const setApart = /^(?:\*\*|__|`|~~|\s)*([\p{Lu}][\p{Lu} _-]{2,24})(?:\*\*|__|`)?(?::|\s[-–—]\s)/u;

/** A status in brackets at the start: "[DONE] Parser", "(wip) Printer". */
export const bracketedTag = (text: string): Tag | undefined => wordIn(bracketed.exec(text), 0);

function leadingTag(text: string): Tag | undefined {
  return bracketedTag(text) ?? wordIn(setApart.exec(text), 0);
}

const bracketedLast =
  /[[(](?:\*\*|__|`)?([\p{L}][\p{L} _'/-]{1,24})(?:\s*[\d:,;#–—-][^\])]{0,80})?(?:\*\*|__|`)?[\])][\s.*_~]*$/u;
const setApartLast = /(?:[-–—:→]|\*\*|\|)\s*(?:\*\*|__|`)?([\p{Lu}][\p{Lu} _]{2,24})(?:\*\*|__|`)?[\s.!~]*$/u;
const statusLast = /\bstatus(?:\*\*|__)?\s*:\s*(?:\*\*|__|`)?([\p{L}][\p{L} _-]{1,24})(?:\*\*|__|`)?[\s.)]*$/iu;

/** Only searches the end of a long line: a title is short, and a tag is at its end. */
function trailingTag(text: string): Tag | undefined {
  const from = Math.max(0, text.length - 160);
  const end = text.slice(from);
  return (
    wordIn(bracketedLast.exec(end), from) ?? wordIn(setApartLast.exec(end), from) ?? wordIn(statusLast.exec(end), from)
  );
}

function wordIn(match: RegExpExecArray | null, from: number): Tag | undefined {
  const word = match?.[1];
  if (!match || word === undefined) return undefined;
  const status = statusOfWord(word);
  if (!status) return undefined;
  const start = from + match.index + match[0].indexOf(word);
  return { status, start, length: word.length, form: "word" };
}

const statusLine =
  /^(?:\*\*|__)?(?:status|state|状态|状態|ステータス|상태|estado|statut|статус)(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s*/iu;

/** "**Status**: [x] COMPLETED", "Status: done": the status after the label, or undefined. */
export function readStatusLine(text: string, marks: BoxMarks): Tag | undefined {
  if (!text.includes(":") && !text.includes("：")) return undefined;
  const label = statusLine.exec(text)?.[0];
  if (label === undefined) return undefined;
  return statusValue(text, label.length, marks);
}

/** The status at the start of a value: a box, a sign or a word. */
export function statusValue(text: string, from: number, marks: BoxMarks): Tag | undefined {
  const lead = /^(?:\*\*|__|`|~~|\s)*/u.exec(text.slice(from, from + 80))?.[0].length ?? 0;
  const start = from + lead;
  const mark = /^\[(.)\](?!\()/u.exec(text.slice(start, start + 4))?.[1];
  const boxed = mark === undefined ? undefined : marks.get(mark);
  if (boxed) return { status: boxed, start: start + 1, length: 1, form: "box" };
  const sign = signAt(text, start);
  if (sign) return sign;
  const bracket = text[start] === "[" || text[start] === "(" ? 1 : 0;
  const word = leadingStatus(text.slice(start + bracket, start + 80));
  return word && { status: word.status, start: start + bracket, length: word.length, form: "word" };
}
