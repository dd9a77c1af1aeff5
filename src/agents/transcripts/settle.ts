import {
  type Ending,
  type Failure,
  failed,
  finalMessage,
  type ProcessEnd,
  type Transcript,
} from "../../decide/transcript.js";
import { cleanText } from "../../lib/text/clean-text.js";
import { findByFormat } from "../known-agents.js";
import { classifyError, short } from "./failures.js";
import { findSpokenFailure } from "./spoken-failure.js";
import { errorIn, errorRetried } from "./stderr.js";

/**
 * The ending of the turn once the process has ended. In order: a closing event before our kill, our kill, the stream,
 * the exit code. A failed process never counts as ended normally, whatever it printed.
 */
export function settle(transcript: Transcript, run: ProcessEnd): Transcript {
  const { ending } = transcript;
  const stderr = run.stderr ?? "";
  if (run.interruptedByUs || run.timedOut)
    return isClosed(ending) ? transcript : withEnding(transcript, stopped(transcript, run, stderr));
  const { exitCode } = run;
  if (exitCode === undefined || exitCode === null) return transcript;
  if (exitCode !== 0) return withEnding(transcript, crashed(transcript, exitCode, stderr));
  if (ending.is === "untold") return withEnding(transcript, { is: "finished" });
  const cause = isUnexplained(ending) ? findCause(stderr) : undefined;
  return cause ? withEnding(transcript, { is: "failed", failure: cause }) : transcript;
}

/** The turn failed and no event says why: it ended empty, or its stream stops. */
const isUnexplained = (ending: Ending): boolean =>
  ending.is === "failed" &&
  ending.explicit !== true &&
  ending.failure.limit === null &&
  (ending.failure.kind === "empty" || ending.failure.kind === "cut-off");

const findCause = (stderr: string): Failure | undefined => errorIn(stderr) ?? errorRetried(stderr);

const withEnding = (transcript: Transcript, ending: Ending): Transcript => ({ ...transcript, ending });

/** Whether the agent ended its turn by itself. "Interrupted" does not count, because our signal causes it. */
const isClosed = (ending: Ending): boolean =>
  ending.is === "finished" ||
  (ending.is === "failed" && ending.explicit === true && ending.failure.kind !== "interrupted");

/** We stopped the agent. If it was waiting for a limit to reset, that is the better reason. */
function stopped({ ending, messages }: Transcript, run: ProcessEnd, stderr: string): Ending {
  const waited = ending.is === "failed" ? ending.failure.limit : null;
  const limit = waited ?? (messages.length === 0 ? (errorRetried(stderr)?.limit ?? null) : null);
  return run.interruptedByUs
    ? failed("interrupted", "we stopped the agent", limit)
    : failed("timeout", "the agent ran out of time", limit);
}

/** A closing event is more reliable than stderr, and stderr more than an exit code. */
function crashed(transcript: Transcript, exitCode: number, stderr: string): Ending {
  const { ending, format, sessionId } = transcript;
  const known = ending.is === "failed" ? ending.failure : undefined;
  const status = findByFormat(format)?.readStatus?.(exitCode);
  if (known && (isClosed(ending) || (known.kind !== "cut-off" && known.kind !== "empty")))
    return known.kind === "api" && status ? withFailure(ending, classifyError(known.message, { status })) : ending;
  const start = sessionId === null ? cannotStart(exitCode, stderr) : undefined; // If a session began, the agent did start.
  const cause = start ?? findCause(stderr) ?? (status && classifyError(stderr, { status })) ?? errorPrinted(transcript);
  if (cause) return { is: "failed", failure: cause };
  const last = stderr.trim().split("\n").at(-1) ?? "";
  return failed("crash", short(`the agent exited ${exitCode}${last ? `: ${last}` : ""}`), known?.limit ?? null);
}

/** Some CLIs print their failure in place of the answer. */
const errorPrinted = (transcript: Transcript): Failure | undefined =>
  findSpokenFailure(finalMessage(transcript)?.text ?? "", printedLines);
const printedLines = 3;

const withFailure = (ending: Ending, failure: Failure): Ending => ({ ...ending, is: "failed", failure });

function cannotStart(exitCode: number, stderr: string): Failure | undefined {
  const message = short(stderr) || `exit code ${exitCode}`;
  if (exitCode === 127 || /\bspawn \S+ ENOENT\b|command not found|not recognized as an internal/i.test(stderr))
    return { kind: "not-installed", message, limit: null };
  const refused = findRefusedFlags(stderr);
  return refused === undefined ? undefined : { kind: "bad-flags", message: short(refused), limit: null };
}

const refusedFlags =
  /unknown (?:option|flag|argument)|unrecognized (?:option|argument)|unexpected argument|cannot be used with root/i;

/** The line that names a flag, or the first one of a help that is printed in place of it. */
function findRefusedFlags(stderr: string): string | undefined {
  const lines = cleanText(stderr).trim().split("\n");
  const isHelp = lines.includes("Options:") && lines.some((line) => /^\s+-h, --help\s/.test(line));
  return (
    lines.find((line) => refusedFlags.test(line)) ??
    (isHelp ? `unknown option: it prints its help (${lines[0]})` : undefined)
  );
}
