import { findPatterns } from "./find-patterns.js";
import type { SignFinder } from "./sign.js";
import { patterns } from "./suppression-table.js";

/** A check that is told to look away. It matters where that very check turned green. */
export const suppression: SignFinder = {
  name: "suppression",
  strength: "weak",
  summary: "silences a check of types, a linter or coverage",
  find: (source) => findPatterns(source, patterns),
};
