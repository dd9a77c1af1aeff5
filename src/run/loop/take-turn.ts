import { labelAgent } from "../../agents/label-agent.js";
import type { AgentTurn } from "../../agents/start/run-agent.js";
import type { Transcript } from "../../decide/transcript.js";
import type { Words } from "../../decide/words.js";
import { ToolCallWatch } from "../../evidence/ledger/tool-call-watch.js";
import type { TurnTaken } from "../../store/record.js";
import type { Session } from "../session.js";
import { currentRun, type LoopState } from "./loop-state.js";
import { mergeTurns } from "./merge-turns.js";
import type { Selected } from "./select.js";
import { takePhase } from "./take-phase.js";
import type { TaskBackground } from "./task-context.js";
import { makeTurnPrompt } from "./turn-prompt.js";

/** A turn as it was taken. */
export interface TakenPhases {
  readonly transcript: Transcript;
  /** The nonce in the prompt; null if the prompt printed none, undefined if the protocol has none. */
  readonly nonce: string | null | undefined;
  /** Every start of an agent. */
  readonly taken: readonly TurnTaken[];
  /** The tool calls are known, and none of them can have edited the list. */
  readonly leavesListAlone: boolean;
  /** Tests or a build ran in it, which are code of the agent. */
  readonly hasRunCode: boolean;
}

/** One iteration's turn: every phase in order, until one fails. The last phase's output is the iteration's. */
export async function takeTurn(
  session: Session,
  state: LoopState,
  input: { iteration: number; selected: Selected; words: readonly Words[] },
): Promise<TakenPhases> {
  const { phases } = session.agent;
  let last: AgentTurn | undefined;
  const nonce = session.agent.protocol === "untildone" ? session.agent.newNonce() : undefined;
  let printedNonce: string | null | undefined = nonce;
  const taken: TurnTaken[] = [];
  const calls = new ToolCallWatch(session.tasks.file);
  const background = readBackground(session);
  for (const phase of phases) {
    if (phases.length > 1) session.person.emit({ type: "phase-start", name: phase.name });
    const prompt = makeTurnPrompt(session, {
      ...input,
      phase,
      feedback: state.feedback,
      nonce: nonce ?? null,
      background,
    });
    // If the template does not print the nonce, the agent cannot know it.
    if (nonce !== undefined) printedNonce = prompt.includes(nonce) ? nonce : null;
    const turn = await takePhase(session, state, { ...input, phase, prompt, taken, calls });
    last = last ? { ...turn, transcript: mergeTurns(last.transcript, turn.transcript) } : turn;
    if (turn.transcript.ending.is === "failed" || session.person.stop.level === 2) break;
  }
  if (!last) throw new Error("a run has at least one phase");
  const { sessionId } = last.transcript;
  state.agentSession = state.agent && sessionId !== null ? { agent: labelAgent(state.agent), id: sessionId } : null;
  const { transcript } = last;
  return {
    transcript,
    nonce: printedNonce,
    taken,
    leavesListAlone: calls.leavesAlone(transcript),
    hasRunCode: calls.hasRunCode,
  };
}

function readBackground(session: Session): TaskBackground {
  const { notes = [], workedAhead = false } = currentRun(session) ?? {};
  return { list: session.tasks.readText(), notes, workedAhead };
}
