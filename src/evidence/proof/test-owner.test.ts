import { describe, expect, it } from "vitest";
import type { Task } from "../../decide/tasks.js";
import { ownersIn } from "./test-owner.js";
import { readTestedNames } from "./tested-names.js";

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

  const below = (id: string, title: string, ...lines: string[]): Task => ({ ...task(id, title), below: lines });
  it.each<[string, readonly Task[], string | null]>([
    ["whose text names its file", [below("T1", "Add totals", "Done when test/sums.test.js passes."), ...list], "T1"],
    [
      "whose title names its file, whatever others say",
      [below("T1", "Make test/sums.test.js pass"), below("T6", "Add totals", "Leave test/sums.test.js alone")],
      "T1",
    ],
    [
      "whose title names its subject, where several texts name its file",
      [below("T1", "Add totals", "As test/sums.test.js"), below("T6", "Print sums", "As test/sums.test.js")],
      "T6",
    ],
    ["but nobody's for a word in a text", [below("T1", "Add totals", "The sums of all rows."), ...list], null],
  ])("is the one's %s", (_, tasks, owner) => {
    expect(ownersIn(tasks)("test/sums.test.js: adds")).toBe(owner);
  });

  it("belongs to nobody without a list", () => {
    expect(ownersIn([])("test/roman.test.js: converts 4")).toBeNull();
  });

  const functions = [
    task("T1", "Add slugify: slugs of titles"),
    task("T2", "Add countWords: how often each word stands in a text"),
    task("T3", "Move the parser to src/reading/parse.js"),
    task("T4", "Teach the list to get what is asked for"),
  ];
  const from = (names: string, file = "../src/x.js"): string => `import { ${names} } from "${file}";`;
  it.each<[string, string, string | null, string]>([
    ["slug.test.js", from("slugify"), "T1", "the function that one task names"],
    ["slug.test.js", from("slugify as make"), "T1", "under another name"],
    ["slug.test.js", from("type Options, slugify"), "T1", "beside a type"],
    ["slug.test.js", 'import {\n  other,\n  countWords,\n} from "../src/x.js";', "T2", "over several lines"],
    ["slug.test.js", 'const { countWords: count } = require("../x");', "T2", "by require"],
    ["slug.test.js", 'const { countWords } = await import("../x.js");', "T2", "by a dynamic import"],
    ["slug.test.js", 'import countWords from "../x.js";', "T2", "a default"],
    ["slug.test.js", 'import * as all from "../src/reading/parse.js";', "T3", "a file that one task names"],
    ["slug.test.js", from("slugify, countWords"), null, "the functions of two tasks"],
    ["slug.test.js", from("slugify", "lodash"), null, "not the project's own"],
    ["slug.test.js", from("Slugify"), null, "other letters"],
    ["slug.test.js", from("get"), null, "a short plain word that stands in a sentence"],
    ["slug.test.js", from("slug"), null, "a part of a word"],
    ["slug.test.js", from("titles"), null, "a plain word of a sentence"],
    ["slug.test.js", from("list"), null, "a plain word, and not the first thing to be made"],
    ["slug.test.js", 'import * as all from "../src";', null, "a folder that a task names a file of"],
    ["test_x.py", "from words import slugify", "T1", "in Python"],
    ["test_x.py", "from words import (\n    other,\n    countWords as count,\n)", "T2", "in Python, in brackets"],
    ["test_x.py", "import slugify", null, "a module, which is no function"],
    ["x_test.go", 'import "slugify"', null, "a language whose imports name no functions"],
  ])("%s with %j belongs to %s: %s", (file, text, owner) => {
    const path = `test/${file}`;
    expect(ownersIn(functions, () => readTestedNames(path, text))(`${path}: number 1`)).toBe(owner);
  });

  it("belongs to who names its subject before what it imports is asked", () => {
    const never = () => readTestedNames("a.test.js", from("countWords"));
    expect(ownersIn(functions, never)("test/slugify.test.js: words")).toBe("T1");
  });

  it.each([
    `import${" ".repeat(20_000)}`,
    `const${" ".repeat(20_000)}`,
    "from a import (\n".repeat(20_000),
    `import {${"a, ".repeat(30_000)}`,
  ])("is read in no long time, whatever stands in its file: %#", (text) => {
    const begun = performance.now();
    readTestedNames("a.test.js", text);
    readTestedNames("test_a.py", text);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
