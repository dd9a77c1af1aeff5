import { describe, expect, it } from "vitest";
import { readMarkdownTasks } from "../tasks/markdown/read-markdown.js";
import { finishGroups, openGroups, withGroups } from "./groups.js";
import type { Task, TaskStatus } from "./tasks.js";

const read = (markdown: string): readonly Task[] => readMarkdownTasks(markdown, ["optional"]).tasks;
const statuses = (tasks: readonly Task[]): readonly TaskStatus[] => tasks.map(({ status }) => status);

describe("a task with parts", () => {
  it.each([
    { with: "nothing else", markdown: "- [ ] A\n  - [ ] B\n", isGroup: true },
    { with: "blank lines between", markdown: "- [ ] A\n\n  - [ ] B\n\n  - [ ] C\n", isGroup: true },
    {
      with: "a line on what it waits for",
      markdown: "- [ ] A\n  Depends on: T9\n  - [ ] B\n- [ ] T9\n",
      isGroup: true,
    },
    { with: "a line below its title", markdown: "- [ ] A\n  It must be fast.\n  - [ ] B\n", isGroup: false },
    { with: "a line behind its parts", markdown: "- [ ] A\n  - [ ] B\n\n  It must be fast.\n", isGroup: false },
    { with: "a criterion", markdown: "- [ ] A\n  - is fast\n  - [ ] B\n", isGroup: false },
    { with: "code", markdown: "- [ ] A\n  ```\n  a()\n  ```\n  - [ ] B\n", isGroup: false },
    { with: "a command in its title", markdown: "- [ ] A (verify: npm test)\n  - [ ] B\n", isGroup: false },
    { with: "no box of theirs", markdown: "- [ ] A\n- [ ] B\n", isGroup: false },
  ])("and $with: a group $isGroup", ({ markdown, isGroup }) => {
    expect(read(markdown)[0]?.isGroup ?? false).toBe(isGroup);
  });
});

describe("a group", () => {
  it.each([
    { parts: "are done", markdown: "- [ ] A\n  - [x] B\n  - [x] C\n", says: "done" },
    { parts: "are done or cancelled", markdown: "- [ ] A\n  - [x] B\n  - [ ] ~~C~~\n", says: "done" },
    { parts: "are cancelled", markdown: "- [ ] A\n  - [ ] ~~B~~\n", says: "skipped" },
    { parts: "are not all done", markdown: "- [ ] A\n  - [x] B\n  - [ ] C\n", says: "todo" },
    { parts: "are done and it waits", markdown: "- [ ] A\n  Depends on: T9\n  - [x] B\n- [ ] T9: x\n", says: "todo" },
    { parts: "are groups that are done", markdown: "- [ ] A\n  - [ ] B\n    - [x] C\n", says: "done" },
    { parts: "have a group that is not", markdown: "- [ ] A\n  - [ ] B\n    - [ ] C\n  - [x] D\n", says: "todo" },
    { parts: "are done, with text of its own", markdown: "- [ ] A\n  Fast.\n  - [x] B\n", says: "todo" },
  ])("whose parts $parts is $says", ({ markdown, says }) => {
    expect(statuses(withGroups(read(markdown)))[0]).toBe(says);
  });

  it("leaves a list as it is where none is finished", () => {
    const tasks = read("- [ ] A\n  - [ ] B\n");
    expect(withGroups(tasks)).toBe(tasks);
  });
});

describe("what is done with a task", () => {
  const list = read("- [ ] T1: a\n  - [ ] T2: b\n    - [x] T3: c\n    - [ ] T4: d\n  - [ ] T5: e\n- [ ] T6: f\n");
  it.each([
    { done: ["T4"], groups: ["T2"] },
    { done: ["T4", "T5"], groups: ["T2", "T1"] },
    { done: ["T5"], groups: [] },
    { done: ["T6"], groups: [] },
  ])("$done: the groups $groups", ({ done, groups }) => {
    const finished = finishGroups(
      openGroups(list, done, []),
      done.map((id) => ({ id, verified: true })),
    );
    expect(finished).toEqual(groups.map((id) => ({ id, verified: true })));
  });

  it.each([
    { what: "a part of this turn that is not proved", unproven: [], verified: false, says: false },
    { what: "an earlier part that is not proved", unproven: ["T3"], verified: true, says: false },
    { what: "another task that is not proved", unproven: ["T6"], verified: true, says: true },
  ])("is verified $says with $what", ({ unproven, verified, says }) => {
    expect(finishGroups(openGroups(list, ["T4"], unproven), [{ id: "T4", verified }])).toEqual([
      { id: "T2", verified: says },
    ]);
  });
});
