import { type ScriptCommand, splitScript } from "../split-script.js";
import type { Scripts } from "./scripts.js";

const runners = new Set(["vitest", "jest", "mocha", "ava", "tap", "tape", "uvu", "jasmine", "node", "tsx", "bun"]);
/** What runs no tests. */
const others = new Set(["tsc", "eslint", "biome", "prettier", "rimraf", "mkdir", "cp", "rm", "echo"]);
const starters = new Set(["npx", "pnpm", "yarn", "exec", "cross-env", "c8", "nyc"]);

/**
 * Whether the test script of a monorepo's root runs the tests of its workspaces, too. In doubt it does: it does not only
 * where each runner in it is given paths, and all of them lie outside the workspaces.
 */
export function coversWorkspaces(script: string, scripts: Scripts, workspaces: readonly string[]): boolean {
  if (workspaces.length === 0) return true;
  const pieces = piecesOf(script, scripts, 0);
  const tests = pieces?.filter(({ words }) => !others.has(programOf(words)));
  return !tests || tests.length === 0 || !tests.every(({ words }) => isOfRootAlone(words, workspaces));
}

/** The commands of a script, with those of the scripts it runs. */
function piecesOf(name: string, scripts: Scripts, depth: number): readonly ScriptCommand[] | null {
  const pieces = splitScript(scripts[name] ?? "");
  if (pieces === null || depth > 5) return null;
  const found: ScriptCommand[] = [];
  for (const piece of pieces) {
    const inner = /^(?:npm|pnpm|yarn|bun) run ([\w:.-]+)$/.exec(piece.words.join(" "))?.[1];
    const own = inner === undefined ? [piece] : piecesOf(inner, scripts, depth + 1);
    if (own === null) return null;
    found.push(...own);
  }
  return found;
}

const programOf = (words: readonly string[]): string => words.find((word) => !starters.has(word)) ?? "";

function isOfRootAlone(words: readonly string[], workspaces: readonly string[]): boolean {
  const program = programOf(words);
  if (!runners.has(program)) return false;
  const given = words
    .slice(words.indexOf(program) + 1)
    .filter((word) => /^[^-=]*[/.]|^(?:tests?|specs?|src)$/.test(word));
  if (given.length === 0) return program === "mocha"; // It looks into the folder "test" alone.
  const tops = new Set(workspaces.map((folder) => folder.split("/")[0]));
  return given.every((path) => {
    const [top = ""] = path.replace(/^\.\//, "").split("/");
    return !/^$|^\.|[*?{]/.test(top) && !tops.has(top);
  });
}
