import { describe, expect, it } from "vitest";
import { Place } from "../../../test/trackers/place.js";
import { nextTask } from "../../decide/next-task.js";
import { viewTasks } from "../../decide/tasks.js";
import { collectFacts } from "../../report/task-facts.js";
import { taskText } from "../../run/loop/task-text.js";
import { readMarkdown } from "./read-markdown.js";

const read = (markdown: string) => readMarkdown(markdown, { optionalSections: ["Optional"] });
const sign = { todo: " ", doing: "/", done: "x", blocked: "!", skipped: "~" };
/** "x US-1 Login" for a task that is done. */
const brief = (markdown: string): string[] =>
  read(markdown).tasks.map(({ id, status, title }) => `${sign[status]} ${id} ${title}`);
const messages = (markdown: string): string[] => read(markdown).problems.map(({ message }) => message);

describe("a box in a heading", () => {
  it.each([
    ["### [ ] a", ["  1 a"]],
    ["### [x] a", ["x 1 a"]],
    ["### [~] a", ["/ 1 a"]],
    ["### **[x]** a", ["x 1 a"]],
    ["### 3. [x] a", ["x 3 3. a"]],
    ["### Task 2: [ ] a", ["  2 Task 2: a"]],
    ["### Parser [x]", ["x 1 Parser"]],
    ["### Parser [ ]", ["  1 Parser"]],
    ["# [ ] a", ["  1 a"]],
    ["[ ] a\n=====", ["  1 a"]],
    ["### [ ] a (BLOCKED)", ["! 1 a (BLOCKED)"]],
    ["### [ ] a\n### [?] b", ["  1 a", "  2 b"]],
    ["### [A] the first option", []],
    ["### [1.2.0]", []],
    ["### [Unreleased]", []],
    ["### [x](a.md)", []],
    ["### a [1]", []],
    ["### `[x]` a", []],
    ["> ### [ ] a", []],
  ])("%j", (markdown, expected) => {
    expect(brief(markdown)).toEqual(expected);
  });

  it("counts beside ticked boxes: the stories are open", () => {
    const markdown = "### [ ] Login\n\n### [ ] Logout\n\n## Set up\n- [x] install\n";
    expect(brief(markdown)).toEqual(["  1 Login", "  2 Logout", "x 3 install"]);
    expect(viewTasks(read(markdown).tasks, { is: "unknown" })).toMatchObject({ left: 2, done: 1 });
  });

  it("has the boxes below it for its parts, which come first", () => {
    const { tasks } = read("## [ ] a\n- [ ] b\n### c\n- [ ] d\n\n## [ ] e\n\n## f\n- [ ] g");
    expect(tasks.map(({ title, parent }) => `${title} ${parent}`)).toEqual([
      "a null",
      "b 1",
      "d 1",
      "e null",
      "g null",
    ]);
    expect(nextTask(tasks)?.title).toBe("b");
  });

  it("names a mark it does not know, and words that say otherwise", () => {
    expect(messages("### [ ] a\n### [?] b")).toEqual(["the mark [?] is not known, read as not done"]);
    expect(messages("### [ ] a (done)")).toEqual(["the words say done and the box does not, read as not done"]);
  });
});

describe("a heading that names a task", () => {
  it.each([
    ["one of several words", "### Task 1: a\n### Story 2: b\n### User Story 3: c\n### 任务 4：d", [1, 2, 3, 4]],
    ["a number with parts", "### Task 0.1：a\n### Task 0.2：b", ["0.1", "0.2"]],
    ["an id", "### US-001: a\n### US-002 — b\n### T3: c\n### TASK-4", ["US-001", "US-002", "T3", "TASK-4"]],
    [
      "an id after its mark",
      "### ✅ US-001: a\n### [DONE] US-002: b\n### **US-003**: c",
      ["US-001", "US-002", "US-003"],
    ],
  ])("by %s", (_, markdown, ids) => {
    expect(read(markdown).tasks.map(({ id }) => id)).toEqual(ids.map(String));
  });

  it.each([
    ["the title of the document", "# Task 1: a"],
    ["words about a task", "### Task 1 results"],
    ["no number", "### Task: a"],
    ["a phase", "## Phase 1: a"],
    ["a step", "### Step 1: install"],
    ["a record of something else", "### ADR-001: a\n\n### ADR-002: b"],
    ["one thing with an id, whatever stands below it", "### HTTP-2: a\nwords"],
    ["code", "```\n### Task 1: a\n```"],
  ])("is not %s", (_, markdown) => {
    expect(read(markdown).tasks).toEqual([]);
  });

  it("may have any prefix where one of its kind has a box or a status", () => {
    expect(brief("### AUTH-1: a\n- [x] c\n\n### AUTH-2: b\nwords")).toEqual([
      "x AUTH-1 AUTH-1: a",
      "  AUTH-2 AUTH-2: b",
    ]);
    expect(brief("### AUTH-1: a\n- [x] c\n\n### FR-2: b\nwords")).toEqual(["x 1 c"]);
  });

  it.each([
    ["no box: not done", "### US-1: a\nwords", ["  US-1 US-1: a"]],
    ["every box ticked", "### US-1: a\n- [x] b\n- [x] c", ["x US-1 US-1: a"]],
    ["one box left", "### US-1: a\n- [x] b\n- [ ] c", ["  US-1 US-1: a"]],
    [
      "a box under a heading of its own",
      "### US-1: a\n#### Acceptance\n- [ ] c\n\n### US-2: d",
      ["  US-1 US-1: a", "  US-2 US-2: d"],
    ],
    [
      "none, beside one that is done",
      "### US-1: a\n- [x] b\n\n### US-2: c\nwords",
      ["x US-1 US-1: a", "  US-2 US-2: c"],
    ],
    ["done in its words", "### US-1: a ✅\n\n### US-2: b", ["x US-1 US-1: a ✅", "  US-2 US-2: b"]],
    ["done in its words, and a box that is not", "### US-1: a ✅\n- [ ] b", ["  US-1 US-1: a ✅"]],
    ["open in its words, and boxes that are done", "### US-1: a ⬜\n- [x] b", ["  US-1 US-1: a ⬜"]],
    [
      "a status line",
      "### US-1: a\n**Status:** done\n\n### US-2: b\n**Status:** open",
      ["x US-1 US-1: a", "  US-2 US-2: b"],
    ],
    [
      "a section of what is done",
      "## Completed\n### US-1: a\n\n## Open\n### US-2: b",
      ["x US-1 US-1: a", "  US-2 US-2: b"],
    ],
    ["a box left in a section of what is done", "## Completed\n### US-1: a\n- [ ] b", ["  US-1 US-1: a"]],
    [
      "boxes after it that are not its own",
      "### US-1: a\n- [x] b\n\n## Exit criteria\n- [ ] c",
      ["x US-1 US-1: a", "  2 c"],
    ],
    [
      "tasks within it",
      "## Task 1: a\n### Task 1.1: b\n- [x] c\n### Task 1.2: d",
      ["x 1.1 Task 1.1: b", "  1.2 Task 1.2: d"],
    ],
    ["boxes that are tasks by their ids", "## Task 1: a\n- [x] T1: b\n- [ ] 1.2 c", ["x T1 T1: b", "  1.2 1.2 c"]],
    ["boxes with the ids of criteria", "## Task 1: a\n- [x] AC1: b\n- [ ] AC-2: c", ["  1 Task 1: a"]],
  ])("has %s", (_, markdown, expected) => {
    expect(brief(markdown)).toEqual(expected);
  });

  it("has its boxes, and what stands under a label, for its criteria", () => {
    const story = "### US-1: a\n**Acceptance criteria:**\n- [ ] **b**\n  - how\n- [x] c\n";
    const other = "### US-2: d\n- not this\n\nDone when:\n- e\n- Depends on: US-1\n";
    expect(read(`${story}\n${other}`).tasks).toMatchObject([
      { id: "US-1", acceptance: ["b", "c", "how"], marks: { done: 1, total: 2 } },
      { id: "US-2", acceptance: ["e"], dependsOn: ["US-1"] },
    ]);
  });

  it("is told by a table, where one tells of as many", () => {
    const table = "| # | Task | Status |\n|---|---|---|\n| 1 | a | done |\n| 2 | b | open |\n";
    const details = "\n### Task 1: a\nwords\n\n### Task 2: b\nwords\n";
    expect(brief(table + details)).toEqual(["x 1 a", "  2 b"]);
    expect(brief(`${table + details}\n### Task 3: c`)).toEqual(["  1 Task 1: a", "  2 Task 2: b", "  3 Task 3: c"]);
  });

  it("says where heading and boxes disagree", () => {
    expect(messages("### US-1: a ✅\n- [ ] b")).toEqual([
      "the heading says done and a box below it does not, read as not done",
    ]);
    expect(messages("### US-1: a ✅\n- [x] b")).toEqual([]);
  });

  it("is one task, and each of its boxes is counted", () => {
    const { tasks, problems } = read("### US-1: a ✅\n- [x] b\n- [ ] c\n\n### US-2: d\n- [x] e\n\n### US-3: f\n");
    const facts = collectFacts("plan.md", { is: "tasks", format: "markdown", tasks, problems });
    expect(facts).toMatchObject({ total: 5, done: 3, left: 2, blocked: 0, skipped: 0 });
    expect(viewTasks(tasks, { is: "unknown" })).toMatchObject({ total: 3, done: 1, left: 2 });
  });
});

describe("a heading that is the to-do itself", () => {
  it.each([
    ["named TODO", "### TODO-1.1: a\n- [x] b\n- [ ] c\n\n### TODO-1.2: d\n- [x] e\n", 2, 1],
    ["named TODO, without boxes", "### TODO-1.1 Parser\n\ntext\n\n### TODO-1.2 Printer\n", 2, 0],
    ["with a status in words", "### US-1: a [PENDING]\n- [x] b\n\n### US-2: c [DONE]\n- [x] d\n", 2, 1],
    ["below a chapter of the same name", "## TODO-1: a [WIP]\n\n### TODO-1.1: b [DONE]\n\n### TODO-1.2: c\n", 2, 1],
  ])("counts once: %s", (_, text, total, done) => {
    const { tasks, problems } = read(text);
    const facts = collectFacts("plan.md", { is: "tasks", format: "markdown", tasks, problems });
    expect(facts).toMatchObject({ total, done });
  });
});

describe("marks that the file explains itself", () => {
  it.each([
    ["in a line", "Legend: `[+]` done, `[>]` in progress, `[?]` blocked\n\n- [+] a\n- [>] b\n- [?] c\n- [ ] d\n"],
    [
      "in a list",
      "**Legend**\n- [+] done\n- [>] in progress\n- [?] blocked\n\n## Work\n- [+] a\n- [>] b\n- [?] c\n- [ ] d\n",
    ],
  ])("%s", (_, text) => {
    expect(read(text).tasks.map(({ status }) => status)).toEqual(["done", "doing", "blocked", "todo"]);
  });

  it("mean nothing where no line explains them", () => {
    expect(read("- [+] a\n- [>] b\n").tasks.map(({ status }) => status)).toEqual(["todo", "todo"]);
  });
});

describe("a status in a heading", () => {
  it.each([
    ["### Task 1: a ✓", "x"],
    ["### Task 1: a ✅", "x"],
    ["### ✅ Task 1: a", "x"],
    ["### Task 1: a (COMPLETE)", "x"],
    ["### Task 1: a (completed 2026-01-02)", "x"],
    ["### Task 1: [DONE] a", "x"],
    ["### Task 1: a [DONE]", "x"],
    ["### Task 1: a — DONE", "x"],
    ["### ~~Task 1: a~~", "~"],
    ["### ~~Task 1: a~~ ✅", "x"],
    ["### Task 1: ~~a~~ b", " "],
    ["### Task 1: a (BLOCKED)", "!"],
    ["### Task 1: a 🚧", "/"],
    ["### Task 1: mark an entry as done", " "],
    ["### Task 1: complete the parser", " "],
    ["### Task 1: a (not done)", " "],
  ])("%j is %j", (markdown, expected) => {
    expect(brief(markdown).map((line) => line[0])).toEqual([expected]);
  });

  it("makes tasks of the headings beside it, where they stand under the same one", () => {
    const marked = "### Login ✅\n\n### Logout (COMPLETE)\n";
    expect(brief(`## Features\n${marked}\n### Search\n\n### Notes\n`)).toEqual([
      "x 1 Login ✅",
      "x 2 Logout (COMPLETE)",
      "  3 Search",
    ]);
    expect(brief(`## Features\n${marked}\n## How to run it\n### Locally\n`)).toHaveLength(2);
  });
});

describe("an id", () => {
  it.each([
    ["- [ ] Story 1.1: a", "1.1"],
    ["- [ ] Task 7: a", "7"],
    ["- [ ] **Task 7:** a", "7"],
    ["- [ ] User story 3 — a", "3"],
    ["- [ ] Task 7", "7"],
    ["- [ ] Task 7 comes first", "1"],
    ["- [ ] Step 7: a", "1"],
    ["- [ ] Tasks 7: a", "1"],
  ])("of %j is %s", (markdown, id) => {
    expect(read(markdown).tasks[0]?.id).toBe(id);
  });

  it("that two tasks have is told, and only the first is listed by it", () => {
    const { tasks, problems } = read("- [x] T1: a\n- [ ] T2: b\n- [ ] T1: c\n");
    expect(tasks.map(({ id }) => id)).toEqual(["T1", "T2", "3"]);
    expect(problems).toEqual([{ line: 3, message: "the id T1 is taken by line 1, this task is listed as 3" }]);
    expect(nextTask(tasks.filter(({ id }) => id !== "T2"))?.title).toBe("T1: c");
  });

  it("that no other task has is not", () => {
    expect(messages("- [x] T1: a\n- [ ] T2: b\n- [ ] c\n- [ ] d\n")).toEqual([]);
  });

  it("of a done task marks none of the others", async () => {
    const place = new Place();
    const text = "- [x] T1: a\n- [ ] T1: b\n";
    place.write("plan.md", text);
    const tracker = await place.open("plan.md");
    expect(await tracker.mark("T1", "done")).toEqual({
      is: "refused",
      why: "T1 is done already, and other tasks have the same id: name them 2",
    });
    expect(place.read("plan.md").toString()).toBe(text);
    expect(await tracker.mark("2", "done")).toMatchObject({ is: "marked", changed: true });
    expect(place.read("plan.md").toString()).toBe("- [x] T1: a\n- [x] T1: b\n");
  });
});

it("is told to the agent with all that stands below it, down to the next of its level", () => {
  const markdown = "### US-1: a\nAs a user.\n\n```sh\n# no heading\n```\n#### How\n- [ ] b\n\n### US-2: c\nd\n";
  const [first, second] = read(markdown).tasks;
  expect(first && taskText(first, markdown)).toBe(
    "## Your task: US-1\n\nUS-1: a\nAs a user.\n\n```sh\n# no heading\n```\n#### How\n- [ ] b",
  );
  expect(second && taskText(second, markdown)).toBe("## Your task: US-2\n\nUS-2: c\nd");
});

it("is told to the agent with the text it was asked for in, where that was taken away or reads otherwise now", () => {
  const task = read("- [ ] a\n  Make test/a.test.js pass.\n").tasks[0];
  expect(task && taskText(task, "- [ ] a\n  Do as you like.\n")).toBe(
    "## Your task: 1\n\na\nDo as you like.\nMake test/a.test.js pass.",
  );
  expect(task && taskText(task, null)).toBe("## Your task: 1\n\na\nMake test/a.test.js pass.");
});

describe("marking a heading", () => {
  it.each([
    ["### [ ] a\n- [ ] b\n", "1", "done", "### [x] a\n- [ ] b\n"],
    ["### [x] a\n", "1", "todo", "### [ ] a\n"],
    ["### Task 2: [ ] a\n", "2", "done", "### Task 2: [x] a\n"],
    ["### Parser [ ]\n", "1", "doing", "### Parser [/]\n"],
    ["### US-1: a\nwords\n", "US-1", "done", "### US-1: a ✅\nwords\n"],
    ["### US-1: a ###\n", "US-1", "done", "### US-1: a ✅ ###\n"],
    ["### US-1: a  \r\nb\r\n", "US-1", "blocked", "### US-1: a 🚫  \r\nb\r\n"],
    ["### US-1: a\n### US-2: b ✔\n", "US-1", "done", "### US-1: a ✔\n### US-2: b ✔\n"],
    ["### US-1: a\n- [x] b\n- [ ] c\n", "US-1", "done", "### US-1: a\n- [x] b\n- [x] c\n"],
    ["### US-1: a\n- [x] b\n- [x] c\n", "US-1", "todo", "### US-1: a ⬜\n- [x] b\n- [x] c\n"],
    ["### US-1: a ⬜\n- [x] b\n- [x] c\n", "US-1", "done", "### US-1: a ✅\n- [x] b\n- [x] c\n"],
    ["### US-1: a ✅\n- [ ] b\n", "US-1", "done", "### US-1: a ✅\n- [x] b\n"],
    ["### [ ] US-1: a\n- [ ] b\n", "US-1", "done", "### [x] US-1: a\n- [x] b\n"],
    ["### [x] US-1: a\n- [x] b\n", "US-1", "todo", "### [ ] US-1: a\n- [x] b\n"],
    ["### US-1: a (COMPLETE)\n", "US-1", "todo", "### US-1: a (TODO)\n"],
    ["### 1. a [DONE]\n### 2. b\n", "2", "done", "### 1. a [DONE]\n### 2. b ✅\n"],
    ["### ~~US-1: a~~\n### US-2: b\n", "US-1", "todo", "### ~~US-1: a~~ ⬜\n### US-2: b\n"],
    ["- ~~a~~\n- b\n", "1", "todo", "- ~~a~~ ⬜\n- b\n"],
    ["- a ✅\n- b\n", "2", "done", "- a ✅\n- b ✅\n"],
  ] as const)("%j, %s %s", async (before, id, to, after) => {
    const place = new Place();
    place.write("plan.md", before);
    const tracker = await place.open("plan.md");
    await tracker.list();
    expect(await tracker.mark(id, to)).toEqual({ is: "marked", task: id, changed: true });
    expect(place.read("plan.md").toString()).toBe(after);
    expect(await tracker.mark(id, to)).toEqual({ is: "marked", task: id, changed: false });
  });

  it("that names a task goes back and forth without losing a word", async () => {
    const place = new Place();
    place.write("plan.md", "### Task 1: a\n\n### Task 2: b\n");
    const tracker = await place.open("plan.md");
    await tracker.list();
    for (const [to, line] of [
      ["done", "### Task 2: b ✅"],
      ["todo", "### Task 2: b ⬜"],
      ["done", "### Task 2: b ✅"],
    ] as const) {
      expect(await tracker.mark("2", to)).toMatchObject({ is: "marked" });
      expect(place.read("plan.md").toString()).toBe(`### Task 1: a\n\n${line}\n`);
    }
  });
});
