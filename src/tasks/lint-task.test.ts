import { expect, it } from "vitest";
import type { Task } from "../decide/tasks.js";
import { lintEachTask } from "./lint-task.js";

const task = (title: string, more: Partial<Task> = {}): Task => ({
  ...{ id: "T1", title, status: "todo", optional: false, line: 1, dependsOn: [], acceptance: [], kind: null },
  ...more,
});
const verdict = (each: Task, hasTests = true): string | undefined => lintEachTask([each], { hasTests })[0]?.verdict;

it.each([
  { title: "Improve performance", says: "vague" },
  { title: "T1: Clean up the code", says: "vague" },
  { title: "Fix bugs", says: "vague" },
  { title: "Make things better and so on", says: "vague" },
  { title: "Tests", says: "vague" },
  { title: "Improve the start of `check` below 100 ms", says: "ready" },
  { title: "Refactor src/parser.js", says: "ready" },
  { title: "Fix issue #12", says: "ready" },
  { title: "Add double() in src/double.js", says: "ready" },
  { title: "Let people reset their password", says: "ready" },
  { title: "日付を解析する", says: "ready" },
  { title: "Datumsangaben lesen", says: "ready" },
  { title: "Deploy to production", says: "changes nothing" },
  { title: "T1: Review the open pull requests", says: "changes nothing" },
  { title: "Build the whole application", says: "too big" },
  { title: `Write ${"a very long thing ".repeat(100)}`, says: "too big" },
])("$title is $says", ({ title, says }) => expect(verdict(task(title))).toBe(says));

it("takes criteria for what a title leaves open", () => {
  expect(verdict(task("Improve performance", { acceptance: ["check starts in 100 ms"] }))).toBe("ready");
  expect(verdict(task("Everything", { acceptance: Array(13).fill("it works") }))).toBe("too big");
});

it("asks for a command where a project has no tests, unless the task brings its own", () => {
  expect(verdict(task("Add double() in src/double.js"), false)).toBe("no way to check it");
  expect(verdict(task("Add double (verify: node check.js)"), false)).toBe("ready");
  expect(verdict(task("Add double", { acceptance: ["test/double.test.js passes"] }), false)).toBe("ready");
  expect(verdict(task("Deploy to production (verify: curl -f https://example.org)"))).toBe("ready");
  expect(verdict(task("Deploy to production", { kind: "action" }), false)).toBe("ready");
});

it("says nothing of what is done", () => {
  expect(lintEachTask([task("Fix bugs", { status: "done" })], { hasTests: true })).toEqual([]);
});
