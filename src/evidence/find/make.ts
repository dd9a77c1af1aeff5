import type { Finder, FoundCommand } from "./project.js";

const wanted: readonly (readonly [FoundCommand["check"], readonly string[]])[] = [
  ["tests", ["test", "tests", "check"]],
  ["build", ["build"]],
  ["lint", ["lint"]],
];

function targets(files: readonly string[], tool: string, target: (name: string) => RegExp): Finder {
  return (project) => {
    const file = files.find((name) => project.names.includes(name));
    const text = file === undefined ? null : project.text(file);
    if (file === undefined || text === null) return [];
    return wanted.flatMap(([check, names]) => {
      const name = names.find((each) => target(each).test(text));
      return name === undefined ? [] : [{ check, words: [tool, name], from: `${file} ${name}` }];
    });
  };
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
