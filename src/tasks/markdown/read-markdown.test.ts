import { describe, expect, it } from "vitest";
import { readMarkdownTasks } from "./read-markdown.js";

const read = (markdown: string) => readMarkdownTasks(markdown, ["Optional", "Future", "Nice to Have"]);
/** "x a" for done, "- a" for blocked and so on: short enough for a table. */
const brief = (markdown: string): string[] =>
  read(markdown).tasks.map(
    ({ status, title }) => `${{ todo: " ", doing: "/", done: "x", blocked: "!", skipped: "~" }[status]} ${title}`,
  );

describe("a box", () => {
  it.each([
    ["- [ ] a", ["  a"]],
    ["* [x] a", ["x a"]],
    ["+ [X] a", ["x a"]],
    ["1. [ ] a", ["  a"]],
    ["12) [x] a", ["x a"]],
    ["- [/] a", ["/ a"]],
    ["- [~] a", ["/ a"]],
    ["- [-] a", ["! a"]],
    ["- [!] a", ["! a"]],
    ["- [✔️] a", ["x a"]],
    ["- [✅] a", ["x a"]],
    ["- [❌] a", ["  a"]],
    ["- **[x]** a", ["x a"]],
    ["- [x]a", ["x a"]],
    ["- [ ]", ["  "]],
    ["- [x] (a) b", ["x (a) b"]],
    ["- [x](a.md)", []],
    ["- [ ](a.md)", []],
    ["- `[x]` a", []],
    ["-[ ] a", []],
    ["[ ] a", []],
    ["words [ ] a", []],
    ["- [2026-01-02] a", []],
    ["- [1] a source", []],
    ["- [P1] a", []],
    ["- \\[ ] a", []],
  ])("%s", (markdown, expected) => {
    expect(brief(markdown)).toEqual(expected);
  });

  it.each([
    ["- [?] a", "the mark [?] is not known, read as not done"],
    ["- [] a", "the box [] does not hold one mark, read as not done"],
    ["- [ ] a (done)", "the words say done and the box does not, read as not done"],
    ["-[ ] a", "a box without a list marker and a blank before it is not counted"],
    ["[ ] a", "a box without a list marker and a blank before it is not counted"],
    ["> - [ ] a", "a box in a quotation is not counted"],
    ["words\n\n    - [ ] a", "a box in indented code is not counted"],
    ["<div>\n- [ ] a", "a box in raw HTML is not counted"],
    ["- [x] a\n      - [ ] b", "the box is indented further than Markdown allows, counted all the same"],
  ])("that could not be read as it stands is named: %j", (markdown, message) => {
    const { tasks, problems } = read(markdown);
    expect(problems).toMatchObject([{ message }]);
    expect(problems[0]?.line).toBe(markdown.split("\n").length);
    expect(tasks.filter(({ status }) => status === "done").length).toBeLessThan(2);
  });

  it.each([
    ["blocked beside an open box", "- [ ] a (BLOCKED: no key)", ["! a (BLOCKED: no key)"]],
    ["in progress beside an open box", "- [ ] a [WIP]", ["/ a [WIP]"]],
    ["blocked beside a ticked box", "- [x] a (blocked)", ["x a (blocked)"]],
    ["a word inside the sentence", "- [ ] mark the entry as completed", ["  mark the entry as completed"]],
    ["a struck title", "- [ ] ~~a~~", ["~ a"]],
    ["a title struck in part", "- [ ] ~~a~~ b", ["  a b"]],
  ])("has words that may say more, never done: %s", (_, markdown, expected) => {
    expect(brief(markdown)).toEqual(expected);
  });
});

describe("what is no list of work", () => {
  it.each([
    ["a fence", "```\n- [ ] no\n```\n- [ ] yes"],
    ["a longer fence around a shorter one", "````\n```\n- [ ] no\n````\n- [ ] yes"],
    ["a fence of waves", "~~~md\n- [ ] no\n~~~\n- [ ] yes"],
    ["a fence in an item", "- [ ] yes\n  ```\n  - [ ] no\n  ```"],
    ["a fence that its item ends", "- item\n  ```\n- [ ] yes"],
    ["indented code", "text\n\n    - [ ] no\n\n- [ ] yes"],
    ["a comment", "<!-- - [ ] no -->\n- [ ] yes"],
    ["a comment of many lines", "<!--\n- [ ] no\n\n- [ ] no\n-->\n- [ ] yes"],
    ["a quotation", "> - [ ] no\n\n- [ ] yes"],
    ["front matter", "---\ntitle: a\nlist:\n- [ ] no\n---\n- [ ] yes"],
    ["a legend by its heading", "## Legend\n- [ ] to be done\n- [x] has been done\n\n## Tasks\n- [ ] yes"],
    ["a legend by its lead-in", "Key:\n\n- [ ] to be done\n- [x] has been done\n\nNow the work:\n\n- [ ] yes"],
    ["a legend by its words", "- [ ] Not started\n- [~] In progress\n- [x] Completed\n\ntext\n\n- [ ] yes"],
    ["marks inside a sentence", "Tick `[ ]` as [x] when done.\n\n- [ ] yes"],
    ["a table of versions", "- [ ] yes\n\n| Version | Status |\n|---|---|\n| 1 | released |"],
    ["signs in a list of their own", "- [ ] yes\n\ntext\n\n1. ✅ No errors\n2. ✅ Documented"],
    ["headings over boxes", "### Phase 1 ✅\n**Status:** complete\n- [ ] yes\n### Phase 2\n**Status:** open"],
  ])("%s", (_, markdown) => {
    expect(brief(markdown)).toEqual(["  yes"]);
  });

  it("is no legend where the words are the work", () => {
    expect(brief("- [x] Implemented\n- [ ] Verified\n- [ ] Released")).toHaveLength(3);
  });
});

describe("a list without boxes", () => {
  it.each([
    ["words in brackets", "- [DONE] a\n- [TODO] b\n- c", ["x [DONE] a", "  [TODO] b", "  c"]],
    [
      "words at the end",
      "- a (completed 2026-01-02)\n- b — BLOCKED\n- c",
      ["x a (completed 2026-01-02)", "! b — BLOCKED", "  c"],
    ],
    ["signs", "1. a ✅\n2. 🚧 b\n3. c", ["x a ✅", "/ 🚧 b", "  c"]],
    ["a sign with its word", "- a ✅ Done\n- b", ["x a ✅ Done", "  b"]],
    ["struck items", "- ~~a~~\n- b", ["~ a", "  b"]],
    ["tagged headings", "## Task 1: a ✅\n\n## Task 2: b\n\n## Notes", ["x Task 1: a ✅", "  Task 2: b"]],
    ["status lines", "### a\n- **Status**: Complete\n\n### b\nStatus: in progress\n\n### c\nwords", ["x a", "/ b"]],
    [
      "status lines with boxes",
      "### a\n- **Status**: [x] COMPLETED\n\n### b\n- **Status**: [ ] Not Started",
      ["x a", "  b"],
    ],
    ["a table", "| # | Task | Status |\n|---|---|---|\n| 1 | a | ✅ Done |\n| 2 | b | pending |", ["x a", "  b"]],
    ["a table with boxes", "| Task | Done |\n|---|:-:|\n| a | [x] |\n| b | [ ] |", ["x a", "  b"]],
    ["sections", "## Completed\n- a\n\n## High Priority\n- b\n  - a detail\n\n## Notes\n- no task", ["x a", "  b"]],
    ["sections in other languages", "## 已完成\n- a\n\n## 进行中\n- b\n\n## Pendiente\n- c", ["x a", "/ b", "  c"]],
    ["sections of which one is empty", "## Todo\n- a\n\n## Completed\n\n(none yet)", ["  a"]],
    ["a heading about tasks alone", "## Tasks\n- a\n- b", ["  a", "  b"]],
    ["words only", "# Plan\n\nFirst this, then that.\n\n- a thought", []],
  ])("is read by %s", (_, markdown, expected) => {
    expect(brief(markdown)).toEqual(expected);
  });

  it("names a status in a table that nobody knows, and does not call it done", () => {
    const { tasks, problems } = read("| Task | Status |\n|---|---|\n| a | perhaps |\n| b | done |");
    expect(tasks.map(({ status }) => status)).toEqual(["todo", "done"]);
    expect(problems).toEqual([{ line: 3, message: 'the status "perhaps" is not known, read as not done' }]);
  });
});

describe("boxes beside other marks", () => {
  it("takes signs for marks where they stand in a list with boxes", () => {
    expect(brief("- ✅ a\n- [ ] b\n\ntext\n\n- ✅ c")).toEqual(["x ✅ a", "  b", "x ✅ c"]);
  });

  it("takes words in brackets for marks where they stand in a list with boxes", () => {
    expect(brief("- [ ] a\n- [done] b\n\ntext\n\n- c")).toEqual(["  a", "x [done] b"]);
  });

  it("counts headings with a box in their status line beside the boxes", () => {
    expect(brief("### a\n- **Status**: [x] DONE\n  - [ ] part\n\n### b\n- **Status**: [ ]")).toEqual([
      "x a",
      "  part",
      "  b",
    ]);
  });

  it("does not take a log of ticks for the whole list where the work stands in numbered headings", () => {
    const log = "## Completed\n- [x] Set up\n- [x] #1 Parser rewritten\n";
    const markdown = `### 1. Parser\nwords\n\n### 2. [DONE] Printer\n\n### 3. Release\n\n${log}`;
    expect(brief(markdown)).toEqual(["x 1. Parser", "x 2. [DONE] Printer", "  3. Release"]);
  });
});

describe("around a task", () => {
  it("ids are its own where it has one that nobody else has, else its position", () => {
    const ids = (markdown: string) => read(markdown).tasks.map(({ id }) => id);
    expect(ids("- [ ] T1: a\n- [ ] b\n- [ ] US-012 c\n- [ ] 2.3 d\n- [ ] **T1** again\n- [ ] OAuth2 login")).toEqual([
      "T1",
      "2",
      "US-012",
      "2.3",
      "5",
      "6",
    ]);
    expect(ids("- [x] 01-02-PLAN.md the parser\n- [ ] [task-7] [4/10] b")).toEqual(["01-02-PLAN.md", "task-7"]);
  });

  it.each([
    ["- [x] T1: a\n- [ ] T2: b\n  - Depends on: T1", ["T1"]],
    ["- [x] a\n- [ ] b\n  - **Depends on:** 1", ["1"]],
    ["- [x] a\n- [ ] b (depends on #1)", ["1"]],
    ["- [x] a\n- [ ] b\n  Depends on: Task 1 and T7", ["1", "T7"]],
    ["- [x] a\n- [ ] b\n  - Depends on: none", []],
    ["- [x] a\n- [ ] look after the children", []],
  ])("%j waits for %j", (markdown, expected) => {
    expect(read(markdown).tasks[1]?.dependsOn).toEqual(expected);
  });

  it("is blocked by what is no task, with the words as the reason, and names what it cannot wait for", () => {
    const { tasks, problems } = read("- [ ] a\n  - Blocked by: an API key\n- [ ] b\n  - Depends on: the weather");
    expect(tasks[0]).toMatchObject({ status: "blocked", reason: "an API key" });
    expect(tasks[1]).toMatchObject({ status: "todo", dependsOn: [] });
    expect(problems).toMatchObject([{ line: 3, message: "waits for something that is no task: the weather" }]);
  });

  it("takes what stands below it for acceptance criteria, and boxes for parts", () => {
    const { tasks } = read("- [ ] a\n  - it prints\n  - [ ] part\n  - Acceptance criteria:\n    - it is fast\n- [ ] b");
    expect(tasks).toMatchObject([
      { title: "a", acceptance: ["it prints", "it is fast"], parent: null },
      { title: "part", parent: "1" },
      { title: "b", acceptance: [] },
    ]);
  });

  it.each([
    [
      "- [ ] a\n  It goes into b.\n  Done when test/b.test.js passes.",
      ["It goes into b.", "Done when test/b.test.js passes."],
    ],
    ["- [ ] a\n\n  words after a blank line\n- [ ] b\n  words of b", ["words after a blank line"]],
    ["- [ ] a\n  - it prints\n    and more", ["and more"]],
    ["- [ ] a\n  Depends on: b\n  - it prints\n  Acceptance criteria:", undefined],
    ["- [ ] a\n  > what somebody said", undefined],
    ["- [ ] a\n\nNo part of the list.", undefined],
    ["- [ ] a\n  - [ ] part\n    words of the part", undefined],
    ["### Task 1: a\n**Status:** open\nwords\n- an item\n\n## Notes\nno words of it", ["words", "an item"]],
  ])("keeps the text below it that is no criterion: %j", (markdown, below) => {
    expect(read(markdown).tasks[0]?.below).toEqual(below);
  });

  it("knows optional sections, with all that stands below them", () => {
    const { tasks } = read(
      "- [ ] a\n## Optional\n- [ ] b\n### deeper\n- [ ] c\n## Next\n- [ ] d\n## Polish (optional)\n- [ ] e",
    );
    expect(tasks.map(({ optional }) => optional)).toEqual([false, true, true, false, true]);
  });

  it("takes priorities from titles and headings, and the usual one for the rest", () => {
    const { tasks } = read("- [ ] a\n## Low Priority\n- [ ] b\n- [ ] [P0] c\n## Priority 1: core\n- [ ] d");
    expect(tasks.map(({ priority }) => priority)).toEqual([2, 3, 0, 1]);
    expect(read("- [ ] a").tasks[0]?.priority).toBeNull();
  });

  it("knows kinds of work", () => {
    expect(
      read("- [ ] fix: a\n- [ ] docs(api): b\n- [ ] [bug] c\n- [ ] note: d").tasks.map(({ kind }) => kind),
    ).toEqual(["bug", "docs", "bug", null]);
  });
});

it.each([
  ["\r\n", ""],
  ["\r", ""],
  ["\n", "\uFEFF"],
])("reads line ends %j and a byte-order mark %j", (end, mark) => {
  const { tasks } = read(`${mark}- [x] a${end}${end}- [ ] b${end}`);
  expect(tasks).toMatchObject([
    { title: "a", status: "done", line: 1 },
    { title: "b", status: "todo", line: 3 },
  ]);
});
