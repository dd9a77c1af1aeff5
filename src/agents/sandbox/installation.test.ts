import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { realPath } from "../../lib/files/folder.js";
import { findInstallation, findPrograms } from "./installation.js";

const root = realPath(mkdtempSync(join(tmpdir(), "untildone-installed-")));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string): string => join(root, name);
const clone = "project/.ralph/worktrees/run";
for (const name of [
  "project/package.json",
  "project/agent.mjs",
  "project/tools/agent/package.json",
  "project/tools/agent/bin.mjs",
  "project/node_modules/agent/bin.mjs",
  `${clone}/package.json`,
  `${clone}/agent.mjs`,
  "project/part/package.json",
  "above/package.json",
  "above/agent.mjs",
  "above/project/package.json",
  "installed/package.json",
  "installed/bin/agent.mjs",
  "single/agent.mjs",
  "away/clone/package.json",
]) {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), "{}", { mode: 0o755 });
}
for (const name of ["project/.git", `${clone}/.git`, "above/project/.git", "away/clone/.git"]) mkdirSync(at(name));

describe("the folder of a program", () => {
  it.each([
    ["a package that is installed elsewhere", "installed/bin/agent.mjs", { cwd: "project" }, "installed"],
    ["a file of no package", "single/agent.mjs", { cwd: "project" }, "single/agent.mjs"],
    ["a file of the project", "project/agent.mjs", { cwd: "project" }, "project/agent.mjs"],
    ["a file of the project, seen from a clone in it", "project/agent.mjs", { cwd: clone }, "project/agent.mjs"],
    [
      "a file of the project, seen from a clone elsewhere",
      "project/agent.mjs",
      { cwd: "away/clone", project: "project" },
      "project/agent.mjs",
    ],
    [
      "a package in the project, seen from a clone",
      "project/tools/agent/bin.mjs",
      { cwd: clone, project: "project" },
      "project/tools/agent/bin.mjs",
    ],
    [
      "a package of the checkout around a project",
      "project/tools/agent/bin.mjs",
      { cwd: "project/part" },
      "project/tools/agent/bin.mjs",
    ],
    ["a file of a folder around the project", "above/agent.mjs", { cwd: "above/project" }, "above/agent.mjs"],
    [
      "a package that the project depends on",
      "project/node_modules/agent/bin.mjs",
      { cwd: clone },
      "project/node_modules",
    ],
  ])("of %s", (_, file, { cwd, project }: { cwd: string; project?: string }, expected) => {
    const lookup = { cwd: at(cwd), ...(project === undefined ? {} : { project: at(project) }) };
    expect(findInstallation(at(file), lookup)).toBe(at(expected));
  });
});

it.each([
  ["the project in the search path", ["run"], at("project"), at("project")],
  ["a folder around it in the search path", ["run"], root, root],
  ["the project as an argument", ["run", at("project")], "/usr/bin", at("project")],
])("shows no folder that holds the project: %s", (_, words, path, never) => {
  const lookup = { path, cwd: at(clone), writable: [], project: at("project") };
  expect(findPrograms(words, lookup)).not.toContain(never);
});
