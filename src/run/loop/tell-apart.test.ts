import { describe, expect, it } from "vitest";
import type { CheckFeedback } from "../../decide/evidence.js";
import type { Task } from "../../decide/tasks.js";
import { plainResult } from "../../evidence/checks/tests/judge-run.js";
import { type Belonging, tellApart } from "./tell-apart.js";

const task = (id: string, title: string): Task => ({
  ...{ id, title, status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
});
const tasks = [task("T1", "round half up"), task("T2", "count words"), task("T3", "print roman numerals")];
const failure = (test: string, isOld = true) => ({ test, line: `${test}: expected 1, got 0`, isOld });
const feedback: CheckFeedback = {
  check: "tests",
  text: "as it was",
  parts: {
    head: ["tests (npm test): 5 of 9 tests fail."],
    failures: [
      failure("test/round.test.js: rounds"),
      failure("test/count.test.js: counts"),
      failure("test/legacy.test.js: old"),
      failure("test/shop.test.js: pays", false),
      failure("test/cart.test.js: adds", false),
    ],
    foot: ["The last lines of its output:"],
  },
};
const belonging: Belonging = {
  ...{ cwd: "/nowhere", task: tasks[0], tasks },
  setAside: [
    { task: "T9", outcome: "stuck", reason: "", rule: "hollow-claims", failsSince: ["test/cart.test.js: adds"] },
  ],
  began: [
    {
      ...plainResult("tests", "fails"),
      failing: ["test/round.test.js: rounds", "test/cart.test.js: adds", "test/legacy.test.js: old"],
    },
  ],
};

describe("failing tests after a turn", () => {
  it("are told apart by whose they are", () => {
    expect(tellApart([feedback], belonging)[0]?.text.split("\n")).toEqual([
      "tests (npm test): 5 of 9 tests fail.",
      "Make these pass. They are about this task:",
      "- test/round.test.js: rounds: expected 1, got 0",
      "Make these pass. They did not fail before this task was begun:",
      "- test/shop.test.js: pays: expected 1, got 0",
      "These failed before this task. Make pass what belongs to it, and leave the others:",
      "- test/legacy.test.js: old: expected 1, got 0",
      "For information only. Do not work on these:",
      "- test/count.test.js: counts: expected 1, got 0 (it belongs to T2)",
      "- test/cart.test.js: adds: expected 1, got 0 (broken by T9, which was set aside)",
      "The last lines of its output:",
    ]);
  });

  it("are this turn's to mend where they passed when it began, whosever they are", () => {
    const broken = [
      "Make these pass. They did not fail before this task was begun:",
      "- test/count.test.js: counts: expected 1, got 0",
    ];
    const parts = { head: [], foot: [], failures: [failure("test/count.test.js: counts", false)] };
    const told = (given: Partial<Belonging>) =>
      tellApart([{ ...feedback, parts }], { ...belonging, ...given })[0]?.text.split("\n");
    const isDone = tasks.map((each) => (each.id === "T2" ? { ...each, status: "done" as const } : each));
    expect(told({ tasks: isDone })).toEqual(broken);
    // It failed when the run began, and passed since its own task was done.
    const old = { ...parts, failures: [failure("test/count.test.js: counts")] };
    expect(tellApart([{ ...feedback, parts: old }], { ...belonging, tasks: isDone })[0]?.text.split("\n")).toEqual(
      broken,
    );
    const census = { ran: 1, skipped: 0, isPartial: false, names: { ran: ["counts"], skipped: [] } };
    expect(told({ began: [{ ...plainResult("tests", "holds"), census }] })).toEqual(broken);
    expect(told({})?.[0]).toContain("For information only");
  });

  it("are as the check tells them where no task is selected, or no test failed by name", () => {
    expect(tellApart([feedback], { ...belonging, task: null })).toEqual([feedback]);
    const silent = { check: "build", text: "build: exited 1" };
    expect(tellApart([silent], belonging)).toEqual([silent]);
  });
});
