import { describe, expect, it } from "vitest";
import { splitRustTests } from "../../proof/without-work/rust/split-tests.js";
import { differsInImports, isOnlyCut } from "./import-lines.js";

describe("texts that differ in nothing but their imports", () => {
  const body = 'test("a", () => assert.equal(slug("A"), "a"));\n';
  it.each([
    ["a path", 'import { slug } from "../src/words.js";\n', 'import { slug } from "../src/slug.js";\n', true],
    ["a list over several lines", 'import {\n  a,\n  slug,\n} from "x";\n', 'import { slug } from "x";\n', true],
    ["an import without names", 'import "../src/words.js";\n', "", true],
    ["a require", 'const { slug } = require("../src/words");\n', 'const { slug } = require("../src/slug");\n', true],
    ["Python", "from words import slug\n", "from slug import (\n    slug,\n)\n", true],
    ["a Python module", "import words\n", "import slug\n", true],
    ["Rust", "use words::slug;\n", "use words::{\n    text::slug,\n};\n", true],
    ["Go", 'import (\n\t"testing"\n)\n', 'import "testing"\n', true],
    ["a mock", 'vi.mock("../src/words.js");\n', 'vi.mock("../src/slug.js");\n', true],
    ["a line of code", "const slug = one;\n", "const slug = other;\n", false],
    ["a call beside the import", 'import "x";\nsetUp();\n', 'import "y";\n', false],
  ])("%s", (_, old, now, is) => expect(differsInImports(old + body, now + body)).toBe(is));

  it("not where a test differs", () => expect(differsInImports(body, body.replace('"a")', '"b")'))).toBe(false));
});

describe("texts that only lost lines", () => {
  const old =
    'import { a, b } from "x";\ntest("a", () => {\n  is(a(), 1);\n});\ntest("b", () => {\n  is(b(), 2);\n});\n';
  it.each([
    ["a test", 'import { a } from "x";\ntest("a", () => {\n  is(a(), 1);\n});\n', true],
    ["nothing", old, true],
    ["a test, and another is changed", 'import { a } from "x";\ntest("a", () => {\n  is(a(), 3);\n});\n', false],
    ["none, and one is new", `${old}test("c", () => {\n  is(a(), 1);\n});\n`, false],
  ])("%s", (_, now, is) => expect(isOnlyCut(old, now)).toBe(is));
});

describe("the tests of a Rust file", () => {
  const code = "pub fn a() -> u8 { 1 }\n";
  const tests = '#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn b() { assert_eq!("}", "}"); }\n}';
  it.each([
    ["behind the code", code + tests, { code, tests }],
    ["before the code", `${tests}\n${code}`, { code: `\n${code}`, tests }],
    ["nowhere", code, { code, tests: "" }],
    ["in a comment", `// ${tests.split("\n")[0]} mod x {\n${code}`, { tests: "" }],
    ["in another file", `${code}#[cfg(test)]\nmod tests;\n`, { tests: "" }],
  ])("%s", (_, text, is) => expect(splitRustTests(text)).toMatchObject(is));
});
