import { blank } from "../proof/signs/blank.js";
import { languageOf as sourceLanguageOf } from "../proof/signs/source-language.js";
import { languageOf } from "../proof/without-work/languages.js";

/** Whether a source file provides something by a name: by what it declares, not by what its comments and strings speak of. */
export async function provides(path: string, text: string | null, name: string): Promise<boolean> {
  if (text === null) return false;
  const bare = withoutComments(path, text);
  if (!isWord(name).test(bare)) return false;
  const named = await unitsNamed(path, text, name);
  return named === null || named.length > 0 || handsOn(path, bare, name); // Null: a name in its code, nobody can say of what.
}

/** The functions and methods that a name stands for: itself, what is in it, or a method of that name. Null: cannot be read. */
export async function unitsNamed(path: string, text: string, name: string): Promise<readonly string[] | null> {
  const units = await (await languageOf(path))?.readUnits(text, path);
  if (!units) return null;
  const isNamed = (unit: string): boolean =>
    unit === name || unit.endsWith(`.${name}`) || unit.startsWith(`${name}.`) || name.endsWith(`.${unit}`);
  return units.map((unit) => unit.name).filter(isNamed);
}

/** The code alone: what is a name in it, and not in a comment or a string. Blanks stand for those. */
function withoutComments(path: string, text: string): string {
  const language = sourceLanguageOf(path);
  return language ? blank(text, language).bare : text.replaceAll(/(?:#|\/\/|--|;;).*/g, "");
}

/** What is declared elsewhere, and exported here all the same. */
function handsOn(path: string, bare: string, name: string): boolean {
  const word = quote(name);
  if (path.endsWith(".py")) return new RegExp(`^(?:from\\b.*)?\\bimport\\b[^\\n]*\\b${word}\\b`, "m").test(bare);
  return new RegExp(
    `\\bexport\\s*(?:type\\s*)?\\{[^}]*\\b${word}\\b|\\bexports\\s*(?:\\.\\s*${word}\\b|=\\s*\\{[^}]*\\b${word}\\b)`,
  ).test(bare);
}

const quote = (name: string): string => name.replaceAll(/\W/g, "\\$&");
const isWord = (name: string): RegExp => new RegExp(`(?<![\\w$])${quote(name.split(".").at(-1) ?? name)}(?![\\w$])`);
