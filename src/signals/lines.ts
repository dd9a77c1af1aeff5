import type { Message } from "../core/transcript.js";

/** A line of a message with what surrounds it: enough to tell an answer from something shown. */
export interface Line {
  readonly text: string;
  /** Counted from 1 in the output the message came from. */
  readonly number: number;
  /** The language of the code fence it stands in ("" where none is named), or null outside one. */
  readonly fence: string | null;
  /** A fence marker itself. */
  readonly isFence: boolean;
  readonly quoted: boolean;
  readonly diff: boolean;
  readonly heredoc: boolean;
}

/** One pass over a message. Where lines were left out of it, the numbers go on as in the whole. */
export function readLines({ text, line: firstLine, gaps = [] }: Message): readonly Line[] {
  let scan = freshScan();
  let shift = firstLine;
  let next = 0;
  return text.split("\n").map((raw, at) => {
    const gap = gaps[next];
    if (gap && at >= gap.at) {
      shift = firstLine + gap.line - gap.at;
      scan = freshScan(); // What was open before a gap may have closed in it.
      next++;
    }
    return scanLine(raw.endsWith("\r") ? raw.slice(0, -1) : raw, shift + at, scan);
  });
}

const freshScan = (): Scan => ({ fence: null, marker: "", diff: false, heredoc: null });

interface Scan {
  fence: string | null;
  marker: string;
  diff: boolean;
  heredoc: string | null;
}

function scanLine(text: string, number: number, scan: Scan): Line {
  const trimmed = text.trimStart();
  const isFence = scanFence(trimmed, scan);
  scan.diff = staysDiff(text, scan.diff);
  const heredoc = scanHeredoc(text, scan);
  const fence = isFence ? null : scan.fence;
  return { text, number, fence, isFence, quoted: trimmed.startsWith(">"), diff: scan.diff, heredoc };
}

function scanFence(trimmed: string, scan: Scan): boolean {
  const match = /^(`{3,}|~{3,})\s*([\w+-]*)/.exec(trimmed);
  if (!match) return false;
  const [, marker = "", language = ""] = match;
  if (scan.fence === null) {
    scan.fence = language.toLowerCase();
    scan.marker = marker;
    return true;
  }
  if (!marker.startsWith(scan.marker) || language !== "") return false;
  scan.fence = null;
  return true;
}

function staysDiff(text: string, inDiff: boolean): boolean {
  if (/^(?:diff --git |@@ -\d|\+\+\+ [ab]\/|--- [ab]\/)/.test(text)) return true;
  return inDiff && /^(?:[ +\-@\\]|index |new file|deleted file|rename |similarity |Binary )/.test(text);
}

function scanHeredoc(text: string, scan: Scan): boolean {
  if (scan.heredoc !== null) {
    if (text.trim() === scan.heredoc) scan.heredoc = null;
    return true;
  }
  scan.heredoc = /<<-?\s*["']?([A-Z_]{2,20})["']?\s*$/.exec(text)?.[1] ?? null;
  return false;
}

/** Languages a status may be fenced in; in any other fence it is code somebody shows. */
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

/** Why a line cannot carry an answer, or undefined. */
export function shownBecause(line: Line): string | undefined {
  if (line.quoted) return "it is quoted";
  if (line.diff) return "it stands in a diff";
  if (line.heredoc) return "it stands in a heredoc";
  if (line.fence !== null && !plainFences.has(line.fence)) return `it stands in a code fence (${line.fence})`;
  return undefined;
}

/**
 * Why the text before a status makes it an instruction or an example: "When finished, output:".
 * The agent's own "Here is my status:" does not.
 */
export function instructedBecause(lines: readonly Line[], at: number): string | undefined {
  const lead = leadIn(lines, at);
  if (lead === undefined) return undefined;
  if (/\b(?:i|i'm|i'll|i've|let me|my|here's|here is|here are|now)\b/i.test(lead)) return undefined;
  if (isExample.test(lead)) return "it is given as an example";
  return isInstruction.test(lead) ? "it is given as an instruction" : undefined;
}

const isExample = /\b(?:for example|example|e\.g\.|sample|such as|template|like this|format(?:ted)?)\b[^.!?]*:\**$/i;
const isInstruction =
  /^\W*(?:when|if|once|after|then|otherwise|only|always|never|you\b|to\b|at the end|finally,? |output|print|reply|respond|emit|return|include|write|add|use|say|end)\b.*:\**$|\b(?:you|must|should)\b.*\b(?:output|print|reply|respond|emit|return|include|write|add|say|end)\b[^.!?]*:?\**$|\b(?:output|print|reply with|respond with|emit)\b[^.!?]*:\**$/i;

function leadIn(lines: readonly Line[], at: number): string | undefined {
  for (let before = at - 1; before >= Math.max(0, at - 4); before--) {
    const line = lines[before];
    if (!line || line.isFence || line.text.trim() === "") continue;
    const text = line.text.trim();
    return text.length > 400 ? text.slice(-400) : text;
  }
  return undefined;
}
