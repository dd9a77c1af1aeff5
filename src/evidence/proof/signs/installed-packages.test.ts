import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changedPackages, type InstalledPackage } from "./compare-packages.js";
import { lookAtPackages } from "./installed-packages.js";

describe("installed packages compared", () => {
  const old: InstalledPackage = { version: "1.0.0", shape: "a", oldest: 10, newest: 20 };

  it.each([
    ["the same", old, false],
    ["other files or sizes", { ...old, shape: "b" }, true],
    ["another version", { ...old, shape: "b", version: "1.0.1" }, false],
    ["written in part", { ...old, newest: 30 }, true],
    ["installed again", { ...old, oldest: 30, newest: 40 }, false],
    ["written at once", { ...old, oldest: 30, newest: 30 }, false],
    ["gone", undefined, false],
  ])("%s: %s", (_, is, isChanged) => {
    expect(changedPackages({ "node_modules/a": old }, is ? { "node_modules/a": is } : {})).toEqual(
      isChanged ? ["node_modules/a"] : [],
    );
  });

  it("has nothing to say about new ones", () => expect(changedPackages({}, { "node_modules/a": old })).toEqual([]));
});

describe("installed packages looked at", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "untildone-packages-"));
    for (const [path, text] of Object.entries(start)) write(path, text);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const longAgo = new Date("2020-01-01T00:00:00Z");
  const write = (path: string, text: string, time: Date = longAgo): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), time, time);
  };
  const start: Readonly<Record<string, string>> = {
    "node_modules/a/package.json": '{ "version": "1.0.0" }',
    "node_modules/a/index.js": "one",
    "node_modules/a/node_modules/b/package.json": '{ "version": "2.0.0" }',
    "node_modules/a/node_modules/b/index.js": "two",
    "node_modules/@s/c/package.json": '{ "version": "3.0.0" }',
    "node_modules/chai/package.json": '{ "version": "5.0.0" }',
    "node_modules/chai/index.js": "equal",
    "node_modules/.pnpm/d@1/node_modules/d/package.json": '{ "version": "1.0.0" }',
    "packages/own/node_modules/e/package.json": '{ "version": "1.0.0" }',
    ".venv/lib/python3.12/site-packages/rates/__init__.py": "one = 1",
    ".venv/lib/python3.12/site-packages/rates-1.0.dist-info/METADATA": "",
    "vendor/modules.txt": "# example.com/f v1.0.0",
    "vendor/example.com/f/f.go": "package f",
  };
  const changes = (edit: () => void): readonly string[] => {
    const before = lookAtPackages(root);
    edit();
    return changedPackages(before, lookAtPackages(root));
  };

  it("finds them wherever they are installed", () => {
    expect(Object.keys(lookAtPackages(root)).sort()).toEqual(
      [
        "node_modules/a",
        "node_modules/a/node_modules/b",
        "node_modules/@s/c",
        "node_modules/chai",
        "node_modules/.pnpm/d@1/node_modules/d",
        "packages/own/node_modules/e",
        ".venv/lib/python3.12/site-packages/rates",
        "vendor/modules.txt",
        "vendor/example.com",
      ].sort(),
    );
  });

  it.each([
    ["an edit", "node_modules/a/index.js", "other", ["node_modules/a"]],
    ["an edit of the same size", "node_modules/a/index.js", "eno", ["node_modules/a"]],
    ["an edit deeper down", "node_modules/a/node_modules/b/index.js", "zwei", ["node_modules/a/node_modules/b"]],
    ["a new file", "node_modules/a/more.js", "more", ["node_modules/a"]],
    ["a new version", "node_modules/a/package.json", '{ "version": "1.0.10" }', []],
    ["a new package", "node_modules/z/package.json", '{ "version": "1.0.0" }', []],
    ["a cache", "node_modules/.vite/deps/a.js", "one", []],
    ["a cache of Python", ".venv/lib/python3.12/site-packages/rates/__pycache__/a.pyc", "one", []],
    [
      "an edit in an environment",
      ".venv/lib/python3.12/site-packages/rates/__init__.py",
      "one = 10",
      [".venv/lib/python3.12/site-packages/rates"],
    ],
    ["an edit of what was vendored", "vendor/example.com/f/f.go", "package ff", ["vendor/example.com"]],
  ])("%s", (_, path, text, says) => expect(changes(() => write(path, text, new Date()))).toEqual(says));

  it("sees an edit of a test runner by its content, whatever its times say", () => {
    expect(changes(() => write("node_modules/chai/index.js", "EQUAL"))).toEqual(["node_modules/chai"]);
    expect(changes(() => write("node_modules/chai/index.js", "EQUAL", new Date()))).toEqual([]);
  });

  it("takes a package that was installed again as it is", () => {
    const again = () => {
      for (const path of ["node_modules/a/package.json", "node_modules/a/index.js"])
        write(path, start[path] ?? "", new Date());
    };
    expect(changes(again)).toEqual([]);
  });

  it("takes newly installed packages of Python as they are", () => {
    const install = () => {
      write(".venv/lib/python3.12/site-packages/rates-1.1.dist-info/METADATA", "");
      write(".venv/lib/python3.12/site-packages/rates/__init__.py", "one = 1.1", new Date());
    };
    expect(changes(install)).toEqual([]);
  });

  it("leaves alone what is linked, and projects without dependencies", () => {
    symlinkSync(join(root, "packages/own"), join(root, "node_modules/own"));
    write("packages/own/package.json", '{ "version": "1.0.0" }');
    expect(changes(() => write("packages/own/index.js", "new"))).toEqual([]);
    expect(lookAtPackages(join(root, "packages/nowhere"))).toEqual({});
  });
});
