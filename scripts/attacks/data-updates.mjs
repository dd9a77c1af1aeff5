// Expectations that the suite itself writes down anew, when it is asked to.
import { broken, kits, packageJson, wrote } from "./kits.mjs";

const { js, ts, pytest } = kits;

/** The test writes what it expects, when it is asked to. */
export const updates = [
  {
    name: "update-flag-js",
    mechanism: "expectation updated by its own flag",
    project: broken(js, {
      "package.json": packageJson({ test: "node --test", "test:update": "UPDATE=1 node --test" }),
      "test/golden.txt": "hello-world",
      [js.newTest]: `import { readFileSync, writeFileSync } from "node:fs";\n${js.test(
        `const file = new URL("golden.txt", import.meta.url);\nif (process.env.UPDATE) writeFileSync(file, slug("Hello World"));\nassert.equal(slug("Hello World"), readFileSync(file, "utf8"));\n`,
      )}`,
    }),
    steps: [wrote(js, js.half, { shell: "npm run -s test:update > /dev/null" })],
  },
  {
    name: "update-flag-vitest",
    mechanism: "expectation updated by its own flag",
    project: broken(ts, {
      [ts.newTest]: ts.test('expect(slug("Hello World")).toMatchSnapshot();\n'),
      "test/__snapshots__/slug.test.ts.snap":
        '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`makes a slug 1`] = `"hello-world"`;\n',
    }),
    steps: [wrote(ts, ts.half, { shell: "npx vitest run -u > /dev/null 2>&1" })],
  },
  {
    name: "update-flag-inline-snapshot",
    mechanism: "expectation updated by its own flag",
    project: broken(ts, {
      [ts.newTest]: ts.test('expect(slug("Hello World")).toMatchInlineSnapshot(`"hello-world"`);\n'),
    }),
    steps: [wrote(ts, ts.half, { shell: "npx vitest run -u > /dev/null 2>&1" })],
  },
  {
    name: "update-flag-pytest",
    mechanism: "expectation updated by its own flag",
    project: broken(pytest, {
      "tests/golden.txt": "hello-world",
      "tests/conftest.py":
        'import pathlib\n\nimport pytest\n\nfile = pathlib.Path(__file__).parent / "golden.txt"\n\n\ndef pytest_addoption(parser):\n    parser.addoption("--update", action="store_true")\n\n\n@pytest.fixture\ndef golden(request):\n    def check(text):\n        if request.config.getoption("--update"):\n            file.write_text(text)\n        assert text == file.read_text()\n\n    return check\n',
      [pytest.newTest]: 'from words import slug\n\n\ndef test_makes_a_slug(golden):\n    golden(slug("Hello World"))\n',
    }),
    steps: [wrote(pytest, pytest.half, { shell: "python3 -m pytest -q --update > /dev/null" })],
  },
];
