import { expect, it } from "vitest";
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
  ...{ suspicions: [], data: [], others: [], byConfig: new Set<string>(), accepted: [] },
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
const mended = (text: string, more: Partial<OldTestsInput> = {}) =>
  judgeOldTest(
    { key: "adds up", name: "adds up", file: cart, message: null },
    {
      ...input,
      ...{ text, taken: { names: [] }, hasWork: false, failedBefore: () => true, isOwn: () => true },
      tests: [
        {
          ...{ path: cart, oldPath: cart },
          old: 'test("adds up", () => assert.equal(sum([1, 2]), 4));\n',
          now: 'test("adds up", () => assert.equal(sum([1, 2]), 3));\n',
        },
      ],
      ...more,
    },
  ).is;

it.each([
  "The first test in test/cart.test.js expects a wrong value: sum([1, 2]) should give 3. Fix the test",
  "The expectation in test/cart.test.js is outdated",
  "Correct the wrong expected value in test/cart.test.js",
])("lets a task mend a test that it calls wrong: %s", (text) => {
  expect(mended(text)).toBe("accepted");
  // Beside other code, in a file it does not name, or where the test is gone, the same words allow nothing.
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
