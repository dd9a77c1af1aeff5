import { expect, it } from "vitest";
import type { Task } from "../../decide/tasks.js";
import { isListedOnly } from "./listed-only.js";

const task = (title: string): Task => ({
  ...{ id: "T1", title, status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
});

it.each([
  ["Make read(name) return a promise", true],
  ["read() should be async", true],
  ["Turn read() into an async function", true],
  ["Add slug(text) and make read(name) async", false],
  ["Make read(name) return a promise, and add a cache", false],
  ["Make read(name) faster", false],
])("%s, with tests that only wait for it now: listed only is %s", (title, is) => {
  expect(isListedOnly(task(title), [], { waiting: ["test/read.test.js: reads"] })).toBe(is);
  expect(isListedOnly(task(title), [], { waiting: [] })).toBe(false);
});
