import { chinese } from "./chinese.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { italian } from "./italian.js";
import { japanese } from "./japanese.js";
import { korean } from "./korean.js";
import type { Language } from "./language.js";
import { portuguese } from "./portuguese.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";

/** Every language but English, whose grammar is read in `whole-claims.ts` and beside it. */
export const allLanguages: readonly Language[] = [
  chinese,
  japanese,
  korean,
  russian,
  spanish,
  portuguese,
  french,
  german,
  italian,
];
