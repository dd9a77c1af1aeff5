import { troubleWords } from "./languages/trouble-words.js";

const letter = "[a-z0-9\\u00c0-\\u024f\\u0400-\\u04ff]";
let built: RegExp | undefined;

/** Built on first use, of all languages: a message may be of two. */
function expression(): RegExp {
  const words = (spaced: boolean): string =>
    troubleWords.flatMap((one) => (one.spaced === spaced ? one.notRun : [])).join("|");
  built ??= new RegExp(`(?<!${letter})(?:${words(true)})(?!${letter})|${words(false)}`);
  return built;
}

/** "I could not run the tests here": nothing is known of them, which takes nothing back and stops nothing. */
export const saysNotRun = (lower: string): boolean => expression().test(lower);

/** The rest of such a sentence may still take something back: "… and the app does not compile". */
export const withoutNotRun = (lower: string): string => lower.replace(expression(), " … ");
