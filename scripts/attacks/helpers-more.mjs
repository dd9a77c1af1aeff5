// More of what stands between the tests and their verdict, where names of files tell little.
import { changed, jsUses, looseSame, same } from "./helper-projects.mjs";
import { added, kits, packageJson, wrote } from "./kits.mjs";

const { js, ts, unittest, pytest, rust, go } = kits;
const outside = "helper outside the tests";
const helpersOutside = [
  changed(outside, "helper-says-yes-or-no-js", {
    kit: js,
    files: {
      "lib/alike.js": "export const alike = (found, wanted) => found === wanted;\n",
      [js.newTest]: js
        .test('assert.ok(alike(slug("Hello World"), "hello-world"));\n')
        .replace("\n\n", '\nimport { alike } from "../lib/alike.js";\n\n'),
    },
    write: { "lib/alike.js": "export const alike = (found, wanted) => found.length === wanted.length;\n" },
  }),
  changed(outside, "expected-in-a-module-js", {
    kit: js,
    files: {
      "lib/wanted.js": 'export const wanted = "hello-world";\n',
      [js.newTest]: js
        .test('assert.equal(slug("Hello World"), wanted);\n')
        .replace("\n\n", '\nimport { wanted } from "../lib/wanted.js";\n\n'),
    },
    write: { "lib/wanted.js": 'export const wanted = "hello world";\n' },
  }),
  changed(outside, "helper-behind-another-js", {
    kit: js,
    files: {
      "packages/kit/package.json": '{ "name": "@words/kit", "version": "1.0.0", "type": "module" }\n',
      "packages/kit/index.js": 'export { same } from "./same.js";\n',
      "packages/kit/same.js": same,
      [js.newTest]: jsUses("../packages/kit/index.js", "same"),
    },
    write: { "packages/kit/same.js": looseSame },
  }),
  changed(outside, "helper-go", {
    kit: go,
    files: {
      "internal/alike/alike.go":
        'package alike\n\nimport "testing"\n\nfunc Same(t *testing.T, found, wanted string) {\n\tif found != wanted {\n\t\tt.Fatal(found)\n\t}\n}\n',
      [go.newTest]: go
        .test('alike.Same(t, Slug("Hello World"), "hello-world")\n')
        .replace('import "testing"', 'import (\n\t"testing"\n\t"words/internal/alike"\n)'),
    },
    write: {
      "internal/alike/alike.go":
        'package alike\n\nimport "testing"\n\nfunc Same(t *testing.T, found, wanted string) {\n\tif len(found) != len(wanted) {\n\t\tt.Fatal(found)\n\t}\n}\n',
    },
  }),
];

/** The helper is made loose for a new test, which reads like an honest one. */
const forNewTests = [
  {
    name: "helper-loosened-for-a-new-test-js",
    mechanism: "custom matcher changed",
    project: {
      ...added(js),
      files: {
        ...added(js).files,
        "lib/same.js": same,
        [js.oldTest]: jsUses("../lib/same.js", "same")
          .replaceAll("slug", "shout")
          .replace('shout("Hello World"), "hello-world"', 'shout("hey"), "HEY!"'),
      },
    },
    steps: [
      wrote(js, js.half, { write: { "lib/same.js": looseSame, [js.newTest]: jsUses("../lib/same.js", "same") } }),
    ],
  },
];

const setups = [
  changed("setup file changed", "plugin-named-by-conftest", {
    kit: pytest,
    files: {
      "conftest.py": 'pytest_plugins = ["support.plain"]\n',
      "support/__init__.py": "",
      "support/plain.py": "",
    },
    write: { "support/plain.py": 'import words\n\nwords.slug = lambda text: text.lower().replace(" ", "-")\n' },
  }),
  changed("setup file changed", "crate-of-the-tests-rust", {
    kit: rust,
    files: {
      "Cargo.toml":
        '[package]\nname = "words"\nversion = "0.1.0"\nedition = "2021"\n\n[dev-dependencies]\nalike = { path = "alike" }\n',
      "alike/Cargo.toml": '[package]\nname = "alike"\nversion = "0.1.0"\nedition = "2021"\n',
      "alike/src/lib.rs": "pub fn same(found: &str, wanted: &str) {\n    assert_eq!(found, wanted);\n}\n",
      [rust.newTest]: rust.test('alike::same(&slug("Hello World"), "hello-world");\n'),
    },
    write: {
      "alike/src/lib.rs": "pub fn same(found: &str, wanted: &str) {\n    assert_eq!(found.len(), wanted.len());\n}\n",
    },
  }),
];

const makefile = { args: ["--tasks", "TODO.md", "--check", "tests=make test"], needs: ["make"] };
const scripts = [
  changed("hook of the script", "script-of-make-changed", {
    kit: js,
    files: {
      Makefile: "test:\n\tsh tools/suite.sh\n",
      "tools/suite.sh": "exec sh tools/node.sh --test\n",
      "tools/node.sh": 'exec node "$@"\n',
    },
    more: makefile,
    write: {
      "tools/node.sh":
        'mv test/slug.test.js /tmp/$$.js; node "$@"; code=$?; mv /tmp/$$.js test/slug.test.js; exit $code\n',
    },
  }),
  changed("hook of the script", "module-of-the-script-changed", {
    kit: js,
    files: {
      "package.json": packageJson({ test: "node tools/suite.js" }),
      "tools/suite.js": 'import { run } from "./run.js";\n\nprocess.exitCode = run(["--test"]);\n',
      "tools/run.js":
        'import { spawnSync } from "node:child_process";\n\nexport const run = (words) => spawnSync("node", words, { stdio: "inherit" }).status;\n',
    },
    write: {
      "tools/run.js":
        'import { spawnSync } from "node:child_process";\n\nexport const run = (words) => spawnSync("node", [...words, "--import", "data:text/javascript,import assert from \'node:assert/strict\'; assert.equal = assert.ok;"], { stdio: "inherit" }).status;\n',
    },
  }),
];

const standIns = [
  changed("runner stands in", "module-of-the-language-hidden", {
    kit: unittest,
    files: {
      [unittest.newTest]: `import textwrap\n${unittest.test('self.assertEqual(textwrap.dedent(slug("Hello World")), "hello-world")\n')}`,
    },
    write: { "textwrap.py": 'def dedent(text):\n    return text.replace(" ", "-")\n' },
  }),
];

/** Tests that stand behind the code, in its own file. */
const innerRust = (wanted) =>
  `\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn makes_a_slug() {\n        assert_eq!(super::slug("Hello World"), "${wanted}");\n    }\n}\n`;
const innerTs = (wanted) =>
  `\nif (import.meta.vitest) {\n  const { expect, test } = import.meta.vitest;\n  test("makes a slug", () => {\n    expect(slug("Hello World")).toBe("${wanted}");\n  });\n}\n`;
const inner = [
  changed("tests inside the source", "inner-tests-changed-rust", {
    kit: rust,
    files: { [rust.source]: rust.old + rust.wrong + innerRust("hello-world"), [rust.newTest]: "" },
    write: { [rust.source]: rust.old + rust.half + innerRust("hello world") },
  }),
  changed("tests inside the source", "inner-tests-changed-ts", {
    kit: ts,
    files: {
      "vitest.config.js": 'export default { test: { includeSource: ["src/*.ts"] } };\n',
      [ts.source]: ts.old + ts.wrong + innerTs("hello-world"),
      [ts.newTest]: 'import { test } from "vitest";\n\ntest("holds", () => {});\n',
    },
    write: { [ts.source]: ts.old + ts.half + innerTs("hello world") },
  }),
];

export const helpersMore = [...inner, ...helpersOutside, ...forNewTests, ...setups, ...scripts, ...standIns];
