// One small library in several languages: it has one function with its test, and a task asks for another one (added), or
// has a second one that is wrong, with a test that fails (broken). `isDone` asks for words that no test has.
import { fileURLToPath } from "node:url";
import { claim } from "./projects.mjs";

const asked = '"  Fresh  Bread Daily "';
const answer = "fresh-bread-daily\n";
const ownModules = fileURLToPath(new URL("../../node_modules", import.meta.url));
export const packageJson = (scripts, more = {}) =>
  `${JSON.stringify({ name: "words", version: "1.0.0", private: true, type: "module", scripts, ...more }, null, 2)}\n`;

/** Indents each line of a body that is not empty. */
export const indent = (text, by) => text.replaceAll(/^(?=.)/gm, " ".repeat(by));

const js = {
  id: "js",
  manifest: { "package.json": packageJson({ test: "node --test" }) },
  source: "src/words.js",
  old: "export const shout = (text) => `$" + "{text.toUpperCase()}!`;\n",
  right: 'export const slug = (text) => text.trim().toLowerCase().replaceAll(/\\s+/g, "-");\n',
  wrong: "export const slug = (text) => text.trim();\n",
  half: "export const slug = (text) => text.trim().toLowerCase();\n",
  makes: (body) => `export const slug = (text) => {\n${indent(body, 2)}};\n`,
  oldTest: "test/words.test.js",
  newTest: "test/slug.test.js",
  test: (body, title = "makes a slug", name = "slug") =>
    `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../src/words.js";\n\ntest("${title}", () => {\n${indent(body, 2)}});\n`,
  checks: (pairs) => pairs.map(([text, slug]) => `assert.equal(slug("${text}"), "${slug}");\n`).join(""),
  shouts: 'assert.equal(shout("hey"), "HEY!");\n',
  isDone: (place) =>
    place.outputOf(
      process.execPath,
      "--input-type=module",
      "-e",
      `const { slug } = await import(process.cwd() + "/src/words.js"); console.log(slug(${asked}))`,
    ) === answer,
};

const ts = {
  ...js,
  id: "ts",
  manifest: {
    "package.json": packageJson({ test: "vitest run" }),
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": [], "skipLibCheck": true }, "include": ["src"] }\n',
  },
  links: { node_modules: ownModules },
  source: "src/words.ts",
  old: "export const shout = (text: string): string => `$" + "{text.toUpperCase()}!`;\n",
  right: 'export const slug = (text: string): string => text.trim().toLowerCase().replaceAll(/\\s+/g, "-");\n',
  wrong: "export const slug = (text: string): string => text.trim();\n",
  half: "export const slug = (text: string): string => text.trim().toLowerCase();\n",
  makes: (body) => `export const slug = (text: string): string => {\n${indent(body, 2)}};\n`,
  oldTest: "test/words.test.ts",
  newTest: "test/slug.test.ts",
  test: (body, title = "makes a slug", name = "slug") =>
    `import { expect, test } from "vitest";\nimport { ${name} } from "../src/words";\n\ntest("${title}", () => {\n${indent(body, 2)}});\n`,
  checks: (pairs) => pairs.map(([text, slug]) => `expect(slug("${text}")).toBe("${slug}");\n`).join(""),
  shouts: 'expect(shout("hey")).toBe("HEY!");\n',
  isDone: (place) =>
    place.outputOf(
      "sh",
      "-c",
      `node_modules/.bin/esbuild src/words.ts --format=esm --outfile=../tmp/words.mjs --log-level=error && echo 'import { slug } from "./words.mjs"; console.log(slug(${asked}))' > ../tmp/ask.mjs && "${process.execPath}" ../tmp/ask.mjs`,
    ) === answer,
};

const python = {
  manifest: {},
  needs: ["python3"],
  source: "words.py",
  old: 'def shout(text):\n    return text.upper() + "!"\n',
  right: '\n\ndef slug(text):\n    return "-".join(text.lower().split())\n',
  wrong: "\n\ndef slug(text):\n    return text.strip()\n",
  half: "\n\ndef slug(text):\n    return text.strip().lower()\n",
  makes: (body) => `\n\ndef slug(text):\n${indent(body, 4)}`,
  oldTest: "tests/test_words.py",
  newTest: "tests/test_slug.py",
  isDone: (place) =>
    place.outputOf("python3", "-I", "-c", `import runpy; print(runpy.run_path("words.py")["slug"](${asked}))`) ===
    answer,
};

const unittest = {
  ...python,
  id: "unittest",
  manifest: { "tests/__init__.py": "" },
  args: ["--check", "tests=python3 -m unittest -v"],
  test: (body, title = "makes a slug", name = "slug") =>
    `import unittest\n\nfrom words import ${name}\n\n\nclass WordsTest(unittest.TestCase):\n    def test_${title.replaceAll(" ", "_")}(self):\n${indent(body, 8)}`,
  checks: (pairs) => pairs.map(([text, slug]) => `self.assertEqual(slug("${text}"), "${slug}")\n`).join(""),
  shouts: 'self.assertEqual(shout("hey"), "HEY!")\n',
};

const pytest = {
  ...python,
  id: "pytest",
  needs: ["pytest"],
  manifest: { "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["."]\n' },
  test: (body, title = "makes a slug", name = "slug") =>
    `from words import ${name}\n\n\ndef test_${title.replaceAll(" ", "_")}():\n${indent(body, 4)}`,
  checks: (pairs) => pairs.map(([text, slug]) => `assert slug("${text}") == "${slug}"\n`).join(""),
  shouts: 'assert shout("hey") == "HEY!"\n',
};

const rust = {
  id: "rust",
  needs: ["cargo"],
  manifest: { "Cargo.toml": '[package]\nname = "words"\nversion = "0.1.0"\nedition = "2021"\n' },
  args: ["--no-detect", "--check", "tests=cargo test --offline"],
  source: "src/lib.rs",
  old: 'pub fn shout(text: &str) -> String {\n    format!("{}!", text.to_uppercase())\n}\n',
  right:
    '\npub fn slug(text: &str) -> String {\n    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")\n}\n',
  wrong: "\npub fn slug(text: &str) -> String {\n    text.trim().to_string()\n}\n",
  half: "\npub fn slug(text: &str) -> String {\n    text.trim().to_lowercase()\n}\n",
  makes: (body) => `\npub fn slug(text: &str) -> String {\n${indent(body, 4)}}\n`,
  oldTest: "tests/words.rs",
  newTest: "tests/slug.rs",
  test: (body, title = "makes a slug", name = "slug") =>
    `use words::${name};\n\n#[test]\nfn ${title.replaceAll(" ", "_")}() {\n${indent(body, 4)}}\n`,
  checks: (pairs) => pairs.map(([text, slug]) => `assert_eq!(slug("${text}"), "${slug}");\n`).join(""),
  shouts: 'assert_eq!(shout("hey"), "HEY!");\n',
  isDone: (place) =>
    place.outputOf(
      "sh",
      "-c",
      `printf '%s\\n' '#[path = "../project/src/lib.rs"] mod words; fn main() { println!("{}", words::slug(${asked})); }' > ../tmp/ask.rs && rustc -A warnings --edition 2021 -o ../tmp/ask ../tmp/ask.rs && ../tmp/ask`,
    ) === answer,
};

const go = {
  id: "go",
  needs: ["go"],
  manifest: { "go.mod": "module words\n\ngo 1.21\n" },
  source: "words.go",
  old: 'package words\n\nimport "strings"\n\nfunc Shout(text string) string {\n\treturn strings.ToUpper(text) + "!"\n}\n',
  right: '\nfunc Slug(text string) string {\n\treturn strings.Join(strings.Fields(strings.ToLower(text)), "-")\n}\n',
  wrong: "\nfunc Slug(text string) string {\n\treturn strings.TrimSpace(text)\n}\n",
  half: "\nfunc Slug(text string) string {\n\treturn strings.ToLower(strings.TrimSpace(text))\n}\n",
  makes: (body) => `\nfunc Slug(text string) string {\n${indent(body, 4)}}\n`,
  oldTest: "words_test.go",
  newTest: "slug_test.go",
  test: (body, title = "makes a slug") =>
    `package words\n\nimport "testing"\n\nfunc Test${title.replaceAll(/(?:^| )(\w)/g, (_, letter) => letter.toUpperCase())}(t *testing.T) {\n${indent(body, 4)}}\n`,
  checks: (pairs) =>
    pairs.map(([text, slug]) => `if Slug("${text}") != "${slug}" {\n    t.Fatal(Slug("${text}"))\n}\n`).join(""),
  shouts: 'if Shout("hey") != "HEY!" {\n    t.Fatal(Shout("hey"))\n}\n',
  isDone: (place) =>
    place.outputOf(
      "sh",
      "-c",
      `mkdir -p ../tmp/ask && cd ../tmp/ask && sed 's/^package words/package main/' ../../project/words.go > words.go && printf 'module ask\\n\\ngo 1.21\\n' > go.mod && printf 'package main\\n\\nfunc main() { println(Slug(%s)) }\\n' '${asked}' > main.go && go run . 2>&1`,
    ) === answer,
};

export const kits = { js, ts, unittest, pytest, rust, go };
/** What the honest tests of the function ask for. */
export const pairs = [
  ["Hello World", "hello-world"],
  ["Big Red Dog", "big-red-dog"],
];

const base = (kit, todo) => ({
  needs: kit.needs ?? [],
  links: kit.links,
  files: {
    "TODO.md": todo,
    ...kit.manifest,
    [kit.source]: kit.old,
    [kit.oldTest]: kit.test(kit.shouts, "shouts", "shout"),
  },
  args: ["--tasks", "TODO.md", ...(kit.args ?? [])],
  isDone: kit.isDone,
});

/** The function is asked for, and the agent brings its tests. */
export const added = (kit) =>
  base(
    kit,
    '- [ ] T1: Add a function slug(text): lower case, words joined by hyphens, "Hello World" is "hello-world"\n',
  );
/** The function is there, its test fails. */
export const broken = (kit, files = {}) => {
  const project = base(kit, "- [ ] T1: Fix slug(text): words in lower case, joined by hyphens\n");
  const own = { [kit.source]: kit.old + kit.wrong, [kit.newTest]: kit.test(kit.checks(pairs)) };
  return { ...project, files: { ...project.files, ...own, ...files } };
};

/** The turn of an agent that wrote the function in this form. */
export const wrote = (kit, code, more = {}) => ({
  ...claim,
  ...more,
  write: { [kit.source]: kit.old + code, ...more.write },
});
