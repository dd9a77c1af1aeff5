import type { SourceText } from "./source-text.js";

const entryName = /(?:^|\/)(?:cli|main|bin|__main__|manage|setup|gulpfile)\.\w+$|(?:^|\/)(?:bin|cmd)\//;
const workshop = /(?:^|\/)(?:scripts?|tools?|bench(?:marks?)?|examples?)\//;
const exported =
  /^[ \t]*export\b|\bmodule\.exports\b|^[ \t]*exports\.\w+|^(?:def|class|async def)\s+\w|^func\s+(?:\([^)\n]*\)\s*)?[A-Z]/m;

/**
 * Whether a file is started rather than loaded: by its first line, its name or its folder, or because it gives nothing
 * to others and no other changed file loads it.
 */
export function isEntry({ path, text, bare }: SourceText, all: readonly SourceText[]): boolean {
  if (text.startsWith("#!") || entryName.test(path)) return true;
  return (workshop.test(path) || !exported.test(bare)) && !isLoaded(path, all);
}

/** Whether a file is a tool for the work on the project, which nothing that changed loads. */
export const isTool = ({ path }: SourceText, all: readonly SourceText[]): boolean =>
  workshop.test(path) && !isLoaded(path, all);

function isLoaded(path: string, all: readonly SourceText[]): boolean {
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
