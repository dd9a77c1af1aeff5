import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

/** Whole loops through the built CLI, with agents that end their turns as real ones do. The truth of each is known. */

const tasks = ["slugify", "wordcount", "roman"] as const;
type TaskName = (typeof tasks)[number];

const code: Readonly<Record<TaskName, string>> = {
  slugify: 'export const slugify = (text) => text.toLowerCase().replaceAll(" ", "-");\n',
  wordcount: 'export const wordcount = (text) => text.split(" ").length;\n',
  roman: 'export const roman = (number) => "I".repeat(number);\n',
};
const expected: Readonly<Record<TaskName, string>> = {
  slugify: 'slugify("A b"), "a-b"',
  wordcount: 'wordcount("a b c"), 3',
  roman: 'roman(2), "II"',
};
const testOf = (name: TaskName): string =>
  `import assert from "node:assert/strict";\nimport test from "node:test";\n\ntest("${name} works", async () => {\n  const { ${name} } = await import("../src/${name}.js");\n  assert.equal(${expected[name]});\n});\n`;
const testFiles = Object.fromEntries(tasks.map((name) => [`test/${name}.test.js`, testOf(name)]));
const packageJson = JSON.stringify({ name: "kata", private: true, type: "module", scripts: { test: "node --test" } });
const list = (mark = " "): string => tasks.map((name, at) => `- [${mark}] T${at + 1}: Implement ${name}\n`).join("");

const goesOn = { STATUS: "COMPLETE", TESTS_STATUS: "PASSING", EXIT_SIGNAL: "false" };
const atEnd = { STATUS: "COMPLETE", TESTS_STATUS: "PASSING", EXIT_SIGNAL: "true" };
const write = (...names: TaskName[]) => Object.fromEntries(names.map((name) => [`src/${name}.js`, code[name]]));
/** Honest work on one task, told without any phrase the gate might like. */
const honest = (name: TaskName, more: object = {}) => ({
  write: write(name),
  say: `I've added \`${name}\` in src/${name}.js.`,
  status: name === "roman" ? atEnd : goesOn,
  ...more,
});
const inTurn = tasks.map((name) => honest(name));

interface Scenario {
  readonly name: string;
  readonly steps: readonly object[];
  readonly files?: Readonly<Record<string, string>>;
  readonly todo?: string;
  readonly args?: readonly string[];
  readonly ends: { readonly outcome: string; readonly rule: string; readonly verified?: boolean | null };
  /** Tasks done, and the agent turns it took. */
  readonly done: number;
  readonly turns: number;
  readonly isReal?: true;
}

/**
 * What `npm run test` costs beside the tests is npm and a process for each file; 50 loops need neither. The scenarios
 * marked as real have both, and the built CLI.
 */
const cheap = new Workplace();
const npm = cheap.write(
  "npm.mjs",
  'import { readdirSync } from "node:fs";\nconst files = readdirSync("test", { withFileTypes: true }).filter((file) => file.isFile());\nfor (const { name } of files) await import(process.cwd() + "/test/" + name);\n',
);
const path = process.env["PATH"];
beforeAll(() => {
  process.env["PATH"] = `${cheap.program("npm", `exec "${process.execPath}" "${npm}"`)}:${path}`;
});
afterAll(() => {
  process.env["PATH"] = path;
  cheap[Symbol.dispose]();
});

async function play({ steps, files = {}, todo = list(), args = [], isReal }: Scenario) {
  const place = new Workplace();
  place.write("TODO.md", todo);
  place.write(".gitignore", ".ralph/\nnode_modules/\n");
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  const git = (...words: string[]) =>
    expect(
      spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], { cwd: place.path })
        .status,
    ).toBe(0);
  // Where no step knows of git, what is seen of a folder is the same without it.
  if (isReal || /"commit":|\bgit /.test(JSON.stringify(steps))) {
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-qm", "start");
  }
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md", "--json"];
  // The gate by itself: what is done about a bad task is the next table's.
  const all = [...words, "--set", "setAside=false", ...args];
  const ran = isReal ? await place.runBeside(all, { PATH: path ?? "" }) : await place.run(all);
  const events = jsonLines(ran.out) as Record<string, unknown>[];
  return { place, ran, events };
}

interface Verdict {
  readonly outcome: string | null;
  readonly rule: string;
  readonly taskDone: string | null;
  readonly tasksDone: readonly { readonly id: string; readonly verified: boolean }[];
  readonly verified: boolean | null;
  readonly reason: string;
  readonly feedback: readonly string[];
}

const verdictsIn = (events: readonly Record<string, unknown>[]): readonly Verdict[] =>
  events.filter(({ type }) => type === "decision-made").map(({ record }) => (record as { decision: Verdict }).decision);

const allTests = { "package.json": packageJson, ...testFiles };
const completed = (verified: boolean) => ({ outcome: "completed", rule: "accepted-task", verified });

const scenarios: readonly Scenario[] = [
  {
    name: "honest, the tests of all tasks are there and red, check found",
    isReal: true,
    steps: inTurn,
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "honest, the tests of all tasks are there and red, check named",
    isReal: true,
    steps: inTurn,
    files: allTests,
    args: ["--check", "tests=node --test"],
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "honest, says that the tests of later tasks fail and which tasks are left",
    steps: tasks.map((name, at) =>
      honest(name, {
        say: `Implemented ${name}.${at < 2 ? `\n\nStill to do: ${tasks.slice(at + 1).join(", ")}` : ""}`,
        status: { ...(at < 2 ? goesOn : atEnd), TESTS_STATUS: at < 2 ? "FAILING" : "PASSING" },
      }),
    ),
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "honest, the agent writes the tests",
    steps: tasks.map((name) => honest(name, { write: { ...write(name), [`test/${name}.test.js`]: testOf(name) } })),
    files: { "package.json": packageJson },
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "honest, claims the whole list each time",
    steps: tasks.map((name) => honest(name, { status: atEnd })),
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "honest, ticks its own box and says little",
    steps: tasks.map((name, at) => ({
      write: {
        ...write(name),
        "TODO.md": list()
          .replace(/\[ \]/g, () => "[ ]")
          .split("\n")
          .map((line, row) => (row <= at ? line.replace("[ ]", "[x]") : line))
          .join("\n"),
      },
      say: `Added ${name}.`,
    })),
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "premature: claims before it works",
    steps: [{ say: "Slugify is implemented. All tests pass.", status: goesOn }, ...inTurn],
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 4,
  },
  {
    name: "liar: claims and never works",
    steps: [{ say: "All tasks are complete and ready for review. All tests pass.", status: atEnd }],
    files: allTests,
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 0,
    turns: 2,
  },
  {
    name: "one task done, the others only claimed",
    steps: [honest("slugify", { status: atEnd }), { say: "Wordcount and roman are complete, too.", status: atEnd }],
    files: allTests,
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "one edit and all boxes ticked",
    steps: [
      { write: { "notes.md": "I thought about it.\n", "TODO.md": list("x") }, say: "All done.", status: atEnd },
      { say: "Everything is complete.", status: atEnd },
    ],
    files: { "package.json": packageJson, "test/ok.test.js": 'import test from "node:test";\ntest("ok", () => {});\n' },
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "boxes ticked while the tests are red",
    steps: [{ write: { "notes.md": "I thought about it.\n", "TODO.md": list("x") }, say: "Done.", status: atEnd }],
    files: allTests,
    args: ["--check", "tests=node --test"],
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 5,
  },
  {
    name: "only ticks, nothing else",
    steps: [{ write: { "TODO.md": list("x") }, say: "All boxes are ticked." }],
    files: allTests,
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 0,
    turns: 2,
  },
  {
    name: "three tasks in one turn, all ticked",
    steps: [{ write: { ...write(...tasks), "TODO.md": list("x") }, say: "I did all three at once.", status: atEnd }],
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 1,
  },
  {
    name: "three tasks in one turn, claimed one by one by naming their work",
    steps: [
      { write: write(...tasks), say: "I did all three.", status: { ...atEnd, WORK: "src/slugify.js" } },
      { say: "wordcount is there already.", status: { ...atEnd, WORK: "src/wordcount.js:1" } },
      { say: "roman is there already.", status: { ...atEnd, WORK: "src/roman.js" } },
    ],
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "the same work named for every task",
    steps: [honest("slugify", { status: { ...atEnd, WORK: "src/slugify.js" } })],
    files: allTests,
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "work named only when the first task is sold a second time",
    steps: [
      honest("slugify", { status: atEnd }),
      { say: "wordcount is there.", status: { ...atEnd, WORK: "src/slugify.js" } },
    ],
    files: allTests,
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "a new failing test",
    steps: [
      honest("slugify", {
        write: {
          ...write("slugify"),
          "test/extra.test.js": testOf("slugify").replace('"a-b"', '"A-B"').replace("works", "shouts"),
        },
      }),
      honest("slugify", { delete: ["test/extra.test.js"], write: {} }),
      honest("wordcount"),
      honest("roman"),
    ],
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 4,
  },
  {
    name: "a suite that no longer loads",
    steps: [
      honest("slugify", {
        write: { ...write("slugify"), "test/ok.test.js": 'import test from "node:test";\nthrow new Error("gone");\n' },
      }),
      honest("slugify", { write: { "test/ok.test.js": 'import test from "node:test";\ntest("ok", () => {});\n' } }),
      honest("wordcount"),
      honest("roman"),
    ],
    files: { ...allTests, "test/ok.test.js": 'import test from "node:test";\ntest("ok", () => {});\n' },
    ends: completed(true),
    done: 3,
    turns: 4,
  },
  {
    name: "a test of the first task broken by the second",
    steps: [
      honest("slugify"),
      honest("wordcount", {
        write: { ...write("wordcount"), "src/slugify.js": "export const slugify = (text) => text;\n" },
      }),
      honest("wordcount", { write: write("slugify") }),
      honest("roman"),
    ],
    files: allTests,
    ends: completed(true),
    done: 3,
    turns: 4,
  },
  {
    name: "an unrelated test red from the start",
    steps: inTurn,
    files: {
      ...allTests,
      "test/old.test.js": 'import test from "node:test";\ntest("old", () => {\n  throw new Error("since ever");\n});\n',
    },
    ends: { outcome: "needs-review", rule: "known-failures" },
    done: 3,
    turns: 3,
  },
  {
    name: "an unrelated test red from the start, fixed when asked",
    steps: [
      // Not proven, as nothing tests it: else the old failure would be nobody's task, and no turn be spent on it.
      ...tasks.map((name) => honest(name, { write: write(name) })),
      {
        write: { "test/old.test.js": 'import test from "node:test";\ntest("old", () => {});\n' },
        say: "Fixed it.",
        status: atEnd,
      },
    ],
    files: {
      "package.json": packageJson,
      "src/x.js": "",
      "test/old.test.js":
        'import test from "node:test";\ntest("old", () => {\n  if (process.env.NEVER !== "1") throw new Error("since ever");\n});\n',
    },
    args: ["--set", "checks.honest-tests=false"],
    ends: { outcome: "completed", rule: "accepted-completion", verified: false },
    done: 3,
    turns: 4,
  },
  {
    name: "an unrelated test red from the start, accepted",
    steps: inTurn,
    files: {
      ...allTests,
      "test/old.test.js": 'import test from "node:test";\ntest("old", () => {\n  throw new Error("since ever");\n});\n',
    },
    args: ["--set", 'knownFailures=["old"]'],
    ends: completed(false),
    done: 3,
    turns: 3,
  },
  {
    name: "no tests in the project",
    steps: inTurn,
    ends: { outcome: "needs-review", rule: "accepted-task", verified: false },
    done: 3,
    turns: 3,
  },
  {
    name: "no tests in the project, and unverified work accepted",
    steps: inTurn,
    args: ["--set", "unverified=accept"],
    ends: completed(false),
    done: 3,
    turns: 3,
  },
  {
    name: "a suite without tests",
    isReal: true,
    steps: inTurn,
    files: { "package.json": packageJson },
    args: ["--set", "unverified=accept"],
    ends: completed(false),
    done: 3,
    turns: 3,
  },
  {
    name: "docs only",
    steps: [1, 2, 3].map((part) => ({
      write: { [`docs/${part}.md`]: `# Part ${part}\n` },
      say: `Wrote part ${part} of the guide.`,
      status: part === 3 ? atEnd : goesOn,
    })),
    files: { "package.json": packageJson, "test/ok.test.js": 'import test from "node:test";\ntest("ok", () => {});\n' },
    todo: "- [ ] T1: Document installing\n- [ ] T2: Document running\n- [ ] T3: Document stopping\n",
    ends: completed(false),
    done: 3,
    turns: 3,
  },
  {
    name: "format only",
    steps: [
      { write: { "src/a.js": "export const a = 1;\n\nexport const b = 2;\n" }, say: "Formatted.", status: atEnd },
    ],
    files: {
      "package.json": packageJson,
      "src/a.js": "export const a = 1;\nexport const b = 2;\n",
      "test/ok.test.js": 'import test from "node:test";\ntest("ok", () => {});\n',
    },
    todo: "- [ ] T1: Format the sources\n",
    ends: completed(false),
    done: 1,
    turns: 1,
  },
  {
    name: "commit only: what lay there uncommitted",
    steps: [
      { write: { "a.txt": "work\n" }, say: "Wrote a.txt.", status: goesOn },
      { commit: "Add a.txt", say: "Committed.", status: atEnd },
    ],
    todo: "- [ ] T1: Write a.txt\n- [ ] T2: Commit it\n",
    args: ["--set", "unverified=accept"],
    ends: completed(false),
    done: 2,
    turns: 2,
  },
  {
    name: "an empty commit is no work",
    steps: [
      {
        shell: "git -c user.name=a -c user.email=a@example.invalid commit -q --allow-empty -m done",
        say: "Committed.",
        status: atEnd,
      },
    ],
    todo: "- [ ] T1: Implement it\n",
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 0,
    turns: 2,
  },
  {
    name: "tag only",
    steps: [{ shell: "git tag v1", say: "Tagged v1.", status: atEnd }],
    todo: "- [ ] T1: Tag the release\n",
    args: ["--set", "unverified=accept"],
    ends: completed(false),
    done: 1,
    turns: 1,
  },
  {
    name: "push only",
    steps: [
      {
        shell:
          "git init -q --bare .ralph/origin.git && git remote add origin .ralph/origin.git && git push -q origin main",
        say: "Pushed.",
        status: atEnd,
      },
    ],
    todo: "- [ ] T1: Push to origin\n",
    args: ["--set", "unverified=accept"],
    ends: completed(false),
    done: 1,
    turns: 1,
  },
  {
    name: "an action, accepted when it is claimed again",
    steps: [{ say: "Pushed.", status: atEnd }],
    todo: "- [ ] T1: action: push to origin\n",
    args: ["--set", "unverified=accept"],
    ends: completed(false),
    done: 1,
    turns: 2,
  },
  {
    name: "a deployment, verified by a command of the list",
    steps: [{ write: { deployed: "now\n" }, say: "Deployed.", status: atEnd }],
    todo: "- [ ] T1: Deploy (verify: `test -f deployed`)\n",
    ends: completed(true),
    done: 1,
    turns: 1,
  },
  {
    name: "a deployment that was made before the run, by a command of the list",
    steps: [{ say: "It is deployed already.", status: atEnd }],
    todo: "- [ ] T1: Deploy (verify: `test -f TODO.md`)\n",
    ends: completed(false),
    done: 1,
    turns: 1,
  },
  {
    name: "prose only",
    steps: tasks.map((name) => ({ write: write(name), say: `The task is complete: ${name} is implemented.` })),
    files: allTests,
    ends: { outcome: "completed", rule: "accepted-task", verified: true },
    done: 3,
    turns: 3,
  },
  {
    name: "prose only, the agent writes the tests",
    steps: tasks.flatMap((name) => [
      {
        write: { ...write(name), [`test/${name}.test.js`]: testOf(name) },
        say: `The task is complete: ${name} works.`,
      },
    ]),
    files: {
      "package.json": packageJson,
      "test/base.test.js": 'import test from "node:test";\ntest("base", () => {});\n',
    },
    ends: { outcome: "completed", rule: "accepted-task", verified: true },
    done: 3,
    turns: 3,
  },
  {
    name: "prose only, without work",
    steps: [{ say: "The task is complete and ready for review." }],
    files: allTests,
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 0,
    turns: 2,
  },
  {
    name: "already done before the run",
    steps: [{ say: "slugify is there already.", status: { ...atEnd, WORK: "src/slugify.js:1" } }],
    files: { ...allTests, ...write("slugify") },
    todo: "- [ ] T1: Implement slugify\n",
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 0,
    turns: 2,
  },
  {
    name: "already done before the run, and accepted",
    steps: [{ say: "slugify is there already.", status: atEnd }],
    files: { "package.json": packageJson, "test/slugify.test.js": testOf("slugify"), ...write("slugify") },
    todo: "- [ ] T1: Implement slugify\n",
    args: ["--set", "unchanged=accept"],
    ends: completed(false),
    done: 1,
    turns: 2,
  },
  {
    name: "undoes the first task and claims the second",
    steps: [honest("slugify"), { delete: ["src/slugify.js"], say: "Cleaned up.", status: goesOn }],
    files: {},
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "a check that is due only at the end",
    steps: inTurn,
    files: {
      ...allTests,
      ".ralph/config.json": JSON.stringify({
        checks: { e2e: { command: "node --test", when: "end", reads: "tests" } },
      }),
    },
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "tasks with parts: the parts' work is the whole's",
    steps: [honest("slugify"), honest("wordcount"), { say: "Both parts are done, so the whole is.", status: atEnd }],
    files: allTests,
    todo: "- [ ] Text tools\n  Both are exported.\n  - [ ] Implement slugify\n  - [ ] Implement wordcount\n",
    args: ["--set", "unverified=accept", "--no-detect"],
    ends: completed(false),
    done: 3,
    turns: 3,
  },
  {
    name: "tasks with parts: a whole without text of its own is done with them",
    steps: inTurn,
    files: allTests,
    todo: "- [ ] Text tools\n  - [ ] Implement slugify\n  - [ ] Implement wordcount\n  - [ ] Implement roman\n",
    ends: completed(true),
    done: 4,
    turns: 3,
  },
  {
    name: "the list without ids is edited: what was done is moved down, and nothing else is ticked for it",
    steps: [
      { write: { "a.txt": "1\n", "TODO.md": "- [ ] Second\n\n## Done\n- [x] First\n" }, say: "Done.", status: goesOn },
      { say: "Done.", status: atEnd },
    ],
    todo: "- [ ] First\n- [ ] Second\n",
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "the list without ids is edited: a line is inserted above, and the right box is ticked",
    steps: [
      { write: { "a.txt": "1\n", "TODO.md": "- [ ] Prepare\n- [ ] First\n" }, say: "Done.", status: goesOn },
      { write: { "b.txt": "1\n" }, say: "Done.", status: atEnd },
    ],
    todo: "- [ ] First\n",
    args: ["--set", "unverified=accept"],
    ends: completed(false),
    done: 2,
    turns: 2,
  },
  {
    name: "only the task list is committed",
    steps: [
      {
        shell: "sed -i 's/\\[ \\]/[x]/' TODO.md && git -c user.name=a -c user.email=a@b commit -qam tick",
        say: "Done.",
        status: atEnd,
      },
    ],
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 0,
    turns: 2,
  },
  {
    name: "our own tick is committed for the next task",
    steps: [
      { write: { "a.txt": "1\n" }, commit: "Add a", say: "Done.", status: goesOn },
      { commit: "Sync", say: "Done.", status: atEnd },
    ],
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "the other tasks are made optional, struck out or replaced",
    steps: [
      {
        write: {
          "a.txt": "1\n",
          "TODO.md":
            "- [ ] T1: Implement slugify\n- [ ] ~~T2: Implement wordcount~~\n\n## Optional\n- [ ] T3: Implement roman\n",
        },
        say: "Done.",
        status: atEnd,
      },
      { say: "Done.", status: atEnd },
    ],
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "a test of the agent's ticks the boxes while our checks run",
    steps: [
      honest("slugify", {
        write: {
          ...write("slugify"),
          "test/tick.test.js":
            'import test from "node:test";\nimport { readFileSync, writeFileSync } from "node:fs";\ntest("tick", () => writeFileSync("TODO.md", readFileSync("TODO.md", "utf8").replaceAll("[ ]", "[x]")));\n',
        },
      }),
      { say: "Done.", status: atEnd },
    ],
    files: { "package.json": packageJson, "test/slugify.test.js": testOf("slugify") },
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 1,
    turns: 3,
  },
  {
    name: "HEAD is moved to and fro, a tag made and taken back",
    steps: [
      { shell: "git checkout -q --detach; git tag zz", say: "Tried a tag." },
      { shell: "git checkout -q main; git tag -d zz", say: "Done.", status: atEnd },
      { shell: "git checkout -q --detach", say: "Done.", status: atEnd },
    ],
    ends: { outcome: "needs-review", rule: "disputed" },
    done: 0,
    turns: 3,
  },
  {
    name: "suites that do not load until the first task is done",
    isReal: true,
    steps: [
      { write: { "src/kata.js": code.slugify }, say: "Added slugify.", status: goesOn },
      { append: { "src/kata.js": code.wordcount }, say: "Added wordcount.", status: goesOn },
      { append: { "src/kata.js": code.roman }, say: "Added roman.", status: atEnd },
    ],
    files: {
      "package.json": packageJson,
      ...Object.fromEntries(
        tasks.map((name) => [
          `test/${name}.test.js`,
          `import assert from "node:assert/strict";\nimport { describe, it } from "node:test";\nimport * as kata from "../src/kata.js";\n\ndescribe("${name}", () => {\n  it("works", () => assert.equal(kata.${expected[name]}));\n  it("is a function", () => assert.equal(typeof kata.${name}, "function"));\n});\n`,
        ]),
      ),
    },
    ends: completed(true),
    done: 3,
    turns: 3,
  },
  {
    name: "a test in a suite is broken while another is fixed",
    steps: [
      {
        write: { "src/kata.js": `${code.slugify.replace("text.toLowerCase()", "text")}${code.wordcount}` },
        say: "Added wordcount.",
        status: atEnd,
      },
      { write: { "src/kata.js": `${code.slugify}${code.wordcount}` }, say: "Repaired slugify.", status: atEnd },
    ],
    files: {
      "package.json": packageJson,
      "src/kata.js": code.slugify,
      "test/kata.test.js": `import assert from "node:assert/strict";\nimport { describe, it } from "node:test";\nimport * as kata from "../src/kata.js";\n\ndescribe("slugify", () => {\n  it("works", () => assert.equal(kata.${expected.slugify}));\n});\ndescribe("wordcount", () => {\n  it("works", () => assert.equal(kata.${expected.wordcount}));\n});\n`,
    },
    todo: "- [ ] T1: Implement wordcount\n",
    ends: completed(true),
    done: 1,
    turns: 2,
  },
];

describe.concurrent("a run whose truth is known", { timeout: 120_000 }, () => {
  it.concurrent.each(scenarios)("$name: $ends.outcome after $turns turns", async (scenario) => {
    const { place, ran, events } = await play(scenario);
    try {
      const verdicts = verdictsIn(events);
      const last = verdicts.at(-1);
      const story = `${ran.err}\n${verdicts.map(({ rule, outcome, taskDone, reason }) => `${rule} ${outcome} ${taskDone}: ${reason}`).join("\n")}`;
      const done = verdicts.reduce((sum, { tasksDone }) => sum + tasksDone.length, 0);
      const turns = events.filter(({ type }) => type === "agent-end").length;
      expect({ ...last, done, turns }, story).toMatchObject({
        ...scenario.ends,
        done: scenario.done,
        turns: scenario.turns,
      });
      expect(ran.code, story).toBe(scenario.ends.outcome === "completed" ? 0 : 1);
    } finally {
      place[Symbol.dispose]();
    }
  });
});
