import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import { matchesGlob } from "../../workspace/glob.js";
import { allSigns } from "./all-signs.js";
import { isTool } from "./entry.js";
import type { CheatingSign, SignFinder, Suspect } from "./sign.js";
import { lineAt, lineText, readSource, type SourceText } from "./source-text.js";

interface SourcePair {
  readonly old: SourceText | null;
  readonly now: SourceText;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Signs of cheating that changes brought into the source. What the same file said before, and lines that came from another
 * changed file, are not new. `loaded`: changed files that tests, or files that did not change, load.
 */
export function findSigns(
  changes: readonly TextChange[],
  exceptions: readonly string[] = [],
  loaded: ReadonlySet<string> = nothing,
): readonly CheatingSign[] {
  const files = readPairs(changes, loaded);
  const moved = new Set(changes.flatMap(({ old }) => (old ?? "").split("\n").map((line) => line.trim())));
  return allSigns
    .flatMap((finder) => newSigns(finder, files, moved))
    .filter((sign) => !isExcepted(sign, exceptions))
    .sort((a, b) => (a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1));
}

function readPairs(changes: readonly TextChange[], loaded: ReadonlySet<string>): readonly SourcePair[] {
  return changes.flatMap(({ path, oldPath, old, now }): readonly SourcePair[] => {
    const source = old === now ? null : readSource(path, now);
    if (!source) return [];
    return [{ old: readSource(oldPath, old), now: loaded.has(path) ? { ...source, isLoaded: true } : source }];
  });
}

/** The changed tools that have signs, should they be no tools. */
export function findSignedTools(changes: readonly TextChange[]): readonly string[] {
  const all = readPairs(changes, nothing).map(({ now }) => now);
  return all.flatMap((source) => {
    const loaded: SourceText = { ...source, isLoaded: true };
    const hasSign = isTool(source, all) && allSigns.some((finder) => finder.find(loaded, all).length > 0);
    return hasSign ? [source.path] : [];
  });
}

function newSigns(
  finder: SignFinder,
  files: readonly SourcePair[],
  moved: ReadonlySet<string>,
): readonly CheatingSign[] {
  const all = files.map(({ now }) => now);
  const found = files.map(({ now }) => finder.find(now, all));
  if (found.every((each) => each.length === 0)) return [];
  const old = files.map((file) => (file.old ? finder.find(file.old, all) : []));
  const bodies = new Set(old.flat().flatMap((each) => (isBody(each) ? each.text : [])));
  return files.flatMap(({ now }, at) => {
    const fresh = withoutOld(found[at] ?? [], old[at] ?? []).filter((each) =>
      isBody(each) ? !bodies.has(each.text) : !moved.has(lineText(now.text, each.at).trim()),
    );
    return fresh.length > 0 && isTool(now, all) ? [] : fresh.map((each) => toSign(finder, now, each));
  });
}

/** What stands on one line may have been moved as it is; a body may have been emptied under the same first line. */
const isBody = ({ text }: Suspect): boolean => text.includes("{") || text.endsWith(":");

/** Each of the old ones accounts for one that says the same. */
function withoutOld(found: readonly Suspect[], old: readonly Suspect[]): readonly Suspect[] {
  const left = new Map<string, number>();
  for (const { text } of old) left.set(text, (left.get(text) ?? 0) + 1);
  return found.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

const toSign = (
  { name, strength }: SignFinder,
  { path, text }: SourceText,
  { at, what, touches }: Suspect,
): CheatingSign => ({
  name,
  strength,
  file: path,
  line: lineAt(text, at),
  what,
  touches: touches ?? null,
});

/** Whether a sign is expected where it was found: by its name, by its path, or by both ("stack:src/trace/**"). */
export function isExcepted(
  { name, file }: Pick<CheatingSign, "name" | "file">,
  exceptions: readonly string[],
): boolean {
  return exceptions.some((entry) => {
    const [, of, glob] = /^([a-z-]+):(.+)$/.exec(entry) ?? [];
    if (of !== undefined && glob !== undefined) return of === name && matchesGlob(file, glob);
    return entry === name || matchesGlob(file, entry);
  });
}

export const formatSign = ({ file, line, what }: CheatingSign): string =>
  `${file}${line === null ? "" : `:${line}`}: ${what}`;
