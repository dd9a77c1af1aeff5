import { expect, it } from "vitest";
import { provides } from "./provides.js";

it.each([
  ["a function", "a.js", "export function slug(text) {}", true],
  ["an arrow", "a.mjs", "export const slug = (text) => text;", true],
  ["a class", "a.ts", "export class slug { add(): void {} }", true],
  ["a method", "a.ts", "export class Text { slug(): string { return ''; } }", true],
  ["what is exported by a list", "a.js", "const one = 1;\nexport { one as slug };", true],
  ["what is handed on", "a.js", 'export { slug } from "./b.js";', true],
  ["CommonJS", "a.cjs", "exports.slug = () => 1;", true],
  ["a CommonJS list", "a.cjs", 'const { slug } = require("./b.cjs");\nmodule.exports = { slug };', true],
  ["a comment", "a.js", "// TODO: slug\nexport const other = 1;", false],
  ["a block comment", "a.ts", "/* slug(text) comes later */\nexport const other = 1;", false],
  ["a string", "a.js", 'export const other = "slug";', false],
  ["a mere call", "a.js", 'import { slug } from "./b.js";\nexport const other = () => slug("a");', false],
  ["a longer name", "a.js", "export const slugs = () => 1;", false],
  ["a comment in Python", "a.py", "# slug comes later\ndef other():\n    return 1\n", false],
  ["a docstring", "a.py", '"""slug(text) comes later"""\ndef other():\n    return 1\n', false],
  ["a function in Python", "a.py", "def slug(text):\n    return text\n", true],
  ["what Python hands on", "a.py", "from .b import slug\n", true],
  ["a name in another language", "a.rb", "def slug(text)\n  text\nend\n", true],
  ["a comment in another language", "a.rb", "# slug\n", false],
  ["a comment in one that nobody reads", "a.hs", "-- slug\n", false],
  ["no file", "a.js", null, false],
])("%s: %s", async (_, path, text, expected) => {
  expect(await provides(path, text, "slug")).toBe(expected);
});
