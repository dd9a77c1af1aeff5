import { compilePattern, type PathMatcher } from "./path-pattern.js";

/** A path pattern as people write them: git's, with `{one,two}`, and two stars reach across folders wherever they stand. */
export function compileGlob(glob: string): PathMatcher {
  const matchers = expandBraces(escapeLoneBrackets(glob.replace(/^\.\//, ""))).map((pattern) =>
    compilePattern(pattern, { twoStars: "anything" }),
  );
  return (path) => matchers.some((matches) => matches(path));
}

/** A bracket that opens no class is meant as it stands. */
const escapeLoneBrackets = (glob: string): string => glob.replaceAll(/\[(?![!^]?[^\]/]+\])/g, "\\[");

function expandBraces(glob: string): readonly string[] {
  const found = /\{([^{}]*)\}/.exec(glob);
  if (!found) return [glob];
  const [before, after] = [glob.slice(0, found.index), glob.slice(found.index + found[0].length)];
  return (found[1] ?? "").split(",").flatMap((choice) => expandBraces(`${before}${choice}${after}`));
}

/** Whether a path is named: by the pattern, by a folder it lies in, or by its own name where the pattern has no slash. */
export function matchesGlob(path: string, glob: string): boolean {
  const pattern = glob.replace(/\/$/, "");
  const matches = compileGlob(pattern);
  if (matches(path)) return true;
  const names = path.split("/");
  if (!pattern.includes("/")) return names.some(matches);
  return names.some((_, at) => at > 0 && matches(names.slice(0, at).join("/")));
}
