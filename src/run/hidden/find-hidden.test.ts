import { describe, expect, it } from "vitest";
import { isHiddenPath, ownPaths } from "./find-hidden.js";

describe("the paths that a hidden check has to itself", () => {
  it.each([
    [["acceptance/**"], ["acceptance/a.js", "acceptance/b/c.js"], ["acceptance"]],
    [["acceptance/**/*.js"], ["acceptance/a.js"], ["acceptance/a.js"]],
    [["acceptance"], ["acceptance/a.js"], ["acceptance"]],
    [["./acceptance/**"], ["acceptance/a.js"], ["acceptance"]],
    [["test/*.hidden.js"], ["test/a.hidden.js"], ["test/a.hidden.js"]],
    [["{a,b}/**"], ["a/1", "b/2"], ["a/1", "b/2"]],
    [
      ["spec.txt", "acceptance/**"],
      ["acceptance/a.js", "spec.txt"],
      ["acceptance", "spec.txt"],
    ],
  ])("%j with %j: %j", (globs, files, own) => expect(ownPaths(globs, files)).toEqual(own));

  it.each([
    ["acceptance/a.js", ["acceptance/**"], true],
    ["acceptance/b/new.js", ["acceptance/**"], true],
    ["acceptances/a.js", ["acceptance/**"], false],
    ["src/acceptance/a.js", ["acceptance/**"], false],
    ["test/a.hidden.js", ["test/*.hidden.js"], true],
    ["test/a.js", ["test/*.hidden.js"], false],
  ])("%s is one of %j: %s", (path, globs, is) => expect(isHiddenPath(path, globs)).toBe(is));
});
