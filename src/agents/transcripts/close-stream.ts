import type { Ending, Transcript } from "../../decide/transcript.js";
import { asides } from "./asides.js";
import type { Draft } from "./draft.js";
import { finishDraft } from "./finish-draft.js";
import type { EventReader } from "./reader.js";
import { findSpokenFailure } from "./spoken-failure.js";

/**
 * The transcript at the end of a stream. If no event says how the turn ended, its plain lines may: some CLIs print why
 * they exit.
 */
export function closeStream(draft: Draft, reader: EventReader, plainLines: () => readonly string[]): Transcript {
  reader.close?.(draft);
  const failure = isConcluded(draft.ending) ? findSpokenFailure(plainLines().join("\n")) : undefined;
  if (failure) draft.ending = { is: "failed", failure };
  draft.overheard.push(...asides(plainLines()));
  return finishDraft(draft);
}

const isConcluded = (ending: Ending): boolean =>
  ending.is === "untold" || (ending.is === "failed" && ending.explicit !== true && ending.failure.limit === null);
