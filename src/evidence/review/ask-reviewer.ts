import { withoutNesting } from "../../agents/start/agent-env.js";
import { OutputFeed } from "../../agents/transcripts/read-output.js";
import { type Failure, finalMessage, type Transcript } from "../../decide/transcript.js";
import { pathJoin } from "../../lib/files/folder.js";
import type { CommandEnding } from "../../lib/process/command-run.js";
import { copyEnvironment } from "../../lib/process/copy-env.js";
import { duration } from "../../lib/text/duration.js";
import type { CleanCopy } from "../proof/original-tests/clean-copy.js";
import type { Reviewer, ReviewTerms } from "./reviewing.js";

/** What a reviewer said in its one turn, and what that cost. */
export interface ReviewerTurn {
  readonly message: string;
  /** Why its words are no answer; null where it ended well. */
  readonly failure: string | null;
  readonly failed?: Failure;
  /** It was ended by a person. */
  readonly isCut: boolean;
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly seconds: number;
}

type ReviewerQuestion = Pick<ReviewTerms, "run" | "room" | "signal" | "logDirectory" | "seconds"> & {
  /** The root of the project's repository. */
  readonly project: string;
  readonly copy: Pick<CleanCopy, "folder" | "cwd" | "temporary">;
  readonly question: string;
};

/** Starts a reviewer once, in the copy. Never throws: how it ended is part of the answer. */
export async function askReviewer({ agent, label }: Reviewer, asking: ReviewerQuestion): Promise<ReviewerTurn> {
  const { run: id, room, signal, logDirectory, seconds, project, copy, question } = asking;
  const { words, stdin, env } = agent.invoke({ prompt: question, resume: null });
  const feed = new OutputFeed(agent.name, agent.format, "read");
  const place = { project, copy: copy.folder, cwd: copy.cwd, temporary: copy.temporary, python: [] };
  const run = await room.run(words, {
    cwd: copy.cwd,
    as: "judge",
    network: true,
    shows: [copy.folder, copy.temporary],
    // The run judges it: a hook of the project must not.
    env: { ...copyEnvironment(place, {}), ...withoutNesting, ...env, UNTILDONE_RUN: id },
    ...(stdin === null ? {} : { stdin }),
    timeoutMs: Math.max(1, seconds * 1000),
    politeSignal: agent.politeSignal,
    ...(signal ? { signal } : {}),
    ...(logDirectory === null ? {} : { logFile: pathJoin(logDirectory, `review-${nameOf(label)}.log`) }),
    onOutput: (chunk, from) => {
      if (from === "stdout") feed.write(chunk);
    },
  });
  const transcript = feed.end(toEnd(run.ending, run.stderr.text()));
  const { usage, costUsd } = transcript;
  return {
    message: finalMessage(transcript)?.text ?? "",
    failure: whyFailed(run.ending, transcript),
    ...(transcript.ending.is === "failed" ? { failed: transcript.ending.failure } : {}),
    isCut: run.ending.is === "interrupted" || signal?.aborted === true,
    usd: costUsd,
    tokens: usage && usage.inputUncached + usage.cacheRead + usage.cacheWrite + usage.output,
    seconds: run.durationMs / 1000,
  };
}

const nameOf = (label: string): string => label.replaceAll(/[^\w.-]+/g, "-").slice(0, 60);

function toEnd(ending: CommandEnding, stderr: string) {
  switch (ending.is) {
    case "exited":
      return { exitCode: ending.code, stderr };
    case "signalled":
      return { exitCode: 128, stderr: `${stderr}\nended by ${ending.signal}` };
    case "timed-out":
      return { timedOut: true, stderr };
    case "interrupted":
      return { interruptedByUs: true, stderr };
    default:
      return { stderr };
  }
}

function whyFailed(ending: CommandEnding, transcript: Transcript): string | null {
  if (ending.is === "timed-out") return `it gave no answer within ${duration(ending.afterMs / 1000)}`;
  if ("why" in ending) return ending.why;
  if (transcript.ending.is !== "failed") return null;
  const { kind, message } = transcript.ending.failure;
  return kind === "limit" ? `it is at its limit: ${message}` : message;
}
