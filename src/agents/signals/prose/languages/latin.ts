/** Small words that no other language in Latin script has. */
const ownWords: readonly (readonly [name: string, words: string])[] = [
  ["Spanish", "el|los|las|y|también|ahora|pruebas|cambios|están"],
  ["Portuguese", "os|uma|não|foi|foram|são|em|ao|na|agora|também"],
  ["French", "les|est|une|dans|pour|avec|sont|été|et|aux|j['’]ai"],
  ["German", "der|die|und|ist|nicht|für|mit|wurde|wurden|werden|den|dem|ein|eine|sind|ich|habe|im|auf|jetzt"],
  ["Italian", "gli|è|sono|della|dei|delle|nel|nella|di|che|ho"],
];

const letter = "[a-z0-9\\u00c0-\\u024f]";
/** "ensinei-las" is no Spanish: a part of a word is no word. */
const part = "[a-z0-9\\u00c0-\\u024f-]";
const expressions = ownWords.map(([name, words]) => [name, new RegExp(`(?<!${part})(?:${words})(?!${part})`)] as const);

const english = new RegExp(`(?<!${letter})(?:the|and|is|are|of|with|this|that|to|for|have|been)(?!${letter})`);

/** Has a word that no other language in Latin script has. */
export const hasEnglishWord = (lower: string): boolean => english.test(lower);

const otherScript = /[\u0370-\u1fff\u3040-\ud7a3]/;

/**
 * Which languages in Latin script a lower-case sentence may be of, apart from English: all of them, unless it has own
 * words of one, or is written in another script and has none. To read a sentence in each of them takes five times longer.
 */
export function mayBeLatin(lower: string): (name: string) => boolean {
  const found = expressions.filter(([, expression]) => expression.test(lower));
  if (found.length === 1) return (name) => name === found[0]?.[0];
  return () => found.length > 1 || !otherScript.test(lower);
}
