/** What a file takes from others, in the languages we read, over several lines, too. */
const imports: readonly RegExp[] = [
  /^[ \t]*(?:import|export)\b[^;"'`]*?\bfrom\s*["'`][^"'`\n]*["'`];?/gm,
  /^[ \t]*import\s*["'`][^"'`\n]*["'`];?/gm,
  /^[ \t]*(?:const|let|var)\b[^;=]*=\s*(?:await\s+)?(?:require|import)\s*\(\s*["'`][^"'`\n]*["'`]\s*\);?/gm,
  /^[ \t]*from[ \t]+[.\w]+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n]*)/gm,
  /^[ \t]*import[ \t]+[\w., \t]+$/gm,
  /^[ \t]*(?:pub[ \t]+)?(?:use|mod)[ \t]+[^;{]*(?:\{[^}]*\})?[^;{]*;/gm,
  /^import[ \t]*(?:\([^)]*\)|(?:\w+[ \t]+)?"[^"\n]*")/gm,
  /\b(?:vi|vitest|jest|mock)\.(?:mock|doMock|patch)\(\s*["'`][^"'`\n]*["'`]/gm,
];

/** The lines of a text that say something, without what it imports. */
export const linesBesideImports = (text: string): readonly string[] =>
  imports
    .reduce((left, shape) => left.replaceAll(shape, ""), text)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Whether a text differs from another in nothing but what it imports. */
export const differsInImports = (old: string, now: string): boolean =>
  linesBesideImports(old).join("\n") === linesBesideImports(now).join("\n");

/** Whether lines were taken out of a text, or its imports changed, and nothing else was written. */
export function isOnlyCut(old: string, now: string): boolean {
  const before = new Set(linesBesideImports(old));
  return linesBesideImports(now).every((line) => before.has(line));
}
