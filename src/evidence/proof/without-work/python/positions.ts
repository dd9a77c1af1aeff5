/** A place as Python's parser tells it: the line from 1, the column in bytes of UTF-8 from 0. */
export type PythonPlace = readonly [line: number, column: number];

/** Turns Python's places in a text without a byte order mark into offsets of the string. */
export function placeReader(text: string): (place: PythonPlace) => number {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ 0: end, index }) => index + end.length)];
  return ([line, column]) => {
    const start = starts[line - 1] ?? text.length;
    return start + unitsIn(text, start, column);
  };
}

/** How many units of the string the next bytes take. */
function unitsIn(text: string, start: number, bytes: number): number {
  let at = start;
  for (let left = bytes; left > 0 && at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code > 0xffff ? 2 : 1;
  }
  return at - start;
}
