import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { realPath } from "./folder.js";
import { findLink, textInside, unlinkedSizeAt, unlinkedTextAt } from "./unlinked.js";

const root = realPath(mkdtempSync(join(tmpdir(), "untildone-unlinked-")));
afterAll(() => rmSync(root, { recursive: true }));
const home = join(root, "project");
mkdirSync(join(home, "src"), { recursive: true });
mkdirSync(join(home, ".git"));
mkdirSync(join(root, "project-secret"));
writeFileSync(join(home, "src/a.txt"), "a\n");
writeFileSync(join(home, ".git/config"), "token\n");
for (const name of ["key", "project-secret/key"]) writeFileSync(join(root, name), "secret\n");
const links: readonly (readonly [string, string])[] = [
  ["src/out", "../../key"],
  ["src/absolute", join(root, "key")],
  ["src/alike", "../../project-secret/key"],
  ["away", "../project-secret"],
  ["src/in", "a.txt"],
  ["inner", "src"],
  ["src/twice", "out"],
  ["src/git", "../.git/config"],
  ["src/nowhere", "none"],
  ["src/self", "self"],
  ["device", "/dev/zero"],
];
for (const [name, target] of links) symlinkSync(target, join(home, name));

describe("a path below a folder", () => {
  it.each([
    ["src/a.txt", null, "a\n", "a\n"],
    ["src/none.txt", null, null, null],
    ["src", null, null, null],
    ["src/out", "src/out", null, null],
    ["src/absolute", "src/absolute", null, null],
    ["src/alike", "src/alike", null, null],
    ["away/key", "away", null, null],
    ["src/in", "src/in", null, "a\n"],
    ["inner/a.txt", "inner", null, "a\n"],
    ["src/twice", "src/twice", null, null],
    ["src/git", "src/git", null, null],
    [".git/config", null, "token\n", null],
    ["src/nowhere", "src/nowhere", null, null],
    ["src/self", "src/self", null, null],
    ["device", "device", null, null],
  ])("%s: link %s, shown %j, inside %j", (path, link, shown, inside) => {
    expect(findLink(home, path)?.path ?? null).toBe(link);
    expect(unlinkedTextAt(home, path)).toBe(shown);
    expect(textInside(home, path)).toBe(inside);
  });

  it("says where a link leads, and has the size of no link", () => {
    expect(findLink(home, "src/out/more")).toEqual({ path: "src/out", target: "../../key" });
    expect(["src/a.txt", "src/out", "none"].map((path) => unlinkedSizeAt(join(home, path)))).toEqual([2, null, null]);
  });
});
