import type { IterationFacts } from "../core/observation.js";
import { claims, type Said } from "../core/said.js";
import type { Transcript } from "../core/transcript.js";

/** What the words of an iteration add to what was seen of it. What was told outright wins, unless the words are worse. */
export function factsOf(told: IterationFacts, said: Said, of: "task" | "run"): IterationFacts {
  const { failure } = said;
  // An agent that was still retrying against a limit when its time ran out was limited too.
  const limited = told.limited === true || (failure?.limit ?? null) !== null;
  const interrupted = told.interrupted === true || failure?.kind === "interrupted";
  const error = told.error === undefined ? failure?.message : told.error;
  return {
    ...told,
    failed: told.failed === true || (failure !== null && !limited && !interrupted),
    ...(error === undefined ? {} : { error }),
    denials: Math.max(told.denials ?? 0, said.denials),
    limited,
    interrupted,
    testOnly: told.testOnly ?? (said.testOnly && !(told.filesChanged ?? 0)),
    asked: told.asked ?? (said.questions > 0 && !claims(said, of)),
    blocked: told.blocked ?? said.claim === "blocked",
    claimed: told.claimed ?? claims(said, of),
    denied: told.denied ?? (said.runDenied || said.taskDenied),
    spoke: told.spoke ?? said.spoke,
  };
}

/** A turn of which nobody kept the words: all we have is how the process ended. */
export const unheard: Transcript = {
  format: "text",
  messages: [],
  overheard: [],
  ending: { is: "untold" },
  denials: 0,
  commands: [],
  edits: 0,
  usage: null,
  costUsd: null,
  sessionId: null,
  notes: [],
};
