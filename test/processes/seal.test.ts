import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";
import { filesWith } from "../hidden/hidden-project.js";

/** An author writes checks before the run, and a worker that does not see them works; both by the built CLI. */

const title = "Add slug(text) to src/slug.js: lower case, one dash for each run of spaces";
const requirement = (id: string, test: string, text = `what ${id} asks for`, more: object = {}) => ({
  ...{ id, text, test, reason: "missing", seam: { file: "src/slug.js", name: "slug" } },
  ...more,
});
const head =
  'import assert from "node:assert";\nimport { test } from "node:test";\nimport { slug } from "../src/slug.js";\n';
const lower = 'test("lower case", () => { assert.equal(slug("Ab"), "ab"); assert.equal(slug("XYZ"), "xyz"); });\n';
const dash = 'test("collapses", () => { assert.equal(slug("a b"), "a-b"); assert.equal(slug("a  b c"), "a-b-c"); });\n';
const good = {
  tests: head + lower + dash,
  requirements: [requirement("R1", "lower case"), requirement("R2", "collapses")],
};
const wrong = "export const slug = (text) => text.toLowerCase();\n";
const right = 'export const slug = (text) => text.toLowerCase().replaceAll(/ +/g, "-");\n';

interface Author {
  readonly tests: string;
  readonly requirements?: readonly object[];
  readonly more?: Readonly<Record<string, string>>;
}

function project(author: Author, steps: readonly object[] = []): Workplace {
  const place = new Workplace();
  place.write("package.json", JSON.stringify({ type: "module", scripts: { test: "node --test test/*.test.js" } }));
  place.write("test/base.test.js", 'import { test } from "node:test";\ntest("base", () => {});\n');
  place.write("src/other.js", "export const other = 1;\n");
  place.write(".gitignore", ".ralph/\n");
  place.write("TODO.md", `- [ ] T1: ${title}\n`);
  const { tests, requirements, more = {} } = author;
  const json = requirements ? { "sealed-checks/requirements.json": JSON.stringify({ requirements }) } : {};
  const write = { "sealed-checks/slug.test.js": tests, ...json, ...more };
  place.write(".ralph/author.json", JSON.stringify({ steps: [{ write, say: "Written." }] }));
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  place.commitAll();
  return place;
}

const sealWords = ["seal", "--author", "scripted", "--script", ".ralph/author.json"];
const work = (source: string, more: object = {}) => ({
  ...{ write: { "src/slug.js": source }, say: "Wrote slug.", status: { STATUS: "COMPLETE" } },
  ...more,
});
const play = (place: Workplace) =>
  place.runBeside(["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json", "--max-iterations", "4"]);
const decisions = (out: string) =>
  jsonLines(out)
    .filter(({ type }) => type === "decision-made")
    .map(({ record }) => (record as { decision: { taskDone: string | null; feedback: string[] } }).decision);

describe("a task with sealed checks", () => {
  it("is refused by the requirement that is not met, never told the test, and proved by them when they turn green", async () => {
    using place = project(good, [work(wrong, { echoPrompt: true, shell: "ls -R . > .ralph/SEEN" }), work(right)]);
    const sealed = await place.runBeside(sealWords);
    expect([sealed.code, sealed.out]).toEqual([0, "T1 sealed: 2 requirements\n"]);
    const { code, out } = await play(place);
    expect(code, out.slice(-1500)).toBe(0);
    const [first, second] = decisions(out);
    expect(first?.feedback.join("\n")).toContain("R2: what R2 asks for");
    expect(first?.feedback.join("\n")).not.toContain("R1");
    expect(second?.taskDone).toBe("T1");
    expect(filesWith(`${place.path}/.ralph`, "a-b-c", (name) => name.includes("author.json"))).toEqual([]);
    expect(place.read(".ralph/SEEN")).not.toContain("sealed-checks");
    expect(out).not.toContain("collapses");
    expect(filesWith(`${place.path}/.ralph/logs`, "They call slug in src/slug.js")).not.toEqual([]);
  });

  it("loses its seal when it is worded differently, and says so", async () => {
    using place = project(good, [work(wrong)]);
    await place.runBeside(sealWords);
    place.write("TODO.md", `- [ ] T1: ${title}, and no accents\n`);
    expect((await play(place)).out).toContain("so its seal does not count: untildone seal T1");
  });

  it("is set aside when the agent disputes a check, with both texts", async () => {
    const note = "the sealed check of R2 contradicts the task";
    const blocked = { say: `I cannot go on: ${note}.`, status: { STATUS: "BLOCKED", NOTE: note } };
    using place = project(good, [blocked]);
    await place.runBeside(sealWords);
    const { code, out } = await play(place);
    expect(code).toBe(1);
    expect(out).toMatch(
      /task T1 is disputed\. R2 asks for: .*what R2 asks for.*sealed check of R2 contradicts the task/,
    );
  });

  it("is not run where its files were changed afterwards", async () => {
    using place = project(good, [work(right)]);
    await place.runBeside(sealWords);
    const [file = ""] = filesWith(place.stateHome, "collapses", (name) => !name.endsWith("slug.test.js"));
    place.write(`../${place.stateHome.split("/").at(-1)}/${file}`, "// changed\n");
    expect((await play(place)).out).toContain("are not as they were sealed");
  });
});

describe("a Python task with sealed checks", () => {
  const pythonHead = "import unittest\nfrom slug import slug\n\nclass Slug(unittest.TestCase):\n";
  const cases = [
    "    def test_lower(self):\n        self.assertEqual(slug('Ab'), 'ab')\n        self.assertEqual(slug('XYZ'), 'xyz')\n",
    "    def test_dash(self):\n        self.assertEqual(slug('a b'), 'a-b')\n        self.assertEqual(slug('a  b c'), 'a-b-c')\n",
  ];
  const seam = { file: "slug.py", name: "slug" };

  it.each(["missing", "differs"])("is told the one requirement that is not met, where it is %s", async (reason) => {
    using place = project(good);
    const requirements = [
      requirement("R1", "test_lower", "x", { reason, seam }),
      requirement("R2", "test_dash", "what R2 asks for", { reason, seam }),
    ];
    for (const name of ["package.json", "test/base.test.js", "src/other.js"]) rmSync(`${place.path}/${name}`);
    place.write(
      "test_base.py",
      "import unittest\n\nclass Base(unittest.TestCase):\n    def test_base(self):\n        pass\n",
    );
    if (reason === "differs") place.write("slug.py", "def slug(text):\n    return None\n");
    place.write("TODO.md", "- [ ] T1: slug(text) in slug.py gives lower case with one dash for each run of spaces\n");
    const write = {
      "sealed-checks/test_slug.py": pythonHead + cases.join(""),
      "sealed-checks/requirements.json": JSON.stringify({ requirements }),
    };
    place.write(".ralph/author.json", JSON.stringify({ steps: [{ write, say: "Written." }] }));
    const python = (body: string) => ({
      write: { "slug.py": `import re\n\ndef slug(text):\n    return ${body}\n` },
      say: "Wrote slug.",
      status: { STATUS: "COMPLETE" },
    });
    place.write(
      ".ralph/script.json",
      JSON.stringify({ steps: [python("text.lower()"), python("re.sub(' +', '-', text.lower())")] }),
    );
    place.write(".gitignore", ".ralph/\n__pycache__/\n");
    place.commitAll();
    const sealed = await place.runBeside(sealWords);
    expect([sealed.code, sealed.out]).toEqual([0, "T1 sealed: 2 requirements\n"]);
    const { code, out } = await play(place);
    expect(code, out.slice(-1500)).toBe(0);
    const [first, second] = decisions(out);
    expect(first?.feedback.join("\n")).toContain("R2: what R2 asks for");
    expect(first?.feedback.join("\n")).not.toContain("R1");
    expect(second?.taskDone).toBe("T1");
  });
});

describe("an author whose checks do not count is refused, or it is told", () => {
  it.each([
    [
      "hollow",
      {
        tests: `${head}test("hollow", () => { assert.ok(slug("a b")); assert.ok(slug("c")); });\n`,
        requirements: [requirement("R1", "hollow")],
      },
      /R1: its test passes with wrong answers, too: it is hollow/,
    ],
    [
      "already green",
      {
        tests:
          'import assert from "node:assert";\nimport { test } from "node:test";\nimport { other } from "../src/other.js";\ntest("other is one", () => { assert.equal(other, 1); });\n',
        requirements: [
          requirement("R1", "other is one", "other is 1", {
            reason: "differs",
            seam: { file: "src/other.js", name: "other" },
          }),
        ],
      },
      /R1: its test passes before the work: the task may be done already, or the requirement is vague/,
    ],
    [
      "contradictory",
      {
        tests: `${head}${lower}test("upper", () => { assert.equal(slug("Ab"), "AB"); assert.equal(slug("c"), "C"); });\n`,
        requirements: [requirement("R1", "lower case"), requirement("R2", "upper")],
      },
      /they contradict each other: slug\("Ab"\) has to be "ab" and "AB"/,
    ],
    [
      "without an assertion",
      { tests: `${head}test("calls", () => { slug("a"); slug("b"); });\n`, requirements: [requirement("R1", "calls")] },
      /R1: its test asserts nothing/,
    ],
    [
      "always red",
      { tests: `${head}test("never", () => { assert.fail(); });\n`, requirements: [requirement("R1", "never")] },
      /R1: its test does not use slug, so it says nothing of the work/,
    ],
    [
      "without a test of that title",
      { tests: head + lower, requirements: [requirement("R1", "another")] },
      /R1: there is no test with the title "another"/,
    ],
    [
      "with a reason that is not so",
      { tests: head + lower, requirements: [requirement("R1", "lower case", "x", { reason: "differs" })] },
      /R1: slug is not in src\/slug\.js: the reason would be "missing"/,
    ],
    ["without requirements", { tests: head + lower }, /there is no requirements\.json/],
    [
      "outside of its folder",
      { ...good, more: { "src/slug.js": right } },
      /the author wrote outside of sealed-checks\/.*: src\/slug\.js/,
    ],
    [
      "into the project's settings",
      { ...good, more: { "package.json": "{}" } },
      /the author wrote outside of sealed-checks\/.*: package\.json/,
    ],
  ] as readonly (readonly [string, Author, RegExp])[])("%s", async (_, author, why) => {
    using place = project(author);
    const { code, out } = await place.runBeside(sealWords);
    expect([code, out]).toEqual([1, expect.stringMatching(why)]);
    expect((await place.runBeside(["seal", "--show"])).out).toBe("nothing is sealed here\n");
  });

  it.each([
    [
      "writes a file there",
      "printf x > PROJECT/src/mine.js",
      /the project itself changed while the author wrote \(src\/mine\.js\)/,
    ],
    [
      "changes one",
      "printf x >> PROJECT/src/other.js",
      /the project itself changed while the author wrote \(src\/other\.js\)/,
    ],
    ["removes one", "rm PROJECT/src/other.js", /\(src\/other\.js\); put back: src\/other\.js/],
    [
      "commits there",
      "cd PROJECT && git -c user.name=a -c user.email=a@a commit -q --allow-empty -m x && git tag mine",
      /the project itself changed while the author wrote \(.*mine\)/,
    ],
  ])("that %s in the project itself", async (_, shell, why) => {
    using place = project(good);
    const step = JSON.parse(place.read(".ralph/author.json")).steps[0];
    const hostile = { ...step, shell: shell.replaceAll("PROJECT", place.path) };
    place.write(".ralph/author.json", JSON.stringify({ steps: [hostile] }));
    const { code, out } = await place.runBeside(sealWords);
    expect([code, out]).toEqual([1, expect.stringMatching(why)]);
    expect(place.read("src/other.js")).toContain("export const other = 1;");
    expect((await place.runBeside(["seal", "--show"])).out).toBe("nothing is sealed here\n");
  });

  it("that looks for hidden checks in its copy finds none", async () => {
    using place = project(good);
    place.write("acceptance/slug.test.js", "// QUIET-HERON\n");
    const own = { command: "node --test acceptance/", hidden: true, files: ["acceptance/**"] };
    place.write(".ralph/config.json", JSON.stringify({ checks: { acceptance: own } }));
    place.commitAll();
    const step = JSON.parse(place.read(".ralph/author.json")).steps[0];
    const shell = "ls -aR . > sealed-checks/seen.txt; grep -r QUIET-HERON . >> sealed-checks/seen.txt; true";
    place.write(".ralph/author.json", JSON.stringify({ steps: [{ ...step, shell }] }));
    expect((await place.runBeside(sealWords)).code).toBe(0);
    const [seen = ""] = filesWith(place.stateHome, "other.js", (name) => !name.endsWith("seen.txt"));
    const text = place.read(`../${place.stateHome.split("/").at(-1)}/${seen}`);
    expect(text).toContain("src");
    expect(text).not.toMatch(/acceptance\/slug|QUIET-HERON/);
  });

  it("too narrow", async () => {
    using place = project({
      tests: `${head}test("narrow", () => { assert.equal(slug("A b"), "a-b"); });\n`,
      requirements: [requirement("R1", "narrow")],
    });
    const { code, out } = await place.runBeside(sealWords);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("R1: its test tries one example alone, which can be answered by heart"),
    ]);
  });
});
