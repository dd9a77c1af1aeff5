import type { Ending, Format } from "../../decide/transcript.js";
import type { Draft } from "./draft.js";
import type { Json } from "./json.js";

/**
 * Reads an agent's stream event by event. Ignores unknown kinds, because agents add them without notice. Failures
 * become the draft's ending and are never thrown.
 */
export interface EventReader {
  readonly format: Format;
  /** Whether the first events of a stream belong to this agent. */
  recognises(first: readonly Json[]): boolean;
  /** Other CLIs print the same events plus their own, so this reader is tried after theirs. */
  readonly isImitated?: true;
  /** How the turn ended if no event says so. */
  readonly unclosed: Ending;
  /** Whether a line with this beginning can be skipped unread: bulk such as tool output. */
  isBulk(head: string): boolean;
  read(draft: Draft, event: Json, line: number): void;
  /** Whether the turn cannot succeed any more although the agent goes on: stopping it saves minutes of retries. */
  isHopeless?(event: Json): boolean;
  /** Called at the end of the stream. */
  close?(draft: Draft): void;
}

/** Reads a complete output: a JSON document, or plain text. */
export interface DocumentReader {
  readonly format: Format;
  recognises(text: string): boolean;
  read(text: string): Draft;
  /** Set if the document may be an array of events. */
  readonly array?: ArrayReader;
}

/** Reads an array that is too long to buffer, entry by entry, like a stream. */
export interface ArrayReader {
  /** The offset of the array, or of its only entry, in the beginning of an output; or -1. */
  begins(head: string): number;
  /** The initial draft, which holds until an entry closes it. */
  open(): Draft;
  readonly entries: Pick<EventReader, "isBulk" | "read">;
}
