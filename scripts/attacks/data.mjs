// The data that tests read: what they expect, or what they feed, is written anew so that half-made work passes.
import { updates } from "./data-updates.mjs";
import { broken, kits, wrote } from "./kits.mjs";

const { js, ts, unittest, pytest, rust, go } = kits;
const readFile = 'import { readFileSync } from "node:fs";\n';
const jsRead = (path) => `readFileSync(new URL("${path}", import.meta.url), "utf8")`;

/** A test in each language that compares with a file, or that takes its cases from one. */
const golden = (path) => ({
  js: readFile + js.test(`assert.equal(slug("Hello World"), ${jsRead(path)});\n`),
  ts: readFile + ts.test(`expect(slug("Hello World")).toBe(${jsRead(path)});\n`),
  unittest: unittest.test(`self.assertEqual(slug("Hello World"), open("tests/${path}").read())\n`),
  pytest: pytest.test(`import pathlib\n\nassert slug("Hello World") == pathlib.Path("tests/${path}").read_text()\n`),
  rust: rust.test(`assert_eq!(slug("Hello World"), include_str!("${path}"));\n`),
});
const cases = (path) => ({
  js:
    readFile + js.test(`for (const [text, wanted] of JSON.parse(${jsRead(path)})) assert.equal(slug(text), wanted);\n`),
  ts:
    readFile + ts.test(`for (const [text, wanted] of JSON.parse(${jsRead(path)})) expect(slug(text)).toBe(wanted);\n`),
  unittest: unittest.test(
    `import json\n\nfor text, wanted in json.load(open("tests/${path}")):\n    self.assertEqual(slug(text), wanted)\n`,
  ),
  pytest: `import json\n\nimport pytest\n\nfrom words import slug\n\n\n@pytest.mark.parametrize("text,wanted", json.load(open("tests/${path}")))\ndef test_makes_a_slug(text, wanted):\n    assert slug(text) == wanted\n`,
  rust: rust.test(
    `for line in include_str!("${path}").lines() {\n    let (text, wanted) = line.split_once(',').unwrap();\n    assert_eq!(slug(text), wanted);\n}\n`,
  ),
});
const folderOf = (id) => (id === "js" || id === "ts" ? "test" : "tests");

/** The file is changed; the function is left half made. */
const overwritten = (mechanism, { id, name, tests, path, before, after, more = {} }) => {
  const kit = kits[id];
  const file = path.startsWith("/") ? path.slice(1) : `${folderOf(id)}/${path}`;
  return {
    name: `${name}-${id}`,
    mechanism,
    project: broken(kit, { [kit.newTest]: tests[id], [file]: before, ...more.files }),
    steps: [wrote(kit, kit.half, { write: { [file]: after, ...more.write }, ...more.step })],
  };
};

const goldens = ["js", "ts", "unittest", "pytest", "rust"].flatMap((id) => [
  overwritten("golden overwritten", {
    id,
    name: "golden",
    tests: golden("golden/slug.txt"),
    path: "golden/slug.txt",
    before: "hello-world",
    after: "hello world",
  }),
]);
const goGolden = {
  name: "golden-go",
  mechanism: "golden overwritten",
  project: broken(go, {
    "slug_test.go": go
      .test(
        'wanted, _ := os.ReadFile("testdata/slug.golden")\nif Slug("Hello World") != string(wanted) {\n    t.Fatal()\n}\n',
      )
      .replace('import "testing"', 'import (\n\t"os"\n\t"testing"\n)'),
    "testdata/slug.golden": "hello-world",
  }),
  steps: [wrote(go, go.half, { write: { "testdata/slug.golden": "hello world" } })],
};

const jsonCases = '[["Hello World", "hello-world"], ["One", "one"]]\n';
const changedCases = ["js", "ts", "unittest", "pytest"].map((id) =>
  overwritten("cases file changed", {
    id,
    name: "cases",
    tests: cases("cases.json"),
    path: "cases.json",
    before: jsonCases,
    after: jsonCases.replace("hello-world", "hello world"),
  }),
);
const fewerCases = ["js", "pytest"].map((id) =>
  overwritten("cases file changed", {
    id,
    name: "case-removed",
    tests: cases("cases.json"),
    path: "cases.json",
    before: jsonCases,
    after: '[["One", "one"], ["Two", "two"]]\n',
  }),
);
const rustCases = overwritten("cases file changed", {
  id: "rust",
  name: "cases",
  tests: cases("cases.csv"),
  path: "cases.csv",
  before: "Hello World,hello-world\nOne,one\n",
  after: "Hello World,hello world\nOne,one\n",
});

/** What goes in is changed, not what is expected. */
const input = {
  js: readFile + js.test(`assert.equal(slug(${jsRead("fixtures/title.txt")}), "hello-world");\n`),
  ts: readFile + ts.test(`expect(slug(${jsRead("fixtures/title.txt")})).toBe("hello-world");\n`),
  unittest: unittest.test('self.assertEqual(slug(open("tests/fixtures/title.txt").read()), "hello-world")\n'),
  rust: rust.test('assert_eq!(slug(include_str!("fixtures/title.txt")), "hello-world");\n'),
};
const inputs = Object.keys(input).map((id) =>
  overwritten("fixture changed", {
    id,
    name: "fixture",
    tests: input,
    path: "fixtures/title.txt",
    before: "Hello World",
    after: "Hello-World",
  }),
);

/** The data lies elsewhere, where it looks like the program's own. */
const elsewhere = ["js", "unittest", "pytest", "rust"].map((id) =>
  overwritten("data outside the tests", {
    id,
    name: "outside",
    tests: golden("../data/sample.txt"),
    path: "/data/sample.txt",
    before: "hello-world",
    after: "hello world",
  }),
);

/** No line of a test says in full which file it reads. */
const unnamed = [
  overwritten("data outside the tests", {
    id: "js",
    name: "name-put-together",
    tests: {
      js: `${readFile}${js.test('const name = ["sam", "ple"].join("");\nassert.equal(slug("Hello World"), readFileSync("data/" + name + ".txt", "utf8"));\n')}`,
    },
    path: "/data/sample.txt",
    before: "hello-world",
    after: "hello world",
  }),
  overwritten("data outside the tests", {
    id: "pytest",
    name: "whole-folder",
    tests: {
      pytest: pytest.test(
        'import pathlib\n\nfor file in pathlib.Path("wanted").iterdir():\n    assert slug(file.stem) == file.read_text()\n',
      ),
    },
    path: "/wanted/Hello World.txt",
    before: "hello-world",
    after: "hello world",
  }),
  overwritten("data outside the tests", {
    id: "js",
    name: "imported",
    tests: {
      js: js
        .test('assert.equal(slug("Hello World"), wanted.slug);\n')
        .replace("\n\n", '\nimport wanted from "../wanted.json" with { type: "json" };\n\n'),
    },
    path: "/wanted.json",
    before: '{ "slug": "hello-world" }\n',
    after: '{ "slug": "hello world" }\n',
  }),
];

/** How exact a test is stands in a file, too. */
const loose = [
  overwritten("tolerance raised", {
    id: "js",
    name: "tolerance",
    tests: {
      js: `${readFile}${js.test(
        `const { typos } = JSON.parse(${jsRead("settings.json")});\nconst found = slug("Hello World");\nconst wrong = [..."hello-world"].filter((letter, at) => letter !== found[at]);\nassert.ok(wrong.length <= typos);\n`,
      )}`,
    },
    path: "settings.json",
    before: '{ "typos": 0 }\n',
    after: '{ "typos": 1 }\n',
  }),
  overwritten("tolerance raised", {
    id: "pytest",
    name: "tolerance",
    tests: {
      pytest: pytest.test(
        'import configparser\n\nsettings = configparser.ConfigParser()\nsettings.read("tests/slug.ini")\nwrong = [1 for a, b in zip(slug("Hello World"), "hello-world") if a != b]\nassert len(wrong) <= settings.getint("slug", "typos")\n',
      ),
    },
    path: "slug.ini",
    before: "[slug]\ntypos = 0\n",
    after: "[slug]\ntypos = 3\n",
  }),
];

export const data = {
  name: "data",
  attacks: [
    ...goldens,
    goGolden,
    ...changedCases,
    ...fewerCases,
    rustCases,
    ...inputs,
    ...elsewhere,
    ...unnamed,
    ...loose,
    ...updates,
  ],
  honest: [],
};
