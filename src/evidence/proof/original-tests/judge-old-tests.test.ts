import { describe, expect, it } from "vitest";
import { judgeOldTest, type OldTestsInput } from "./judge-old-tests.js";

const input: OldTestsInput = {
  text: "Remove count: delete bin/count.sh and t/count.test.sh",
  taken: { names: ["count", "bin/count.sh"] },
  tests: ["t/total.test.sh", "t/count.test.sh"].map((path) => ({
    ...{ path, oldPath: path, now: null },
    old:
      path === "t/count.test.sh"
        ? 'check "says 3" "$(sh bin/count.sh a b c)" 3\n'
        : 'check "says 6" "$(sh bin/sum.sh)" 6\n',
  })),
  ...{ suspicions: [], data: [], others: [], work: [], byConfig: new Set<string>(), accepted: [] },
  ...{ failedBefore: () => false, isOwn: () => false, isRemovable: () => false },
  ...{ hasWork: true, changed: "review" },
};
const judge = (name: string) => judgeOldTest({ key: name, name, file: null, message: null }, input);

it("finds the file of a test by its subject, where the runner names no file", () => {
  expect(judge("count says 3")).toMatchObject({
    is: "accepted",
    file: "t/count.test.sh",
    why: expect.stringMatching(/about what the task takes away/),
  });
});

it("allows no other test to go with it", () => {
  expect(judge("total says 6")).toMatchObject({ is: "changed", file: "t/total.test.sh" });
  expect(judge("discounts say 6")).toMatchObject({ is: "veto" });
});

const cart = "test/cart.test.js";
const oneCart = [
  {
    ...{ path: cart, oldPath: cart },
    old: 'test("adds up", () => assert.equal(sum([1, 2]), 4));\n',
    now: 'test("adds up", () => assert.equal(sum([1, 2]), 3));\n',
  },
];
const mended = (text: string, more: Partial<OldTestsInput> = {}) =>
  judgeOldTest(
    { key: "adds up", name: "adds up", file: cart, message: null },
    {
      ...input,
      ...{ text, taken: { names: [] }, hasWork: false, failedBefore: () => true, isOwn: () => true },
      tests: oneCart,
      ...more,
    },
  ).is;

it.each([
  "The first test in test/cart.test.js expects a wrong value: sum([1, 2]) should give 3. Fix the test",
  "The expectation in test/cart.test.js is outdated",
  "Correct the wrong expected value in test/cart.test.js",
])("lets a task mend a test that it calls wrong: %s", (text) => {
  expect(mended(text)).toBe("accepted");
  // Beside other code, where it names another file, or where the test is gone, the same words allow nothing.
  expect(mended(text, { hasWork: true })).not.toBe("accepted");
  expect(mended(text.replace("cart.test", "shop.test"))).toBe("veto");
  expect(mended(text, { suspicions: [{ file: cart, what: "its assertion was removed", veto: true }] as never })).toBe(
    "veto",
  );
});

it.each([
  "Fix test/cart.test.js",
  "Make test/cart.test.js pass",
  "Change sum in src/cart.js so that test/cart.test.js passes",
  "sum gives a wrong value for [1, 2]: make test/cart.test.js pass",
  "Add tests for wrong input to test/cart.test.js",
])("lets no other task change a test that failed: %s", (text) => expect(mended(text)).toBe("veto"));

it("takes the only test file that changed for the one that a task calls wrong without its name", () => {
  const text = "The test of sum expects a wrong value: sum([1, 2]) is 3";
  const other = { path: "test/b.test.js", oldPath: "test/b.test.js", old: "", now: "x" };
  expect(mended(text)).toBe("accepted");
  expect(mended(text, { hasWork: true })).toBe("veto");
  expect(mended(text, { tests: [...oneCart, other] })).toBe("veto");
});

const rewritten = (text: string, [old, now]: readonly [string, string], work: readonly [string, string]): string =>
  judgeOldTest(
    { key: "adds up", name: "adds up", file: cart, message: null },
    {
      ...input,
      ...{ text, taken: { names: [] }, changed: "refuse" },
      tests: [{ path: cart, oldPath: cart, old, now }],
      work: [{ path: "src/cart.js", oldPath: "src/cart.js", old: work[0], now: work[1] }],
    },
  ).is;
const of = (assertion: string, head = "() =>"): string => `test("adds up", ${head} {\n  ${assertion}\n});\n`;

describe("a value that the text asks to change", () => {
  const port = [of("assert.equal(port({}), 3000);"), of("assert.equal(port({}), 8080);")] as const;
  const source = ["(env) => env.PORT ?? 3000", "(env) => env.PORT ?? 8080"] as const;
  it.each([
    ["Change the default port from 3000 to 8080", port, source, "accepted"],
    ["The default port is 8080", port, source, "accepted"],
    ["The default port is 8080", port, ["env.PORT ?? 80", "env.PORT ?? 8080"], "veto"],
    ["Change the default port", port, source, "veto"],
    ["Change the default port to 18080", port, source, "veto"],
    ["Listen on port 8080.5", port, source, "veto"],
    [
      "find() must return null instead of undefined",
      [of("assert.equal(find([]), undefined);"), of("assert.equal(find([]), null);")],
      ["x", "x ?? null"],
      "accepted",
    ],
    [
      "find() must return null",
      [of("assert.equal(find([1]), undefined);"), of("assert.equal(find([1]), null);")],
      ["undefined", "null"],
      "veto",
    ],
    [
      "Greet with Hallo",
      [of('assert.equal(greet("Ada"), "Hello Ada");'), of('assert.equal(greet("Ada"), "Hallo Ada");')],
      ["return `Hello`;", "return `Hallo`;"],
      "accepted",
    ],
    ["Change the default port from 3000 to 8080", [port[0], of("assert.ok(port({}), 8080);")], source, "veto"],
    ["Change the default port from 3000 to 8080", [port[0], of("assert.equal(port({}), 8080 || 1);")], source, "veto"],
  ] as const)("%s: %s", (text, tests, work, is) => expect(rewritten(text, tests, work)).toBe(is));
});

describe("a test that only waits for what became asynchronous", () => {
  const sync = "export const read = (name) => name;";
  const later = "export const read = async (name) => name;";
  const old = of('assert.equal(read("a"), "a");');
  const waits = of('assert.equal(await read("a"), "a");', "async () =>");
  it.each([
    ["awaits it", [old, waits], [sync, later], "accepted"],
    ["in a function that was declared", [old, waits], ["function read() {}", "async function read() {}"], "accepted"],
    [
      "that returns a promise",
      [old, waits],
      [sync, "export const read = (name) => Promise.resolve(name);"],
      "accepted",
    ],
    ["in TypeScript", [old, waits], [sync, "export function read(name: string): Promise<string> {}"], "accepted"],
    [
      "in brackets",
      [of('assert.equal(read("a").length, 1);'), of('assert.equal((await read("a")).length, 1);', "async () =>")],
      [sync, later],
      "accepted",
    ],
    [
      "rejects where it threw",
      [of('assert.throws(() => read(""));'), of('await assert.rejects(() => read(""));', "async () =>")],
      [sync, later],
      "accepted",
    ],
    [
      "rejects, and nobody waits for it",
      [of('assert.throws(() => read(""));'), of('assert.rejects(() => read(""));', "async () =>")],
      [sync, later],
      "veto",
    ],
    ["expects something else", [old, waits.replace('"a");', '"b");')], [sync, later], "veto"],
    ["nothing became asynchronous", [old, waits], [sync, `${sync}\n`], "veto"],
    ["it waits for something else", [old, waits.replace("read(", "load(")], [sync, later], "veto"],
    ["something else became asynchronous", [old, waits], [sync, later.replace("read", "load")], "veto"],
    ["the head of the file changed", [old, `const read = () => "a";\n${waits}`], [sync, later], "veto"],
    ["only its imports changed", [old, `import { read } from "./read.js";\n${waits}`], [sync, later], "accepted"],
  ] as const)("%s", (_, tests, work, is) => expect(rewritten("Make read asynchronous", tests, work)).toBe(is));
});
