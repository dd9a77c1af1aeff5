import { describe, expect, it } from "vitest";
import type { Task } from "../../src/core/tasks.js";
import { ownersIn } from "../../src/evidence/proof/test-owner.js";

const task = (id: string, title: string, ...acceptance: string[]): Task => ({
  id,
  title,
  status: "todo",
  optional: false,
  line: null,
  dependsOn: [],
  acceptance,
  kind: null,
});

const list = [
  task("T1", "Convert numbers to Roman numerals"),
  task("T2", "Count words", "test/count.spec.js passes"),
  task("T3", "Parse dates such as 2026-01-31"),
  task("T4", "Format dates for people"),
  task("T5", "Add a rate limiter to the API client"),
];

describe("whose test is it?", () => {
  it.each<[string, string | null, string]>([
    ["test/roman.test.js: converts 4", "T1", "the file's name is a word of one task"],
    ["test/rate-limiter.test.ts: waits", "T5", "a name of two words"],
    ["tests/test_rate_limiter.py::test_waits", "T5", "with underscores, and a leading test_"],
    ["src/RateLimiterTest.java", "T5", "in camel case, a file that did not load"],
    ["test/count.spec.js: empty text", "T2", "the text names the file"],
    ["test/dates.test.js: leap years", null, "two tasks are about dates"],
    ["test/money.test.js: rounds", null, "no task is about money"],
    ["test/index.test.js: roman numerals", "T1", "a general file name: the first word of the name decides"],
    ["TestRoman", "T1", "no file at all"],
    ["test/all.test.js: works", null, "nothing says what it is about"],
    ["test/main.test.js: should count", "T2", "filler before the subject"],
  ])("%s belongs to %s: %s", (test, owner) => {
    expect(ownersIn(list)(test)).toBe(owner);
  });

  it("belongs to nobody without a list", () => {
    expect(ownersIn([])("test/roman.test.js: converts 4")).toBeNull();
  });
});
