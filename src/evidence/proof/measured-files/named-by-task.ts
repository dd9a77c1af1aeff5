import { namesFile, namesSubject, splitName } from "../test-owner.js";
import { stemOf } from "./file-index.js";

/** How clearly a person's text speaks of a file: by its name or the names in it, or perhaps only by a common word. */
export type Naming = "clearly" | "perhaps" | "not";

/** `declared` are the names of what the file declares. */
export function namesCode(text: string, path: string, declared: readonly string[]): Naming {
  const small = text.toLowerCase();
  if (namesFile(small, path)) return "clearly";
  const names = [stemOf(path), ...declared].filter((name) => name.length > 2);
  if (names.some((name) => isWrittenAsCode(text, name))) return "clearly";
  return names.some((name) => namesSubject(small, splitName(name).join(""))) ? "perhaps" : "not";
}

/** "slug(text)", "`slug`", or a name that is no word of a sentence, such as parseDate and parse_date. */
function isWrittenAsCode(text: string, name: string): boolean {
  const pattern = name.replaceAll(/[$.*+?^{}()|[\]\\-]/g, "\\$&");
  const isWord = /^\p{L}\p{Ll}*$/u.test(name);
  return new RegExp(`(?<![\\w$])${pattern}(?:\\(|(?<=\`[^\`\\n]*)(?=[^\`\\n]*\`)${isWord ? "" : "|(?![\\w$])"})`).test(
    text,
  );
}

/** Whether a text speaks of a file of data by what it is called without its ending. */
export const namesData = (text: string, path: string): boolean =>
  namesStem(text.toLowerCase(), splitName(stemOf(path)).join(""));

const general = new Set(
  "data config settings sample samples example examples values file files test tests text".split(" "),
);
const namesStem = (text: string, stem: string): boolean =>
  stem.length > 2 && !general.has(stem) && (namesSubject(text, stem) || namesSubject(text, stem.replace(/s$/, "")));

const declared: readonly RegExp[] = [
  /\b(?:function\*?|class|def|fn|func|struct|trait|macro_rules!|const|let|var)\s+(?:\([^)\n]{0,80}\)\s*)?([A-Za-z_$][\w$]*)/g,
  /\bexports\.([A-Za-z_$][\w$]*)\s*=/g,
];

/** The names that a source declares. */
export const declaredNames = (text: string): readonly string[] => [
  ...new Set(declared.flatMap((shape) => [...text.matchAll(shape)].flatMap(([, name]) => name ?? []))),
];
