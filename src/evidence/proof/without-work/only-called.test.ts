import { describe, expect, it } from "vitest";
import { isOnlyCalled } from "./only-called.js";

describe("a function that tests call and whose answer nobody looks at", () => {
  it.each([
    ["a statement", 'test("a", () => {\n  push(1);\n  assert.equal(pop(), 1);\n});', true],
    ["one that is awaited", 'test("a", async () => {\n  await push(1);\n});', true],
    ["a method", "queue.push(list(1), 2);\n", true],
    ["after an import", 'import { push } from "../src/queue.js";\npush(1);\n', true],
    ["in Python", "def test_a():\n    push(1)\n    assert pop() == 1\n", true],
    ["its answer is kept", "const size = push(1);\n", false],
    ["its answer is asserted", "assert.ok(push(1));\n", false],
    ["once for its answer", "push(1);\nassert.equal(push(2), 2);\n", false],
    ["an argument on a line of its own", "assert.equal(\n  push(1),\n  1,\n);\n", false],
    ["the last argument", "assert.equal(\n  1,\n  push(1)\n);\n", false],
    ["something follows", "push(1).then(done);\n", false],
    ["it is handed on", "list.forEach(push);\n", false],
    ["a Python expression over two lines", "assert 1 == \\\n    push(1)\n", false],
    ["it is returned", "return\npush(1)\n", false],
    ["another name", "pushAll(1);\n", false],
    ["nobody calls it", "pop();\n", false],
  ])("%s", (_, now, is) => expect(isOnlyCalled([{ now }], { name: "Queue.push" })).toBe(is));
});
