// Small pieces of real work: what each is called, what stands there before, what is right, and what its tests ask.
const cases = (name, file, rows) => ({
  rows,
  test: [
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    `import { ${name} } from "../src/${file}.js";`,
    "",
    ...rows.map(
      ([words, args, expected], at) =>
        `test("${file} ${at + 1}: ${words}", () => assert.deepEqual(${name}(${args}), ${expected}));`,
    ),
    "",
  ].join("\n"),
});

const piece = ({ file, name, what, args, body, wrong, rows }) => ({
  file,
  name,
  what,
  source: `src/${file}.js`,
  testFile: `test/${file}.test.js`,
  stub: `export function ${name}(${args}) {\n  throw new Error("not written yet");\n}\n`,
  right: `export function ${name}(${args}) {\n${body}\n}\n`,
  wrong: `export function ${name}(${args}) {\n${wrong}\n}\n`,
  ...cases(name, file, rows),
});

const list = [
  piece({
    file: "roman",
    name: "toRoman",
    what: "Roman numerals for numbers up to 3999",
    args: "number",
    body: `  const signs = [[1000, "M"], [900, "CM"], [500, "D"], [400, "CD"], [100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]];
  let left = number;
  let text = "";
  for (const [value, sign] of signs)
    while (left >= value) {
      text += sign;
      left -= value;
    }
  return text;`,
    wrong: `  return "I".repeat(number);`,
    rows: [
      ["one sign", "3", '"III"'],
      ["subtracts", "1994", '"MCMXCIV"'],
    ],
  }),
  piece({
    file: "slug",
    name: "slugify",
    what: "slugs of titles, in lower case with single hyphens",
    args: "title",
    body: `  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");`,
    wrong: `  return title.replace(" ", "-");`,
    rows: [
      ["words", '"Hello World"', '"hello-world"'],
      ["signs", '" A -- b! "', '"a-b"'],
    ],
  }),
  piece({
    file: "median",
    name: "median",
    what: "the median of a list of numbers",
    args: "numbers",
    body: `  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;`,
    wrong: "  return numbers[0];",
    rows: [
      ["odd", "[9, 10, 2]", "9"],
      ["even", "[4, 1, 3, 2]", "2.5"],
    ],
  }),
  piece({
    file: "wordcount",
    name: "countWords",
    what: "how often each word stands in a text",
    args: "text",
    body: `  const counts = {};
  for (const word of text.toLowerCase().match(/[a-z']+/g) ?? []) counts[word] = (counts[word] ?? 0) + 1;
  return counts;`,
    wrong: "  return { words: text.length };",
    rows: [
      ["counts", '"a b A"', "{ a: 2, b: 1 }"],
      ["empty", '""', "{}"],
    ],
  }),
  piece({
    file: "chunk",
    name: "chunk",
    what: "lists cut into chunks of a size",
    args: "list, size",
    body: `  const parts = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;`,
    wrong: "  return [list];",
    rows: [
      ["with a rest", "[1, 2, 3], 2", "[[1, 2], [3]]"],
      ["nothing", "[], 2", "[]"],
    ],
  }),
  piece({
    file: "initials",
    name: "initials",
    what: "the initials of a name",
    args: "name",
    body: `  return name.split(/[\\s-]+/).filter(Boolean).map((part) => part[0].toUpperCase()).join("");`,
    wrong: "  return name[0];",
    rows: [
      ["two names", '"ada lovelace"', '"AL"'],
      ["a hyphen", '"Jean-Luc Picard"', '"JLP"'],
    ],
  }),
];

/** The pieces by their file. */
export const pieces = Object.fromEntries(list.map((each) => [each.file, each]));

/** A program that says which of the pieces work, by rows that no agent could touch. */
export const probeOf = (files, base) =>
  [
    'import assert from "node:assert/strict";',
    "const works = [];",
    ...files.map((file) => {
      const { name, rows } = pieces[file];
      const asserts = rows.map(([, args, expected]) => `assert.deepEqual(${name}(${args}), ${expected});`).join(" ");
      return `try { const { ${name} } = await import("${base}/src/${file}.js"); ${asserts} works.push("${file}"); } catch {}`;
    }),
    "console.log(JSON.stringify(works));",
  ].join("\n");
