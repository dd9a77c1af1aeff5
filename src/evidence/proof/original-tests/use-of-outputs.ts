import { pathJoin, textAt } from "../../../lib/files/folder.js";
import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import { measureOf } from "./measures.js";

export interface OutputUse {
  /** Outputs of the project's build, from its root. */
  readonly outputs: readonly string[];
  readonly root: string;
  /** All files that count. */
  readonly files: Iterable<string>;
}

const maxTests = 3_000;
const code = /\.(?:[mc]?[jt]sx?|vue|svelte|py|rb|sh|bats|t)$/;

/** The first test that names something that a build wrote; null where none does. */
export function findUse({ outputs, root, files }: OutputUse): string | null {
  if (outputs.length === 0) return null;
  const uses = outputs.flatMap((output) => [...patternsOf(output), ...selfImports(root, output)]);
  let left = maxTests;
  for (const path of files) {
    if (!code.test(path) || measureOf(path, []) !== "test") continue;
    if (--left < 0) return null;
    const text = textAt(pathJoin(root, path)) ?? "";
    if (uses.some((use) => use.test(text))) return path;
  }
  return null;
}

/** Whether a command is told to use an output: compiled tests, say. */
export const isNamedInWords = (output: string, lines: readonly (readonly string[])[]): boolean => {
  const inPath = new RegExp(`(?:^|[/'"=])${escaped(nameOf(output))}(?:/|$)`);
  return lines.some((words) =>
    words.some((word, at) => inPath.test(word) && !/exclude|ignore/i.test(`${words[at - 1] ?? ""} ${word}`)),
  );
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const escaped = (text: string): string => text.replaceAll(/[^\w/@-]/g, "\\$&");

/** As a part of a path in a string, or alone where paths are put together. What lies beside its source has no such name. */
function patternsOf(output: string): readonly RegExp[] {
  const name = escaped(nameOf(output));
  if (/\.\w+$/.test(output)) return [];
  const rest = "[^\"'`\\n]*";
  return [
    new RegExp(`["'\`](?:${rest}/${name}(?:/${rest})?|${name}/${rest})["'\`]`),
    new RegExp(`\\b(?:join|resolve|URL|Path)\\([^()\\n]*["'\`]${name}["'\`]`),
  ];
}

/** Tests may import the package by its own name, which leads to what was built. */
function selfImports(root: string, output: string): readonly RegExp[] {
  const at = output.lastIndexOf("/");
  const folder = at < 0 ? "" : output.slice(0, at);
  const text = textAt(pathJoin(root, folder, "package.json"));
  const manifest = tryParseJson(text ?? "null");
  const entries = isRecord(manifest)
    ? JSON.stringify(["main", "module", "exports", "bin"].map((key) => manifest[key]))
    : "";
  const isEntry = new RegExp(`"(?:\\./)?${escaped(nameOf(output))}(?:/|")`).test(entries);
  const name = isRecord(manifest) && typeof manifest["name"] === "string" ? manifest["name"] : "";
  return isEntry && name !== "" ? [new RegExp(`["'\`]${escaped(name)}(?:/[^"'\`\\n]*)?["'\`]`)] : [];
}
