import { describe, expect, it } from "vitest";
import type { Task } from "../../decide/tasks.js";
import { findWaitedFor } from "./waited-for.js";

const task = (id: string, title: string, status: Task["status"] = "todo"): Task => ({
  ...{ id, title, status, optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
});
const tasks = [
  task("T1", "T1: Print the total"),
  task("T2", "T2: Set up the project", "done"),
  task("T3", "T3: Write the parser in src/parse.js"),
  task("4", "Round half up"),
];

describe("the task that a text says another one waits for", () => {
  it.each([
    ["by its id", "This waits for T3.", "T3"],
    ["by its id, after other words", "Nothing to print yet. I need T3 to be done first.", "T3"],
    ["by its title", "It depends on: round half up, which nobody wrote.", "4"],
    ["by a file of its title", "src/parse.js is missing.", "T3"],
    ["in German", "Das wartet auf T3.", "T3"],
    ["in Chinese", "需要先完成 T3。", "T3"],
    ["in a note", "blocked by T3", "T3"],
    ["itself", "T1 needs more time.", null],
    ["one that is done", "This waits for T2.", null],
    ["one that does not exist", "This waits for T9.", null],
    ["a bare number", "I need 4 more minutes.", null],
    ["named without waiting", "T3 looks fine.", null],
    ["named in another sentence", "T3 looks fine. I am waiting for the network.", null],
    ["two at once", "It needs T3 and round half up.", null],
    ["part of another name", "It needs T31.", null],
    ["nothing", "", null],
  ])("%s", (_, text, expected) => expect(findWaitedFor(text, tasks, "T1")).toBe(expected));
});
