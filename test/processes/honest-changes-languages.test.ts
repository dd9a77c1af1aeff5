import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { taskVeto } from "../../src/decide/check-comparison.js";
import { takeBaseline } from "../../src/evidence/baseline.js";
import { gather } from "../../src/evidence/gather.js";
import type { Gathered } from "../../src/evidence/gathered.js";
import { planChecks } from "../../src/evidence/plan-checks.js";
import type { TestRules } from "../../src/evidence/test-rules.js";
import { Place } from "../evidence/place.js";

/** What a task takes away, where one file that does not load hides all others, or the runner names no test. */

type Files = Readonly<Record<string, string | null>>;

interface Language {
  readonly needs: string;
  readonly words: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly source: string;
  readonly test: string;
  readonly other: string;
  /** The old and the new name. */
  readonly names: readonly [string, string];
}

const python = {
  source: "words.py",
  test: "tests/test_shout.py",
  other: "tests/test_slug.py",
  names: ["shout", "yell"],
} as const;
const pythonCode =
  'def shout(text):\n    return text.upper()\n\n\ndef slug(text):\n    return text.replace(" ", "-")\n';
const methodOf = (name: string, call: string) =>
  `import unittest\n\nfrom words import ${name}\n\n\nclass ${name}Test(unittest.TestCase):\n    def test_${name}(self):\n        self.assertEqual(${call})\n`;

const languages: Readonly<Record<string, Language>> = {
  unittest: {
    ...{ ...python, needs: "python3", words: ["python3", "-m", "unittest", "-v"] },
    files: {
      "words.py": pythonCode,
      "tests/__init__.py": "",
      "tests/test_shout.py": methodOf("shout", 'shout("a"), "A"'),
      "tests/test_slug.py": methodOf("slug", 'slug("a b"), "a-b"'),
    },
  },
  pytest: {
    ...{ ...python, needs: "pytest", words: ["pytest", "-q", "-p", "no:cacheprovider"] },
    files: {
      "words.py": pythonCode,
      "conftest.py": "",
      "tests/test_shout.py": 'from words import shout\n\n\ndef test_shout():\n    assert shout("a") == "A"\n',
      "tests/test_slug.py": 'from words import slug\n\n\ndef test_slug():\n    assert slug("a b") == "a-b"\n',
    },
  },
  go: {
    ...{
      needs: "go",
      words: ["go", "test", "./..."],
      source: "words.go",
      test: "shout_test.go",
      other: "slug_test.go",
    },
    names: ["Shout", "Yell"],
    files: {
      "go.mod": "module words\n\ngo 1.18\n",
      "words.go":
        'package words\n\nimport "strings"\n\nfunc Shout(text string) string {\n\treturn strings.ToUpper(text)\n}\n\nfunc Slug(text string) string {\n\treturn strings.ReplaceAll(text, " ", "-")\n}\n',
      "shout_test.go":
        'package words\n\nimport "testing"\n\nfunc TestShout(t *testing.T) {\n\tif Shout("a") != "A" {\n\t\tt.Fatal("no")\n\t}\n}\n',
      "slug_test.go":
        'package words\n\nimport "testing"\n\nfunc TestSlug(t *testing.T) {\n\tif Slug("a b") != "a-b" {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
  },
  rust: {
    ...{ needs: "cargo", words: ["cargo", "test", "--offline"], source: "src/lib.rs" },
    ...{ test: "tests/shout.rs", other: "tests/slug.rs", names: ["shout", "yell"] },
    files: {
      "Cargo.toml": '[package]\nname = "words"\nversion = "0.1.0"\nedition = "2021"\n',
      ".gitignore": "target/\n",
      "src/lib.rs":
        'pub fn shout(text: &str) -> String {\n    text.to_uppercase()\n}\n\npub fn slug(text: &str) -> String {\n    text.replace(" ", "-")\n}\n',
      "tests/shout.rs": '#[test]\nfn shouts() {\n    assert_eq!(words::shout("a"), "A");\n}\n',
      "tests/slug.rs": '#[test]\nfn slugs() {\n    assert_eq!(words::slug("a b"), "a-b");\n}\n',
    },
  },
};

const rules: TestRules = { changedTests: "accept", removedTests: [], signs: "accept", unverified: "accept" };

interface Change {
  readonly task: string;
  readonly change: Files;
}

async function play({ words, files }: Language, { task, change }: Change): Promise<Gathered> {
  const place = new Place();
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  place.repository();
  const { plans } = planChecks({ cwd: place.path, checks: { tests: words }, tests: rules });
  const { baseline } = await takeBaseline({ cwd: place.path, plans, retries: 0 });
  // Python's compiled code tells seconds apart.
  place.remove("__pycache__");
  for (const [name, text] of Object.entries(change)) text === null ? place.remove(name) : place.write(name, text);
  return gather({
    ...{ cwd: place.path, plans, baseline, claimed: true, retries: 0, before: baseline.state },
    ...{ began: baseline.checks, task: { id: "T1", title: task, text: task, criteria: [] } },
  });
}

const vetoesOf = ({ evidence }: Gathered): readonly string[] =>
  evidence.flatMap((check) => taskVeto(check, { newFailures: "refuse" }) ?? []);
const changedOf = ({ evidence }: Gathered): readonly string[] => evidence.flatMap(({ changed = [] }) => changed);

/** Without the function: everything from its head to the empty line behind it. */
const without = ({ files, source, names: [name] }: Language): string =>
  (files[source] ?? "").replace(new RegExp(`(?:def|func|pub fn) ${name}\\b[\\s\\S]*?\\n\\n+(?=def|func|pub)`), "");
const renamed = ({ files, names: [name, other] }: Language, file: string): string =>
  (files[file] ?? "").replaceAll(new RegExp(`\\b${name}\\b`, "g"), other);
const broken = (text: string): string => text.replace('"-"', '"+"');

describe.each(Object.entries(languages))("%s", (_, language) => {
  const isThere = spawnSync(language.needs, ["--version"], { stdio: "ignore" }).error === undefined;
  const { source, test, other, names } = language;
  const remove = `Remove ${names[0]}() and its tests`;
  const rename = `Rename ${names[0]} to ${names[1]}`;

  it.skipIf(!isThere)(
    "a function goes with its tests, and what else there was still holds",
    { timeout: 120_000 },
    async () => {
      const found = await play(language, { task: remove, change: { [source]: without(language), [test]: null } });
      expect(vetoesOf(found)).toEqual([]);
      expect([found.takenAway, changedOf(found)]).toEqual([[names[0]], []]);
      expect(found.warnings.join("\n")).toMatch(/about what the task takes away/);
    },
  );

  it.skipIf(!isThere)(
    "a function goes with its tests, and another breaks with a test of its own",
    { timeout: 120_000 },
    async () => {
      const weak = broken(language.files[other] ?? "").replaceAll("a-b", "a+b");
      const found = await play(language, {
        task: remove,
        change: { [source]: broken(without(language)), [test]: null, [other]: weak },
      });
      expect([...vetoesOf(found), ...changedOf(found)].join("\n")).toMatch(/slug/i);
    },
  );

  it.skipIf(!isThere)(
    "a function has another name, and its test still asks for the same",
    { timeout: 120_000 },
    async () => {
      const change = { [source]: renamed(language, source), [test]: renamed(language, test) };
      const found = await play(language, { task: rename, change });
      expect([vetoesOf(found), changedOf(found)]).toEqual([[], []]);
    },
  );

  it.skipIf(!isThere)(
    "a function has another name, and its test asks for something else",
    { timeout: 120_000 },
    async () => {
      const change = {
        [source]: renamed(language, source).replace(/upper|ToUpper|to_uppercase/, (word) =>
          word.replace("Upper", "Lower").replace("upper", "lower"),
        ),
        [test]: renamed(language, test).replace('"A"', '"a"'),
      };
      const found = await play(language, { task: rename, change });
      expect(vetoesOf(found)).toEqual([]);
      expect(changedOf(found).join("\n")).toMatch(/shout/i);
    },
  );

  it.skipIf(!isThere)("a function that no text asks to remove", { timeout: 120_000 }, async () => {
    const change = { [source]: without(language), [test]: null };
    expect(vetoesOf(await play(language, { task: "Make it faster", change })).join("\n")).toMatch(/shout/i);
  });
});
