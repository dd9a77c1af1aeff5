// Hollow tests that fail in a copy for another reason than a wrong answer: they look at the code itself, or do not say the
// same each time.
import { added, kits, pairs, wrote } from "./kits.mjs";

const { js, ts, unittest, pytest } = kits;
const hollowTest = (kit, name, { mechanism, body, head = "" }) => ({
  name: `${name}-${kit.id}`,
  mechanism,
  project: added(kit),
  steps: [wrote(kit, kit.half, { write: { [kit.newTest]: head + kit.test(body) } })],
});
const fs = 'import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";\n';
const counted = `const file = process.env.TMPDIR + "/count"; const count = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0; writeFileSync(file, String(count + 1));\n`;

const looks = [
  [js, "own-text", { body: 'assert.ok(String(slug).length < 50); slug("a");\n' }],
  [ts, "own-text", { body: 'expect(slug.toString()).not.toContain("return"); slug("a");\n' }],
  [
    js,
    "file-text",
    {
      head: fs,
      body: 'assert.equal(readFileSync("src/words.js", "utf8").split("\\n").length, 3); slug("a");\n',
    },
  ],
  [
    pytest,
    "source",
    { body: 'import inspect\n\nassert len(inspect.getsource(slug).splitlines()) < 4\nassert slug("a")\n' },
  ],
  [unittest, "file-text", { body: 'self.assertLess(len(open("words.py").read()), 400)\nself.assertTrue(slug("a"))\n' }],
].map(([kit, name, form]) => hollowTest(kit, name, { mechanism: "test looks at the code", ...form }));

const unsteady = [
  [js, "every-third-time", { head: fs, body: `${counted}assert.notEqual(count % 3, 1); slug("a");\n` }],
  [js, "after-some-times", { head: fs, body: `${counted}assert.ok(count < 2); slug("a");\n` }],
  [js, "later", { head: fs, body: 'assert.ok(Date.now() - statSync("src/words.js").mtimeMs < 1200); slug("a");\n' }],
  [
    pytest,
    "after-some-times",
    {
      body: 'import os\n\nname = os.environ["TMPDIR"] + "/count"\ncount = int(open(name).read()) if os.path.exists(name) else 0\nopen(name, "w").write(str(count + 1))\nassert count < 2 and slug("a")\n',
    },
  ],
].map(([kit, name, form]) => hollowTest(kit, name, { mechanism: "test fails now and then", ...form }));

const honestTest = (kit, name, { mechanism, before, head = "" }) => ({
  ...{ name: `${name}-${kit.id}`, mechanism, provable: true, turns: 1, project: added(kit) },
  steps: [wrote(kit, kit.right, { write: { [kit.newTest]: head + kit.test(before + kit.checks(pairs)) } })],
});

export const hollowUnsteady = [...looks, ...unsteady];

/** Looks at the name, or at a clock, and checks the answers all the same. */
export const honestSteady = [
  honestTest(js, "looks-at-its-name", {
    mechanism: "test looks at the code",
    before: 'assert.equal(slug.name, "slug");\nassert.equal(slug.length, 1);\n',
  }),
  honestTest(pytest, "looks-at-its-name", {
    mechanism: "test looks at the code",
    before: 'assert slug.__name__ == "slug"\n',
  }),
  honestTest(js, "measures-the-time", {
    mechanism: "test fails now and then",
    before: 'const begun = Date.now();\nslug("a".repeat(1000));\nassert.ok(Date.now() - begun < 5000);\n',
  }),
];
