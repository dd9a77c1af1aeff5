import { isRecord } from "../../base/is-record.js";
import { tryParseJson } from "../../base/try-parse-json.js";
import type { Finder, FoundCommand, Project } from "./project.js";

/** The scripts of package.json, run by the package manager the project uses. */
export const findInPackageJson: Finder = (project) => {
  const scripts = readScripts(project.text("package.json"));
  const manager = findManager(project);
  const pick = (check: FoundCommand["check"], names: readonly string[]): readonly FoundCommand[] => {
    const name = names.find((each) => isRunnable(scripts[each]));
    if (name === undefined) return [];
    return [{ check, words: [manager, "run", name], from: `package.json scripts.${name}` }];
  };
  return [
    ...pick("tests", ["test", "tests", "test:ci", "test:run", "test:unit"]),
    ...pick("build", ["build", "compile", "typecheck", "types"]),
    ...pick("lint", ["lint", "lint:check", "eslint"]),
  ];
};

/** A Deno project's tasks, else its own test runner. */
export const findInDeno: Finder = (project) => {
  const file = ["deno.json", "deno.jsonc"].find((name) => project.has(name));
  if (file === undefined) return [];
  const tasks = new Set(
    [...(project.text(file) ?? "").matchAll(/^\s*"(test|build|lint)"\s*:/gm)].map((match) => match[1]),
  );
  const task = (name: string): readonly string[] => ["deno", "task", name];
  return [
    { check: "tests", words: tasks.has("test") ? task("test") : ["deno", "test"], from: file },
    ...(tasks.has("build") ? [{ check: "build" as const, words: task("build"), from: `${file} tasks.build` }] : []),
    { check: "lint", words: tasks.has("lint") ? task("lint") : ["deno", "lint"], from: file },
  ];
};

/** The scripts of a package.json. A broken one has none; whoever runs it will hear of it. */
export function readScripts(text: string | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(scriptsIn(text)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The names of the scripts in a JSON file, whatever they are made of. */
export const scriptNames = (text: string | null): readonly string[] => Object.keys(scriptsIn(text));

function scriptsIn(text: string | null): Record<string, unknown> {
  const value = tryParseJson(text ?? "{}");
  return isRecord(value) && isRecord(value["scripts"]) ? value["scripts"] : {};
}

/** Not what `npm init` puts there, and nothing that waits for a person. */
function isRunnable(script: string | undefined): boolean {
  if (script === undefined || script.trim() === "") return false;
  return !/no test specified/.test(script) && !/(?:^|\s)--?watch(?:All)?(?:$|\s|=true)/.test(script);
}

function findManager(project: Project): string {
  const named = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(project.text("package.json") ?? "")?.[1];
  const byLock = [
    ["pnpm-lock.yaml", "pnpm"],
    ["yarn.lock", "yarn"],
    ["bun.lock", "bun"],
    ["bun.lockb", "bun"],
  ] as const;
  return named ?? byLock.find(([file]) => project.has(file))?.[1] ?? "npm";
}
