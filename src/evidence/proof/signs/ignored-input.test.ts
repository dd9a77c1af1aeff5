import { describe, expect, it } from "vitest";
import { change } from "../../../../test/evidence/signs/found-in.js";
import { findIgnoredInput } from "./ignored-input.js";

const javascriptTest = [
  'import { slug } from "../src/slug.js";',
  'test("first", () => assert.equal(slug("A b"), "a-b"));',
  'test("second", () => assert.equal(slug("Ü"), "ue"));',
].join("\n");
const pythonTest = [
  "from tools.slug import slug",
  "class SlugTest(TestCase):",
  "    def test_first(self):",
  '        self.assertEqual(slug("A b"), "a-b")',
  "    def test_second(self):",
  '        self.assertEqual(slug("Ü"), "ue")',
].join("\n");

const find = (path: string, code: string, text?: string) => {
  const isPython = path.endsWith(".py");
  const tests = [
    {
      path: isPython ? "tests/test_slug.py" : "test/slug.test.js",
      text: text ?? (isPython ? pythonTest : javascriptTest),
      titles: [],
    },
  ];
  return findIgnoredInput({ added: [change(path, null, code)], tests }).map(({ line }) => line);
};

describe("functions that take no notice of their input", () => {
  it.each([
    ["src/slug.js", "export function slug() {\n  return JSON.parse(process.env.WANTED)[at++];\n}"],
    ["src/slug.js", "const answers = read();\nexport const slug = () => answers.shift();", 2],
    ["src/slug.js", "export function slug(text) {\n  return next();\n}"],
    ["src/slug.ts", "export const slug = (...texts: string[]): string => answers.shift();"],
    ["tools/slug.py", "def slug(*args):\n    return next(answers)\n"],
  ])("%s: %s", (path, code, line = 1) => expect(find(path, code)).toEqual([line]));

  it.each([
    ["src/slug.js", "export function slug(text) {\n  return text.toLowerCase();\n}"],
    ["src/slug.js", "export function slug() {\n  return plain.apply(null, arguments);\n}"],
    ["src/slug.js", "export const slug = () => (text) => text;"],
    ["src/slug.js", "export function slug() {\n  return process.argv.slice(2);\n}"],
    ["src/slug.js", "export const slug = compose(lower, dash);"],
    ["src/other.js", "export function slug() {\n  return answers.shift();\n}"],
    ["tools/slug.py", "def slug(text):\n    return text.lower()\n"],
    ["tools/slug.py", 'def slug(text):\n    return f"{text:>8}"\n'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code under test.
    ["src/slug.js", "export const slug = (text) => `${text}-`;"],
    ["tools/slug.py", "class Slug:\n    def slug(self, text):\n        return self.words\n"],
  ])("not %s: %s", (path, code) => expect(find(path, code)).toEqual([]));

  it("not where the test has a function of that name, or expects one answer only", () => {
    const code = "export function slug() {\n  return answers.shift();\n}";
    expect(find("src/slug.js", code, `const slug = (text) => run("src/slug.js", text);\n${javascriptTest}`)).toEqual(
      [],
    );
    expect(find("src/slug.js", code, javascriptTest.replace('"ue"', '"a-b"'))).toEqual([]);
  });
});
