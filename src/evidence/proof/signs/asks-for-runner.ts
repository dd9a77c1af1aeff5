import { commandLine, patterns } from "./asks-for-runner-table.js";
import { isEntry } from "./entry.js";
import { findPatterns } from "./find-patterns.js";
import type { SignFinder } from "./sign.js";

/** Code that does one thing for a test and another for everybody else. */
export const asksForRunner: SignFinder = {
  name: "runner",
  strength: "strong",
  summary: "asks by name whether a test runner is at work",
  find(source, all) {
    const words = findPatterns(source, commandLine);
    // A command may have a word "test" of its own.
    return [...findPatterns(source, patterns), ...(words.length > 0 && !isEntry(source, all) ? words : [])];
  },
};
