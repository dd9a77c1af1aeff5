import { type Ending, type Failure, failed, type ProcessEnd, type Transcript } from "../core/transcript.js";
import { classifyError, short } from "./failures.js";

/**
 * The turn's ending once the process is known too: a closing event that came before our kill stands, then our own
 * kill, then what the stream says, then the exit code. A failed process never ends well, whatever it printed.
 */
export function settle(transcript: Transcript, run: ProcessEnd): Transcript {
  const { ending } = transcript;
  if (run.interruptedByUs)
    return ending.is === "finished"
      ? transcript
      : withEnding(transcript, failed("interrupted", "we stopped the agent"));
  if (run.timedOut)
    return ending.is === "finished"
      ? transcript
      : withEnding(transcript, failed("timeout", "the agent ran out of time"));
  const { exitCode } = run;
  const stderr = run.stderr ?? "";
  if (exitCode === undefined || exitCode === null) return transcript;
  if (exitCode !== 0) return withEnding(transcript, crashed(ending, exitCode, stderr));
  return ending.is === "untold" ? withEnding(transcript, { is: "finished" }) : transcript;
}

const withEnding = (transcript: Transcript, ending: Ending): Transcript => ({ ...transcript, ending });

/** What the stream already told is better than what an exit code can. */
function crashed(ending: Ending, exitCode: number, stderr: string): Ending {
  const told = ending.is === "failed" ? ending.failure : undefined;
  if (told && told.kind !== "cut-off" && told.kind !== "empty") return ending;
  const start = cannotStart(exitCode, stderr);
  if (start) return { is: "failed", failure: start };
  const spoken = classifyError(stderr);
  if (stderr.trim() !== "" && spoken.kind !== "api") return { is: "failed", failure: spoken };
  const last = stderr.trim().split("\n").at(-1) ?? "";
  return failed("crash", short(`the agent exited ${exitCode}${last ? `: ${last}` : ""}`));
}

function cannotStart(exitCode: number, stderr: string): Failure | undefined {
  const message = short(stderr) || `exit code ${exitCode}`;
  if (exitCode === 127 || /\bENOENT\b|command not found|not recognized as an internal/i.test(stderr))
    return { kind: "not-installed", message, limit: null };
  if (
    /unknown (?:option|flag|argument)|unrecognized (?:option|argument)|unexpected argument|cannot be used with root/i.test(
      stderr,
    )
  )
    return { kind: "bad-flags", message, limit: null };
  return undefined;
}
