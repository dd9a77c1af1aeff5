import type { Ending, Format, Transcript } from "../core/transcript.js";
import type { Draft } from "./draft.js";
import type { Json } from "./json.js";

/**
 * Reads one agent's stream, one event after another. Kinds it does not know are no error: agents add them without
 * warning. Failure becomes the draft's ending and is never thrown.
 */
export interface EventReader {
  readonly format: Format;
  /** Whether the first events of a stream are this agent's. */
  recognises(first: readonly Json[]): boolean;
  /** How the turn ended if no event says so. */
  readonly unclosed: Ending;
  /** Whether a line that begins like this can be passed over unread: bulk such as what tools printed. */
  isBulk(head: string): boolean;
  read(of: Draft, event: Json, line: number): void;
  /** What only the end of the stream tells. */
  close?(of: Draft): void;
}

/** Reads an output that is one whole: a JSON document, or plain text. */
export interface DocumentReader {
  readonly format: Format;
  recognises(text: string): boolean;
  read(text: string): Transcript;
}
