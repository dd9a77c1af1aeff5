import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeCycles, missingDependencies, resolveReadiness } from "./dependencies.js";
import { nextTask } from "./next-task.js";
import type { Task, TaskStatus } from "./tasks.js";
import { viewTasks } from "./tasks.js";

const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  title: id,
  status: "todo",
  optional: false,
  line: null,
  dependsOn: [],
  acceptance: [],
  kind: null,
  ...more,
});

describe("the next task", () => {
  it.each([
    ["the first in order", [task("a"), task("b")], "a"],
    ["not a done one", [task("a", { status: "done" }), task("b")], "b"],
    ["one already begun", [task("a"), task("b", { status: "doing" })], "b"],
    ["the lowest priority number", [task("a", { priority: 2 }), task("b", { priority: 1 }), task("c")], "b"],
    ["one with a priority before one without", [task("a"), task("b", { priority: 9 })], "b"],
    ["begun before priority", [task("a", { priority: 0 }), task("b", { status: "doing", priority: 9 })], "b"],
    ["one whose dependencies are over", [task("a", { dependsOn: ["b"] }), task("b")], "b"],
    ["skipped is over", [task("a", { dependsOn: ["b"] }), task("b", { status: "skipped" })], "a"],
    ["a part before its whole", [task("a"), task("b", { parent: "a" }), task("c", { parent: "b" })], "c"],
    ["the whole before a part that is optional", [task("a"), task("b", { parent: "a", optional: true })], "a"],
    ["the whole once its parts are over", [task("a"), task("b", { parent: "a", status: "done" })], "a"],
    ["parts of each other", [task("a", { parent: "b" }), task("b", { parent: "a" })], "b"],
    ["no optional one", [task("a", { optional: true }), task("b")], "b"],
    ["none where only optional ones are left", [task("a", { optional: true }), task("b", { status: "done" })], null],
    [
      "an optional one that a required one waits for",
      [task("a", { dependsOn: ["b"] }), task("b", { optional: true })],
      "b",
    ],
    ["none that waits for nothing there is", [task("a", { dependsOn: ["z"] })], null],
    ["none in a circle", [task("a", { dependsOn: ["b"] }), task("b", { dependsOn: ["a"] })], null],
    ["none of nothing", [], null],
  ])("is %s", (_, tasks, id) => {
    expect(nextTask(tasks)?.id ?? null).toBe(id);
  });

  it.each([
    ["before it", [task("a", { status: "done", title: "old" }), task("a", { title: "new" })]],
    ["after it", [task("a", { title: "new" }), task("a", { status: "done", title: "old" })]],
  ])("is never a done one for the sake of another with its id, %s", (_, tasks) => {
    expect(nextTask(tasks)?.title).toBe("new");
  });

  const status = fc.constantFrom<TaskStatus>("todo", "doing", "done", "blocked", "skipped");
  const list = fc
    .array(fc.record({ status, waits: fc.array(fc.nat(9), { maxLength: 2 }), optional: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    })
    .map((rows) =>
      rows.map((row, at) =>
        task(String(at), { status: row.status, optional: row.optional, dependsOn: row.waits.map(String) }),
      ),
    );

  it("can be begun, and is there exactly where the rules say that something can be", () => {
    fc.assert(
      fc.property(list, (tasks) => {
        const next = nextTask(tasks);
        const over = new Set(tasks.filter(({ status: is }) => is === "done" || is === "skipped").map(({ id }) => id));
        if (next) {
          expect(["todo", "doing"]).toContain(next.status);
          expect(next.dependsOn.every((id) => over.has(id))).toBe(true);
        }
        const fates = resolveReadiness(tasks);
        const hopeful = tasks.some(
          ({ id, optional }) => !optional && ["ready", "waiting"].includes(fates.get(id) ?? ""),
        );
        expect(next !== null).toBe(hopeful);
        const view = viewTasks(tasks, { is: "unknown" });
        if (view.is === "list" && view.allBlocked) expect(next).toBeNull();
      }),
    );
  });
});

describe("dependencies that lead nowhere", () => {
  it.each([
    [[task("a", { dependsOn: ["a"] })], ["a waits for itself"]],
    [[task("a", { dependsOn: ["b"] }), task("b", { dependsOn: ["a"] })], ["a waits for b waits for a"]],
    [[task("a", { dependsOn: ["b"], status: "done" }), task("b", { dependsOn: ["a"] })], []],
    [[task("a", { dependsOn: ["b"] }), task("b")], []],
    [
      [task("x", { dependsOn: ["a"] }), task("a", { dependsOn: ["b"] }), task("b", { dependsOn: ["a"] })],
      ["a waits for b waits for a"],
    ],
  ])("are named as circles: %#", (tasks, expected) => {
    expect(describeCycles(tasks)).toEqual(expected);
  });

  it("are told of in the reason for a blocked list", () => {
    const view = viewTasks([task("a", { dependsOn: ["b"] }), task("b", { dependsOn: ["a"] })], { is: "unknown" });
    expect(view).toMatchObject({ allBlocked: true, circles: ["a waits for b waits for a"] });
  });

  it("stay short for long lists and long chains", () => {
    const chain = Array.from({ length: 50_000 }, (_, at) =>
      task(String(at), { dependsOn: [String((at + 1) % 50_000)] }),
    );
    expect(describeCycles(chain)).toHaveLength(1);
    expect(describeCycles(chain)[0]?.length).toBeLessThan(200);
    const lost = chain.map((entry) => ({ ...entry, dependsOn: ["nobody"] }));
    expect(missingDependencies(lost, new Set())).toHaveLength(6);
  });
});
