import { emptyTranscript, type Transcript } from "../../decide/transcript.js";
import type { CommandEnding } from "../../lib/process/command-run.js";
import { runCommand } from "../../lib/process/process.js";
import { maskSecrets } from "../../lib/secrets/secrets.js";
import { duration } from "../../lib/text/duration.js";
import { ActivityFeed } from "../activity.js";
import { type Agent, type AgentRequest, type ToolCall, unreadCall } from "../agent.js";
import { EventLines } from "../event-lines.js";
import { findByFormat } from "../known-agents.js";
import { LastLine } from "../last-line.js";
import { SentenceFeed } from "../sentence-feed.js";
import type { Activity } from "../tool-activity.js";
import { ToolCallFeed } from "../tool-call-feed.js";
import { OutputFeed } from "../transcripts/read-output.js";
import { withoutNesting } from "./agent-env.js";

export interface TurnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly graceMs?: number;
  readonly signal?: AbortSignal;
  /** How to ask it to stop, if not by a signal to its process group. */
  readonly askToStop?: (pid: number, signal: NodeJS.Signals) => void;
  /** How long what it started may take to end by itself. */
  readonly settleMs?: number;
  /** Receives everything the agent prints. */
  readonly outputFile: string;
  /** Called with everything the agent prints, and its last whole line if it prints plain text. */
  readonly onOutput?: (chunk: Uint8Array, lastLine: string | null) => void;
  /** Called with what the agent does and with the end of what it writes, if its events tell. */
  readonly onActivity?: (activity: Activity) => void;
  readonly onSentence?: (sentence: string) => void;
  /** Called with every tool call, if its events tell. */
  readonly onToolCall?: (call: ToolCall) => void;
}

/** One turn of an agent, however it ended. */
export interface AgentTurn {
  readonly transcript: Transcript;
  readonly ending: CommandEnding;
  readonly seconds: number;
  readonly leftBehind: number;
  readonly notEnded: readonly string[];
}

/** Runs one turn of an agent. Never throws: errors are part of the turn. */
export type AgentRunner = (agent: Agent, request: AgentRequest, options: TurnOptions) => Promise<AgentTurn>;

/**
 * Runs an agent once and reads its output in constant memory. Output after we began to stop it goes to the file but is
 * not read: an agent may continue and report success.
 */
export async function runAgent(agent: Agent, request: AgentRequest, options: TurnOptions): Promise<AgentTurn> {
  const { words, stdin, env } = agent.invoke(request);
  const feed = new OutputFeed(agent.name, agent.format, "read");
  let isStopping = false;
  const hopeless = new AbortController();
  const { outputFile, onOutput, onActivity, onSentence, onToolCall, env: more, ...limits } = options;
  const events = watchEvents(agent, {
    onActivity,
    onSentence,
    onToolCall,
    cwd: options.cwd,
    onHopeless: () => hopeless.abort(),
  });
  const anyCalls = agent.format === "auto" && onToolCall ? new ToolCallFeed(onToolCall) : null;
  const lastLine = agent.format === "auto" && onOutput ? new LastLine(maskSecrets) : null;
  const run = await runCommand(words, {
    ...limits,
    signal: AbortSignal.any([hopeless.signal, ...(options.signal ? [options.signal] : [])]),
    env: { ...withoutNesting, ...env, ...more },
    ...(stdin === null ? {} : { stdin }),
    politeSignal: agent.politeSignal,
    logFile: outputFile,
    onStop: () => {
      isStopping = true;
    },
    onOutput: (chunk, from) => {
      if (from === "stdout" && !isStopping) {
        feed.write(chunk);
        events?.write(chunk);
        anyCalls?.write(chunk);
        lastLine?.write(chunk);
      }
      onOutput?.(chunk, lastLine?.text ?? null);
    },
  });
  return {
    transcript: toTranscript(feed, run.ending, run.stderr.text()),
    ending: run.ending,
    seconds: run.durationMs / 1000,
    leftBehind: run.leftBehind,
    notEnded: run.notEnded,
  };
}

interface Watching {
  readonly cwd: string;
  readonly onActivity: TurnOptions["onActivity"] | undefined;
  readonly onSentence: TurnOptions["onSentence"] | undefined;
  readonly onToolCall: TurnOptions["onToolCall"] | undefined;
  /** The agent would only retry what cannot succeed. */
  readonly onHopeless: () => void;
}

/** Reads the events of an output as they arrive, if anybody wants to know. */
function watchEvents(agent: Agent, { onActivity, onSentence, onToolCall, cwd, onHopeless }: Watching) {
  const { format, readToolCalls } = agent;
  const reader = format === "auto" ? undefined : findByFormat(format)?.events;
  const isHopeless = reader?.isHopeless;
  const activities =
    readToolCalls && onActivity
      ? new ActivityFeed(readToolCalls, { cwd, mask: maskSecrets, report: onActivity })
      : null;
  const sentences = reader && onSentence ? new SentenceFeed(reader, { mask: maskSecrets, report: onSentence }) : null;
  const reportCalls = format === "auto" ? undefined : onToolCall;
  if (!isHopeless && !activities && !sentences && !reportCalls) return null;
  return new EventLines(
    (event) => {
      sentences?.read(event);
      activities?.read(event);
      if (reportCalls) for (const call of readToolCalls?.(event) ?? []) reportCalls(call);
      if (isHopeless?.(event)) onHopeless();
    },
    () => reportCalls?.(unreadCall),
  );
}

function toTranscript(feed: OutputFeed, ending: CommandEnding, stderr: string): Transcript {
  switch (ending.is) {
    case "exited":
      return feed.end({ exitCode: ending.code, stderr });
    case "signalled":
      return feed.end({ exitCode: 128, stderr: `${stderr}\nended by ${ending.signal}` });
    case "timed-out":
      return withReason(feed.end({ timedOut: true, stderr }), ending);
    case "interrupted":
      return feed.end({ interruptedByUs: true, stderr });
    case "not-found":
    case "not-executable":
    case "not-started":
      return {
        ...emptyTranscript,
        ending: { is: "failed", explicit: true, failure: { kind: "not-installed", message: ending.why, limit: null } },
      };
  }
}

/** What hung and for how long: useful to the user and to the agent's next turn. */
function withReason(
  transcript: Transcript,
  { afterMs, idle }: Extract<CommandEnding, { is: "timed-out" }>,
): Transcript {
  const { ending, commands } = transcript;
  if (ending.is !== "failed" || ending.failure.kind !== "timeout") return transcript;
  const time = duration(afterMs / 1000);
  const last = commands.at(-1)?.split("\n", 1)[0]?.slice(0, 200);
  const message = [
    idle ? `no output for ${time}` : `not done after ${time}`,
    ...(last ? [`its last command was: ${last}`] : []),
  ].join("; ");
  return { ...transcript, ending: { ...ending, failure: { ...ending.failure, message } } };
}
