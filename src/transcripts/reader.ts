import type { Format, Transcript } from "../core/transcript.js";

/** Reads one agent's way of printing. Failure comes back in the transcript's ending and is never thrown. */
export interface TranscriptReader {
  readonly format: Format;
  /** Whether a text looks like this format; asked in order, plain text last. */
  recognises(text: string): boolean;
  read(text: string): Transcript;
}
