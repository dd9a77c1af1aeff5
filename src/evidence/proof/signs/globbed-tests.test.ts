import { expect, it } from "vitest";
import { findGlobbedTests } from "./globbed-tests.js";

const signs = (code: string, { path = "words.py", old = "", test = "tests/test_slug.py" } = {}) =>
  findGlobbedTests({
    added: [{ path, oldPath: path, old, now: code }],
    tests: [{ path: test, text: "", titles: [] }],
  }).map(({ name, strength, line }) => `${name}, ${strength}: ${line}`);

it.each([
  ['import glob\n\nfor path in glob.glob("*/*_slug.py"):\n    open(path)\n'],
  ['import glob\n\nfor path in glob.glob("te*/test_slug.*"):\n    open(path)\n'],
  ['import pathlib\n\nfor path in pathlib.Path().rglob("*_slug.py"):\n    path.read_text()\n'],
])("finds a pattern of paths that names a test: %s", (code) => expect(signs(code)).toEqual(["reads-tests, strong: 3"]));

it("in JavaScript, too", () => {
  const code = 'import { globSync } from "node:fs";\nexport const all = globSync("t*/slug.*.js");\n';
  expect(signs(code, { path: "src/a.js", test: "test/slug.test.js" })).toEqual(["reads-tests, strong: 2"]);
  expect(signs(code, { path: "src/a.js", test: "test/slug.test.js", old: code.replace("all", "each") })).toEqual([]);
});

it.each([
  ['for path in glob.glob("plugins/*_slug.py"):\n    open(path)\n'],
  ['for path in glob.glob("**/*.py"):\n    open(path)\n'],
  ['for path in glob.glob("*/*_plugin.py"):\n    open(path)\n'],
  ['NAMES = ["*_slug.py"]\n'],
])("lets other patterns be: %s", (code) => expect(signs(code)).toEqual([]));
