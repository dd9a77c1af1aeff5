import { cannotFail, isPlaceholder } from "../cannot-fail.js";
import type { CheckKind, Finder, FoundCheck } from "./project.js";

const wanted: readonly (readonly [CheckKind, readonly string[]])[] = [
  ["tests", ["test", "tests", "check"]],
  ["build", ["build"]],
  ["lint", ["lint"]],
];

function targets(files: readonly string[], tool: string, target: (name: string) => RegExp): Finder {
  return (project) => {
    const file = files.find((name) => project.names.includes(name));
    const text = file === undefined ? null : project.text(file);
    if (file === undefined || text === null) return [];
    return wanted.flatMap(([check, names]): readonly FoundCheck[] => {
      const name = names.find((each) => target(each).test(text));
      if (name === undefined) return [];
      const from = `${file} ${name}`;
      const why = whyNoCheck(text.slice(target(name).exec(text)?.index ?? 0));
      if (why !== null) return [{ note: `${check}: ${from} ${why} and is not used` }];
      return [{ check, words: [tool, name], from, runsWorkspaces: true }];
    });
  };
}

/** Why a target is no check: it needs no other, and no line of its recipe says anything. Null where it is one. */
function whyNoCheck(text: string): string | null {
  const [head = "", ...rest] = text.split("\n");
  const end = rest.findIndex((line) => !/^(?:\t| {2,})\S/.test(line));
  const recipe = rest.slice(0, end < 0 ? rest.length : end).map((line) => line.trim());
  if (recipe.length === 0 || recipe[0]?.startsWith("#!") || !/:\s*(?:#.*)?$/.test(head)) return null;
  const lines = recipe.filter((line) => !/^[@+]*-/.test(line)).map((line) => line.replace(/^[@+]+/, ""));
  const first = lines.find((line) => !cannotFail(line)); // Make and just end with it.
  if (first === undefined) return "cannot fail";
  return isPlaceholder(first) ? "is a placeholder" : null;
}

/** The targets of make and of the tools that took its place. */
export const findInMakefile = targets(
  ["GNUmakefile", "makefile", "Makefile"],
  "make",
  (name) => new RegExp(`^${name}(?: [\\w./-]{1,80}){0,8}\\s?::?(?!=)`, "m"),
);
export const findInJustfile = targets(
  ["justfile", "Justfile", ".justfile"],
  "just",
  (name) => new RegExp(`^@?${name}(?: [^:\\n]{0,80})?:(?!=)`, "m"),
);
export const findInTaskfile = targets(
  ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml"],
  "task",
  (name) => new RegExp(`^ {2}${name}:\\s*$`, "m"),
);
