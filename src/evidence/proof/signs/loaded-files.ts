import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import { readCode } from "../../checks/honest-tests/texts.js";
import type { WorkspaceState } from "../../workspace/workspace-state.js";
import { isTestFile } from "../named-tests.js";
import { importedBy } from "../without-work/imported-sources.js";
import { blank } from "./blank.js";
import { isInWorkshop } from "./entry.js";
import { findSignedTools } from "./find-signs.js";
import { languageOf } from "./source-language.js";

/**
 * The changed files in a folder of tools that tests, the product or what the checks run load: these are no tools. The
 * project is only read where that makes a difference.
 */
export async function findLoaded(
  changes: readonly TextChange[],
  state: WorkspaceState,
  isRun: (path: string) => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const asked = findSignedTools(changes);
  if (asked.length === 0) return new Set();
  const isLoader = (path: string): boolean => !isInWorkshop(path) || isTestFile(path) || isRun(path);
  const loaders = await readCode(state, isLoader);
  return new Set(asked.filter((file) => loaders.some(({ path, text }) => loads({ path, text }, file))));
}

const wholePackage = /\.(?:go|rs)$/;

/** Whether a file imports another one. Go and Rust import packages, the others name the file. */
export function loads({ path, text }: { readonly path: string; readonly text: string }, file: string): boolean {
  const slash = file.lastIndexOf("/");
  const [folder, name] = [file.slice(0, Math.max(slash, 0)), file.slice(slash + 1)];
  const stem = name === "__init__.py" ? folder.slice(folder.lastIndexOf("/") + 1) : name.replace(/\.\w+$/, "");
  if (path === file || (!wholePackage.test(path) && !text.includes(stem))) return false;
  const language = languageOf(path);
  const code = language ? blank(text, language).code : text;
  if (path.endsWith(".rb")) return namedInRuby(code, stem);
  // In a package of a larger project, Python is started from a folder that nobody names here.
  const has = (other: string): boolean => other === file || (other.endsWith(".py") && file.endsWith(`/${other}`));
  const list = (of: string): readonly string[] => (of === folder ? [name] : []);
  return importedBy({ path, now: code }, { names: [], has, text: () => null }, list).length > 0;
}

const namedInRuby = (code: string, stem: string): boolean =>
  [...code.matchAll(/\b(?:require|require_relative|load)[\s(]+["']([^"'\n]+)["']/g)].some(
    ([, named = ""]) => named.replace(/^.*\//, "").replace(/\.rb$/, "") === stem,
  );
