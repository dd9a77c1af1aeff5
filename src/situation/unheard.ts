import type { Transcript } from "../core/transcript.js";

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
