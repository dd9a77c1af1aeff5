import { subjectOfFile } from "../test-owner.js";
import type { Unit } from "./language.js";

/** The part of a name that a test or a task writes: "add" of "Money.add". */
export const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** Whether a text has a name as a word of its own. */
export const hasWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + word.length])) return true;
  return false;
};

/** The names in a text. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));

const isWordPart = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_$]/u.test(char);

/**
 * Whether a test names a unit of a file: by its name, or, where it is exported without one, by the name of its file.
 * Operators ("Money.__eq__") are used by their signs: their class is named instead.
 */
export function isNamedIn(text: string, { name }: Pick<Unit, "name">, path: string): boolean {
  if (name === "default" || name.startsWith("default.")) return hasWord(text, stemOf(path));
  const [, owner] = /(\w+)\.__\w+__$/.exec(name) ?? [];
  return hasWord(text, owner ?? lastName(name));
}

const stemOf = (path: string): string => path.replace(/^.*\//, "").replace(/\.\w+$/, "");

const shortest = 3;

/** Whether a task's text asks for a unit by its name. Short names are words of any text. */
export function isAskedFor(text: string, { name }: Pick<Unit, "name">, path: string): boolean {
  if (name === "default") return false;
  const last = lastName(name);
  if (hasWord(text, `${last}()`) || hasWord(text, `\`${last}\``)) return true;
  const isPlainWord = /^\p{Ll}+$/u.test(last);
  if (last.length < shortest) return false;
  // A plain word may only be part of the sentence, unless the file is named after it.
  return hasWord(text, last) && (!isPlainWord || subjectOfFile(path) === last.toLowerCase() || hasCode(text, last));
}

/** Written as code: "slugify(text)", "`slugify`". */
const hasCode = (text: string, word: string): boolean => text.includes(`${word}(`) || text.includes(`\`${word}`);
