import type { Signal } from "../../decide/agent-report.js";
import { finalMessage, type Transcript } from "../../decide/transcript.js";
import { doubtNonce, type FoundSignal, type SignalOptions } from "./dialects/found.js";
import { combineAnswers, doubtYes, withoutYes } from "./dialects/interpret.js";
import { dialects } from "./dialects.js";
import { instructedBecause } from "./lead-in.js";
import { isIndentedCode, type MessageLine, readLines, shownBecause } from "./lines.js";
import { mayCarrySignal } from "./marks.js";

export const defaultSignalOptions: SignalOptions = { promise: "COMPLETE", abortPromise: null, nonce: null };

/** A signal together with the answers of its block. */
export interface ReadSignal {
  readonly signal: Signal;
  readonly found: FoundSignal;
  /** The same without the failing tests it mentions; absent if that makes no difference. */
  readonly besideTests?: ReadSignal;
}

/** Every signal in a transcript, in order, with its source and whether it counts. */
export function readSignals(transcript: Transcript, options: SignalOptions = defaultSignalOptions): readonly Signal[] {
  const final = finalMessage(transcript);
  const words = final ? scanSignals(final.text, readLines(final), options) : [];
  return [...readOverheard(transcript, options), ...words.map(({ signal }) => signal)].toSorted(
    (a, b) => a.line - b.line,
  );
}

/** The signals of the agent's final message. */
export function scanSignals(
  text: string,
  lines: readonly MessageLine[],
  options: SignalOptions,
): readonly ReadSignal[] {
  let marked = markedLines(text);
  if (marked.length === 0) return [];
  const taken = new Set<number>();
  const place = { lines, lastWords: lastWordsOfLog(lines), nonce: options.nonce };
  const read: ReadSignal[] = [];
  for (const { read: readDialect } of dialects) {
    const takenBefore = taken.size;
    for (const found of readDialect(lines, marked, options)) {
      if (taken.has(found.from)) continue;
      if (found.answers) for (let at = found.from; at <= found.to; at++) taken.add(at);
      read.push(readFound(found, place));
    }
    if (taken.size > takenBefore) marked = marked.filter((at) => !taken.has(at));
  }
  return read.length < 2 ? read : read.sort((a, b) => a.found.from - b.found.from);
}

const anyMark = new RegExp(mayCarrySignal, "gi");

/** The lines with a token: one search over the whole text is cheaper than testing each line. */
function markedLines(text: string): readonly number[] {
  const marked: number[] = [];
  let line = 0;
  let end = text.indexOf("\n");
  anyMark.lastIndex = 0;
  while (anyMark.test(text)) {
    for (; end >= 0 && end < anyMark.lastIndex; end = text.indexOf("\n", end + 1)) line++;
    marked.push(line);
    if (end < 0) break;
    anyMark.lastIndex = end;
  }
  return marked;
}

interface SignalContext {
  readonly lines: readonly MessageLine[];
  /** The last line in a log with tool output that is not a signal: a "yes" above it is not the agent's last word. */
  readonly lastWords: number;
  readonly nonce: string | null;
}

function readFound(original: FoundSignal, place: SignalContext): ReadSignal {
  const found = bindYes(original, place.nonce);
  const read = { found, signal: judgePlace(found, place) };
  const { besideTests, ...rest } = original;
  if (!besideTests) return read;
  return {
    ...read,
    besideTests: readFound({ ...rest, answers: besideTests, says: combineAnswers(besideTests) }, place),
  };
}

/**
 * Only a "yes" is bound to the turn: a "no" is safe to believe from anywhere. So a block without this turn's nonce, or
 * without its end, keeps each "no" and loses each "yes".
 */
function bindYes(found: FoundSignal, nonce: string | null): FoundSignal {
  const because = needsNonce(found) ? doubtNonce(found.fields["NONCE"], nonce) : undefined;
  const doubt = found.doubt ?? (because === undefined ? undefined : doubtYes(found, because));
  if (!doubt || !(doubt.run || doubt.task)) return found;
  return { ...found, answers: found.answers && withoutYes(found.answers), doubt };
}

function judgePlace(found: FoundSignal, { lines, lastWords }: SignalContext): Signal {
  const line = lines[found.from];
  const because =
    found.ignoredBecause ??
    (found.says === "template" ? "it is a template, not an answer" : null) ??
    (found.says === "malformed" ? "it gives no answer we know" : null) ??
    (line && shownBecause(line)) ??
    (found.from === found.to && isIndentedCode(lines, found.from) ? "it is shown as code" : null) ??
    (found.dialect === "refusal" ? null : instructedBecause(lines, found.from)) ??
    (found.says === "complete" && found.to < lastWords ? "the log goes on after it" : null) ??
    (found.says === "complete" ? found.doubt?.because : null) ??
    null;
  return toSignal(found, line?.number ?? 0, { source: "final-message", ignoredBecause: because });
}

/**
 * A log that mixes tool output with the agent's messages does not distinguish the two; we only know that the agent's
 * last message comes last. Returns the last line that is not a signal, or -1.
 */
function lastWordsOfLog(lines: readonly MessageLine[]): number {
  if (!lines.some(({ tool }) => tool === "call")) return -1;
  return lines.findLastIndex(({ text, isFence }) => text.trim() !== "" && !isFence && !mayCarrySignal.test(text));
}

const needsNonce = ({ dialect }: FoundSignal): boolean => dialect !== "promise" && dialect !== "refusal";

function toSignal(found: FoundSignal, line: number, more: Pick<Signal, "source" | "ignoredBecause">): Signal {
  const { dialect, scope, says, fields } = found;
  return {
    dialect,
    scope,
    says,
    source: more.source,
    line,
    trusted: more.ignoredBecause === null,
    ignoredBecause: more.ignoredBecause,
    fields,
  };
}

const maxOverheard = 50;

const whyNot: Readonly<Record<Signal["source"], string>> = {
  "final-message": "",
  "earlier-message": "it is in an earlier message, not in the final one",
  "tool-result": "it is in a tool result, not in the agent's own message",
  prompt: "it is in the prompt, not in the agent's own message",
  synthetic: "it is in an error message of the CLI, not in the agent's own message",
  stderr: "it was printed on standard error",
  document: "the text is a document, not a status",
  thinking: "it is in the agent's thinking, not in its answer",
  aside: "it was printed between the events of the stream",
};

/** Signals outside the final message: listed, but never trusted. */
export function readOverheard(transcript: Transcript, options: SignalOptions): readonly Signal[] {
  if (transcript.messages.length < 2 && transcript.overheard.length === 0) return [];
  const final = finalMessage(transcript);
  const earlier = transcript.messages.filter((message) => message !== final);
  const places = [
    ...earlier.map((message) => ({ ...message, source: "earlier-message" as const })),
    ...transcript.overheard.filter(({ source }) => source !== "aside"),
  ].filter(({ text }) => mayCarrySignal.test(text));
  const overheard: Signal[] = [];
  for (const { text, line, source } of places) {
    if (overheard.length >= maxOverheard) break;
    const lines = readLines({ text, line });
    for (const { found } of scanSignals(text, lines, options)) {
      if (found.dialect === "refusal") continue;
      overheard.push(toSignal(found, lines[found.from]?.number ?? line, { source, ignoredBecause: whyNot[source] }));
    }
  }
  return overheard.slice(0, maxOverheard);
}
