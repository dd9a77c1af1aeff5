import type { Message } from "../../decide/transcript.js";

/** A line of a message and its context: enough to distinguish an answer from quoted text. */
export interface MessageLine {
  readonly text: string;
  /** Counted from 1 in the whole output. */
  readonly number: number;
  /** The language of the enclosing code fence ("" if unnamed), or null outside one. */
  readonly fence: string | null;
  /** Whether the line is a fence marker itself. */
  readonly isFence: boolean;
  readonly quoted: boolean;
  readonly diff: boolean;
  readonly heredoc: boolean;
  /** Whether the log shows a tool here: its call or its result. */
  readonly tool: "call" | "result" | null;
  /** Inside a comment, or inside a tag that contains foreign text. */
  readonly wrapped: boolean;
}

const carriageReturn = 13;

/** Scans a message in one pass. Line numbers account for omitted lines. */
export function readLines({ text, line: firstLine, gaps = [] }: Message): readonly MessageLine[] {
  let scan = freshScan();
  let shift = firstLine;
  let next = 0;
  const isClosed = closedTags(text);
  return text.split("\n").map((raw, at) => {
    const gap = gaps[next];
    if (gap && at >= gap.at) {
      shift = firstLine + gap.line - gap.at;
      scan = freshScan(); // Whatever was open before a gap may have closed in it.
      next++;
    }
    const line = raw.charCodeAt(raw.length - 1) === carriageReturn ? raw.slice(0, -1) : raw;
    return isOrdinary(line, scan) ? ordinaryLine(line, shift + at) : scanLine(line, shift + at, { scan, isClosed });
  });
}

const freshScan = (): Scan => ({
  fence: null,
  marker: "",
  nested: false,
  diff: false,
  heredoc: null,
  tool: false,
  wrapper: null,
});

interface Scan {
  fence: string | null;
  marker: string;
  nested: boolean;
  diff: boolean;
  heredoc: string | null;
  tool: boolean;
  wrapper: string | null;
}

type IsClosed = (closing: string) => boolean;

function scanLine(text: string, number: number, { scan, isClosed }: { scan: Scan; isClosed: IsClosed }): MessageLine {
  const trimmed = text.trimStart();
  const isFence = scanFence(trimmed, scan);
  scan.diff = staysDiff(text, scan.diff);
  const heredoc = scanHeredoc(text, scan);
  const fence = isFence ? null : scan.nested ? "nested" : scan.fence;
  const tool = isToolCall(text) ? "call" : scanToolResult(text, scan) ? "result" : null;
  const wrapped = scanWrapper(text, scan, isClosed);
  return { text, number, fence, isFence, quoted: trimmed.startsWith(">"), diff: scan.diff, heredoc, tool, wrapped };
}

function ordinaryLine(text: string, number: number): MessageLine {
  return {
    text,
    number,
    fence: null,
    isFence: false,
    quoted: false,
    diff: false,
    heredoc: false,
    tool: null,
    wrapped: false,
  };
}

/** Most lines are prose: they open no block and are inside none. */
function isOrdinary(text: string, { fence, diff, heredoc, tool, wrapper }: Scan): boolean {
  if (fence !== null || diff || heredoc !== null || tool || wrapper !== null) return false;
  if (text === "") return true;
  return beginsOrdinary(text) && !text.trimEnd().endsWith(":") && !text.includes("<<");
}

/** Starts with a letter, a digit, or a heading, item or emphasis sign, but not like a diff. */
function beginsOrdinary(text: string): boolean {
  let at = 0;
  while (text.charCodeAt(at) === blank) at++;
  const code = text.charCodeAt(at);
  const letter = code | 0x20;
  if (letter >= 97 && letter <= 122) return letter !== 100 || !text.startsWith("diff --git ");
  if ((code >= 48 && code <= 57) || code === 35 || code === 42 || code === 95 || code === 40) return true;
  return code === 45 && !text.startsWith("--- ");
}

const blank = 32;

function scanFence(trimmed: string, scan: Scan): boolean {
  const match = /^(`{3,}|~{3,})\s*([\w+-]*)/.exec(trimmed);
  if (!match) return false;
  const [, marker = "", language = ""] = match;
  if (scan.fence === null) {
    scan.fence = language.toLowerCase();
    scan.marker = marker;
    return true;
  }
  if (!marker.startsWith(scan.marker) || language !== "") {
    scan.nested = true; // A fence inside a fence: the message shows a document.
    return false;
  }
  scan.fence = null;
  scan.nested = false;
  return true;
}

function staysDiff(text: string, inDiff: boolean): boolean {
  if (/^(?:diff --git |@@ -\d|\+\+\+ [ab]\/|--- [ab]\/)/.test(text)) return true;
  return inDiff && /^(?:[ +\-@\\]|index |new file|deleted file|rename |similarity |Binary )/.test(text);
}

const toolNames =
  "(?:Bash|Read|Write|Edit|MultiEdit|Update|Glob|Grep|Search|Task|Todo\\w*|WebFetch|WebSearch|List|LS|Patch|Shell|Skill|Fetch)";
const toolCall = new RegExp(
  `^\\s*(?:[|│┃]\\s+${toolNames}\\s{2,}|[⏺●•]\\s?${toolNames}\\(|(?:🔧|⚙️?|🛠️?)\\s*(?:tool\\b|using\\b|${toolNames}\\b)|\\[tool(?:_use|_call)?[\\]:])`,
  "i",
);

/** A line where an interactive log announces a tool: `⏺ Bash(npm test)`, `|  Read     a.ts`, `🔧 Tool: Bash`. */
const isToolCall = (text: string): boolean => text.length < 4000 && toolCall.test(text);

/** Text indented under `⎿`, or under a line with only "Result:", is a tool's output. */
function scanToolResult(text: string, scan: Scan): boolean {
  if (/^\s*⎿/.test(text) || /^[^\w\s*#>]{0,3}\s*(?:tool )?(?:result|output|stdout|stderr)\s*:\s*$/i.test(text)) {
    scan.tool = true;
    return true;
  }
  scan.tool &&= /^\s{2,}\S/.test(text);
  return scan.tool;
}

/** Whether a closing tag occurs in the text, cached per tag: a tag that is never closed wraps nothing. */
function closedTags(text: string): IsClosed {
  let known: Map<string, boolean> | undefined;
  return (closing) => {
    known ??= new Map();
    const closed = known.get(closing) ?? text.includes(closing);
    known.set(closing, closed);
    return closed;
  };
}

const wrapper =
  /^\s*<(examples?|system[\w-]*|user[\w-]*|prompt[\w-]*|\w+[_-]prompt|instructions?|context|documents?|files?|file_contents?|tool[\w-]*|template|command-\w+|transcript)(?:\s[^<>]{0,200})?>\s*$/i;

function scanWrapper(text: string, scan: Scan, isClosed: IsClosed): boolean {
  if (scan.wrapper === null) {
    const name = wrapper.exec(text)?.[1];
    const closing = name ? `</${name}>` : /^\s*<!--/.test(text) ? "-->" : null;
    if (closing !== null && isClosed(closing)) scan.wrapper = closing;
  }
  const wrapped = scan.wrapper !== null;
  if (scan.wrapper !== null && text.includes(scan.wrapper)) scan.wrapper = null;
  return wrapped;
}

function scanHeredoc(text: string, scan: Scan): boolean {
  if (scan.heredoc !== null) {
    if (text.trim() === scan.heredoc) scan.heredoc = null;
    return true;
  }
  scan.heredoc = /<<-?\s*["']?([A-Z_]{2,20})["']?\s*$/.exec(text)?.[1] ?? null;
  return false;
}

/** Languages a status may be fenced in; in any other fence it is sample code. */
const plainFences = new Set([
  "",
  "text",
  "txt",
  "plain",
  "plaintext",
  "yaml",
  "yml",
  "json",
  "md",
  "markdown",
  "status",
]);

/** Why a line cannot be an answer, or undefined. */
export function shownBecause(line: MessageLine): string | undefined {
  if (line.quoted) return "it is quoted";
  if (line.diff) return "it is in a diff";
  if (line.heredoc) return "it is in a heredoc";
  if (line.wrapped) return "it is in a comment, or in text passed on";
  if (line.tool !== null) return "it is in tool output";
  if (line.fence !== null && !plainFences.has(line.fence)) return `it is in a code fence (${line.fence})`;
  return undefined;
}

/** Four blanks below an unindented line: Markdown's indented code. */
export function isIndentedCode(lines: readonly MessageLine[], at: number): boolean {
  if (!/^(?: {4}|\t)/.test(lines[at]?.text ?? "")) return false;
  const before = lines.slice(Math.max(0, at - 4), at).findLast(({ text }) => text.trim() !== "")?.text;
  return before !== undefined && /^\S/.test(before) && !/^(?:[-*+]|\d+[.)])\s/.test(before);
}
