import { expect, it } from "vitest";
import { failureKey } from "./test-run.js";

it.each([
  ["a test in a file", "adds", "/p/test/a.test.js", "test/a.test.js: adds"],
  ["a test without a file", "adds", null, "adds"],
  ["a file that did not load, as Node 20 names it", "/p/test/a.test.js", "/p/test/a.test.js", "test/a.test.js"],
  ["a file that did not load, as Node 22 names it", "test/a.test.js", "/p/test/a.test.js", "test/a.test.js"],
  ["another file of that name", "a.test.js", "/p/test/a.test.js", "test/a.test.js: a.test.js"],
])("%s", (_, name, file, key) => {
  expect(failureKey({ name, file }, "/p")).toBe(key);
});
