import { topic, vocabulary } from "./topics-table.js";

interface Stem {
  readonly text: string;
  readonly topics: number;
}

/** Maps characters to 32 classes: the neighbours' classes are enough to see where a word may be. */
const symbolBits = 5;
const digitSymbol = 27;
const quoteSymbol = 28;
const otherSymbol = 29;
const questionSymbol = 30;
const foreignSymbol = 31;
const symbols = Uint8Array.from({ length: 128 }, (_, code) => symbolOfAscii(String.fromCharCode(code)));

function symbolOfAscii(char: string): number {
  if (char === " ") return 0;
  if (char >= "a" && char <= "z") return char.charCodeAt(0) - 96;
  if (char >= "0" && char <= "9") return digitSymbol;
  return char === "'" ? quoteSymbol : char === "?" ? questionSymbol : otherSymbol;
}

/**
 * Letters and signs of other scripts, but not accents, curly quotes, ticks, arrows or emoji, which English text uses
 * too.
 */
function isForeign(code: number): boolean {
  if (code <= 0x24f || (code >= 0x2000 && code < 0x2c00)) return false;
  return code < 0xd800 || code > 0xfe0f;
}

const symbolAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < 128 ? (symbols[code] ?? otherSymbol) : isForeign(code) ? foreignSymbol : otherSymbol;
};

const keyMask = (1 << (3 * symbolBits)) - 1;
/** Indexed by the classes of a stem's first three characters: where its stems start in `stems`, 0 for none. */
const places = new Uint16Array(keyMask + 1);
export const stems: Stem[][] = [[]];

for (const [topics, words] of vocabulary)
  for (const text of words.split("|")) {
    const key = (symbolAt(text, 0) << (2 * symbolBits)) | (symbolAt(text, 1) << symbolBits) | symbolAt(text, 2);
    let place = places[key] ?? 0;
    if (place === 0) {
      place = stems.push([]) - 1;
      places[key] = place;
    }
    stems[place]?.push({ text, topics });
  }

/** The topics of a lower-case text, in one pass instead of one search per topic. */
export function findTopics(lower: string): number {
  let topics = 0;
  let seen = 0;
  let key = 0;
  for (let at = 0; at < lower.length; at++) {
    const symbol = symbolAt(lower, at);
    seen |= 1 << symbol;
    key = ((key << symbolBits) | symbol) & keyMask;
    const place = places[key] ?? 0;
    if (place !== 0) topics |= topicsAt(lower, at - 2, stems[place] ?? []);
  }
  if (seen & (1 << digitSymbol)) topics |= topic.digit;
  if (seen & (1 << questionSymbol)) topics |= topic.question;
  if (seen & (1 << foreignSymbol)) topics |= topic.foreign;
  return topics;
}

function topicsAt(lower: string, at: number, candidates: readonly Stem[]): number {
  let topics = 0;
  for (const stem of candidates) if (lower.startsWith(stem.text, at)) topics |= stem.topics;
  return topics;
}

export const touchesAny = (topics: number, some: number): boolean => (topics & some) !== 0;
export const mayBeOfAll = (topics: number, all: number): boolean => (topics & all) === all;
