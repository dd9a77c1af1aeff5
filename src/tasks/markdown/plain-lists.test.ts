import { describe, expect, it } from "vitest";
import { Place } from "../../../test/trackers/place.js";
import { readSettings } from "../../config/settings.js";
import { findListIn } from "../open.js";
import { systemWorld } from "../system-world.js";
import { readMarkdown } from "./read-markdown.js";

const read = (markdown: string) => readMarkdown(markdown, { optionalSections: [] });
const titles = (markdown: string): string[] => read(markdown).tasks.map(({ title }) => title);

describe("a list without any mark", () => {
  it.each([
    ["nothing else", "- a\n- b", ["a", "b"]],
    ["numbers", "1. a\n2. b", ["a", "b"]],
    ["a title", "# Plan\n\n- a\n- b", ["a", "b"]],
    ["a lead-in", "# Plan\n\nTo do:\n\n- a\n- b", ["a", "b"]],
    ["details", "1. a\n   - how\n   - why\n2. b", ["a", "b"]],
    ["a heading about tasks", "# App\n\nAn app.\n\n## Tasks\n- a\n\n## Notes\n- no", ["a"]],
    ["headings of phases", "# App\n\nAn app.\n\n## Phase 1: Parser\n- a\n\n## Phase 2: Printer\n1. b", ["a", "b"]],
    ["a heading below one about tasks", "## TODO\n### Parser\n- a\n### Notes\n- no\n", ["a"]],
    ["priorities", "## High Priority\n- a\n\n## Low Priority\n- b", ["a", "b"]],
    ["what is to come", "## Next steps\n- a\n\n## Background\n- no", ["a"]],
  ])("is read as tasks with %s", (_, markdown, expected) => {
    expect(titles(markdown)).toEqual(expected);
    expect(read(markdown).tasks.every(({ status }) => status === "todo")).toBe(true);
    expect(read(markdown).problems).toEqual([
      {
        line: markdown.split("\n").findIndex((line) => /^(?:-|1\.) a$/.test(line)) + 1,
        message: "this list has no boxes: each of its items is read as a task that is not done",
      },
    ]);
  });

  it.each([
    ["prose", "# Plan\n\nFirst this, then that.\n\n- a thought"],
    ["a prompt", "# Prompt\n\nYou are a careful engineer.\n\n## Rules\n- run the tests\n- commit often"],
    ["a readme", "# App\n\nAn app.\n\n## Features\n- fast\n\n## Install\n1. npm install\n2. npm start"],
    ["notes", "# Notes\n\nSeen today.\n\n- the parser is slow\n- the printer is not"],
    ["a table of contents", "- [a](a.md)\n- [b](b.md)"],
    ["a heading with a word in it", "# App\n\nAn app.\n\n## How tasks are stored\n- in a file"],
    ["a quotation", "> - a\n> - b"],
    ["words", "Do this."],
  ])("is no list of tasks in %s", (_, markdown) => {
    expect(titles(markdown)).toEqual([]);
  });

  it("is no list where boxes are: its items are details, and a list named for work is pointed at", () => {
    expect(titles("- [ ] a\n  1. first\n  2. then\n\n## Rules\n1. be kind")).toEqual(["a"]);
    expect(read("- [ ] a\n  1. first\n\n## Rules\n1. be kind").problems).toEqual([]);
    expect(read("- [x] a\n\n## Tasks\n- b\n").problems).toEqual([
      { line: 4, message: "this list has no boxes, so its items are not counted" },
    ]);
  });

  it("is what is left where the only boxes are in a log of what is done", () => {
    const markdown = "## Tasks\n- a\n- b\n\n## Completed\n- [x] c\n";
    expect(read(markdown).tasks.map(({ title, status }) => `${title} ${status}`)).toEqual([
      "a todo",
      "b todo",
      "c done",
    ]);
    expect(read(markdown).problems).toMatchObject([{ line: 2 }]);
    expect(titles("## Rules\n- a\n\n## Completed\n- [x] c\n")).toEqual(["c"]);
  });

  it.each([
    ["- a\n- b\n", "2", "done", "- a\n- b ✅\n"],
    [
      "## Tasks\n1. a\n2. b\n\n## Phase 2: more\n- c\n",
      "1",
      "done",
      "## Tasks\n1. a ✅\n2. b\n\n## Phase 2: more\n- c\n",
    ],
    ["## Tasks\n- a\n\n## Completed\n- [x] c\n", "1", "done", "## Tasks\n- a ✅\n\n## Completed\n- [x] c\n"],
  ] as const)("is marked by signs, and every other item stays a task: %j", async (before, id, to, after) => {
    const place = new Place();
    place.write("plan.md", before);
    const tracker = await place.open("plan.md");
    await tracker.list();
    expect(await tracker.mark(id, to)).toMatchObject({ is: "marked", changed: true });
    expect(place.read("plan.md").toString()).toBe(after);
    expect(await tracker.mark(id, "todo")).toMatchObject({ is: "marked", changed: true });
    expect(await tracker.mark(id, to)).toMatchObject({ is: "marked", changed: true });
    expect(place.read("plan.md").toString()).toBe(after);
    expect(read(after).tasks).toHaveLength(read(before).tasks.length);
  });

  it.each([
    ["- a\n- b\n", null],
    ["## Tasks\n- a\n", null],
    ["- a ✅\n- b\n", "TODO.md"],
    ["### Task 1: a\n", "TODO.md"],
    ["- [ ] a\n", "TODO.md"],
  ])("is not taken for the project's list unless it is named: %j", async (text, expected) => {
    const place = new Place();
    place.write("TODO.md", text);
    const found = await findListIn(systemWorld(place.path, {}), { stateFolder: ".ralph", optionalSections: [] });
    expect(found).toBe(expected);
    expect(await (await place.open("TODO.md")).list()).toMatchObject({ is: "tasks" });
  });
});

describe("an optional section", () => {
  const isOptional = (heading: string): boolean =>
    readMarkdown(`${heading}\n- [ ] a`, { optionalSections: ["Optional", "Future", "Nice to Have"] }).tasks[0]
      ?.optional ?? false;

  it.each([
    "## Optional",
    "## **Optional**",
    "## 🚀 Optional",
    "## optional:",
    "## 4. Optional",
    "## Optional tasks",
    "## Optional Enhancements",
    "## Future work",
    "## Nice-to-have",
    "## Nice to Have (can ship without)",
    "## Phase 4: Optional",
    "## Phase 4 — Nice to have",
    "## Phase 4: Polish (optional)",
    "## Polish [optional]",
  ])("is known by its name: %s", (heading) => {
    expect(isOptional(heading)).toBe(true);
  });

  it.each([
    "## Optional chaining in the parser",
    "## Make the key optional",
    "## Future-proof the format",
    "## Future of the parser",
    "## Remove optional fields (breaking)",
    "## Handle the optional (nullable) fields",
    "## Must have",
  ])("is not known by a word in it: %s", (heading) => {
    expect(isOptional(heading)).toBe(false);
  });
});

describe("what a mark means", () => {
  const withMarks = (taskMarks: Record<string, "todo" | "doing" | "done" | "blocked" | "skipped">, markdown: string) =>
    readMarkdown(markdown, { optionalSections: [], taskMarks }).tasks.map(({ status }) => status);

  it.each([
    [{}, "- [-] a", "blocked"],
    [{ "-": "skipped" }, "- [-] a", "skipped"],
    [{ "-": "skipped" }, "- [~] a", "doing"],
    [{ "~": "done" }, "- [~] a", "done"],
    [{}, "- [>] a", "todo"],
    [{ ">": "doing" }, "- [>] a", "doing"],
    [{ ">": "doing" }, "### [>] a", "doing"],
    [{ "?": "blocked" }, "| Task | Status |\n|--|--|\n| a | [?] |", "blocked"],
  ] as const)("is a setting: %j, %j is %s", (taskMarks, markdown, status) => {
    expect(withMarks(taskMarks, markdown)).toEqual([status]);
  });

  it.each([
    [{ "-": "skipped", "?": "todo" }, null],
    [{}, null],
    [{ x: "todo" }, "marks of one character"],
    [{ " ": "done" }, "marks of one character"],
    [{ "??": "todo" }, "marks of one character"],
    [{ "-": "perhaps" }, "one of todo, doing, done, blocked, skipped"],
    ["-", "an object of marks"],
  ])("is read with care: %j", (taskMarks, fix) => {
    const readIt = () => readSettings({ taskMarks }, "here");
    if (fix === null) expect(readIt()).toEqual({ taskMarks });
    else expect(readIt).toThrow(expect.objectContaining({ fix: expect.stringContaining(fix) }));
  });

  it("is told no longer where it is known", () => {
    expect(read("- [>] a").problems).toHaveLength(1);
    expect(readMarkdown("- [>] a", { optionalSections: [], taskMarks: { ">": "doing" } }).problems).toEqual([]);
  });

  it.each([
    [{ "-": "skipped" }, "- [ ] a\n- [-] b\n", "blocked", "- [!] a\n- [-] b\n"],
    [{ "-": "skipped", "!": "todo", "?": "blocked" }, "- [ ] a\n", "blocked", "- [?] a\n"],
    [{ "/": "skipped" }, "- [ ] a\n", "doing", "- [~] a\n"],
    [{ "?": "todo" }, "- [x] a\n", "todo", "- [ ] a\n"],
  ] as const)("is kept to when a task is marked: %j, %j %s", async (taskMarks, before, to, after) => {
    const place = new Place();
    place.write("plan.md", before);
    const tracker = await place.open("plan.md", {}, { taskMarks });
    expect(await tracker.mark("1", to)).toMatchObject({ is: "marked" });
    expect(place.read("plan.md").toString()).toBe(after);
  });
});
