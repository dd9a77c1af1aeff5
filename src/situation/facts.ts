import type { Mutable } from "../core/mutable.js";
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
  const facts: Mutable<IterationFacts> = { ...told };
  facts.failed = told.failed === true || (failure !== null && !limited && !interrupted);
  if (error !== undefined) facts.error = error;
  facts.denials = Math.max(told.denials ?? 0, said.denials);
  facts.limited = limited;
  facts.interrupted = interrupted;
  facts.testOnly = told.testOnly ?? (said.testOnly && !(told.filesChanged ?? 0));
  facts.asked = told.asked ?? (said.questions > 0 && !claims(said, of));
  facts.blocked = told.blocked ?? said.claim === "blocked";
  facts.claimed = told.claimed ?? claims(said, of);
  facts.denied = told.denied ?? (said.runDenied || said.taskDenied);
  facts.spoke = told.spoke ?? said.spoke;
  return facts;
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
