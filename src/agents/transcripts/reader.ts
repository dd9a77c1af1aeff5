import type { Ending, Format, Transcript } from "../../core/transcript.js";
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
  /** Other CLIs print its events with some of their own: it is asked after them. */
  readonly isImitated?: true;
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
  /** Where the document may be an array of events. */
  readonly array?: ArrayReader;
}

/** Reads an array that is too long to be held, entry by entry, as a stream would be. */
export interface ArrayReader {
  /** Where the array or an only entry begins in the beginning of an output, or -1. */
  begins(head: string): number;
  /** What it is until an entry closes it. */
  open(): Draft;
  readonly entries: Pick<EventReader, "isBulk" | "read">;
}
