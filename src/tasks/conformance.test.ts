import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FakeGithub } from "../../test/trackers/fake-github.js";
import { Place } from "../../test/trackers/place.js";
import type { TaskStatus } from "../decide/tasks.js";
import type { MarkStatus, Tracker } from "./tracker.js";

interface Wanted {
  readonly status: Exclude<TaskStatus, "skipped">;
  readonly waitsFor?: number;
}

/** One kind of tracker: how its ids look, and how a list of it is made. */
interface Kind {
  readonly name: string;
  id(n: number): string;
  open(tasks: readonly Wanted[]): Promise<Tracker>;
}

const file = (
  name: string,
  path: string,
  id: Kind["id"],
  text: (tasks: readonly Wanted[], id: Kind["id"]) => string,
): Kind => ({
  name,
  id,
  open(tasks) {
    const place = new Place();
    place.write(path, text(tasks, id));
    return place.open(path);
  },
});

const box = { todo: " ", doing: "/", done: "x", blocked: "-" } as const;
const words = { todo: "open", doing: "in_progress", done: "closed", blocked: "blocked" } as const;
const story = (n: number): string => `US-${n}`;

const records = (tasks: readonly Wanted[], id: Kind["id"], shape: (task: Wanted) => object) =>
  tasks.map((task, at) => ({
    id: id(at + 1),
    title: `task ${at + 1}`,
    ...shape(task),
    ...(task.waitsFor ? { dependsOn: [id(task.waitsFor)] } : {}),
  }));

const flags = ({ status }: Wanted): object => ({
  passes: status === "done",
  ...(status === "blocked" ? { blocked: true } : {}),
  ...(status === "doing" ? { status: "in_progress" } : {}),
});

/** A `bd` that keeps its issues in a file, as the real one answers to the questions we ask. */
const fakeBd = `#!/usr/bin/env node
const fs = require("fs");
const [verb, id, , value] = process.argv.slice(2);
const read = () => JSON.parse(fs.readFileSync("issues.json", "utf8"));
if (verb === "--version") console.log("bd version 1.0.0");
else if (verb === "export") for (const issue of read()) console.log(JSON.stringify(issue));
else if (verb === "update" || verb === "close") {
  const issues = read();
  const issue = issues.find((entry) => entry.id === id);
  if (!issue) { console.error("Error: no issue found matching " + id); process.exit(1); }
  issue.status = verb === "close" ? "closed" : value;
  fs.writeFileSync("issues.json", JSON.stringify(issues));
} else { console.error("Error: unknown command"); process.exit(1); }
`;

const kinds: readonly Kind[] = [
  file(
    "Markdown",
    "fix_plan.md",
    (n) => `T${n}`,
    (tasks, id) =>
      tasks
        .map(
          ({ status, waitsFor }, at) =>
            `- [${box[status]}] ${id(at + 1)}: task ${at + 1}\n${waitsFor ? `  - Depends on: ${id(waitsFor)}\n` : ""}`,
        )
        .join(""),
  ),
  file("prd.json with passes", "prd.json", story, (tasks, id) =>
    JSON.stringify({ project: "p", userStories: records(tasks, id, flags) }, null, 2),
  ),
  file("prd.json with a status", "prd.json", story, (tasks, id) =>
    JSON.stringify({
      version: 1,
      stories: records(tasks, id, ({ status }) => ({ status: { ...words, done: "done" }[status] })),
    }),
  ),
  file(
    "prd.json with both",
    "prd.json",
    (n) => String(n),
    (tasks, id) =>
      JSON.stringify(
        {
          stories: records(tasks, id, ({ status }) => ({
            passes: status === "done",
            blocked: status === "blocked",
            status: { ...words, done: "done" }[status],
          })),
        },
        null,
        4,
      ),
  ),
  file("a JSON array", "tasks.json", story, (tasks, id) =>
    JSON.stringify(records(tasks, id, ({ status }) => ({ status: words[status] }))),
  ),
  file(
    "JSON Lines",
    ".beads/issues.jsonl",
    (n) => `bd-${n}`,
    (tasks, id) =>
      records(tasks, id, ({ status }) => ({ status: words[status], issue_type: "task" }))
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(""),
  ),
  file(
    "YAML",
    "tasks.yaml",
    story,
    (tasks, id) =>
      `version: 1\ntasks:\n${tasks
        .map(
          ({ status, waitsFor }, at) =>
            `  - id: ${id(at + 1)}\n    title: task ${at + 1}\n    status: ${words[status]}\n${waitsFor ? `    depends_on: [${id(waitsFor)}]\n` : ""}`,
        )
        .join("")}`,
  ),
  {
    name: "a folder",
    id: (n) => `00${n}-task`,
    open(tasks) {
      const place = new Place();
      for (const folder of ["1.blocked", "2.todo", "3.doing", "4.done"])
        mkdirSync(join(place.path, "tasks", folder), { recursive: true });
      const folders = { blocked: "1.blocked", todo: "2.todo", doing: "3.doing", done: "4.done" };
      for (const [at, { status, waitsFor }] of tasks.entries())
        place.write(
          `tasks/${folders[status]}/00${at + 1}-task.md`,
          `# Task: task ${at + 1}\n\n| Field | Value |\n| --- | --- |\n| Blocked By | ${waitsFor ? `\`00${waitsFor}-task\`` : ""} |\n`,
        );
      return place.open("tasks");
    },
  },
  {
    name: "GitHub",
    id: (n) => String(n),
    async open(tasks) {
      const fake = await FakeGithub.start();
      for (const [at, { status, waitsFor }] of tasks.entries())
        fake.add(`task ${at + 1}`, {
          state: status === "done" ? "closed" : "open",
          labels: status === "blocked" ? [{ name: "blocked" }] : status === "doing" ? [{ name: "in progress" }] : [],
          body: waitsFor ? `Depends on #${waitsFor}` : null,
        });
      return new Place().open("github:acme/shop?write=yes", { GITHUB_API_URL: fake.url });
    },
  },
  {
    name: "beads",
    id: (n) => `bd-${n}`,
    open(tasks) {
      const place = new Place();
      chmodSync(place.write("bin/bd", fakeBd), 0o755);
      const issues = tasks.map(({ status, waitsFor }, at) => ({
        id: `bd-${at + 1}`,
        title: `task ${at + 1}`,
        status: words[status],
        dependencies: waitsFor ? [{ issue_id: `bd-${at + 1}`, depends_on_id: `bd-${waitsFor}`, type: "blocks" }] : [],
      }));
      place.write("issues.json", JSON.stringify(issues));
      return place.open("beads", { PATH: `${place.path}/bin:${process.env["PATH"]}` });
    },
  },
];

const todo: Wanted = { status: "todo" };
const done: Wanted = { status: "done" };
const blocked: Wanted = { status: "blocked" };

describe.each(kinds)("$name keeps the promises of a tracker:", ({ id, open }) => {
  it("lists every task with its id, title, status and what it waits for", async () => {
    const listing = await (await open([done, { status: "doing" }, { status: "todo", waitsFor: 2 }, blocked])).list();
    expect(listing).toMatchObject({
      is: "tasks",
      tasks: [
        { id: id(1), status: "done", dependsOn: [] },
        { id: id(2), status: "doing" },
        { id: id(3), status: "todo", dependsOn: [id(2)] },
        { id: id(4), status: "blocked" },
      ],
    });
    expect(listing.is === "tasks" && listing.tasks.map(({ title }) => title.replace(/^T\d: /, ""))).toEqual([
      "task 1",
      "task 2",
      "task 3",
      "task 4",
    ]);
  });

  it.each([
    { tasks: [done, todo, todo], next: 2, allDone: false, allBlocked: false },
    { tasks: [todo, { status: "doing" }], next: 2, allDone: false, allBlocked: false },
    { tasks: [{ status: "todo", waitsFor: 2 }, todo], next: 2, allDone: false, allBlocked: false },
    { tasks: [blocked, todo], next: 2, allDone: false, allBlocked: false },
    { tasks: [done, done], next: null, allDone: true, allBlocked: false },
    { tasks: [done, blocked], next: null, allDone: false, allBlocked: true },
    { tasks: [blocked, { status: "todo", waitsFor: 1 }], next: null, allDone: false, allBlocked: true },
    {
      tasks: [
        { status: "todo", waitsFor: 2 },
        { status: "todo", waitsFor: 1 },
      ],
      next: null,
      allDone: false,
      allBlocked: true,
    },
  ] as const)(
    "next is $next, all done $allDone, all blocked $allBlocked",
    async ({ tasks, next, allDone, allBlocked }) => {
      const tracker = await open(tasks);
      const chosen = await tracker.next();
      expect(chosen.is === "task" ? chosen.task.id : null).toBe(next === null ? null : id(next));
      expect(await tracker.allDone()).toEqual({ is: "known", value: allDone });
      expect(await tracker.allBlocked()).toEqual({ is: "known", value: allBlocked });
    },
  );

  it.each(["done", "doing", "blocked", "todo"] as const)(
    "marks one task %s, and no other",
    async (status: MarkStatus) => {
      const before = status === "todo" ? blocked : todo;
      const tracker = await open([done, before, before, { status: "doing" }]);
      expect(await tracker.mark(id(2), status, "no key")).toMatchObject({ is: "marked", task: id(2) });
      const listing = await tracker.list();
      const statuses =
        listing.is === "tasks" ? Object.fromEntries(listing.tasks.map((task) => [task.id, task.status])) : {};
      expect(statuses).toEqual({ [id(1)]: "done", [id(2)]: status, [id(3)]: before.status, [id(4)]: "doing" });
    },
  );

  it("refuses to mark what is not there", async () => {
    expect(await (await open([todo])).mark("nobody-7", "done")).toMatchObject({ is: "refused" });
  });

  it("cannot be used without a task, and is not all done then", async () => {
    const tracker = await open([]);
    expect(await tracker.list()).toMatchObject({ is: "unusable" });
    expect(await tracker.next()).toMatchObject({ is: "unusable" });
    expect(await tracker.allDone()).toMatchObject({ is: "unusable" });
    expect(await tracker.allBlocked()).toMatchObject({ is: "unusable" });
    expect(await tracker.mark(id(1), "done")).toMatchObject({ is: "refused" });
  });

  it("describes itself and a task for the prompt", async () => {
    const words = await (await open([done, todo, blocked])).describe(id(2));
    expect(words).toContain("1 of 3 done, 1 blocked");
    expect(words).toContain(id(2));
    expect(words).toContain("task 2");
  });
});

it("is nothing at all where none was asked for", async () => {
  const tracker = await new Place().open("none");
  expect(await tracker.list()).toEqual({ is: "none" });
  expect(await tracker.next()).toMatchObject({ is: "nothing" });
  expect(await tracker.allDone()).toEqual({ is: "known", value: false });
  expect(await tracker.mark("1", "done")).toMatchObject({ is: "refused" });
});
