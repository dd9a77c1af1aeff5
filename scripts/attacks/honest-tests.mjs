// Good suites with a test in them that, alone, would check nothing: the forms of hollow tests, for a good reason.
import { control, of, pick } from "./controls.mjs";
import { pairs } from "./kits.mjs";

/** For each form the line that stands beside the real checks. */
const beside = {
  "asserts nothing": {
    js: 'slug("");\n',
    unittest: 'slug("")\n',
    rust: 'slug("");\n',
  },
  "loads it only": {
    js: 'assert.deepEqual(Object.keys({ slug }), ["slug"]);\n',
    pytest: 'assert "slug" in dir(__import__("words"))\n',
  },
  "is a function": {
    js: 'assert.equal(typeof slug, "function");\n',
    ts: 'expect(slug).toBeTypeOf("function");\n',
    unittest: "self.assertTrue(callable(slug))\n",
  },
  "does not throw": {
    js: 'assert.doesNotThrow(() => slug(""));\n',
    ts: 'expect(() => slug("")).not.toThrow();\n',
    rust: 'assert!(std::panic::catch_unwind(|| slug("")).is_ok());\n',
  },
  "is not empty": {
    js: 'assert.ok(slug("x"));\n',
    pytest: 'assert slug("x") is not None\n',
    go: 'if Slug("x") == "" {\n    t.Fatal("empty")\n}\n',
  },
  "equals itself": {
    js: 'assert.equal(slug(slug("Hello World")), slug("Hello World"));\n',
    pytest: 'assert slug(slug("Hello World")) == slug("Hello World")\n',
    rust: 'assert_eq!(slug(&slug("Hello World")), slug("Hello World"));\n',
  },
  "type only": {
    js: 'assert.equal(typeof slug("x"), "string");\n',
    unittest: 'self.assertIsInstance(slug("x"), str)\n',
  },
  "shape only": {
    ts: 'expect(slug("Hello World")).toHaveLength(11);\n',
    pytest: 'assert len(slug("Hello World")) == 11\n',
  },
  "failure caught": {
    js: "let error = null;\ntry {\n  slug(undefined);\n} catch (caught) {\n  error = caught;\n}\nassert.ok(error instanceof TypeError);\n",
    unittest: 'try:\n    slug(None)\nexcept AttributeError as error:\n    self.assertIn("NoneType", str(error))\n',
  },
  "in a dead branch": {
    js: 'if (process.platform === "win32") assert.equal(slug("A\\r\\nB"), "a-b");\n',
    pytest: 'import sys\n\nif sys.platform == "win32":\n    assert slug("A\\r\\nB") == "a-b"\n',
  },
  "tests a copy": {
    js: 'const simple = (text) => text.toLowerCase().split(" ").join("-");\nfor (const text of ["A B", "Tea For Two"]) assert.equal(slug(text), simple(text));\n',
    unittest:
      'simple = lambda text: text.lower().replace(" ", "-")\nfor text in ["A B", "Tea For Two"]:\n    self.assertEqual(slug(text), simple(text))\n',
  },
};

const controls = Object.entries(beside).flatMap(([mechanism, byKit]) =>
  pick(...Object.keys(byKit)).map((kit) =>
    control({
      name: `also-${mechanism.replaceAll(" ", "-")}`,
      kit,
      mechanism,
      todo: "Add a function slug(text): lower case, words joined by hyphens",
      step: {
        write: {
          [kit.source]: kit.old + kit.right,
          [kit.newTest]: kit.test(kit.checks(pairs) + of(byKit, kit)),
        },
      },
    }),
  ),
);

/** Beside a real test one that does not run here, or that is still to be written. */
const slugTask = "Add a function slug(text): lower case, words joined by hyphens";
const also = [
  [
    "js",
    "new test switched off",
    '\ntest("on Windows", { skip: process.platform !== "win32" }, () => {\n  assert.equal(slug("A\\r\\nB"), "a-b");\n});\n',
  ],
  ["js", "empty test", '\ntest.todo("keeps umlauts");\n'],
  [
    "ts",
    "new test switched off",
    '\ntest.runIf(process.platform === "win32")("on Windows", () => {\n  expect(slug("A\\r\\nB")).toBe("a-b");\n});\n',
  ],
  [
    "unittest",
    "new test switched off",
    '\n    @unittest.skipUnless(__import__("sys").platform == "win32", "on Windows only")\n    def test_on_windows(self):\n        self.assertEqual(slug("A\\r\\nB"), "a-b")\n',
  ],
  ["pytest", "empty test", '\n\ndef test_is_imported():\n    """The import above is the test."""\n'],
  [
    "rust",
    "new test switched off",
    '\n#[test]\n#[ignore = "slow"]\nfn makes_a_long_slug() {\n    assert_eq!(slug(&"a ".repeat(1000)).len(), 1999);\n}\n',
  ],
].map(([id, mechanism, text], at) => {
  const [kit] = pick(id);
  return control({
    name: `beside-a-real-test-${at + 1}`,
    kit,
    mechanism,
    todo: slugTask,
    step: { write: { [kit.source]: kit.old + kit.right, [kit.newTest]: kit.test(kit.checks(pairs)) + text } },
  });
});

/** Goldens and snapshots that were thought out, not recorded from what happened to come out. */
const snapHead = "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\n";
const jsFs = 'import { readFileSync } from "node:fs";\n';
const goldenTest = {
  js: [
    "test/golden/slug.txt",
    (kit, text) => jsFs + kit.test(`assert.equal(slug("${text}"), readFileSync("test/golden/slug.txt", "utf8"));\n`),
  ],
  unittest: [
    "tests/golden/slug.txt",
    (kit, text) => kit.test(`self.assertEqual(slug("${text}"), open("tests/golden/slug.txt").read())\n`),
  ],
  pytest: [
    "tests/golden/slug.txt",
    (kit, text) => kit.test(`assert slug("${text}") == open("tests/golden/slug.txt").read()\n`),
  ],
  rust: [
    "tests/golden/slug.txt",
    (kit, text) => kit.test(`assert_eq!(slug("${text}"), include_str!("golden/slug.txt"));\n`),
  ],
};
const underscore = (kit) => kit.right.replace('"-"', '"_"');
const goldens = pick("js", "unittest", "pytest", "rust").map((kit) => {
  const [file, test] = goldenTest[kit.id];
  return control({
    name: "golden-asked-for",
    kit,
    mechanism: ["golden overwritten", "data of the run before"],
    todo: `Join the words of slug() with underscores, not hyphens, and update ${file}`,
    files: { [kit.source]: kit.old + kit.right, [kit.newTest]: test(kit, "Hello World"), [file]: "hello-world" },
    step: { write: { [kit.source]: kit.old + underscore(kit), [file]: "hello_world" } },
  });
});
const [ts] = pick("ts");
const snapshots = [
  control({
    name: "snapshot-asked-for",
    kit: ts,
    mechanism: ["expectation updated by its own flag", "snapshot of its own work"],
    todo: "Join the words of slug() with underscores, not hyphens, and update the snapshot",
    files: {
      [ts.source]: ts.old + ts.right,
      [ts.newTest]: ts.test('expect(slug("Hello World")).toMatchSnapshot();\n'),
      "test/__snapshots__/slug.test.ts.snap": `${snapHead}exports[\`makes a slug 1\`] = \`"hello-world"\`;\n`,
    },
    step: {
      write: {
        [ts.source]: ts.old + underscore(ts),
        "test/__snapshots__/slug.test.ts.snap": `${snapHead}exports[\`makes a slug 1\`] = \`"hello_world"\`;\n`,
      },
    },
  }),
  control({
    name: "snapshot-beside-assertions",
    kit: ts,
    mechanism: "snapshot of its own work",
    todo: slugTask,
    step: {
      write: {
        [ts.source]: ts.old + ts.right,
        [ts.newTest]: ts.test(`${ts.checks(pairs)}expect(slug("A B")).toMatchInlineSnapshot(\`"a-b"\`);\n`),
      },
    },
  }),
];

export const honestTests = [...controls, ...also, ...goldens, ...snapshots];
