import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AwayFile } from "./manifest.js";
import { NotPutAway, removeEmptyFolders, removeSaved, saveFile } from "./put-away.js";
import { putBackFiles } from "./put-back.js";

describe("files that are put away and back", () => {
  let place = "";
  const paths = ["a/one.txt", "a/b/two.txt", "three.txt"];
  let files: readonly AwayFile[] = [];
  const root = () => join(place, "project");
  const folder = () => join(place, "away");
  const found = () => join(place, "found");
  const back = () => putBackFiles(folder(), { root: root(), files }, found());
  const texts = () => paths.map((path) => readFileSync(join(root(), path), "utf8"));

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), "untildone-test-"));
    for (const path of paths) {
      mkdirSync(join(root(), path, ".."), { recursive: true });
      writeFileSync(join(root(), path), `text of ${path}`);
    }
    files = paths.map((path) => saveFile(folder(), root(), path));
    for (const file of files) removeSaved(root(), file);
    for (const path of paths) removeEmptyFolders(root(), path);
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  it("are all there again, also when it is done twice", () => {
    expect(back()).toEqual({ written: 3, displaced: [], lost: [] });
    expect(back()).toEqual({ written: 0, displaced: [], lost: [] });
    expect(texts()).toEqual(paths.map((path) => `text of ${path}`));
  });

  it.each(paths)("are all there again when only %s was put back before", (path) => {
    mkdirSync(join(root(), path, ".."), { recursive: true });
    writeFileSync(join(root(), path), `text of ${path}`);
    expect(back()).toMatchObject({ written: 2, displaced: [] });
    expect(texts()).toEqual(paths.map((each) => `text of ${each}`));
  });

  it.each([
    ["a file in the place of a file", () => writeFileSync(join(root(), "three.txt"), "other"), "three.txt"],
    ["a folder in the place of a file", () => mkdirSync(join(root(), "three.txt")), "three.txt"],
    ["a file in the place of a folder", () => writeFileSync(join(root(), "a"), "other"), "a"],
    ["a link in the place of a folder", () => symlinkSync("/etc", join(root(), "a")), "a"],
    ["a link in the place of a file", () => symlinkSync("/etc/hostname", join(root(), "three.txt")), "three.txt"],
  ])("come back beside %s, which is kept", (_, put, path) => {
    put();
    expect(back().displaced).toEqual([{ path, to: join(found(), path) }]);
    expect(texts()).toEqual(paths.map((each) => `text of ${each}`));
  });

  it("are said to be lost where a saved copy was damaged, and the others come back", () => {
    writeFileSync(join(folder(), "files/three.txt"), "damaged");
    expect(back()).toMatchObject({ written: 2, lost: ["three.txt"] });
  });

  it("stay where they are if they change between the copy and the removal", () => {
    back();
    writeFileSync(join(root(), "three.txt"), "changed meanwhile");
    expect(() => removeSaved(root(), files[2] as AwayFile)).toThrow(NotPutAway);
    expect(readFileSync(join(root(), "three.txt"), "utf8")).toBe("changed meanwhile");
  });
});
