import { describe, expect, it } from "vitest";
import type { Task } from "../../src/decide/tasks.js";
import { afterOthers } from "../../src/fleet/fleet.js";
import { newProgress } from "../../src/fleet/names.js";
import { chooseTasks } from "../../src/fleet/read-repository.js";
import { findHalt, unpackState } from "../../src/fleet/session.js";
import type { TaskProgress, TaskStatus } from "../../src/fleet/terms.js";
import { packText } from "../../src/lib/text/pack-text.js";

const task = (id: string, more: Partial<Task> = {}): Task => ({
  ...{ id, title: id, status: "todo", optional: false, line: null, dependsOn: [], acceptance: [], kind: null },
  ...more,
});

describe("the tasks of a list that are worked on", () => {
  it.each<readonly [string, readonly Task[], readonly (readonly [string, ...string[]])[], readonly string[]]>([
    ["open ones", [task("a"), task("b", { status: "doing" }), task("c", { status: "done" })], [["a"], ["b"]], []],
    ["one that waits", [task("a"), task("b", { dependsOn: ["a"] })], [["a"], ["b", "a"]], []],
    ["one that waited for what is done", [task("a", { status: "done" }), task("b", { dependsOn: ["a"] })], [["b"]], []],
    ["a whole after its parts", [task("a"), task("b", { parent: "a" })], [["a", "b"], ["b"]], []],
    ["no optional one", [task("a"), task("b", { optional: true })], [["a"]], []],
    [
      "an optional one that is needed",
      [task("a", { dependsOn: ["b"] }), task("b", { optional: true })],
      [["a", "b"], ["b"]],
      [],
    ],
    ["none that is skipped", [task("a", { status: "skipped" })], [], []],
    [
      "none behind a blocked one",
      [task("a", { status: "blocked" }), task("b", { dependsOn: ["a"] })],
      [],
      ["task b is left out: it waits for a task that is blocked or not in the list"],
    ],
    [
      "none that waits for what is not there",
      [task("b", { dependsOn: ["x"] })],
      [],
      ["task b is left out: it waits for a task that is blocked or not in the list"],
    ],
    [
      "none in a circle",
      [task("a", { dependsOn: ["b"] }), task("b", { dependsOn: ["a"] })],
      [],
      ["a", "b"].map((id) => `task ${id} is left out: it waits for a task that is blocked or not in the list`),
    ],
  ])("%s", (_, tasks, chosen, notes) => {
    const { open, notes: given } = chooseTasks(tasks);
    expect(open.map(({ id, after }) => [id, ...after])).toEqual(chosen);
    expect(given).toEqual(notes);
  });

  it("have titles of a length that Redis can bear", () => {
    expect(chooseTasks([task("a", { title: "x".repeat(10_000) })]).open[0]?.title).toHaveLength(500);
  });
});

describe("a task that waits for others", () => {
  const own: TaskProgress = { ...newProgress, status: "held", at: "" };
  it.each<readonly [string, Record<string, TaskStatus>, TaskStatus | null, string]>([
    ["all done", { a: "done", b: "done" }, "waiting", ""],
    ["one at work", { a: "done", b: "working" }, null, ""],
    ["one held", { a: "held", b: "done" }, null, ""],
    ["one set aside", { a: "done", b: "set-aside" }, "set-aside", "it waits for task b, which is set aside"],
    [
      "one set aside while another is at work",
      { a: "working", b: "set-aside" },
      "set-aside",
      "it waits for task b, which is set aside",
    ],
    ["one stopped", { a: "stopped", b: "done" }, "stopped", "it waits for task a, which was stopped"],
    ["one cancelled", { a: "cancelled", b: "done" }, "cancelled", "it waits for task a, which was cancelled"],
    ["one failed", { a: "failed", b: "done" }, "failed", "it waits for task a, which failed"],
  ])("%s", (_, others, status, why) => {
    const next = afterOthers(own, ["a", "b"], (id) => others[id]);
    expect(next?.status ?? null).toBe(status);
    expect(next?.why ?? "").toBe(why);
  });
});

describe("a submission may start no further turn", () => {
  const none = { iterations: null, usd: null, tokens: null, until: null };
  const used = { iterations: 5, usd: 1.256, tokens: 900 };
  const standing = (limits: object, cancelled = false) => ({
    cancelled,
    used,
    limits: { ...none, ...limits },
    countOpen: () => 1,
    takeovers: 0,
    endOf: () => null,
  });
  it.each([
    ["no limit", standing({}), null],
    ["below the iterations", standing({ iterations: 6 }), null],
    ["at the iterations", standing({ iterations: 5 }), "the budget of the submission is spent: 5 of 5 iterations"],
    ["above the iterations", standing({ iterations: 4 }), "the budget of the submission is spent: 5 of 4 iterations"],
    ["a limit of nothing", standing({ tokens: 0 }), "the budget of the submission is spent: 900 of 0 tokens"],
    ["below the cost", standing({ usd: 1.26 }), null],
    ["above the cost", standing({ usd: 1.25 }), "the budget of the submission is spent: 1.26 of 1.25 US dollars"],
    ["before its time", standing({ until: 1_001 }), null],
    ["at its time", standing({ until: 1_000 }), "the time of the submission is over"],
    ["cancelled", standing({ iterations: 1 }, true), "the submission was cancelled"],
  ])("%s", (_, given, why) => {
    expect(findHalt(given, 1_000)?.message ?? null).toBe(why);
  });
});

describe("the state that another worker left", () => {
  const pack = (value: unknown): string => packText(JSON.stringify(value));
  const state = {
    ...{ run: "20261116-101500-abc123", base: "a".repeat(40), commit: "b".repeat(40), journal: "", ledger: {} },
    ...{ feedback: null, sentBack: 0 },
  };
  it("is read", () => {
    expect(unpackState(pack(state))).toEqual(state);
    expect(unpackState(pack({ ...state, feedback: ["fix it"] }))).toMatchObject({ feedback: ["fix it"] });
  });
  it.each([
    ["nothing", null],
    ["no text", ""],
    ["text that is not packed", "hello"],
    ["a list", pack([])],
    ["a run that is a path", pack({ ...state, run: "../../x" })],
    ["a commit that is an option", pack({ ...state, commit: "--force" })],
    ["a base that is a branch", pack({ ...state, base: "main" })],
    ["no journal", pack({ ...state, journal: null })],
    ["no ledger", pack({ ...state, ledger: null })],
    ["feedback that is text", pack({ ...state, feedback: "x" })],
    ["feedback that is no text inside", pack({ ...state, feedback: [7] })],
    ["no count", pack({ ...state, sentBack: "0" })],
    ["more than there is room for", pack({ ...state, journal: " ".repeat(70 * 1024 * 1024) })],
  ])("that is %s is not relied on", (_, packed) => {
    expect(unpackState(packed)).toBeNull();
  });
});
