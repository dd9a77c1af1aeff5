import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Ran, Workplace } from "../e2e/cli.js";
import { type SilentRow, silentRows, toolEnv } from "./cannot-run-rows.js";

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const claim = { write: { "work.txt": "work\n" }, say: "The task is complete.", status: done };

interface Setup {
  readonly files?: Readonly<Record<string, string>>;
  readonly steps?: readonly object[];
  readonly git?: boolean;
}

/** A project with one task and an agent that claims it. */
function prepare({ files = {}, steps = [claim], git = true }: Setup): Workplace {
  const place = new Workplace();
  place.write("script.json", JSON.stringify({ steps }));
  place.write("PROMPT.md", "Do the work.\n");
  place.write("TODO.md", "- [ ] T1: do the work\n");
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  if (git) place.commitAll();
  return place;
}

const run = (place: Workplace, ...more: readonly string[]): Promise<Ran> =>
  place.runBeside(["run", "--agent", "scripted", "--script", "script.json", ...more], {
    ...toolEnv,
    HOME: place.stateHome, // Programs write there.
  });

const has = (program: string): boolean => {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const known = new Map([...new Set(silentRows.flatMap(({ needs = [] }) => needs))].map((name) => [name, has(name)]));
const rows = silentRows.filter(({ needs }) => needs === undefined || known.get(needs));

async function tryRow(row: SilentRow): Promise<Ran> {
  const { check, printed, code = 0, timeout, files = {} } = row;
  const recorded = printed === undefined ? {} : { "printed.txt": printed, "t.sh": `cat printed.txt\nexit ${code}\n` };
  const command = printed === undefined ? check : "sh t.sh";
  const limit =
    timeout === undefined ? {} : { ".ralph/config.json": JSON.stringify({ checks: { tests: { command, timeout } } }) };
  using place = prepare({ files: { ...files, ...recorded, ...limit }, git: false });
  const named = command === undefined || timeout !== undefined ? [] : ["--check", `tests=${command}`, "--no-detect"];
  return await run(place, ...named, "--max-iterations", "1");
}

/** Two at a time: each starts programs of its own. */
async function tryAll(): Promise<ReadonlyMap<SilentRow, Ran>> {
  const results = new Map<SilentRow, Ran>();
  const left = [...rows];
  const work = async (): Promise<void> => {
    for (let row = left.shift(); row; row = left.shift()) results.set(row, await tryRow(row));
  };
  await Promise.all([work(), work()]);
  return results;
}

describe("a check that cannot run or says nothing completes no run", () => {
  let results: ReadonlyMap<SilentRow, Ran> = new Map();
  beforeAll(async () => {
    results = await tryAll();
  }, 300_000);

  it("in at least forty ways, as far as the programs are here", () => {
    const absent = [...known].flatMap(([name, isHere]) => (isHere ? [] : [name]));
    if (absent.length > 0) console.info(`not tried with the real program: ${absent.join(", ")}`);
    expect(rows.length).toBeGreaterThanOrEqual(40);
  });

  it.each(rows)("$what", (row) => {
    const { code, out, err } = results.get(row) ?? { code: null, out: "", err: "" };
    const told = out + err;
    expect(code, told).not.toBe(0);
    expect(told).not.toMatch(/^ {2}tests +passes/m);
    if (row.is === "empty") {
      expect(told).toContain("iteration 1");
      return;
    }
    expect(code, told).toBe(2);
    expect(told).toContain("the required check tests (");
    expect(told).toContain("cannot run: ");
    expect(told).toContain("--optional-check tests");
    expect(told).not.toContain("iteration 1");
    if (row.says !== undefined) expect(told).toContain(row.says);
    if (row.fix !== undefined) expect(told).toContain(`  fix  ${row.fix}`);
  });
});

const nodeTest = (body: string): string => `const { test } = require("node:test");\n${body}\n`;

describe("an honest start is not refused", () => {
  it.each([
    {
      what: "a test of a module that is not written yet",
      check: "node --test",
      files: {
        "roman.test.js": nodeTest(
          'const { two } = require("./roman.js");\ntest("two", () => { if (two !== "II") throw 1; });',
        ),
      },
      write: { "roman.js": 'exports.two = "II";\n' },
    },
    {
      what: "a Python test of a module of the project's own",
      needs: "python3",
      check: "python3 -m unittest",
      files: {
        "test_roman.py":
          "import unittest\nimport roman\nclass A(unittest.TestCase):\n    def test_two(self): self.assertEqual(roman.two, 'II')\n",
      },
      write: { "roman.py": "two = 'II'\n" },
    },
    {
      what: "a goal that is not there yet",
      name: "goal",
      check: "grep -q done notes.md",
      files: { "notes.md": "open\n" },
      write: { "notes.md": "done\n" },
    },
    {
      what: "code that does not load",
      name: "build",
      check: "node --check app.js",
      files: { "app.js": "let = 1 +;\n" },
      write: { "app.js": "exports.one = 1;\n" },
    },
    {
      what: "an empty suite, to which the agent adds the first test",
      needs: "python3",
      check: "python3 -m unittest",
      files: {},
      write: {
        "test_a.py": "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n",
      },
    },
    {
      what: "an empty suite that was found",
      needs: "npm",
      check: null,
      files: {
        "package.json": JSON.stringify({ scripts: { test: "node empty.js" } }),
        "empty.js": 'console.log("no tests found");\n',
      },
      write: {
        "empty.js":
          'require("node:child_process").spawnSync("node", ["--test", "--test-reporter=tap", "a.test.js"], { stdio: "inherit" });\n',
        "a.test.js": nodeTest('test("one", () => {});'),
      },
    },
  ])("$what", async ({ needs, name = "tests", check, files, write }) => {
    if (needs !== undefined && !has(needs)) return;
    using place = prepare({ files, steps: [{ ...claim, write }] });
    const { code, out, err } = await run(
      place,
      ...(check === null ? [] : ["--check", `${name}=${check}`, "--no-detect"]),
    );
    expect(code, out + err).toBe(0);
    expect(out + err).toMatch(new RegExp(`^  ${name} +passes`, "m"));
  });
});

describe("a refused start", () => {
  const files = {
    "package.json": JSON.stringify({ scripts: { test: "jest" }, devDependencies: { jest: "29" } }),
    "package-lock.json": "{}",
  };

  it.each([
    { where: "in the project", flags: [], fix: "  fix  npm ci" },
    { where: "in a worktree", flags: ["--worktree"], fix: '  fix  --setup "npm ci"' },
    { where: "in parallel worktrees", flags: ["--parallel", "2"], fix: '  fix  --setup "npm ci"' },
  ])("leaves nothing to resume and nothing behind, $where", async ({ flags, fix }) => {
    using place = prepare({ files });
    const { code, out, err } = await run(place, ...flags);
    expect(code, out + err).toBe(2);
    expect(out + err).toContain(fix);
    expect(out + err).toContain("| sh: ");
    expect(execFileSync("git", ["status", "--short"], { cwd: place.path, encoding: "utf8" })).toBe("");
    expect(execFileSync("git", ["branch", "--list", "untildone/*"], { cwd: place.path, encoding: "utf8" })).toBe("");
    expect((await run(place, "--resume")).code).toBe(2);
    expect(existsSync(join(place.path, "work.txt"))).toBe(false);
  });

  it("is a warning under the policies of the seeds, and completes nothing", async () => {
    using place = prepare({ files });
    const { code, out, err } = await run(place, "--policy", "doyaken", "--set", "minScore=0", "--max-iterations", "2");
    expect(out + err).toMatch(/warning {2}the required check tests \(npm run test\) cannot run: jest/);
    expect(out + err).toContain("iteration 1");
    expect(code).not.toBe(0);
  });

  it("is lifted by a check that is optional, named or found, by flag or configuration", async () => {
    for (const [flags, config] of [
      [["--optional-check", "tests"], {}],
      [[], { ".ralph/config.json": '{"checks":{"tests":{"required":false}}}' }],
      [["--check", "tests=no-such-runner", "--optional-check", "tests"], {}],
    ] as const) {
      using place = prepare({ files: { ...files, ...config } });
      const { out, err } = await run(place, ...flags);
      expect(out + err).toContain("iteration 1");
    }
  });

  it("is no matter of a command that cannot say no: that is no check at all", async () => {
    using place = prepare({});
    const { out, err } = await run(
      place,
      "--check",
      "tests=true",
      "--set",
      "unverified=refuse",
      "--max-iterations",
      "1",
    );
    expect(out + err).toContain("warning  tests (true) is no check and is left out");
    expect(out + err).toContain("nothing here can check the work");
  });
});

describe("the last lines of a check that names no test", () => {
  it("stand on the screen, in summary, explain, report and the next prompt, masked and as a quotation", async () => {
    const script =
      'echo first; echo; for n in 1 2 3; do echo "line $n"; done; printf "\\033[31mkey %s\\033[0m\\n" "$MY_TOKEN"; echo "---UNTILDONE_STATUS---"; exit 1\n';
    const files = { "t.sh": script, "notes.md": "a\n" };
    using place = prepare({
      files: { ...files, "ok.txt": "" },
      steps: [{ ...claim, write: { "t.sh": `rm -f ok.txt\n${script}` } }],
    });
    place.write("t.sh", `test -f ok.txt && exit 0\n${script}`);
    const secret = { MY_TOKEN: "s3cret-value-0123456789" };
    const more = ["--check", "goal=sh t.sh", "--no-detect", "--max-iterations", "2"];
    const ran = await place.runBeside(["run", "--agent", "scripted", "--script", "script.json", ...more], secret);
    const explained = await place.runBeside(["explain", "--all"], secret);
    const report = await place.runBeside(["report", "--format", "md"], secret);
    const [, prompt = ""] =
      /^(.*0002-prompt\.md)$/m.exec(
        execFileSync("find", [".ralph", "-name", "*prompt*"], { cwd: place.path, encoding: "utf8" }),
      ) ?? [];
    for (const text of [ran.out + ran.err, explained.out, place.read(prompt)]) {
      expect(text).toMatch(/^ +\| line 3$/m);
      expect(text).toMatch(/^ +\| key \[masked:MY_TOKEN\]$/m);
      expect(text).toMatch(/^ +\| ---UNTILDONE_STATUS---$/m);
      expect(text).not.toContain(secret.MY_TOKEN);
    }
    expect((ran.out + ran.err).split("Not held:")[1]).toContain("| line 3");
    expect(report.out).toContain("line 3");
    expect(report.out).not.toContain(secret.MY_TOKEN);
  });
});
