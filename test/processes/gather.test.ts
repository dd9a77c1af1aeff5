import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Baseline, takeBaseline } from "../../src/evidence/baseline.js";
import { baselineFromCommit } from "../../src/evidence/baseline-from-commit.js";
import { readCriterion } from "../../src/evidence/checks/criteria/read-criteria.js";
import { evidenceFor } from "../../src/evidence/evidence-for.js";
import { gather } from "../../src/evidence/gather.js";
import type { Gathered, GatherOptions } from "../../src/evidence/gathered.js";
import { planChecks } from "../../src/evidence/plan-checks.js";
import { readEvidenceFile } from "../../src/run/situation/evidence-file.js";
import { isRunning, Place } from "../evidence/place.js";

const node = process.execPath;
const script = (code: string): readonly string[] => [node, "-e", code];
const state = (gathered: Gathered, name: string): string | undefined => {
  const found = gathered.evidence.find((each) => each.name === name);
  return found && `${found.state}${found.required ? "" : "?"}: ${found.detail}`;
};

/** The checks of a configuration, made in a place. */
async function made(place: Place, checks: unknown, more: Partial<GatherOptions> = {}): Promise<Gathered> {
  const { plans } = planChecks({ cwd: place.path, checks });
  return gather({ cwd: place.path, plans, claimed: true, ...more });
}

async function start(place: Place, checks: unknown = {}, tasksFile: string | null = null): Promise<Baseline> {
  const { plans } = planChecks({ cwd: place.path, checks });
  const runChecks = plans.some(({ kind, when }) => kind === "command" && when !== "end");
  const { baseline } = await takeBaseline({ cwd: place.path, plans, tasksFile, runChecks });
  return JSON.parse(JSON.stringify(baseline));
}

describe("commands that misbehave are told, in the time allowed, and nothing is left of them", () => {
  const forever = "setInterval(() => {}, 1000)";

  it("one that hangs", async () => {
    const place = new Place();
    const code = `require("fs").writeFileSync("pid", String(process.pid)); ${forever}`;
    const gathered = await made(place, { tests: { command: script(code), timeout: 1 } });
    expect(state(gathered, "tests")).toBe("unknown: it did not end within 1 s");
    expect(gathered.logs[0]).toMatchObject({ name: "tests", origin: "configuration", ending: { is: "timed-out" } });
    await vi.waitFor(() => expect(isRunning(Number(place.read("pid")))).toBe(false));
  });

  it("one that floods: what is kept of it is small", async () => {
    const place = new Place();
    // As much as it takes and no more: how much a busy machine prints in some time nobody knows.
    const flood = `yes "not ok but long enough to count" | head -c ${9 << 20}; exec sleep 60`;
    const gathered = await made(
      place,
      { tests: { command: ["sh", "-c", flood], timeout: 3 } },
      { logDirectory: join(place.path, "logs") },
    );
    expect(state(gathered, "tests")).toContain("unknown: it did not end");
    const [log] = gathered.logs;
    expect(log?.bytes).toBeGreaterThan(8 << 20);
    expect(readFileSync(log?.file ?? "").length).toBeLessThan(5 << 20);
    expect(gathered.feedback.map(({ text }) => text).join("").length).toBeLessThan(10_000);
  });

  it("one that forks a child that outlives it", async () => {
    const place = new Place();
    const code = `
      const child = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(forever)}], { stdio: "inherit", detached: true });
      require("fs").writeFileSync("pid", String(child.pid));
      child.unref(); console.log("1..1"); console.log("ok 1")`;
    const gathered = await made(place, { tests: { command: script(code), timeout: 60 } });
    expect(state(gathered, "tests")).toBe("holds: 1 test passed");
    expect(gathered.warnings.join()).toContain("tests left 1 process running; ended");
    await vi.waitFor(() => expect(isRunning(Number(place.read("pid")))).toBe(false));
  });

  it("one that prints no text", async () => {
    const place = new Place();
    const code = "process.stdout.write(require('crypto').randomBytes(1 << 20)); process.exitCode = 1";
    const gathered = await made(place, { tests: script(code) });
    expect(state(gathered, "tests")).toBe("fails: exit status 1");
    expect(gathered.feedback.map(({ text }) => text).join("")).not.toMatch(/[\u0000-\u0008\u001b\ufffd]/);
    expect(gathered.feedback.map(({ text }) => text).join("").length).toBeLessThan(10_000);
  });

  it("one that is not installed, by itself and inside npm", async () => {
    const place = new Place().writeAll({
      "package.json": JSON.stringify({ scripts: { test: "no-such-runner --all" } }),
    });
    expect(state(await made(place, { tests: "no-such-runner" }), "tests")).toBe(
      "unknown: no-such-runner is not installed here",
    );
    expect(state(await made(place, {}), "tests")).toContain("unknown: no-such-runner cannot be started");
  });

  it("one that needs a terminal", async () => {
    const code = "require('fs').openSync('/dev/tty', 'r+'); console.log('1..1\\nok 1')";
    expect(state(await made(new Place(), { tests: script(code) }), "tests")).toMatch(/^fails: exit status 1/);
    const asks = "if (!process.stdin.isTTY) { console.error('Error: needs a terminal'); process.exit(2) }";
    const gathered = await made(new Place(), { lint: script(asks) });
    expect(state(gathered, "lint")).toBe("fails: exit status 2");
    expect(gathered.feedback.map(({ text }) => text).join()).toContain("Error: needs a terminal");
  });

  it("one that reads from its input gets none", async () => {
    const code = "process.stdin.on('data', () => {}).on('end', () => console.log('1..1\\nok 1'))";
    expect(state(await made(new Place(), { tests: { command: script(code), timeout: 30 } }), "tests")).toContain(
      "holds",
    );
  });

  it("all of them once somebody interrupts", async () => {
    const stop = new AbortController();
    const gathered = await made(
      new Place(),
      { one: script(`console.log(1); ${forever}`), two: script("") },
      {
        signal: stop.signal,
        onCheck: ({ type, plan }) =>
          void (type === "check-start" && plan.name === "one" && setTimeout(() => stop.abort(), 200)),
      },
    );
    expect(state(gathered, "one")).toBe("unknown: it was interrupted");
    expect(state(gathered, "two")).toBe("unknown: it was interrupted");
  });
});

describe("when checks are made", () => {
  it.each([
    { claimed: false, ending: false, names: ["a"] },
    { claimed: true, ending: false, names: ["a", "b"] },
    { claimed: true, ending: true, names: ["a", "b", "c"] },
  ])("claimed $claimed, ending $ending: $names", async ({ claimed, ending, names }) => {
    const at = (when: string) => ({ command: script(""), when });
    const checks = { a: at("always"), b: at("claim"), c: at("end"), changes: false };
    const gathered = await made(new Place(), checks, { claimed, ending });
    const own = gathered.evidence.filter(({ name }) => name.length === 1);
    expect(own.filter(({ notRun }) => !notRun).map(({ name }) => name)).toEqual(names);
    // Required and not made: unknown, never absent.
    expect(own.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(own.filter(({ notRun }) => notRun).every(({ state, required }) => state === "unknown" && required)).toBe(
      true,
    );
    expect(gathered.skipped.map(({ name }) => name).filter((name) => name.length === 1)).toEqual(
      ["a", "b", "c"].filter((name) => !names.includes(name)),
    );
  });

  it("run beside each other where they say it is safe, and only there", async () => {
    const place = new Place();
    const meets = (me: string, other: string): string =>
      `const fs = require("fs"); fs.writeFileSync("${me}", ""); const end = Date.now() + 20000; (function look() { if (fs.existsSync("${other}")) process.exit(0); if (Date.now() > end) process.exit(1); setTimeout(look, 20) })()`;
    const both = (parallel: boolean, timeout: number) => ({
      one: { command: script(meets("one", "two")), parallel, timeout },
      two: { command: script(meets("two", "one")), parallel, timeout },
    });
    expect((await made(place, both(true, 60))).evidence.map((each) => each.state)).toEqual(["holds", "holds"]);
    place.remove("one");
    place.remove("two");
    expect((await made(place, both(false, 1))).evidence.map((each) => each.state)).toEqual(["unknown", "holds"]);
  });
});

describe("what an iteration changed", () => {
  it("is told against its own start, and what checks write is nobody's work", async () => {
    const place = new Place().writeAll({ "a.js": "1" }).repository();
    const checks = { tests: script("require('fs').writeFileSync('report-' + Date.now(), '')") };
    const baseline = await start(place, checks);
    place.write("a.js", "2");
    const first = await made(place, checks, { baseline, before: baseline.state });
    expect(first.facts).toMatchObject({ filesChanged: 1, commits: 0 });
    const second = await made(place, checks, { baseline, before: JSON.parse(JSON.stringify(first.after)) });
    expect(second.facts).toMatchObject({ filesChanged: 0, commits: 0 });
    expect(second.facts.snapshot).toBeTruthy();
    place.commit("work");
    const third = await made(place, checks, { baseline, before: second.after });
    expect(third.facts).toMatchObject({ filesChanged: 0, commits: 1 });
    expect(state(third, "changes")).toMatch(/^holds\?: \d+ files changed, 1 commit/);
  });

  it("does not count blanks", async () => {
    const place = new Place().writeAll({ "a.js": "const a = 1;\n" }).repository();
    const baseline = await start(place, { lint: script("") });
    place.write("a.js", "const a =   1;\n");
    const gathered = await made(place, { lint: script("") }, { baseline });
    expect(gathered.facts.filesChanged).toBe(0);
    expect(state(gathered, "changes")).toBe(
      "fails?: no content has changed since the start of the run (and 1 in blanks and line breaks only)",
    );
  });

  it("says nothing where there is nothing to compare with", async () => {
    const gathered = await made(new Place(), { lint: script("") });
    expect(state(gathered, "changes")).toBeUndefined();
    expect(gathered.facts.filesChanged).toBeUndefined();
    expect(gathered.facts.snapshot).toBeTruthy();
  });
});

describe("clean-git", () => {
  it("wants all committed but our own folder", async () => {
    const place = new Place().writeAll({ a: "1" });
    const checks = { "clean-git": true, lint: script("") };
    expect(state(await made(place, checks), "clean-git")).toBe("unknown: this folder is in no repository");
    place.repository();
    place.write(".ralph/state", "1");
    expect(state(await made(place, checks), "clean-git")).toBe("holds: everything is committed");
    place.write("b", "1");
    place.remove("a");
    expect(state(await made(place, checks), "clean-git")).toMatch(
      /^fails: not committed: .*a.*b|^fails: not committed: .*b.*a/,
    );
  });
});

describe("artifacts", () => {
  it.each([
    { file: "dist/app.js", is: "holds" },
    { file: "dist/none.js", is: "fails" },
    { file: "dist/*.js", is: "holds" },
    { file: "**/*.map", is: "fails" },
    { file: "dist/empty", is: "fails" },
    { file: { path: "dist/empty", minBytes: 0 }, is: "holds" },
    { file: { path: "dist/app.js", minBytes: 7 }, is: "holds" },
    { file: { path: "dist/app.js", minBytes: 8 }, is: "fails" },
    { file: { path: "dist/app.js", contains: "app" }, is: "holds" },
    { file: { path: "dist/app.js", contains: "else" }, is: "fails" },
    { file: { path: "dist/{app,other}.js", contains: "other" }, is: "holds" },
    { file: { path: "dist/app.js", changed: true }, is: "fails" },
    { file: { path: "dist/other.js", changed: true }, is: "holds" },
  ])("$file: $is", async ({ file, is }) => {
    const place = new Place()
      .writeAll({ ".gitignore": "dist/\n", "dist/app.js": "the app", "dist/empty": "", "dist/other.js": "x" })
      .repository();
    const checks = { artifacts: [file], lint: script("") };
    const baseline = await start(place, checks);
    place.write("dist/other.js", "the other");
    expect(state(await made(place, checks, { baseline }), "artifacts")).toMatch(new RegExp(`^${is}: `));
  });

  it("cannot tell what changed without a start", async () => {
    const place = new Place().writeAll({ a: "1" });
    const checks = { artifacts: [{ path: "a", changed: true }], lint: script("") };
    expect(state(await made(place, checks), "artifacts")).toContain("unknown: ");
  });
});

describe("a task's own file", () => {
  it("counts as moved when it is in the folder of done tasks and no longer where it was", async () => {
    const place = new Place().writeAll({ "tasks/2.doing/007.md": "x", "tasks/4.done/001.md": "y", x: "" }).repository();
    const checks = { lint: script("") };
    const baseline = await start(place, checks);
    const task = { id: "007", title: "t", criteria: [], file: "tasks/2.doing/007.md" };
    const look = () => made(place, checks, { baseline, task });
    expect((await look()).facts.taskFileMovedToDone).toBe(false);
    expect(state(await look(), "task-file-moved")).toBeUndefined();
    place.write("tasks/4.done/007.md", "x");
    expect((await look()).facts.taskFileMovedToDone).toBe(false);
    place.remove("tasks/2.doing/007.md");
    expect((await look()).facts.taskFileMovedToDone).toBe(true);
    expect(state(await look(), "task-file-moved")).toBe("holds?: 007.md was moved to tasks/4.done/007.md");
    const there = (file: string) => made(place, checks, { baseline, task: { ...task, file } });
    expect((await there("tasks/4.done/007.md")).facts.taskFileMovedToDone).toBe(true);
    expect((await there("tasks/4.done/001.md")).facts.taskFileMovedToDone).toBe(false);
  });
});

describe("acceptance criteria", () => {
  const tasks = `- [ ] T1\n  - [x] ticked\n  - [ ] verified (verify: ${node} ok.js)\n`;
  const criteria = (...written: string[]) => ({
    id: "T1",
    title: "t",
    criteria: written.map((text, at) => readCriterion(text, at + 1)),
  });

  it.each([
    { written: ["[x] a", "[x] b"], is: "holds: 2 of 2 acceptance criteria are met" },
    { written: ["[x] a", "[ ] b"], is: 'fails: 1 of 2 acceptance criteria are met: "b" (line 2) is not ticked' },
    { written: [`b (verify: ${node} ok.js)`], is: "holds: 1 of 1" },
    { written: [`[ ] b (verify: ${node} ok.js)`], is: "holds: 1 of 1" },
    { written: [`[x] b (verify: ${node} bad.js)`], is: "was not there when the run began" },
    { written: ["plain"], is: 'unknown?: 0 of 1 acceptance criteria are met: "plain" has neither' },
    { written: ["plain", "[x] a"], is: "unknown?: 1 of 2" },
    { written: ["plain", "[ ] a"], is: "fails: 0 of 2" },
    { written: [], is: undefined },
  ])("$written: $is", async ({ written, is }) => {
    const place = new Place().writeAll({ "TASKS.md": tasks, "ok.js": "", "bad.js": "process.exit(1)" });
    const checks = { lint: script("") };
    const baseline = await start(place, checks, "TASKS.md");
    const told = state(
      await made(place, checks, { baseline, task: criteria(...written), tasksFile: "TASKS.md" }),
      "criteria",
    );
    if (is === undefined) expect(told).toBeUndefined();
    else expect(told).toContain(is);
  });

  it("runs only what stood there at the start, without a shell, and says where it stood", async () => {
    const place = new Place().writeAll({
      "TASKS.md": "- [ ] T1\n  - a (verify: node x.js)\n  - b (verify: touch x; touch y)\n",
      "x.js": "console.error('Error: not yet'); process.exit(1)",
    });
    const checks = { lint: script("") };
    const baseline = await start(place, checks, "TASKS.md");
    const task = criteria("a (verify: node x.js)", "b (verify: touch x; touch y)", "c (verify: touch z)");
    const gathered = await made(place, checks, { baseline, task, tasksFile: "TASKS.md" });
    expect(state(gathered, "criteria")).toContain("only a shell understands");
    expect(gathered.feedback.map(({ text }) => text).join("\n")).toContain("Error: not yet");
    expect(gathered.logs.map(({ origin }) => origin)).toContain("TASKS.md verify, as at the start of the run");
    for (const name of ["x", "y", "z"]) expect(existsSync(join(place.path, name))).toBe(false);
  });
});

describe("a judge", () => {
  const answers = (words: string, code = 0): readonly string[] =>
    script(`require("fs").readFileSync(0); console.log(${JSON.stringify(words)}); process.exitCode = ${code}`);

  it.each([
    { words: '{"verdict": "pass", "reason": "fine"}', is: "holds: fine" },
    { words: '{"verdict": "fail", "reason": "no docs"}', is: "fails: no docs" },
    { words: "I looked.\nJUDGE_SIGNAL: true", is: "holds" },
    { words: "I looked.\nJUDGE_SIGNAL: false", is: "fails" },
    { words: "Well.\nSHIP", is: "holds" },
    { words: "Well.\nBLOCK", is: "fails" },
    { words: "It seems fine to me.", is: "unknown" },
    { words: "SHIP", code: 1, is: "unknown: the judge ended with exit status 1" },
    { words: "BLOCK", code: 1, is: "fails" },
    {
      words: JSON.stringify({ type: "result", subtype: "success", is_error: false, result: "All there.\n\nSHIP" }),
      is: "holds",
    },
  ])("$words: $is", async ({ words, code, is }) => {
    const gathered = await made(new Place(), { judge: answers(words, code), lint: script("") });
    expect(state(gathered, "judge")).toContain(is);
  });

  it("is told the task, the checks made before it and the diff, on its input", async () => {
    const place = new Place().writeAll({ "a.js": "old line\n", "b.js": "b\n" }).repository();
    const checks = {
      judge: script('require("fs").writeFileSync(".ralph-asked", require("fs").readFileSync(0)); console.log("SHIP")'),
      tests: script("process.exit(3)"),
    };
    const baseline = await start(place, checks);
    place.writeAll({ "a.js": "new line\n", "new.js": "fresh line\n" });
    const task = { id: "T7", title: "Change the line", criteria: [readCriterion("[x] it is new", 1)] };
    await made(place, checks, { baseline, task });
    const asked = place.read(".ralph-asked");
    for (const part of [
      "T7: Change the line",
      "[x] it is new",
      "tests fails: exit status 3",
      "-old line",
      "+new line",
      "fresh line",
      '"verdict"',
    ])
      expect(asked).toContain(part);
  });

  it("does not mistake the question for an answer", async () => {
    expect(state(await made(new Place(), { judge: ["cat"], lint: script("") }), "judge")).toContain("unknown");
  });

  it("that does not answer in time is unknown", async () => {
    const gathered = await made(new Place(), {
      judge: { command: script("setInterval(() => {}, 1000)"), timeout: 0.5 },
      lint: script(""),
    });
    expect(state(gathered, "judge")).toBe("unknown: the judge did not answer within 0.5 s");
  });
});

describe("honest-tests", () => {
  const suite =
    'const { test } = require("node:test");\nconst assert = require("assert");\ntest("adds", () => { assert.equal(1 + 1, 2); });\ntest("adds more", () => {\n  assert.equal(2 + 2, 4);\n});\n';
  const files = {
    "test/sum.test.js": suite,
    "package.json": JSON.stringify({ scripts: { test: "node --test" } }, null, 1),
    "src.js": "1",
  };
  // Not run here: what is looked at is what became of it.
  const checks = { tests: { command: ["npm", "run", "test"], when: "end" } };

  it.each([
    { git: true, dirty: false },
    { git: true, dirty: true },
    { git: false, dirty: false },
  ])("compares with the start: git $git, uncommitted at the start $dirty", async ({ git, dirty }) => {
    const place = new Place();
    if (dirty) place.writeAll({ ...files, "test/sum.test.js": "// to be written\n" }).repository();
    place.writeAll(files);
    if (git && !dirty) place.repository();
    const baseline = await start(place, checks);
    const look = async () => state(await made(place, checks, { baseline }), "honest-tests");
    place.write("src.js", "2");
    expect(await look()).toMatch(/^holds\?: /);
    place.write("test/sum.test.js", suite.replace('test("adds more"', 'test.skip("adds more"'));
    expect(await look()).toBe('fails: test/sum.test.js:4: the test "adds more" is switched off');
    if (git) place.commit("hide it");
    expect(await look()).toContain("is switched off");
    place.remove("test/sum.test.js");
    expect(await look()).toContain("test/sum.test.js: the file was deleted, with 2 tests");
    place.write("test/sum.test.js", suite);
    expect(await look()).toMatch(/^holds\?: /);
    place.write("package.json", JSON.stringify({ scripts: { test: "node --test || true" } }, null, 1));
    expect(await look()).toContain("package.json:3: scripts.test a failure is passed over");
  });

  it("lets pass what is allowed, and guards what is protected", async () => {
    const place = new Place().writeAll({ ...files, "golden/a.txt": "1" }).repository();
    const allowing = (more: object) => ({ ...checks, "honest-tests": more });
    const baseline = await start(place, checks);
    place.remove("test/sum.test.js");
    place.write("golden/a.txt", "2");
    const look = async (more: object) => state(await made(place, allowing(more), { baseline }), "honest-tests");
    expect(await look({ allow: ["deleted"] })).toMatch(/^holds/);
    expect(await look({ allow: ["deleted:test/**"] })).toMatch(/^holds/);
    expect(await look({ allow: ["skipped"] })).toMatch(/^fails: test\/sum.test.js/);
    expect(await look({ allow: ["deleted"], protect: ["golden/**"] })).toContain(
      "golden/a.txt: a protected file was modified",
    );
    expect(await look({ required: false })).toMatch(/^fails\?: /);
  });

  it("vetoes ticks with nothing to show for them", async () => {
    const place = new Place().writeAll({ ...files, "TASKS.md": "- [ ] T1: build it\n" }).repository();
    const baseline = await start(place, checks, "TASKS.md");
    place.write("TASKS.md", "- [x] T1: build it\n");
    const look = async () => state(await made(place, checks, { baseline, tasksFile: "TASKS.md" }), "honest-tests");
    expect(await look()).toBe('fails: TASKS.md:1: "T1: build it" was ticked, and nothing has changed');
    place.commit("tick");
    expect(await look()).toContain("nothing has changed");
    place.write("src.js", "3");
    expect(await look()).toMatch(/^holds/);
  });

  it("is unknown and required where the start is gone", async () => {
    const place = new Place().writeAll(files).repository();
    const baseline = await start(place, checks);
    place.remove(".git");
    expect(state(await made(place, checks, { baseline }), "honest-tests")).toMatch(
      /^unknown: the repository of the start is gone/,
    );
  });
});

describe("in one go, for the commands that judge somebody else's loop", () => {
  it("compares with the last commit, and says nothing of the iteration's own changes", async () => {
    const place = new Place()
      .writeAll({ "test/a.test.js": 'require("node:test").test("a", () => { require("assert").ok(f()); });', a: "1" })
      .repository();
    place.remove("test/a.test.js");
    const found = await evidenceFor({
      cwd: place.path,
      checks: { tests: script("console.log('1..1\\nok 1')") },
      claimed: true,
    });
    expect(found.facts.filesChanged).toBeUndefined();
    expect(state(found, "honest-tests")).toContain("test/a.test.js: a file of tests was deleted");
    const next = await evidenceFor({
      cwd: place.path,
      checks: { tests: script("") },
      claimed: true,
      before: found.after,
    });
    expect(next.facts.filesChanged).toBe(0);
    expect(await baselineFromCommit(new Place().path)).toBeNull();
  });

  it("writes nothing into the project, nor through a link that the agent made, while it measures the start", async () => {
    const outside = new Place().writeAll({ keep: "1" });
    const place = new Place()
      .writeAll({ "test/a.test.js": "1", "data/in/b.test.js": "1", a: "1", ".gitignore": "other\n" })
      .repository();
    place.remove("test/a.test.js");
    place.write("test/other", "ignored");
    place.remove("data/in");
    symlinkSync(outside.path, join(place.path, "data/in"));
    place.write("a", "2");
    const checks = { tests: script("console.log('1..1\\nok 1')") };
    const found = await evidenceFor({ cwd: place.path, checks, claimed: true });
    expect(found.baseline?.checks.map(({ name, state }) => [name, state])).toEqual([["tests", "holds"]]);
    expect(readdirSync(join(place.path, "test"))).toEqual(["other"]);
    expect(readdirSync(outside.path)).toEqual(["keep"]);
  });

  it("reads evidence that somebody else gathered", () => {
    const list = [{ name: "tests", state: "fails", required: true, detail: "two" }];
    expect(readEvidenceFile(JSON.stringify(list), "e.json")).toEqual(list);
    expect(readEvidenceFile(JSON.stringify({ evidence: [{ name: "x" }] }), "e.json")).toEqual([
      { name: "x", state: "unknown", required: false, detail: "" },
    ]);
    for (const bad of ["", "{}", "5", '[{"state":"holds"}]', '[{"name":"a","state":"green"}]'])
      expect(() => readEvidenceFile(bad, "e.json")).toThrow();
  });
});
