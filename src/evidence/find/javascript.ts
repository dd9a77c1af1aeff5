import { coversWorkspaces } from "./covers-workspaces.js";
import { findInMonorepo } from "./js-monorepo.js";
import { findJsWorkspaces } from "./js-workspaces.js";
import { findManager, scriptWords } from "./package-manager.js";
import { checkKinds, type Finder, type FoundCheck } from "./project.js";
import { pickScript, readScripts, type Scripts } from "./scripts.js";

/** The scripts of package.json and of its workspaces, run by the package manager the project uses. */
export const findInPackageJson: Finder = (project) => {
  const text = project.text("package.json");
  const manager = findManager(project);
  if (text === null && !project.has("project.json")) return [];
  const scripts = readScripts(text);
  const { members, notes } = findJsWorkspaces(project, manager);
  const own = checkKinds.flatMap((check): readonly FoundCheck[] => {
    const { name, leftOut } = pickScript(scripts, check);
    const passedOver = leftOut.map((each) => ({
      note: `${check}: package.json scripts.${each.name} ${each.why} and is not used`,
    }));
    if (name === null) return passedOver;
    const runsWorkspaces = check !== "tests" || coversWorkspaces(name, scripts, members.folders);
    const words = scriptWords(manager, name);
    return [
      ...passedOver,
      { check, words, from: `package.json scripts.${name}`, runsWorkspaces, env: uncached(scripts) },
    ];
  });
  return [...own, ...notes, ...findInMonorepo(project, { manager, members, own })];
};

/** So that tools that remember the results of scripts run them. */
function uncached(scripts: Scripts): Readonly<Record<string, string>> {
  const text = Object.values(scripts).join("\n");
  return {
    ...(/\bturbo\b/.test(text) ? { TURBO_FORCE: "true" } : {}),
    ...(/\bnx\b/.test(text) ? { NX_SKIP_NX_CACHE: "true" } : {}),
  };
}

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
