import { describe, expect, it } from "vitest";
import { planExperiments } from "./plan-experiments.js";

/** Which copies are made: what answers wrongly in them, and what goes back. */

interface Row {
  readonly when: string;
  readonly text?: string;
  /** Each source file, before and now. */
  readonly sources: Readonly<Record<string, readonly [string | null, string | null]>>;
  readonly test: string;
  readonly wrong?: readonly string[];
  readonly back?: Readonly<Record<string, string>>;
}

async function plan({ text = "Do it", sources, test }: Row) {
  const work = {
    ...{ text, isAboutTests: false, lost: [] },
    sources: Object.entries(sources).map(([path, [old, now]]) => ({ path, old, now })),
    tests: [{ path: "test/a.test.js", old: null, now: test }],
  };
  return planExperiments(work, { marks: "/tmp/none", isRestricted: true });
}

const two = "export const two = () => 2;\n";
const sum = (helper: string): string => `export function sum(list) {\n  return ${helper}(list).reduce(add, 0);\n}\n`;
const helper = (name: string): string => `const ${name} = (list) => list.filter(Number.isFinite);\n`;

const rows: readonly Row[] = [
  {
    when: "an added function that a test names answers wrongly",
    sources: { "src/two.js": [null, two] },
    test: "test('two', () => assert.equal(two(), 2))",
    wrong: ["two"],
  },
  {
    when: "one that no test names answers wrongly where nothing goes back",
    sources: { "src/two.js": [null, two] },
    test: "test('prints', () => assert.equal(run('cli.js'), '2'))",
    wrong: ["two"],
  },
  {
    when: "one that no test names only helps where changed code goes back",
    sources: { "src/sum.js": [sum("Array.from"), helper("finite") + sum("finite")] },
    test: "test('sums', () => assert.equal(sum([1]), 1))",
    back: { "src/sum.js": helper("finite") + sum("Array.from") },
  },
  {
    when: "one that the task asks for, all the same",
    text: "Use `finite` in sums",
    sources: { "src/sum.js": [sum("Array.from"), helper("finite") + sum("finite")] },
    test: "test('sums', () => assert.equal(sum([1]), 1))",
    wrong: ["finite"],
    back: { "src/sum.js": helper("finite") + sum("Array.from") },
  },
  {
    when: "a function that only moved to another file was there before",
    sources: { "src/a.js": [two, "export {};\n"], "src/b.js": [null, two] },
    test: "test('two', () => assert.equal(two(), 2))",
    back: { "src/a.js": two },
  },
  {
    when: "a file in which nothing was added goes back as a whole",
    sources: {
      "src/q.js": ["class Q {\n  #n = 0;\n  add() { return ++this.#n; }\n}\n", "class Q {\n  add() { return 1; }\n}\n"],
    },
    test: "test('q', () => assert.equal(new Q().add(), 1))",
    back: { "src/q.js": "class Q {\n  #n = 0;\n  add() { return ++this.#n; }\n}\n" },
  },
  {
    when: "so does one whose changed functions need what is gone",
    sources: { "src/sum.js": [helper("finite") + sum("finite"), helper("numbers") + sum("numbers")] },
    test: "test('sums', () => assert.equal(sum([1]), 1))",
    back: { "src/sum.js": helper("finite") + sum("finite") },
  },
  {
    when: "a new program that a test starts does nothing",
    sources: { "src/cli.js": [null, "#!/usr/bin/env node\nconsole.log(process.argv[2]);\n"] },
    test: "test('prints', () => assert.equal(run('src/cli.js', 'a'), 'a'))",
    wrong: ["cli.js"],
  },
  {
    when: "one that no test starts is left alone",
    sources: { "src/cli.js": [null, "console.log(process.argv[2]);\n"] },
    test: "test('prints', () => assert.equal(run('other.js', 'a'), 'a'))",
  },
  {
    when: "a new file of values is no program: these are wrong",
    sources: { "src/cli.js": [null, "export const names = Object.freeze(load());\n"] },
    test: "test('names', () => assert.ok(load('cli.js')))",
    wrong: ["names"],
  },
];

describe("the copies that show whether tests notice the work", () => {
  it.each(rows)("$when", async (row) => {
    const planned = await plan(row);
    const wrong = planned.filter(({ kind }) => kind === "wrong-answer").flatMap(({ units }) => units);
    const back = planned.filter(({ kind }) => kind === "taken-back").flatMap(({ files }) => files);
    expect(wrong.map(({ name }) => name)).toEqual(row.wrong ?? []);
    expect(Object.fromEntries(back.map(({ path, text }) => [path, text]))).toEqual(row.back ?? {});
  });
});

describe("the functions alone, where tests may not load with the whole file as it was", () => {
  const type = (fields: string): string => `package p\n\ntype A struct {\n\tn int\n${fields}}\n\n`;
  const method = (answer: string): string => `func (a A) N() int {\n\treturn ${answer}\n}\n`;
  it.each([
    [
      "a field was added",
      type("") + method("a.n"),
      type("\tm int\n") + method("a.n + a.m"),
      type("\tm int\n") + method("a.n"),
    ],
    ["nothing else changed", type("") + method("a.n"), type("") + method("2 * a.n"), undefined],
    ["what they need is gone", `const one = 1\n${method("one")}`, `const two = 2\n${method("two")}`, undefined],
    ["only the type changed", type("") + method("a.n"), type("\tm int\n") + method("a.n"), undefined],
  ])("%s", async (when, old, now, text) => {
    const row = { when, sources: { "a.go": [old, now] as const }, test: "func TestN(t *testing.T) {}" };
    const [planned] = await plan(row);
    expect(planned?.files).toEqual([{ path: "a.go", text: old }]);
    expect(planned?.onlyUnits?.files[0]?.text).toBe(text);
  });
});

it("tests beside the code stay where it goes back", async () => {
  const tests = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn two() { assert_eq!(super::two(), 2); }\n}\n";
  const [old, now] = ["pub fn two() -> u8 { 1 }\n", "pub fn two() -> u8 { 2 }\n"];
  const path = "src/lib.rs";
  const work = {
    ...{ text: "Fix it", isAboutTests: false, lost: [] },
    ...{ sources: [{ path, old, now: now + tests }], tests: [{ path, old: "", now: tests }] },
  };
  const [planned] = await planExperiments(work, { marks: "/tmp/none", isRestricted: false });
  expect(planned?.files).toEqual([{ path, text: old + tests }]);
  expect(planned?.whole).toBeUndefined(); // It would have no test.
});

describe("that a changed file is loaded", () => {
  const old = "class Range {\n  *all() { yield 1; }\n  has() { return true; }\n}\n";
  it.each([
    ["shows by the changed function", old.replace("true", "false"), ["Range.has"]],
    ["shows by another one where the changed one cannot answer wrongly", old.replace("1", "2"), ["Range.has"]],
  ])("%s", async (_, now, names) => {
    const [planned] = await plan({ when: "", sources: { "src/range.js": [old, now] }, test: "new Range()" });
    expect(planned?.probe?.units.map(({ name }) => name)).toEqual(names);
  });
});

describe("a test that fails because what it loads is gone", () => {
  const before = 'exports.sum = require("./sum.js").sum;\n';
  const sources = {
    "src/median.js": [null, "exports.median = (list) => list[0];\n"],
    "index.js": [before, `${before}exports.median = require("./src/median.js").median;\n`],
  } as const;
  const test = "test('median', () => assert.ok(median))\ntest('sums', () => assert.ok(sum))\n";
  it.each([
    ["test/a.test.js: median", true],
    ["test/a.test.js: sums", false],
  ])("%s: %s", async (name, is) => {
    const planned = await plan({ when: "", sources, test });
    expect(planned.find(({ kind }) => kind === "taken-back")?.isSpared?.(name)).toBe(is);
  });
});
