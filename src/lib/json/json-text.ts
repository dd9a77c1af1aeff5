/** The position of a value in a JSON text. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

export interface Field {
  readonly key: string;
  readonly keyStart: number;
  readonly value: JsonSpan;
}

const quote = 34;
const backslash = 92;
const openers = { bracket: 91, brace: 123 } as const;
const closers = { bracket: 93, brace: 125 } as const;

/** The 1-based line number of an offset. */
export function lineAt(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
  return line;
}

/** The fields of the object that starts here. The text must be valid JSON: values are skipped, not parsed. */
export function readFields(text: string, start: number): readonly Field[] {
  const fields: Field[] = [];
  for (let at = skipBlanks(text, start + 1); text[at] === '"'; at = afterComma(text, at)) {
    const keyEnd = skipText(text, at);
    const colon = skipBlanks(text, keyEnd);
    const from = skipBlanks(text, colon + 1);
    const end = skipValue(text, from);
    fields.push({ key: JSON.parse(text.slice(at, keyEnd)), keyStart: at, value: { start: from, end } });
    at = end;
  }
  return fields;
}

/** The elements of the array that starts here. */
export function readElements(text: string, start: number): readonly JsonSpan[] {
  const elements: JsonSpan[] = [];
  for (let at = skipBlanks(text, start + 1); at < text.length && text[at] !== "]"; at = afterComma(text, at)) {
    const end = skipValue(text, at);
    elements.push({ start: at, end });
    at = end;
  }
  return elements;
}

/** The value at a path of field names and array indexes. */
export function valueAt(text: string, path: readonly (string | number)[]): JsonSpan | undefined {
  let value: JsonSpan | undefined = { start: skipBlanks(text, 0), end: text.length };
  for (const step of path) value = value && findEntry(text, value.start, step)?.value;
  return value;
}

/** Finds the line of the deepest key of a path that exists. Each object is read once, however often it is asked. */
export function indexLines(text: string): (path: readonly (string | number)[]) => number {
  const objects = new Map<number, ReadonlyMap<string, JsonEntry>>();
  const find = (at: number, step: string | number): JsonEntry | undefined => {
    if (typeof step === "number" || text[at] !== "{") return findEntry(text, at, step);
    const fields =
      objects.get(at) ??
      new Map(readFields(text, at).map(({ key, keyStart, value }) => [key, { start: keyStart, value }]));
    objects.set(at, fields);
    return fields.get(step);
  };
  const lineOf = indexBreaks(text);
  return (path) => {
    let place = 0;
    let start = skipBlanks(text, 0);
    for (const step of path) {
      const entry = find(start, step);
      if (!entry) break;
      place = entry.start;
      start = entry.value.start;
    }
    return lineOf(place);
  };
}

function indexBreaks(text: string): (at: number) => number {
  const breaks: number[] = [];
  for (let next = text.indexOf("\n"); next >= 0; next = text.indexOf("\n", next + 1)) breaks.push(next);
  return (at) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

interface JsonEntry {
  /** The offset of the key, or of the value for an array element. */
  readonly start: number;
  readonly value: JsonSpan;
}

/** The last of two fields with the same name wins, as in JSON.parse. */
function findEntry(text: string, at: number, step: string | number): JsonEntry | undefined {
  if (text[at] !== (typeof step === "number" ? "[" : "{")) return undefined;
  if (typeof step === "number") {
    const value = readElements(text, at)[step];
    return value && { start: value.start, value };
  }
  const field = readFields(text, at).findLast(({ key }) => key === step);
  return field && { start: field.keyStart, value: field.value };
}

function afterComma(text: string, at: number): number {
  const comma = skipBlanks(text, at);
  return text[comma] === "," ? skipBlanks(text, comma + 1) : comma;
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; )
    code = text.charCodeAt(++at);
  return at;
}

function skipText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
  return text.length;
}

function skipValue(text: string, from: number): number {
  if (text[from] === '"') return skipText(text, from);
  if (text[from] !== "{" && text[from] !== "[") {
    let at = from;
    while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at++;
    return at;
  }
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = skipText(text, at) - 1;
    else if (code === openers.bracket || code === openers.brace) depth++;
    else if ((code === closers.bracket || code === closers.brace) && --depth === 0) return at + 1;
  }
  return text.length;
}
