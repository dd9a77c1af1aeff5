import { type Mutable, note } from "../core/mutable.js";
import type { IterationFacts } from "../core/observation.js";
import { claims, type Said } from "../core/said.js";
import type { Transcript } from "../core/transcript.js";

/** What only those who watched can tell; all the rest the words may add to. */
type Watched =
  | "task"
  | "filesChanged"
  | "commits"
  | "tasksDone"
  | "failingTests"
  | "failingChecks"
  | "passed"
  | "score"
  | "snapshot"
  | "taskFileMovedToDone";
type FromWords = Required<Omit<IterationFacts, Watched | "error">>;

/** What the words of an iteration add to what was seen of it. What was told outright wins, unless the words are worse. */
export function factsOf(told: IterationFacts, said: Said, of: "task" | "run"): Mutable<IterationFacts> {
  const { failure } = said;
  // An agent that was still retrying against a limit when its time ran out was limited too.
  const limited = told.limited === true || (failure?.limit ?? null) !== null;
  const interrupted = told.interrupted === true || failure?.kind === "interrupted";
  const error = told.error === undefined ? failure?.message : told.error;
  const claimed = claims(said, of);
  const fromWords: FromWords = {
    failed: told.failed === true || (failure !== null && !limited && !interrupted),
    denials: Math.max(told.denials ?? 0, said.denials),
    limited,
    interrupted,
    testOnly: told.testOnly ?? (said.testOnly && !(told.filesChanged ?? 0)),
    asked: told.asked ?? (said.questions > 0 && !claimed),
    blocked: told.blocked ?? said.claim === "blocked",
    claimed: told.claimed ?? claimed,
    denied: told.denied ?? (said.runDenied || said.taskDenied),
    spoke: told.spoke ?? said.spoke,
  };
  const facts: Mutable<IterationFacts> = fromWords;
  note(facts, "error", error);
  note(facts, "task", told.task);
  note(facts, "filesChanged", told.filesChanged);
  note(facts, "commits", told.commits);
  note(facts, "tasksDone", told.tasksDone);
  note(facts, "failingTests", told.failingTests);
  note(facts, "failingChecks", told.failingChecks);
  note(facts, "passed", told.passed);
  note(facts, "score", told.score);
  note(facts, "snapshot", told.snapshot);
  note(facts, "taskFileMovedToDone", told.taskFileMovedToDone);
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
