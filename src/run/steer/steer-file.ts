import { maxWords } from "../../decide/words.js";
import { removeFile } from "../../lib/files/disk.js";
import { isThere, plainTextAt } from "../../lib/files/folder.js";

/** A file with words for the next prompt. */
export interface SteerFile {
  readonly name: string;
  /** Null if there is nothing to say about it. */
  read(): { readonly is: "text"; readonly text: string } | { readonly is: "unusable"; readonly why: string } | null;
  /** Removes it, unless it was changed since it was read. */
  remove(): void;
}

/** `.ralph/STEER.md`: words for the next prompt, for those who would rather write a file. */
export function openSteerFile(stateFolder: string, shown: string): SteerFile {
  const path = `${stateFolder}/STEER.md`;
  const name = `${shown}/STEER.md`;
  let refused: string | null = null;
  let text = "";
  return {
    name,
    read() {
      if (!isThere(path)) return null;
      const found = plainTextAt(path);
      if (found === null) return refuseOnce("it is not a small text file");
      if (found.trim() === "") return null;
      if (found.trim().length > maxWords) return refuseOnce(`it has more than ${maxWords} characters`);
      refused = null;
      text = found;
      return { is: "text", text };
    },
    /** What was written meanwhile is for the prompt after this one. */
    remove() {
      if (plainTextAt(path) === text) removeFile(path);
    },
  };

  function refuseOnce(why: string): { readonly is: "unusable"; readonly why: string } | null {
    if (refused === why) return null;
    refused = why;
    return { is: "unusable", why };
  }
}
