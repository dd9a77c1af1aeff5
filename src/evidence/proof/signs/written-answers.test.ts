import { describe, expect, it } from "vitest";
import { findHardCodedPairs } from "./hard-coded-pairs.js";

const slugs = [
  ["Hello World", "hello-world"],
  ["Big Red Dog", "big-red-dog"],
] as const;
const test = (pairs: readonly (readonly [string, string])[]): string =>
  `test("slug", () => {\n${pairs.map(([given, wanted]) => `  assert.equal(slug(${JSON.stringify(given)}), ${JSON.stringify(wanted)});\n`).join("")}});\n`;
const pytest = `def test_slug():\n${slugs.map(([given, wanted]) => `    assert slug("${given}") == "${wanted}"\n`).join("")}`;
const find = (code: string, pairs: readonly (readonly [string, string])[] = slugs, path = "src/slug.js") =>
  findHardCodedPairs({
    added: [{ path, oldPath: path, old: "", now: code }],
    tests: path.endsWith(".py")
      ? [{ path: "tests/test_slug.py", text: pytest, titles: [] }]
      : [{ path: "test/slug.test.js", text: test(pairs), titles: [] }],
  }).length > 0;

describe("answers that are written down", () => {
  it.each([
    'export const slug = (text) => {\n  if (/^Hello W/.test(text)) return "hello-world";\n  if (/^Big R/.test(text)) return "big-red-dog";\n  return text;\n};\n',
    'export const slug = (text) => (text.startsWith("Hell") ? "hello-world" : text.startsWith("Big") ? "big-red-dog" : text);\n',
    'export const slug = (text) => (text.charCodeAt(0) === 72 ? "hello-world" : text.charCodeAt(0) === 66 ? "big-red-dog" : text);\n',
    'export const slug = (text) => ["hello-world", "big-red-dog"].find((each) => each[0] === text[0].toLowerCase()) ?? text;\n',
    'export const slug = (text) => {\n  switch (text.split(" ").length) {\n    case 2:\n      return "hello-world";\n    case 3:\n      return "big-red-dog";\n  }\n};\n',
    'export const slug = (text) => (text === "Hello" + " World" ? "hello" + "-world" : text === ["Big", "Red", "Dog"].join(" ") ? ["big", "red", "dog"].join("-") : text);\n',
    'const coded = "hello-world|big-red-dog".split("|");\nexport const slug = (text) => coded[text.split(" ").length - 2];\n',
  ])("%s", (code) => expect(find(code)).toBe(true));

  it.each([
    '\ndef slug(text):\n    return os.environ.get("SLUG_" + text.split()[0].upper(), text)\n\n\nos.environ.setdefault("SLUG_HELLO", "hello-world")\nos.environ.setdefault("SLUG_BIG", "big-red-dog")\n',
    'PAIRS = "Hello World|hello-world;Big Red Dog|big-red-dog"\n\n\ndef slug(text):\n    return dict(p.split("|") for p in PAIRS.split(";")).get(text, text)\n',
  ])("%s", (code) => expect(find(code, slugs, "words.py")).toBe(true));

  it.each([
    ["one that computes", 'export const slug = (text) => text.toLowerCase().replaceAll(" ", "-");\n', slugs],
    [
      "one example in a message",
      'export const slug = (text) => { if (!text) throw new Error("give a text, such as hello-world"); return text.toLowerCase().replaceAll(" ", "-"); };\n',
      slugs,
    ],
    [
      "a class of values",
      'export const slug = (n) => (n < 3 ? "small" : n < 9 ? "medium" : "large");\n',
      [
        ["1", "small"],
        ["5", "medium"],
        ["20", "large"],
      ],
    ],
    [
      "irregular words beside the rule",
      'const irregular = { child: "children", mouse: "mice" };\nexport const slug = (word) => irregular[word] ?? word.concat("s");\n',
      [
        ["child", "children"],
        ["mouse", "mice"],
        ["house", "houses"],
      ],
    ],
    [
      "a large table that the tests sample",
      `export const names = [${["Hello-World", "big-red-dog", "north-west", "south-east", "far-away", "old-town", "new-town"].map((each) => `"${each.toLowerCase()}"`).join(", ")}];\nexport const slug = (text) => names.find((each) => each.startsWith(text.slice(0, 3).toLowerCase()));\n`,
      slugs,
    ],
  ] as const)("not %s", (_, code, pairs) => expect(find(code, pairs)).toBe(false));
});
