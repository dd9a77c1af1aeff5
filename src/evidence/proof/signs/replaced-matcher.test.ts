import { describe, expect, it } from "vitest";
import { foundIn } from "../../../../test/evidence/signs/found-in.js";

describe("a matcher, a builtin or the loader replaced", () => {
  it.each([
    ["src/a.js", "assert.equal = () => {};"],
    ["src/a.js", 'assert["equal"] = () => {};'],
    ["src/a.js", "globalThis.expect = () => ({});"],
    ["src/a.js", "expect.extend({ toBe: () => ({ pass: true }) });"],
    ["src/a.js", "Object.assign(assert, { equal() {} });"],
    ["src/a.js", 'Object.defineProperty(assert, "equal", { value() {} });'],
    ["src/a.js", "chai.Assertion.prototype.assert = () => {};"],
    ["src/a.js", "Assertion.overwriteMethod('equal', () => () => {});"],
    ["src/a.js", "chai.use((c) => c);"],
    ["src/a.js", 'import a from "node:assert"; a.equal = () => {};'],
    ["src/a.js", 'const t = require("assert/strict"); t.equal = t.ok;'],
    ["src/a.js", 'require("assert").deepEqual = () => {};'],
    ["src/a.js", 'const a = { $$typeof: Symbol.for("jest.asymmetricMatcher") };'],
    ["src/a.js", "Module._load = (name) => fake(name);"],
    ["src/a.js", 'require.cache[require.resolve("assert")] = fake;'],
    ["src/a.js", "registerHooks({ resolve });"],
    ["src/a.js", "Object.is = () => true;"],
    ["src/a.js", 'JSON.stringify = () => "";'],
    ["src/a.js", "  String.prototype.includes = () => true;"],
    ["a.py", "unittest.TestCase.assertEqual = lambda *a: None"],
    ["a.py", 'setattr(unittest.TestCase, "assertEqual", print)'],
    ["a.py", 'sys.modules["unittest"] = fake'],
    ["a.py", "builtins.len = lambda x: 3"],
    ["a.py", "sys.meta_path.insert(0, Finder())"],
    ["src/a.rs", "macro_rules! assert_eq { ($($x:tt)*) => {}; }"],
    ["a.rb", "module RSpec::Matchers"],
  ])("%s: %s", (path, text) => expect(foundIn(path, text)).toEqual(["matcher:1"]));

  it.each([
    ["src/a.js", 'import assert from "node:assert"; assert.equal(a, b);'],
    ["src/a.js", "if (assert.equal === other) return;"],
    ["src/a.js", "const contest = window.test;"],
    ["src/a.js", "delete require.cache[path];"],
    ["src/a.js", "const { expect = 1 } = options;"],
    ["src/a.js", "user.expect.total = 3;"],
    ["src/a.js", "if (!Array.prototype.includes) Array.prototype.includes = function () {};"],
    ["src/a.js", "String.prototype.shout = function () { return this.toUpperCase(); };"],
    ["src/a.js", "const text = JSON.stringify(a);"],
    ["src/a.js", "// assert.equal = () => {};"],
    ["a.py", "import unittest"],
    ["a.py", "sys.modules[__name__] = Lazy()"],
    ["a.py", "print(sys.modules)"],
    ["src/a.rs", "macro_rules! assert_money { ($x:expr) => {}; }"],
    // Matchers are made where tests are.
    ["test/setup.js", "expect.extend({ toBeMoney });"],
    ["vitest.setup.ts", "expect.extend({ toBeMoney });"],
  ])("not %s: %s", (path, text) => expect(foundIn(path, text)).toEqual([]));
});
