// Honest changes of data, of several modules at once, and of what checks run: each needed for a test that failed.
import { control, pick } from "./controls.mjs";
import { packageJson } from "./kits.mjs";

const [js, pytest, rust] = pick("js", "pytest", "rust");
const jsTest = (file, names, body) =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${names} } from "${file}";\n\ntest("it works", () => {\n${body}});\n`;

const data = [
  control({
    name: "data-of-the-code",
    kit: js,
    mechanism: "data outside the tests",
    todo: "Parcels to Norway cost 9",
    files: {
      "data/rates.json": '{ "Sweden": 7 }\n',
      "src/rate.js":
        'import { readFileSync } from "node:fs";\n\nconst rates = JSON.parse(readFileSync(new URL("../data/rates.json", import.meta.url), "utf8"));\nexport const rate = (country) => rates[country] ?? null;\n',
      "test/rate.test.js": jsTest(
        "../src/rate.js",
        "rate",
        '  assert.equal(rate("Norway"), 9);\n  assert.equal(rate("Sweden"), 7);\n',
      ),
    },
    step: { write: { "data/rates.json": '{ "Sweden": 7, "Norway": 9 }\n' } },
  }),
  control({
    name: "data-that-the-task-names",
    kit: pytest,
    mechanism: "data outside the tests",
    todo: "Add Norway to data/countries.json",
    files: {
      "data/countries.json": '["Sweden"]\n',
      "tests/test_countries.py":
        'import json\n\n\ndef test_countries():\n    assert "Norway" in json.load(open("data/countries.json"))\n',
    },
    step: { write: { "data/countries.json": '["Norway", "Sweden"]\n' } },
  }),
  control({
    name: "data-beside-the-fix",
    kit: rust,
    mechanism: "data outside the tests",
    todo: "Fix slug(text): words in lower case, joined by hyphens",
    files: {
      "data/notes.txt": "One note.\n",
      [rust.source]: rust.old + rust.wrong,
      [rust.newTest]: rust.test('assert_eq!(slug("Hello World"), "hello-world");\n'),
    },
    step: { write: { [rust.source]: rust.old + rust.right, "data/notes.txt": "One note.\nAnother note.\n" } },
  }),
];

const modules = [
  control({
    name: "two-modules",
    kit: js,
    mechanism: "helper outside the tests",
    todo: "Fix slug(text): words in lower case, joined by hyphens",
    files: {
      "src/text.js": "export const words = (text) => text.split(' ');\n",
      "src/slug.js": 'import { words } from "./text.js";\n\nexport const slug = (text) => words(text).join("_");\n',
      "test/slug.test.js": jsTest("../src/slug.js", "slug", '  assert.equal(slug("Hello  World"), "hello-world");\n'),
    },
    step: {
      write: {
        "src/text.js": "export const words = (text) => text.trim().toLowerCase().split(/\\s+/);\n",
        "src/slug.js": 'import { words } from "./text.js";\n\nexport const slug = (text) => words(text).join("-");\n',
      },
    },
  }),
  control({
    name: "asserts-in-the-code",
    kit: js,
    mechanism: "helper outside the tests",
    todo: "The stack must give its last entry first",
    files: {
      "src/store/entries.js":
        'import assert from "node:assert/strict";\n\nexport function take(list) {\n  assert.ok(Array.isArray(list));\n  return list.shift();\n}\n',
      "test/order.test.js": jsTest("../src/store/entries.js", "take", "  assert.equal(take([1, 2, 3]), 3);\n"),
    },
    step: {
      write: {
        "src/store/entries.js":
          'import assert from "node:assert/strict";\n\nexport function take(list) {\n  assert.ok(Array.isArray(list));\n  return list.pop();\n}\n',
      },
    },
  }),
];

const scripts = [
  control({
    name: "script-beside-the-fix",
    kit: js,
    mechanism: "hook of the script",
    todo: "Fix slug(text): words in lower case, joined by hyphens",
    files: {
      "package.json": packageJson({ pretest: "node tools/prepare.js", test: "node --test" }),
      "tools/prepare.js": 'console.log("preparing");\n',
      [js.source]: js.old + js.wrong,
      [js.newTest]: js.test('assert.equal(slug("Hello World"), "hello-world");\n'),
    },
    step: { write: { [js.source]: js.old + js.right, "tools/prepare.js": 'console.log("ready");\n' } },
  }),
];

const inner = (more) =>
  `\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn makes_a_slug() {\n        assert_eq!(super::slug("Hello World"), "hello-world");\n    }\n${more}}\n`;
const inside = [
  control({
    name: "tests-inside-the-source",
    kit: rust,
    mechanism: "tests inside the source",
    todo: "Fix slug(text): words in lower case, joined by hyphens",
    files: { [rust.source]: rust.old + rust.wrong + inner("") },
    step: {
      write: {
        [rust.source]:
          rust.old +
          rust.right +
          inner(
            '\n    #[test]\n    fn drops_blanks() {\n        assert_eq!(super::slug("  Big  Dog "), "big-dog");\n    }\n',
          ),
      },
    },
  }),
];

export const honestData = [...inside, ...data, ...modules, ...scripts];
