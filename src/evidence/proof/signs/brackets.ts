const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const closers = new Set(Object.values(pairs));

/** Behind the bracket that closes the one at a place; the end of the text where none does. In text without strings. */
export function closingAt(bare: string, at: number): number {
  let depth = 0;
  for (let place = at; place < bare.length; place++) {
    const character = bare[place] ?? "";
    if (pairs[character] !== undefined) depth++;
    else if (closers.has(character) && --depth === 0) return place + 1;
  }
  return bare.length;
}

/** Where the parts of a list between brackets begin and end, with the brackets left out. */
export function partsBetween(bare: string, open: number): readonly (readonly [start: number, end: number])[] {
  const close = closingAt(bare, open) - 1;
  const parts: (readonly [number, number])[] = [];
  let start = open + 1;
  for (let place = start; place < close; place++) {
    const character = bare[place] ?? "";
    if (pairs[character] !== undefined) place = closingAt(bare, place) - 1;
    else if (character === ",") {
      parts.push([start, place]);
      start = place + 1;
    }
  }
  return start < close ? [...parts, [start, close]] : parts;
}
