import { expect, it } from "vitest";
import { readMarkdownTasks } from "../tasks/markdown/read-markdown.js";
import { findNext } from "../tasks/tracker.js";
import { formatLint, formatNext, formatTasks } from "./format-tasks.js";
import { collectFacts } from "./task-facts.js";

const listing = (markdown: string) =>
  ({ is: "tasks", format: "markdown", ...readMarkdownTasks(markdown, ["Optional"]) }) as const;

it("shows a list as a bar, its counts and a row for each task", () => {
  const facts = collectFacts(
    "plan.md",
    listing("- [x] T1: a\n- [ ] T2: b (depends on T1)\n- [!] T3: c\n# Optional\n- [?] d\n"),
  );
  expect(formatTasks(facts, false).split("\n")).toEqual([
    "plan.md  markdown",
    "  [######..................]  1 of 4 done (25 %), 2 left, 1 blocked",
    "  done     T1  T1: a",
    "  todo     T2  T2: b (depends on T1)  (after T1)",
    "  blocked  T3  T3: c",
    "  todo     4   d  (optional)",
    "  one thing to look at: --lint names them",
    "",
  ]);
  expect(formatLint({ ...facts, tasks: [] }, false)).toBe("plan.md:5  the mark [?] is not known, read as not done\n");
  expect(formatTasks(facts, true)).toContain("\u001b[32m");
});

it("stays short for a long list, and lets no escape of a title through", () => {
  const many = collectFacts("plan.md", listing("- [ ] \u001b[2Jwipe\n".repeat(300)));
  const told = formatTasks(many, false);
  expect(told.split("\n").length).toBeLessThan(210);
  expect(told).toContain("and 100 more");
  expect(told).not.toContain("\u001b");
});

it("shows the next task with its criteria, or why there is none", () => {
  expect(formatNext(findNext(listing("- [ ] T1: a\n  - it works\n")), false)).toBe("T1  T1: a  line 1\n  - it works\n");
  expect(formatNext(findNext(listing("- [x] a\n")), false)).toBe("nothing to start: every task is done or skipped\n");
});
