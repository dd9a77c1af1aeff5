import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";
import { claudeStop, HookPlace } from "../hook/session.js";

/** `check`, `gate` and hooks run the tests of the start on the new code, as a run does, with the start they have. */

const test = (file: string, name: string, ...lines: readonly string[]) =>
  `const { test } = require("node:test");\nconst assert = require("node:assert");\nconst { ${name} } = require("../src/${file}.js");\n${lines.join("")}`;
const adds = 'test("adds", () => {\n  assert.equal(add(1, 2), 3);\n  assert.equal(add(0, 0), 0);\n});\n';
const addsMore = 'test("adds more", () => {\n  assert.equal(add(2, 2), 4);\n});\n';
const start = {
  "package.json": JSON.stringify({ name: "kata", scripts: { test: "node --test" } }),
  ".gitignore": ".ralph/\nTODO.md\nout.md\n",
  "src/sum.js": "exports.add = (a, b) => a + b;\n",
  "src/csv.js": 'exports.toCsv = (list) => list.join(",");\n',
  "test/sum.test.js": test("sum", "add", adds, addsMore),
  "test/csv.test.js": test("csv", "toCsv", 'test("writes", () => assert.equal(toCsv([1, 2]), "1,2"));\n'),
};
const claim = "It is done.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";
const mul = {
  "src/mul.js": "exports.mul = (a, b) => a * b;\n",
  "test/mul.test.js": test("mul", "mul", 'test("multiplies", () => assert.equal(mul(3, 4), 12));\n'),
};

type Files = Readonly<Record<string, string | null>>;

function change(place: Workplace, files: Files): void {
  for (const [name, text] of Object.entries(files))
    text === null ? rmSync(join(place.path, name)) : place.write(name, text);
}

function project(task: string): Workplace {
  const place = new Workplace();
  change(place, { ...start, "TODO.md": `- [ ] T1: ${task}\n`, "out.md": claim });
  place.commitAll();
  return place;
}

const terms = ["--task", "T1", "--run-checks", "--no-detect", "--json"];
const all = ["--check", "tests=node --test"];
const judge = async (place: Workplace, command: string, ...words: string[]) =>
  JSON.parse((await place.run([command, "out.md", "TODO.md", ...terms, ...words])).out);

describe("the tests of the start", { timeout: 180_000 }, () => {
  it.each<[string, string, Files]>([
    [
      "still pass: two merged into one are told, and no more",
      "Add mul",
      { ...mul, "test/sum.test.js": test("sum", "add", adds) },
    ],
    [
      "are about what the task takes away",
      "Add mul, and remove toCsv with src/csv.js",
      { ...mul, "src/csv.js": null, "test/csv.test.js": null },
    ],
  ])("%s", async (_, task, files) => {
    using place = project(task);
    change(place, files);
    for (const words of [["--since", "HEAD"], []])
      expect(await judge(place, "gate", ...all, ...words), words.join(" ")).toMatchObject({
        taskDone: "T1",
        verified: true,
      });
  });

  it.each<[string, Files]>([
    [
      "the new code fails one that was changed to assert less",
      {
        "src/sum.js": "exports.add = (a, b) => (a === 0 ? 1 : a + b);\n",
        "test/sum.test.js": test("sum", "add", adds.replace(/.*0, 0.*\n/, ""), addsMore),
      },
    ],
    [
      "one was deleted with what it tested, and nobody asked for that",
      { "src/csv.js": null, "test/csv.test.js": null },
    ],
  ])("refuse where %s", async (_, files) => {
    using place = project("Add mul");
    change(place, { ...mul, ...files });
    const refused = await judge(place, "gate", ...all, "--since", "HEAD");
    expect(refused).toMatchObject({ decision: "CONTINUE", taskDone: null, outcome: null });
    expect(refused.feedback.join("\n")).toMatch(/Put (?:it|these files) back as (?:it was|they were)/);
  });

  it("are tests, too, where the check names their file: a new one beside them proves the work", async () => {
    using place = project("Add mul");
    const more = 'test("multiplies", () => assert.equal(require("../src/mul.js").mul(3, 4), 12));\n';
    change(place, { "src/mul.js": mul["src/mul.js"], "test/sum.test.js": test("sum", "add", adds, addsMore, more) });
    const words = ["--check", "tests=node --test test/sum.test.js", "--since", "HEAD"];
    const { proof, verified, warnings } = await judge(place, "gate", ...words);
    expect({ proof, verified }).toMatchObject({ verified: true, proof: [{ kind: "new-test" }] });
    expect(warnings.join("\n")).not.toContain("configuration");
  });

  it("run once on the same content, and so do the checks of the start", async () => {
    using place = project("Add mul");
    const counter = `${place.stateHome}/count`;
    mkdirSync(place.stateHome, { recursive: true });
    const counts = `require("node:fs").appendFileSync(${JSON.stringify(counter)}, "x");\n`;
    const write = (name: string, more: string): void => change(place, { [name]: `${more}${place.read(name)}` });
    write("src/sum.js", counts);
    place.commitAll();
    change(place, { ...mul, "test/sum.test.js": test("sum", "add", adds) });
    const verified = { taskDone: "T1", verified: true };
    expect(await judge(place, "gate", ...all, "--since", "HEAD")).toMatchObject(verified);
    const runs = readFileSync(counter, "utf8").length;
    // Here, at the start, and those of the start on the new code.
    expect(runs).toBeGreaterThanOrEqual(3);
    expect(await judge(place, "gate", ...all, "--since", "HEAD")).toMatchObject(verified);
    expect(readFileSync(counter, "utf8").length).toBe(runs);
  });

  it("may be gone where the setting removedTests says so", async () => {
    using place = project("Add mul");
    change(place, { ...mul, "src/csv.js": null, "test/csv.test.js": null });
    const words = ["--since", "HEAD", "--set", 'removedTests=["test/csv.test.js"]'];
    expect(await judge(place, "gate", ...all, ...words)).toMatchObject({ taskDone: "T1", verified: true });
  });

  it("are measured once in a session, where nobody ran them when it began", async () => {
    using place = new HookPlace({
      ...start,
      ".ralph/config.json": JSON.stringify({ checks: { tests: "node --test" } }),
    });
    await place.answer("claude", { ...claudeStop(place.path), hook_event_name: "SessionStart" });
    change(place, { ...mul, "test/sum.test.js": test("sum", "add", adds) });
    expect(await place.stop("All of it is done.")).not.toHaveProperty("decision");
    expect(jsonLines(place.read(".ralph/decisions.jsonl")).at(-1)).toMatchObject({ decision: { verified: true } });
    change(place, { "test/csv.test.js": null, "src/csv.js": null });
    expect(await place.stop("All of it is done.")).toMatchObject({ decision: "block" });
  });
});
