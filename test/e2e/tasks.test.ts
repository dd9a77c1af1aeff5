import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

const plan = `# Plan

- [x] T1: read arguments
- [ ] T2: print totals
  - the sum is right
  - Depends on: T1
- [-] T3: publish
- [ ] ~~T4: old idea~~

## Optional

- [ ] T5: colours
`;

describe("tasks", () => {
  it("prints one object a list, with every task counted", async () => {
    using place = new Workplace();
    place.write("plan.md", plan);
    place.write("prd.json", JSON.stringify({ userStories: [{ id: "US-1", title: "a", passes: true }] }));
    const { code, out, err } = await place.run(["tasks", "plan.md", "prd.json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [markdown, json] = jsonLines(out);
    expect(markdown).toMatchObject({
      file: "plan.md",
      format: "markdown",
      total: 5,
      done: 1,
      left: 2,
      blocked: 1,
      skipped: 1,
      problems: [],
    });
    const { tasks } = markdown as { tasks: unknown[] };
    expect(tasks[1]).toEqual({
      id: "T2",
      title: "T2: print totals",
      status: "todo",
      optional: false,
      line: 4,
      dependsOn: ["T1"],
      acceptance: ["the sum is right"],
      kind: null,
      priority: null,
      parent: null,
      reason: null,
    });
    expect(json).toMatchObject({ file: "prd.json", format: "json", total: 1, done: 1, left: 0, blocked: 0 });
  });

  it("answers for the others when one list cannot be used, and exits 2", async () => {
    using place = new Workplace();
    place.write("plan.md", plan);
    place.write("bad.json", '{\n"tasks": [}');
    const { code, out, err } = await place.run(["tasks", "bad.json", "plan.md", "gone.md", "--json"]);
    expect(code).toBe(2);
    expect(jsonLines(out)).toMatchObject([
      {
        file: "bad.json",
        format: null,
        total: 0,
        problems: [{ line: 2 }],
        unusable: 'line 2: this is not JSON: expected a value, found "}"',
      },
      { file: "plan.md", total: 5 },
      { file: "gone.md", total: 0, unusable: "there is no such file" },
    ]);
    expect(err).toContain("the task list cannot be used: line 2: this is not JSON");
    expect(err).toContain("in   gone.md");
  });

  it.each([
    ["- [x] a\n- [ ] b\n", { file: "plan.md", next: { id: "2", title: "b" }, why: null }],
    ["- [x] a\n", { next: null, why: "every task is done or skipped" }],
    ["- [-] a\n", { next: null, why: "every task left is blocked" }],
    ["- [ ] a (depends on T9)\n", { next: null, why: "1 waits for T9, which is not in the list" }],
    [
      "- [ ] T1: a (depends on T2)\n- [ ] T2: b (depends on T1)\n",
      { next: null, why: "every task left is blocked; T1 waits for T2 waits for T1" },
    ],
  ])("--next of %j", async (text, expected) => {
    using place = new Workplace();
    place.write("plan.md", text);
    const { code, out } = await place.run(["tasks", "plan.md", "--next"]);
    expect(code).toBe(0);
    expect(jsonLines(out)).toMatchObject([expected]);
  });

  it("--lint names what could not be read, and dependencies that lead nowhere", async () => {
    using place = new Workplace();
    place.write("plan.md", "- [?] a\n-[ ] b\n\n- [ ] c (depends on T9)\n");
    const { code, out } = await place.run(["tasks", "--lint", "plan.md"]);
    expect(code).toBe(0);
    expect(jsonLines(out)).toMatchObject([
      {
        file: "plan.md",
        problems: [{ line: 1 }, { line: 2 }, { line: 0, message: "2 waits for T9, which is not in the list" }],
      },
    ]);
  });

  it.each([
    [["tasks", "plan.md", "--mark", "T2", "done"]],
    [["tasks", "--mark", "T2", "done", "plan.md"]],
    [["tasks", "--mark", "T2", "plan.md", "done"]],
    [["tasks", "--dir", "sub", "plan.md", "--mark", "T2", "closed"]],
  ])("%j changes one mark", async (words) => {
    using place = new Workplace();
    mkdirSync(join(place.path, "sub"));
    const file = words.includes("--dir") ? "sub/plan.md" : "plan.md";
    const path = place.write(file, plan);
    expect(jsonLines((await place.run(words)).out)).toEqual([
      { file: "plan.md", task: "T2", status: "done", changed: true },
    ]);
    expect(readFileSync(path, "utf8")).toBe(plan.replace("- [ ] T2", "- [x] T2"));
    expect(jsonLines((await place.run(words)).out)).toMatchObject([{ changed: false }]);
  });

  it.each([
    [["tasks", "plan.md", "--mark", "T9", "done"], "task T9 was not marked: there is no task T9"],
    [["tasks", "plan.md", "--mark", "T2", "finito"], "is not a task status"],
    [["tasks", "plan.md", "--mark", "T2"], "is not a task status"],
    [["tasks", "plan.md", "other.md", "--mark", "T2", "done"], "--mark takes one list"],
    [["tasks", "github:acme/shop", "--mark", "1", "done"], "writing to GitHub is not allowed"],
    [["tasks", "plan.md", "--marc", "T2"], "unknown option"],
  ])("%j is refused in words, and nothing changes", async (words, message) => {
    using place = new Workplace();
    const path = place.write("plan.md", plan);
    const { code, err } = await place.run(words);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain("    at ");
    expect(readFileSync(path, "utf8")).toBe(plan);
  });

  it("takes the list the project keeps where none is named, and standard input", async () => {
    using place = new Workplace();
    expect(await place.run(["tasks"])).toMatchObject({ code: 2 });
    mkdirSync(join(place.path, ".ralph"));
    place.write(".ralph/fix_plan.md", plan);
    expect(jsonLines((await place.run(["tasks"])).out)).toMatchObject([{ file: ".ralph/fix_plan.md", total: 5 }]);
    expect(jsonLines((await place.run(["tasks", "-"], "- [x] a\n")).out)).toMatchObject([
      { file: "-", total: 1, done: 1 },
    ]);
    expect(jsonLines((await place.run(["tasks", "-"], '[{"id":1,"passes":false}]')).out)).toMatchObject([
      { format: "json", left: 1 },
    ]);
  });

  it("reads UTF-16, and takes optional sections from the settings", async () => {
    using place = new Workplace();
    place.write("plan.md", Buffer.from("\uFEFF- [x] a\r\n# Später\r\n- [ ] b\r\n", "utf16le"));
    const { out } = await place.run(["tasks", "plan.md", "--set", 'optionalSections=["Später"]']);
    expect(jsonLines(out)).toMatchObject([
      { total: 2, done: 1, left: 1, tasks: [{ optional: false }, { optional: true }] },
    ]);
  });

  it("prints YAML and a folder as any other list", async () => {
    using place = new Workplace();
    place.write("tasks.yaml", "tasks:\n  - id: a\n    status: completed\n");
    mkdirSync(join(place.path, "tasks/done"), { recursive: true });
    place.write("tasks/done/001-a.md", "# A\n");
    expect(jsonLines((await place.run(["tasks", "tasks.yaml", "tasks"])).out)).toMatchObject([
      { format: "yaml", done: 1 },
      { format: "folder", done: 1 },
    ]);
  });
});

it("decides over a list of any format named in a situation", async () => {
  using place = new Workplace();
  place.write("tasks.yaml", "tasks:\n  - id: a\n    status: completed\n");
  const { code, out } = await place.run(["decide", "-"], JSON.stringify({ tasks: { file: "tasks.yaml" } }));
  expect(code).toBe(0);
  expect(jsonLines(out)).toMatchObject([{ decision: "EXIT", outcome: "completed", rule: "no-work-left" }]);
});

it("points at tasks that may change nothing, unless they say how they are shown", async () => {
  using place = new Workplace();
  const titles = ["Deploy to production", "Push (verify: `git diff`)", "action: release", "Parse dates"];
  place.write("TODO.md", `${titles.map((title, at) => `- [ ] T${at + 1}: ${title}\n`).join("")}- [x] T5: Review it\n`);
  const { problems } = JSON.parse((await place.run(["tasks", "TODO.md", "--lint"])).out);
  expect(problems).toEqual([{ line: 1, message: expect.stringContaining("may change no file") }]);
});
