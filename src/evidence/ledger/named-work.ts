/** Named lines of a file, or the whole file. */
export interface NamedPlace {
  readonly path: string;
  readonly ranges: readonly (readonly [from: number, to: number])[] | "whole";
}

/**
 * Finds which of the known paths a text names: "src/a.js:10-20, `test/a.test.js` (lines 3-9 and 12)". A file may be
 * named by the end of its path.
 */
export function findNamedPlaces(text: string, paths: readonly string[]): readonly NamedPlace[] {
  const found: NamedPlace[] = [];
  let rest = text;
  for (const path of paths.toSorted((a, b) => b.length - a.length)) {
    const at = parsePlace(rest, path, paths);
    if (!at && namesFolder(text, path)) found.push({ path, ranges: "whole" });
    if (!at) continue;
    found.push({ path, ranges: readRanges(rest.slice(at.end)) });
    rest = `${rest.slice(0, at.start)}${" ".repeat(at.end - at.start)}${rest.slice(at.end)}`;
  }
  return found;
}

/** Where the path, or a unique suffix of it, occurs as a word. */
function parsePlace(text: string, path: string, paths: readonly string[]): { start: number; end: number } | null {
  const parts = path.split("/").filter(Boolean);
  for (let from = 0; from < parts.length; from++) {
    const name = parts.slice(from).join("/");
    const start = indexOfWord(text, name);
    if (start < 0) continue;
    const isShared = paths.some((other) => other !== path && `/${other}`.endsWith(`/${name}`));
    return isShared ? null : { start, end: start + name.length };
  }
  return null;
}

/** "src/two/" names every changed file in it. */
function namesFolder(text: string, path: string): boolean {
  const folders = path.split("/").filter(Boolean).slice(0, -1);
  return folders.some((_, from) =>
    folders.slice(from).some((__, to) => {
      const name = `${folders.slice(from, from + to + 1).join("/")}/`;
      const at = text.indexOf(name);
      return at >= 0 && !isPartOfName(text[at - 1]) && /^[\s,;`"'.)]*(?:$|[\s,;])/.test(text.slice(at + name.length));
    }),
  );
}

const isPartOfName = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_-]/u.test(char);

function indexOfWord(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const after = text[at + name.length];
    const isLonger = after === "." && isPartOfName(text[at + name.length + 1]);
    const before = text[at - 1];
    if (!isPartOfName(before) && before !== "." && !isPartOfName(after) && !isLonger) return at;
  }
  return -1;
}

/** ":10-20", "#L3-L9", " (lines 3-9 and 12)", ":3, 10-12" after a path; without a range, the whole file. */
function readRanges(after: string): NamedPlace["ranges"] {
  const [, list = ""] =
    /^[`*"']{0,2}(?::|#|\s*\(?\s*(?:at\s+)?(?:lines?|ll?\.?)\s*|\s*\()((?:L?\d{1,7}(?:\s*[-–—:]\s*L?\d{1,7})?(?:\s*(?:,|and|&)\s*(?=L?\d))?)+)/i.exec(
      after,
    ) ?? [];
  const ranges = [...list.matchAll(/L?(\d{1,7})(?:\s*[-–—]\s*L?(\d{1,7}))?/gi)].map(
    ([, from = "0", to = from]) => [Number(from), Number(to)] as const,
  );
  return ranges.length === 0 ? "whole" : ranges;
}
