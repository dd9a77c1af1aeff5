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

/** Every language except English, whose grammar is in `whole-claims.ts` and the files beside it. */
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
