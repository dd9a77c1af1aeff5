import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findRedirected } from "./redirected-imports.js";

const cwd = mkdtempSync(join(tmpdir(), "untildone-imports-"));
mkdirSync(join(cwd, "src"));
writeFileSync(join(cwd, "src/words.js"), "x");
afterAll(() => rmSync(cwd, { recursive: true }));

const signs = (old: unknown, now: unknown, path = "package.json") =>
  findRedirected([{ path, oldPath: path, old: JSON.stringify(old), now: JSON.stringify(now) }], cwd).map(
    ({ what, strength }) => `${strength}: ${what}`,
  );
const imports = (to: unknown) => ({ imports: { "#words": to } });
const paths = (...to: readonly string[]) => ({ compilerOptions: { paths: { "@words": to } } });

it.each([
  [imports("./src/words.js"), imports("./src/other.js")],
  [imports("./src/words.js"), imports({ test: "./src/other.js", default: "./src/words.js" })],
  [{ ...imports("./src/words.js"), version: "1.0.0" }, imports({ node: "./src/other.js" })],
])("tells an import that leads elsewhere: %j, %j", (old, now) => {
  expect(signs(old, now)).toEqual([expect.stringMatching(/^weak: imports of #words lead to \.\/src\/other\.js/)]);
});

it("of TypeScript, too", () => {
  expect(signs(paths("./src/words.js"), paths("./src/other.js", "./src/words.js"), "tsconfig.json")).toHaveLength(1);
});

it.each([
  ["the old file is gone", imports("./src/old.js"), imports("./src/text.js")],
  ["a name is new", { imports: {} }, imports("./src/words.js")],
  ["nothing about imports changed", { ...imports("./src/words.js"), version: "1" }, imports("./src/words.js")],
  ["a condition says the same", imports("./src/words.js"), imports({ default: "./src/words.js" })],
  ["more is tried after it", imports("./src/words.js"), imports(["./src/words.js", "./src/text.js"])],
])("says nothing where %s", (_, old, now) => expect(signs(old, now)).toEqual([]));
