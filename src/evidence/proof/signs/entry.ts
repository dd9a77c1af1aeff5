import type { SourceText } from "./source-text.js";

const entryName = /(?:^|\/)(?:cli|main|bin|__main__|manage|setup|gulpfile)\.\w+$|(?:^|\/)(?:bin|cmd)\//;
const workshop = /(?:^|\/)(?:scripts?|tools?|bench(?:marks?)?|examples?)\//;
const exported =
  /^[ \t]*export\b|\bmodule\.exports\b|^[ \t]*exports\.\w+|^(?:def|class|async def)\s+\w|^func\s+(?:\([^)\n]*\)\s*)?[A-Z]/m;

/**
 * Whether a file is started rather than loaded: by its first line, its name or its folder, or because it gives nothing
 * to others and no other changed file loads it.
 */
export function isEntry(source: SourceText, all: readonly SourceText[]): boolean {
  const { path, text, bare } = source;
  if (text.startsWith("#!") || entryName.test(path)) return true;
  return (isInWorkshop(path) || !exported.test(bare)) && !isLoaded(source, all);
}

/** Whether a file is a tool for the work on the project, which neither tests nor the rest of the project load. */
export const isTool = (source: SourceText, all: readonly SourceText[]): boolean =>
  isInWorkshop(source.path) && !isLoaded(source, all);

/** Whether a file stands where projects keep their tools. What they ship may stand there, too. */
export const isInWorkshop = (path: string): boolean => workshop.test(path);

function isLoaded({ path, isLoaded: byOthers }: SourceText, all: readonly SourceText[]): boolean {
  if (byOthers) return true;
  const name = path
    .replace(/^.*\//, "")
    .replace(/\.\w+$/, "")
    .replaceAll(/[^\w-]/g, ".");
  const loads = new RegExp(
    String.raw`(?:\bfrom|\bimport|\brequire\(|\bimport\(|\brequire_relative)\s*["']\.{1,2}\/(?:[^"'\n]*\/)?${name}(?:\.\w+)?["']|\bfrom\s+\.*[\w.]*\b${name}\s+import|^\s*import\s+(?:[\w.]+\.)?${name}\s*$|\bfrom\s+\.+\s+import\s+[^\n]*\b${name}\b`,
    "m",
  );
  return all.some((other) => other.path !== path && loads.test(other.code));
}
