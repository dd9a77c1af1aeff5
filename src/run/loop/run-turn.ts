import { addWords, finalMessage, type Transcript } from "../../decide/transcript.js";
import { areFromPerson, type Words } from "../../decide/words.js";
import { isNothing } from "../../evidence/workspace/changes.js";
import type { TurnTaken } from "../../store/record.js";
import type { Session } from "../session.js";
import type { BegunTurn } from "./begin-turn.js";
import { changesSince, restoreFiles } from "./look.js";
import { currentRun, type LoopState } from "./loop-state.js";
import { findRefusedFlags, refusedStart } from "./refuse-start.js";
import type { Selected } from "./select.js";
import { takeTurn } from "./take-turn.js";

export interface FinishedTurn {
  readonly transcript: Transcript;
  /** The agent's last words. */
  readonly message: string;
  readonly nonce: string | null | undefined;
  /** Every start of an agent. */
  readonly taken: readonly TurnTaken[];
  readonly leavesListAlone: boolean;
  readonly hasRunCode: boolean;
  /** The person's words that reached the agent. */
  readonly told: readonly Words[];
}

/** Lets the agent work, until it has ended and our own files are as they were. */
export async function runTurn(
  session: Session,
  state: LoopState,
  { iteration, words, selected }: BegunTurn & { readonly selected: Selected },
): Promise<FinishedTurn> {
  const { agent, person, clock } = session;
  const begun = clock.now();
  const turn = await takeTurn(session, state, { iteration, selected, words });
  const transcript = addWords(turn.transcript, agent.takeBlocked(begun));
  const hasFailed = transcript.ending.is === "failed";
  if (hasFailed) person.control.words.takeBack(words);
  restoreFiles(session);
  if (iteration === 1 && hasNotBegun(session)) await refuseFlags(session, state, transcript);
  const message = finalMessage(transcript)?.text ?? "";
  agent.saveResponse(message);
  return { ...turn, transcript, message, told: hasFailed ? [] : words };
}

/** Whether a person has said something in this turn: what was counted before starts anew. */
export const isFresh = ({ told }: FinishedTurn): boolean => told.some(areFromPerson);

/** Beside other tasks, the first turn of this one may not be the first of the run. */
const hasNotBegun = (session: Session): boolean => (currentRun(session)?.iterations ?? 0) === 0;

/** A CLI that is too old says so in the first turn, before it does anything: then the run has not begun. */
async function refuseFlags(session: Session, state: LoopState, transcript: Transcript): Promise<void> {
  const refused = findRefusedFlags(transcript);
  if (!refused) return;
  const { changes } = await changesSince(session, state);
  if (isNothing(changes)) throw refusedStart(state.agent, refused);
}
