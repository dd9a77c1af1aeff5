import { describe, expect, it } from "vitest";
import { byTitle, nameInText } from "./name-task.js";

describe("what a task is called on a screen", () => {
  const titles = new Map([
    ["1", "Parse dates"],
    ["1.2", "Print dates"],
    ["T1", "Round totals"],
    ["2", "Work through everything that this very long title says"],
    ["3", ""],
  ]);
  it.each([
    { id: "1", name: '"Parse dates" (1)' },
    { id: "1.2", name: '"Print dates" (1.2)' },
    { id: "T1", name: "T1" },
    { id: "2", name: '"Work through everything that this very…" (2)' },
    { id: "3", name: "3" },
    { id: "4", name: "4" },
  ])("$id: $name", ({ id, name }) => {
    expect(byTitle(titles)(id)).toBe(name);
  });
});

describe("a reason on a screen", () => {
  const name = byTitle(new Map([["1", "Parse dates"]]));
  it.each([
    ["task 1 stays set aside: no", '"Parse dates" (1) stays set aside: no'],
    [
      "1 of 2 tasks not done: 1 (Parse dates); 1 was set aside: no",
      '1 of 2 tasks not done: "Parse dates" (1); "Parse dates" (1) was set aside: no',
    ],
    ["task 2 stays set aside", "task 2 stays set aside"],
    ["budget spent: 1 of 1 iteration", "budget spent: 1 of 1 iteration"],
    ["1 of 2 tests fail: 1 (x)", "1 of 2 tests fail: 1 (x)"],
  ])("%s", (reason, said) => {
    expect(nameInText(reason, name)).toBe(said);
  });
});
