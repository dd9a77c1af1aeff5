import type { Agent } from "../../agents/agent.js";
import type { AgentTurn } from "../../agents/start/run-agent.js";
import type { Usage } from "../../decide/transcript.js";
import type { ToolCallWatch } from "../../evidence/ledger/tool-call-watch.js";
import type { TurnTaken } from "../../store/record.js";
import { dateLimit } from "../judge/read-report.js";
import type { Session } from "../session.js";
import type { Phase } from "./agent-port.js";
import type { Selected } from "./select.js";

/** One phase of a turn. */
export interface PhaseTurn {
  readonly iteration: number;
  readonly selected: Selected;
  readonly phase: Phase;
  readonly prompt: string;
  readonly taken: TurnTaken[];
  readonly calls: ToolCallWatch;
}

export interface Attempt extends PhaseTurn {
  readonly attempt: number;
  /** The session to resume. */
  readonly resume: string | null;
  readonly secondsLeft: number;
}

/** Starts an agent once. */
export async function askAgent(session: Session, agent: Agent, input: Attempt): Promise<AgentTurn> {
  const { agent: port, person, workspace, journal, clock } = session;
  const { limits } = port;
  const { emit, stop } = person;
  const name = [
    ...(port.phases.length > 1 ? [input.phase.name] : []),
    ...(input.attempt > 0 ? [`try-${input.attempt + 1}`] : []),
  ];
  const file = (kind: string, extension: string): string =>
    workspace.checks.logFile(input.iteration, [kind, ...name].join("-") + extension);
  const { prompt, resume } = input;
  journal.writeRunFile(file("prompt", ".md"), prompt);
  const outputFile = file("agent", ".log");
  emit({ type: "agent-start", agent: agent.name, words: agent.invoke({ prompt: "…", resume }).words, outputFile });
  const startedAt = clock.now();
  const turn = await port.run(
    agent,
    { prompt, resume },
    {
      cwd: workspace.cwd,
      env: { UNTILDONE_RUN: session.run, UNTILDONE_ITERATION: String(input.iteration) },
      timeoutMs: Math.max(1, Math.min(limits.timeoutSeconds, input.secondsLeft)) * 1000,
      idleTimeoutMs: limits.idleTimeoutSeconds * 1000,
      graceMs: limits.graceSeconds * 1000,
      signal: stop.now,
      outputFile,
      onOutput: (chunk, line) => emit({ type: "agent-output", bytes: chunk.length, line }),
      onActivity: (activity) => emit({ type: "agent-activity", agent: agent.name, ...activity }),
      onSentence: (text) => emit({ type: "agent-message", agent: agent.name, text }),
      onToolCall: (call) => input.calls.note(call),
    },
  );
  input.taken.push(toTaken(agent, turn, { phase: input.phase, startedAt, now: clock.now() }));
  emit({
    type: "agent-end",
    agent: agent.name,
    how: describeEnding(turn),
    seconds: turn.seconds,
    leftBehind: turn.leftBehind,
  });
  if (turn.notEnded.length > 0) emit({ type: "warning", text: describeNotEnded(turn.notEnded) });
  return turn;
}

/** What the journal keeps of a start of an agent. */
function toTaken(
  { name, model }: Agent,
  { transcript, seconds }: AgentTurn,
  { phase, startedAt, now }: { readonly phase: Phase; readonly startedAt: number; readonly now: number },
): TurnTaken {
  const failure = transcript.ending.is === "failed" ? transcript.ending.failure : null;
  const resetsAt = failure?.limit ? dateLimit(failure.limit, now).resetsAt : null;
  return {
    agent: name,
    model: model ?? null,
    phase: phase.name,
    startedAt: new Date(startedAt).toISOString(),
    seconds,
    usd: transcript.costUsd,
    tokens: transcript.usage && sumTokens(transcript.usage),
    ...(transcript.usage ? { usage: splitUsage(transcript.usage) } : {}),
    failure: failure?.kind ?? null,
    ...(resetsAt === null ? {} : { resetsAt }),
  };
}

const sumTokens = ({ inputUncached, cacheRead, cacheWrite, output }: Usage): number =>
  inputUncached + cacheRead + cacheWrite + output;

const describeNotEnded = (processes: readonly string[]): string =>
  `started during the turn and still running, perhaps by the agent; not ended: ${processes.join(", ")}`;

function describeEnding({ ending, transcript }: AgentTurn): string {
  if (transcript.ending.is === "failed") return `failed: ${transcript.ending.failure.message}`;
  return ending.is === "exited" ? `exited ${ending.code}` : ending.is;
}

const splitUsage = ({ inputUncached, cacheRead, cacheWrite, output }: Usage): NonNullable<TurnTaken["usage"]> => ({
  input: inputUncached + cacheRead + cacheWrite,
  output,
  cacheRead,
});
