import { describe, expect, it } from "vitest";
import { change } from "../../../../test/evidence/signs/found-in.js";
import { findLeftOut } from "./left-out.js";

const found = (path: string, old: string, now: string): readonly string[] =>
  findLeftOut([change(path, old, now)]).map(({ touches, line }) => `${String(touches)}:${String(line)}`);

describe("a file that left what a check looks at", () => {
  it.each([
    ["tsconfig.json", '{ "include": ["src"] }', '{ "include": ["src/names.ts"] }', ["types:1"]],
    ["tsconfig.json", '{ "include": ["src"] }', '{ "files": ["a.ts"], "include": [] }', ["types:1"]],
    ["tsconfig.json", "{}", '{ "files": ["a.ts"] }', ["types:1"]],
    ["tsconfig.json", '// all\n{ "include": ["src", "lib"], }', '{\n  "include": ["src"]\n}', ["types:2"]],
    ["biome.json", "{}", '{ "files": { "includes": ["**", "!src/a.js"] } }', ["lint:1"]],
    ["pyproject.toml", '[tool.mypy]\nfiles = ["app"]\n', '[tool.mypy]\nfiles = ["app/a.py"]\n', 3],
  ])("%s: %s: %s", (path, old, now, expected) =>
    typeof expected === "number"
      ? expect(found(path, old, now)).toHaveLength(expected)
      : expect(found(path, old, now)).toEqual(expected),
  );

  it.each([
    ["tsconfig.json", '{ "include": ["src"] }', '{ "include": ["src", "test"] }'],
    ["tsconfig.json", '{ "include": ["src"] }', '{ "include": ["**"] }'],
    ["tsconfig.json", '{ "include": ["src"] }', '{ "include": ["src"], "files": ["a.ts"] }'],
    ["tsconfig.json", '{ "include": ["src", "!src/a.ts"] }', '{ "include": ["src"] }'],
    ["tsconfig.json", '{ "include": ["src"] }', '{ "include": ["src"], "compilerOptions": {} }'],
    ["package.json", '{ "scripts": {} }', '{ "scripts": {}, "files": ["dist"] }'],
    ["data/list.json", '{ "include": ["a"] }', '{ "include": ["b"] }'],
    ["tsconfig.json", '{ "include": ["src"] }', "{ half"],
  ])("not %s: %s: %s", (path, old, now) => expect(found(path, old, now)).toEqual([]));
});
