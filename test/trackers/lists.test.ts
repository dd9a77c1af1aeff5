import { chmodSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Task } from "../../src/decide/tasks.js";
import { jsonFault } from "../../src/lib/json/json-fault.js";
import { Place } from "./place.js";

async function tasksOf(file: string, content: string): Promise<readonly Task[]> {
  const place = new Place();
  place.write(file, content);
  const listing = await (await place.open(file)).list();
  if (listing.is !== "tasks") throw new Error(JSON.stringify(listing));
  return listing.tasks;
}

const brief = (tasks: readonly Task[]): string[] => tasks.map(({ id, status }) => `${id} ${status}`);

describe("JSON", () => {
  it.each([
    [
      "userStories with passes",
      {
        userStories: [
          { id: "US-1", passes: true },
          { id: "US-2", passes: false },
        ],
      },
      ["US-1 done", "US-2 todo"],
    ],
    [
      "stories with a status",
      {
        stories: [
          { id: 1, status: "done" },
          { id: 2, status: "in_progress" },
        ],
      },
      ["1 done", "2 doing"],
    ],
    [
      "stories blocked by a flag",
      {
        stories: [
          { id: 1, passes: false, blocked: true },
          { id: 2, passes: true, blocked: true },
        ],
      },
      ["1 blocked", "2 done"],
    ],
    [
      "an array at the root",
      [
        { category: "ui", description: "a", passes: true },
        { description: "b", passes: false },
      ],
      ["1 done", "2 todo"],
    ],
    ["tasks by name", { tasks: { a: { status: "closed" }, b: { status: "open" } } }, ["a done", "b todo"]],
    [
      "phases of tasks",
      {
        phases: [
          { name: "1", status: "done", tasks: [{ id: "a", status: "done" }] },
          { name: "2", tasks: [{ id: "b", status: "todo" }] },
        ],
      },
      ["a done", "b todo"],
    ],
    [
      "a list inside the project",
      { project: { name: "p", stories: [{ id: "a", status: "cancelled" }] } },
      ["a skipped"],
    ],
    ["tasks without any status", { tasks: [{ id: "a", title: "x" }] }, ["a todo"]],
    ["tasks that are texts", { tasks: ["x", { id: "b", done: true }] }, ["1 todo", "b done"]],
    [
      "an id that two tasks have",
      {
        tasks: [
          { id: "a", done: true },
          { id: "a", done: false },
        ],
      },
      ["a done", "2 todo"],
    ],
    ["an id that is another's position", { tasks: [{ id: 2, done: true }, { done: false }] }, ["2 done", "2b todo"]],
    [
      "strange fields beside the list",
      { tags: ["x"], routes: [], userStories: [{ id: "a", passes: true, tests: [{ status: "open" }] }] },
      ["a done"],
    ],
  ])("%s", async (_, content, expected) => {
    expect(brief(await tasksOf("prd.json", JSON.stringify(content, null, 2)))).toEqual(expected);
  });

  it.each([
    ["acceptanceCriteria", "dependsOn"],
    ["acceptance", "depends_on"],
    ["acceptance_criteria", "blocked_by"],
  ])("reads %s and %s", async (criteria, waits) => {
    const [task] = await tasksOf(
      "prd.json",
      JSON.stringify({
        stories: [{ id: 2, title: "t", priority: "P1", [criteria]: ["it works"], [waits]: [1], passes: false }],
      }),
    );
    expect(task).toMatchObject({
      id: "2",
      title: "t",
      acceptance: ["it works"],
      dependsOn: ["1"],
      priority: 1,
      line: 1,
    });
  });

  it.each([
    [{ status: "done", passes: false }, "todo"],
    [{ status: "open", passes: true }, "todo"],
    [{ status: "perhaps" }, "todo"],
    [{ status: "perhaps", passes: true }, "todo"],
    [{ passes: "yes" }, "todo"],
    [{ completed: true, passes: true }, "done"],
    [{ completed: true, passes: false }, "todo"],
  ])("%j is %s: done only where every field says so", async (fields, status) => {
    expect(
      (
        await tasksOf(
          "prd.json",
          JSON.stringify([
            { id: "a", ...fields },
            { id: "b", status: "open" },
          ]),
        )
      )[0]?.status,
    ).toBe(status);
  });

  it("tells the line of each task", async () => {
    const tasks = await tasksOf(
      "prd.json",
      '{\n  "stories": [\n    { "id": "a", "note": "{[\\"", "status": "open" },\n\n    {\n      "id": "b", "status": "done" }\n  ]\n}',
    );
    expect(tasks.map(({ line }) => line)).toEqual([3, 5]);
  });

  it("finds the place of a fault in every text that is no JSON, and none in one that is", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom("", "x", ",", "}", '"', "\n"), (json, at, by) => {
        expect(jsonFault(json)).toBeNull();
        const broken = json.slice(0, at % (json.length + 1)) + by + json.slice((at % (json.length + 1)) + 1);
        let valid = true;
        try {
          JSON.parse(broken);
        } catch {
          valid = false;
        }
        expect(jsonFault(broken) === null).toBe(valid);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("JSON Lines", () => {
  it("takes the later of two with one id, and forgets what was deleted", async () => {
    const lines = [
      { id: "a", status: "open" },
      { id: "b", status: "open" },
      { id: "a", status: "closed" },
      { id: "c", status: "open" },
      { id: "c", status: "tombstone" },
    ];
    expect(brief(await tasksOf("issues.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")))).toEqual([
      "a done",
      "b todo",
    ]);
  });

  it("reads what holds an issue of beads back, and what it is a part of", async () => {
    const issue = {
      id: "b",
      status: "open",
      dependencies: [
        { depends_on_id: "a", type: "blocks" },
        { depends_on_id: "e", type: "parent-child" },
        { depends_on_id: "z", type: "related" },
      ],
    };
    expect((await tasksOf("issues.jsonl", JSON.stringify(issue)))[0]).toMatchObject({ dependsOn: ["a"], parent: "e" });
  });
});

describe("YAML", () => {
  it.each([
    [
      "tasks with completed",
      "version: 1\ntasks:\n  - id: 1\n    title: a\n    completed: true\n  - id: 2\n    completed: false\n    depends_on: [1]\n",
      ["1 done", "2 todo"],
    ],
    ["tasks without a status", "tasks:\n  - id: a\n    title: x\n  - id: b\n    title: y\n", ["a todo", "b todo"]],
    [
      "tasks of which some have a status",
      "tasks:\n  - id: a\n    status: done\n  - id: b\n    title: y\n",
      ["a done", "b todo"],
    ],
    ["tasks without a status, which nobody quoted", "tasks:\n  - title: run: it\n  - title: y\n", ["1 todo", "2 todo"]],
    [
      "a value that YAML reserves",
      "tasks:\n  - id: a\n    title: `npm test` passes\n    status: pending\n",
      ["a todo"],
    ],
    [
      "values nobody quoted",
      "tasks:\n  - id: a\n    title: run: the tests\n    status: completed\n  - id: b\n    title: x: y\n    status: pending\n",
      ["a done", "b todo"],
    ],
  ])("%s", async (_, content, expected) => {
    expect(brief(await tasksOf("tasks.yaml", content))).toEqual(expected);
    expect(brief(await tasksOf("tasks.txt", content))).toEqual(expected);
  });

  it("adds a status to a task that has none, and to nothing else", async () => {
    const place = new Place();
    place.write("tasks.yaml", "tasks:\n  - id: a\n    title: x\n  - id: b\n    title: y # soon\n");
    const tracker = await place.open("tasks.yaml");
    expect(await tracker.mark("b", "done")).toMatchObject({ is: "marked", changed: true });
    expect(place.read("tasks.yaml").toString()).toBe(
      "tasks:\n  - id: a\n    title: x\n  - id: b\n    status: done\n    title: y # soon\n",
    );
    expect(await tracker.list()).toMatchObject({ tasks: [{ status: "todo" }, { status: "done" }] });
  });

  it("marks no text, which has no place for a status", async () => {
    const place = new Place();
    place.write("tasks.yaml", "tasks:\n  - write it\n");
    const tracker = await place.open("tasks.yaml");
    expect(await tracker.list()).toMatchObject({ tasks: [{ id: "1", title: "write it", status: "todo" }] });
    expect(await tracker.mark("1", "done")).toMatchObject({
      is: "refused",
      why: expect.stringContaining("plain text"),
    });
  });

  it("names a fault it read past, and marks nothing before that is mended", async () => {
    const place = new Place();
    place.write("tasks.yaml", "tasks:\n  - id: a\n    title: run: the tests\n    status: pending\n");
    const tracker = await place.open("tasks.yaml");
    expect(await tracker.list()).toMatchObject({ is: "tasks", problems: [{ line: 3 }] });
    expect(await tracker.mark("a", "done")).toMatchObject({
      is: "refused",
      why: expect.stringContaining("fix it first"),
    });
  });
});

describe("a folder", () => {
  it("reads a task's file: its id, title, priority, what it waits for, its criteria", async () => {
    const place = new Place();
    const table =
      "| Field | Value |\n| --- | --- |\n| ID | `002-014-exit` |\n| Status | `todo` |\n| Priority | `002` High |\n| Blocked By | `001-001-base` |\n";
    place.write(
      "tasks/todo/002-014-exit.md",
      `# Task: Smart exit\n\n## Metadata\n\n${table}\n## Success Criteria\n\n- [ ] it ends\n`,
    );
    place.write("tasks/done/001-001-base.md", "# Base\n");
    place.write("tasks/README.md", "# How we work\n");
    const listing = await (await place.open("tasks")).list();
    expect(listing).toMatchObject({
      is: "tasks",
      format: "folder",
      tasks: [
        { id: "001-001-base", title: "Base", status: "done" },
        {
          id: "002-014-exit",
          title: "Smart exit",
          status: "todo",
          priority: 2,
          dependsOn: ["001-001-base"],
          acceptance: ["it ends"],
        },
      ],
    });
  });

  it("makes done/ where there is none, and moves the file there", async () => {
    const place = new Place();
    place.write("tasks/a.md", "# A\n\nStatus: doing\n");
    const tracker = await place.open("tasks");
    expect(await tracker.list()).toMatchObject({ tasks: [{ id: "a", status: "doing" }] });
    expect(await tracker.mark("a", "done")).toMatchObject({ is: "marked" });
    expect(place.read("tasks/done/a.md").toString()).toBe("# A\n\nStatus: doing\n");
    expect(await tracker.list()).toMatchObject({ tasks: [{ id: "a", status: "done" }] });
  });

  it("writes over no other file", async () => {
    const place = new Place();
    place.write("tasks/todo/a.md", "# A\n");
    place.write("tasks/done/a.md", "# Another A\n");
    expect(await (await place.open("tasks")).mark("a", "doing")).toMatchObject({ is: "refused" });
    place.write("tasks/todo/b.md", "# B\n");
    expect(await (await place.open("tasks")).mark("b", "blocked")).toMatchObject({
      is: "refused",
      why: expect.stringContaining("make tasks/blocked"),
    });
    expect(place.read("tasks/done/a.md").toString()).toBe("# Another A\n");
  });
});

describe("beads", () => {
  const program = (body: string): { place: Place; env: Record<string, string> } => {
    const place = new Place();
    chmodSync(
      place.write(
        "bin/bd",
        `#!/usr/bin/env node\nconst words = process.argv.slice(2).join(" ");\nif (words === "--version") process.exit(0);\n${body}`,
      ),
      0o755,
    );
    return { place, env: { PATH: `${place.path}/bin:${process.env["PATH"]}` } };
  };

  it("asks another way where one is not known", async () => {
    const { place, env } = program(
      'if (words !== "list --all --json") { console.error("Error: unknown"); process.exit(1); }\nconsole.log(JSON.stringify([{ id: "x", status: "closed" }]));',
    );
    expect(await (await place.open("beads", env)).list()).toMatchObject({ tasks: [{ id: "x", status: "done" }] });
  });

  it("says why nothing came", async () => {
    const { place, env } = program('console.error("Error: no database"); process.exit(1);');
    expect(await (await place.open("beads", env)).list()).toMatchObject({
      is: "unusable",
      why: "bd gave no list: Error: no database",
    });
  });

  it("is read out of its file without the program, and told to be missing without both", async () => {
    const place = new Place();
    expect(await (await place.open("beads", { PATH: "" })).list()).toMatchObject({
      is: "unusable",
      why: expect.stringContaining("neither bd nor br is installed"),
    });
    place.write(".beads/issues.jsonl", '{"id":"a","status":"open"}\n');
    expect(await (await place.open("beads", { PATH: "" })).list()).toMatchObject({ tasks: [{ id: "a" }] });
  });
});

it("finds the list a project usually keeps", async () => {
  const place = new Place();
  expect(await (await place.open(null)).list()).toMatchObject({ is: "unusable" });
  place.write("TODO.md", "- [ ] a\n");
  expect((await place.open(null)).name).toBe("TODO.md");
  place.write(".ralph/fix_plan.md", "- [ ] b\n");
  expect((await place.open(null)).name).toBe(".ralph/fix_plan.md");
});
