import { allLanguages } from "./languages/all-languages.js";
import { hasEnglishWord, mayBeLatin } from "./languages/latin.js";
import type { Sentence } from "./sentences.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

const scripts = new Map(allLanguages.map(({ name, script }) => [name, script]));

/** Which languages a sentence may be of: without a word of its own, of any in Latin script. */
export function languagesOf({ lower, topics }: Pick<Sentence, "lower" | "topics">): (name: string) => boolean {
  const isForeign = touchesAny(topics, topic.foreign);
  const isLatin = hasEnglishWord(lower) ? () => false : mayBeLatin(lower);
  return (name) => {
    const script = scripts.get(name);
    if (script) return isForeign && script.test(lower);
    return name === "English" || isLatin(name);
  };
}
