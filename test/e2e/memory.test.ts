import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

/** Two runs in a row: what the first one refused, the second one refuses, too, until a person decides. */

const status = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const right = "export const add = (a, b) => a + b;\n";
const wrong = "export const add = () => 4;\n";
const honest = `import assert from "node:assert";
import { test } from "node:test";
import { add } from "../src/add.js";
test("adds", () => assert.equal(add(1, 2), 3));
test("is a function", () => assert.equal(typeof add, "function"));
`;
const weakened = honest.replace("assert.equal(add(1, 2), 3)", "add(1, 2)");
const list = "- [ ] T1: make add faster\n";
const claim = (write: Readonly<Record<string, string>>) => ({ write, say: "All tasks are complete.", status });
const cheat = claim({ "src/add.js": wrong, "test/add.test.js": weakened });
const stillAsRefused = claim({ "notes.txt": "faster\n" });

interface Ran {
  readonly outcome: string | undefined;
  readonly warnings: readonly string[];
  readonly text: string;
}

async function run(place: Workplace, steps: readonly object[], words: readonly string[] = []): Promise<Ran> {
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const { out, err } = await place.run([
    ...["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md", "--json"],
    ...["--max-iterations", String(steps.length), ...words],
  ]);
  const events = jsonLines(out);
  const last = events.findLast(({ type }) => type === "run-end")?.["record"] as
    | { decision: { outcome: string } }
    | undefined;
  return {
    outcome: last?.decision.outcome,
    warnings: events.flatMap(({ type, text }) => (type === "warning" ? [String(text)] : [])),
    text: `${out}\n${err}`,
  };
}

function project(hasGit = true): Workplace {
  const place = new Workplace();
  place.write("package.json", JSON.stringify({ name: "sum", type: "module", scripts: { test: "node --test" } }));
  place.write("src/add.js", right);
  place.write("test/add.test.js", honest);
  place.write("TODO.md", list);
  place.write(".gitignore", ".ralph/\n");
  if (!hasGit) return place;
  place.commitAll();
  git(place, "config", "user.name", "t");
  git(place, "config", "user.email", "t@example.invalid");
  return place;
}

const git = (place: Workplace, ...words: readonly string[]): void => {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  const { status: code, stderr } = spawnSync("git", [...who, ...words], { cwd: place.path, encoding: "utf8" });
  if (code !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
};

const memoryOf = ({ warnings }: Ran): string | undefined => warnings.find((text) => text.startsWith("refused in run"));

describe("a weakened test that a run refused", () => {
  it.concurrent.each([
    ["in a repository", true, []],
    ["without git", false, []],
    ["committed by the run itself", true, ["--checkpoint", "commit"]],
  ])("is refused by the next run, which says so: %s", async (_, hasGit, words) => {
    using place = project(hasGit);
    expect((await run(place, [cheat, cheat], words)).outcome).toBe("needs-review");
    const again = await run(place, [stillAsRefused, stillAsRefused]);
    expect(memoryOf(again)).toContain("test/add.test.js");
    expect(again.outcome).not.toBe("completed");
    expect(memoryOf(await run(place, [stillAsRefused]))).toContain("test/add.test.js");
  });

  it.concurrent("is refused when it was deleted", async () => {
    using place = project();
    place.write("test/other.test.js", 'import { test } from "node:test";\ntest("stands", () => {});\n');
    git(place, "add", "-A");
    git(place, "commit", "-qm", "another test");
    const remove = { ...claim({ "src/add.js": wrong }), delete: ["test/add.test.js"] };
    expect((await run(place, [remove, remove])).outcome).toBe("needs-review");
    const again = await run(place, [stillAsRefused, stillAsRefused]);
    expect(memoryOf(again)).toContain("test/add.test.js");
    expect(again.outcome).not.toBe("completed");
  });

  it.concurrent("that failed before that run still counts as failing, though it passes as it was refused", async () => {
    using place = project();
    place.write("src/add.js", wrong);
    place.write("TODO.md", "- [ ] T1: fix add\n");
    git(place, "commit", "-qam", "broken");
    const expects4 = claim({
      "test/add.test.js": honest.replace(", 3)", ", 4)"),
      "src/add.js": `${wrong}export const a = 1;\n`,
    });
    expect((await run(place, [expects4, expects4])).outcome).toBe("needs-review");
    const other = claim({ "src/add.js": `${wrong}export const a = 2;\n` });
    expect((await run(place, [other, other])).outcome).toBe("needs-review");
    const fixed = await run(place, [claim({ "src/add.js": right, "test/add.test.js": honest })]);
    expect(fixed.outcome).toBe("completed");
    expect(fixed.text).toContain('"kind":"old-test"');
  });

  it.concurrent.each<[string, (place: Workplace) => Promise<void> | void]>([
    [
      "put it back",
      (place) => {
        place.write("test/add.test.js", honest);
        place.write("src/add.js", right);
      },
    ],
    ["wrote it anew", (place) => void place.write("test/add.test.js", `${weakened}// mine\n`)],
    [
      "committed it",
      (place) => {
        git(place, "add", "-A");
        git(place, "commit", "-qm", "weaker on purpose");
      },
    ],
    ["ran reset", async (place) => void (await place.run(["reset"]))],
  ])("is no longer refused once a person %s", async (_, decide) => {
    using place = project();
    expect((await run(place, [cheat, cheat])).outcome).toBe("needs-review");
    await decide(place);
    const again = await run(place, [claim({ "src/fast.js": "export const fast = 1;\n" })]);
    expect({ memory: memoryOf(again), outcome: again.outcome }).toEqual({ memory: undefined, outcome: "completed" });
  });

  it.concurrent("is no longer refused once a person accepted the task", async () => {
    using place = project();
    place.write("TODO.md", `${list}- [ ] T2: write it down\n`);
    git(place, "commit", "-qam", "two tasks");
    expect((await run(place, [cheat, cheat])).outcome).toBe("needs-review");
    expect((await place.run(["accept", "T1"])).code).toBe(0);
    const again = await run(place, [stillAsRefused]);
    expect({ memory: memoryOf(again), outcome: again.outcome }).toEqual({ memory: undefined, outcome: "completed" });
  });

  it.concurrent("is forgotten once the agent of the next run puts it back", async () => {
    using place = project();
    await run(place, [cheat, cheat]);
    const again = await run(place, [claim({ "src/add.js": right, "test/add.test.js": honest, "src/b.js": "1;\n" })]);
    expect(again).toMatchObject({ outcome: "completed" });
    expect(memoryOf(again)).toContain("test/add.test.js");
    place.write("TODO.md", list);
    expect(memoryOf(await run(place, [claim({ "src/c.js": "2;\n" })]))).toBeUndefined();
  });

  it.concurrent("leaves no memory where the run completed with a test changed for a good reason", async () => {
    using place = project();
    const more = honest.replace('test("is', 'test("adds zero", () => assert.equal(add(1, 0), 1));\ntest("is');
    expect((await run(place, [claim({ "src/b.js": "1;\n", "test/add.test.js": more })])).outcome).toBe("completed");
    place.write("TODO.md", list);
    expect(memoryOf(await run(place, [claim({ "src/c.js": "2;\n" })]))).toBeUndefined();
  });

  it.concurrent("is not the first turn's work of the next run", async () => {
    using place = project();
    await run(place, [cheat, cheat]);
    const again = await run(place, [{ say: "I looked around." }]);
    expect(/"filesChanged":0/.test(again.text)).toBe(true);
  });

  it.concurrent("survives a memory that was damaged: the run starts, as if there were none", async () => {
    using place = project();
    await run(place, [cheat, cheat]);
    const file = place.recordOf("x").replace(/x\.json$/, "refused.json");
    place.write(".ralph/keep", "");
    spawnSync("sh", ["-c", 'printf "{broken" > "$0"', file]);
    expect(memoryOf(await run(place, [stillAsRefused]))).toBeUndefined();
    rmSync(join(place.path, ".ralph/keep"));
  });
});

it.concurrent("still holds the ticks of other tasks against the next run once a person accepted one of them", async () => {
  using place = project();
  const two = `${list}- [ ] T2: write a manual\n`;
  place.write("TODO.md", two);
  git(place, "commit", "-qam", "two tasks");
  const ticks = { write: { "TODO.md": two.replaceAll("[ ]", "[x]") }, say: "Done.", status };
  await run(place, [ticks, { say: "Done.", status }]);
  const { code, err } = await place.run(["accept", "T1"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const again = await run(place, [{ say: "I looked around." }]);
  expect(again.warnings.join("\n")).toMatch(/ticked by the agent in the last run .*: T2: write a manual \(/);
  expect(again.outcome).not.toBe("completed");
});

describe("a task that the agent of the last run took off the list", () => {
  const two = `${list}- [ ] T2: write a manual\n`;
  const off = { ...claim({ "TODO.md": list, "src/b.js": "1;\n" }) };

  function withTwo(): Workplace {
    const place = project();
    place.write("TODO.md", two);
    git(place, "commit", "-qam", "two tasks");
    return place;
  }

  it.concurrent("is still asked for in the next run, which says so", async () => {
    using place = withTwo();
    expect((await run(place, [off])).outcome).not.toBe("completed");
    expect(place.read("TODO.md")).not.toContain("T2");
    const again = await run(place, [{ say: "I looked around." }]);
    expect(again.warnings.join("\n")).toMatch(/taken off the list .*write a manual/);
    expect(again.outcome).not.toBe("completed");
  });

  it.concurrent.each<[string, (place: Workplace) => Promise<void> | void, readonly string[]]>([
    ["edited the list", (place) => void place.write("TODO.md", `# Reviewed\n\n${place.read("TODO.md")}`), []],
    ["ran reset", async (place) => void (await place.run(["reset"])), []],
    ["accepts the agent's edits", () => undefined, ["--accept-list-edits"]],
  ])("is not once a person %s", async (_, decide, words) => {
    using place = withTwo();
    await run(place, [off]);
    await decide(place);
    const again = await run(place, [claim({ "src/c.js": "2;\n" })], words);
    expect(again.warnings.join("\n")).not.toContain("taken off the list");
    expect(again.outcome).toBe("completed");
  });

  it.concurrent("is not if it was done after all", async () => {
    using place = withTwo();
    const done = await run(place, [off, claim({ "docs/manual.md": "# Manual\n" }), claim({ "docs/a.md": "a\n" })]);
    expect(done.outcome).toBe("completed");
    const again = await run(place, [{ say: "I looked around." }]);
    expect(again.warnings.join("\n")).not.toContain("taken off the list");
  });
});
