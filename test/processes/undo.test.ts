import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { Workplace } from "../e2e/cli.js";
import { LiveRun } from "./live-run.js";

const testOf = (name: string, value: number): string =>
  `import assert from "node:assert";\nimport { test } from "node:test";\ntest("${name} works", async () => {\n  const { ${name} } = await import("../src/${name}.js");\n  assert.equal(${name}(), ${value});\n});\n`;

const step = (files: Readonly<Record<string, string>>) => ({
  write: files,
  say: "Done.",
  status: { STATUS: "COMPLETE", WORK: Object.keys(files).join(", ") },
});

/** A night with two tasks whose tests were there and failed. */
async function night(place: Workplace, second = "export const two = () => 2;\n"): Promise<void> {
  place.write("package.json", '{"type":"module","scripts":{"test":"node --test"}}\n');
  place.write("TODO.md", "- [ ] T1: Write one\n- [ ] T2: Write two\n");
  place.write("test/one.test.js", testOf("one", 1));
  place.write("test/two.test.js", testOf("two", 2));
  place.commitAll();
  const steps = [step({ "src/one.js": "export const one = () => 1;\n" }), step({ "src/two.js": second })];
  place.write(".ralph/s.json", JSON.stringify({ steps }));
  const { code, out } = await place.run(["run", "--agent", "scripted", "--script", ".ralph/s.json"]);
  expect(code, out).toBe(0);
}

it("takes out a task whose own test was there before, and says that this fails again", async () => {
  using place = new Workplace();
  await night(place);
  const { code, out, err } = await place.run(["undo", "T1"]);
  expect(out).toContain("T1 is undone: 1 file (src/one.js)");
  expect(err).toContain("note: tests will fail as before T1 (1 of 2 tests fail: one works)");
  expect(code).toBe(0);
  expect(place.read("TODO.md")).toBe("- [ ] T1: Write one\n- [x] T2: Write two\n");
});

it("is told by the report, and unpark brings the tick back with the files", async () => {
  using place = new Workplace();
  await night(place);
  await place.run(["undo", "T2"]);
  const report = async (): Promise<string> => (await place.run(["report", "--format", "md", "-o", "-"])).out;
  const undone = await report();
  expect(undone).toContain("1 of 2 tasks done");
  expect(undone).toContain("T2 was undone by you; untildone unpark undone-T2 brings it back.");
  expect(undone).toMatch(/\| T2.*\| ⬜ not done \| undone by you/);
  const { out } = await place.run(["unpark", "undone-T2"]);
  expect(out).toBe("1 file of undone-T2 brought back; T2 is ticked again in TODO.md, as before it was undone\n");
  expect(place.read("TODO.md")).toBe("- [x] T1: Write one\n- [x] T2: Write two\n");
  expect(await report()).toContain("2 of 2 tasks done");
  const accepted = await place.run(["accept", "T2"]);
  expect([accepted.code, accepted.err.includes("task T2 is done already")]).toEqual([2, true]);
  place.commitAll();
  expect(place.bash("git ls-files .ralph").out).toBe(".ralph/s.json\n");
  const logs = await place.run(["logs", "T1", "--prompt"]);
  expect([logs.code, logs.out.includes("T1: Write one")]).toEqual([0, true]);
});

it("of a list without ids asks whether a number is a task or a turn, and says which was meant", async () => {
  using place = new Workplace();
  place.write("package.json", '{"type":"module","scripts":{"test":"node --test"}}\n');
  place.write("TODO.md", "- [ ] Write one\n- [ ] Write two\n");
  place.write("test/one.test.js", testOf("one", 1));
  place.write("test/two.test.js", testOf("two", 2));
  place.commitAll();
  const late = step({ "src/one.js": "export const one = () => 1;\n" });
  const steps = [{ write: { "src/one.js": "export const one = () => 0;\n" }, say: "Not yet." }, late];
  place.write(
    ".ralph/s.json",
    JSON.stringify({ steps: [...steps, step({ "src/two.js": "export const two = () => 2;\n" })] }),
  );
  await place.run(["run", "--agent", "scripted", "--script", ".ralph/s.json"]);
  for (const command of ["undo", "diff"]) {
    const { code, err } = await place.run([command, "2"]);
    expect([code, err.includes("2 is a task and a turn"), err.includes("task:2 or turn:2")]).toEqual([2, true, true]);
  }
  expect((await place.run(["diff", "task:2"])).err).toContain("task 2:");
  expect((await place.run(["diff", "turn:2"])).out).toContain("one.js");
  expect((await place.run(["diff", "3", "--stat"])).out).toBe("src/two.js\n");
  expect((await place.run(["undo", "task:2"])).out).toContain("task 2 is undone: 1 file (src/two.js)");
});

it("names the run that worked on a task, where a later one did not", async () => {
  using place = new Workplace();
  await night(place);
  place.write("TODO.md", "- [ ] U1: Write three\n");
  place.write(".ralph/t.json", JSON.stringify({ steps: [{ say: "I am looking at it." }] }));
  await place.run(["run", "--agent", "scripted", "--script", ".ralph/t.json", "--max-iterations", "1"]);
  const { code, err } = await place.run(["diff", "T1"]);
  const [, run = ""] = /add --run (\S+);/.exec(err) ?? [];
  expect([code, (await place.run(["diff", "T1", "--stat", "--run", run])).out]).toEqual([2, "src/one.js\n"]);
});

it("is refused where a later task's test that was there before needs it", async () => {
  using place = new Workplace();
  await night(place, 'import { one } from "./one.js";\nexport const two = () => 2 * one();\n');
  const { code, err } = await place.run(["undo", "T1"]);
  expect(err).toContain("something built on it");
  expect(err).toContain("two works");
  expect(err).not.toContain("one works\n");
  expect(code).toBe(1);
  expect(place.read("src/one.js")).toContain("one");
});

it("is refused where a person changed the same lines, and nothing is lost", async () => {
  using place = new Workplace();
  await night(place);
  place.write("src/one.js", "export const one = () => 3 - 2;\n");
  const { code, err } = await place.run(["undo", "T1"]);
  expect(err).toContain("src/one.js: you or another program changed the same lines since");
  expect(code).toBe(1);
  expect(place.read("src/one.js")).toBe("export const one = () => 3 - 2;\n");
});

it("is refused by bisect where the same test failed before the first turn", async () => {
  using place = new Workplace();
  await night(place);
  await place.run(["undo", "T1"]);
  const { code, out } = await place.run(["bisect"]);
  expect(out).toContain("tests failed already before the first turn, so no turn of this run made it fail");
  expect(code).toBe(1);
});

it("is refused while a run is going on, which is named, and so is unpark", async () => {
  await using run = new LiveRun();
  const { place } = run;
  run.start(["--check", "yes=true"]);
  await run.prompt(1);
  run.go(1, "echo 1 > one.txt; printf '%s\\n' '---UNTILDONE---' 'STATUS: COMPLETE' 'WORK: one.txt' '---END---'");
  await run.prompt(2);
  const inUse = /in use by `untildone run` \(process \d+, since .*\)/;
  for (const words of [
    ["undo", "1", "--no-checks"],
    ["unpark", "undone-1"],
  ]) {
    const { code, err } = run.cli(...words);
    expect(err).toMatch(inUse);
    expect(code).toBe(2);
  }
  expect(place.read("one.txt")).toBe("1\n");
  expect(run.cli("undo", "1", "--no-checks", "--dry-run").out).toContain("can be undone");
  run.signal("SIGTERM");
  await run.end();
});

it("is refused while a run with another state folder works on the same files", async () => {
  using place = new Workplace();
  await night(place);
  place.write(".ralph/PROMPT.md", "Write two.\n");
  place.write(".git/agent.sh", "cat > .git/began; while ! test -e .git/go; do sleep 0.05; done\n");
  const words = ["--tasks", "none", "--prompt", ".ralph/PROMPT.md", "--max-iterations", "1"];
  const run = place.runBeside(["run", "--command", "sh .git/agent.sh", "--state", ".other", ...words]);
  await vi.waitUntil(() => existsSync(join(place.path, ".git/began")), { timeout: 50_000 });
  const { code, err } = await place.run(["undo", "T1"]);
  place.write(".git/go", "");
  await run;
  expect(err).toMatch(/run \S+ is going on in this project \(process \d+\)/);
  expect(code).toBe(2);
  expect(place.read("src/one.js")).toContain("one");
});

it("names the turn that broke a check by bisect, and is refused where a later turn built on it", async () => {
  using place = new Workplace();
  place.write("package.json", '{"type":"module","scripts":{"test":"node --test"}}\n');
  place.write("TODO.md", "- [ ] T1: Write one and two\n");
  place.write("src/base.js", "export const base = () => 1;\n");
  for (const [name, value] of Object.entries({ base: 1, two: 2 }))
    place.write(`test/${name}.test.js`, testOf(name, value));
  place.commitAll();
  const one = { "src/one.js": "export const one = () => 1;\n", "src/base.js": "export const base = () => 0;\n" };
  const two = { "src/two.js": 'import { one } from "./one.js";\nexport const two = () => 2 * one();\n' };
  place.write(".ralph/s.json", JSON.stringify({ steps: [one, two].map((write) => ({ write, say: "Going on." })) }));
  await place.run(["run", "--agent", "scripted", "--script", ".ralph/s.json", "--max-iterations", "2"]);
  const { code, out } = await place.run(["bisect"]);
  expect([code, out]).toEqual([0, expect.stringContaining("tests fails since turn 1, task T1")]);
  expect(out).toContain("untildone diff turn:1 shows what it changed, untildone undo T1 takes it out");
  const undone = await place.run(["undo", "turn:1"]);
  expect([undone.code, undone.err]).toEqual([1, expect.stringContaining("something built on it")]);
  expect(undone.err).toContain("two works");
  expect(place.read("src/one.js")).toContain("one");
});
