import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

/** A night's run: one bad task does not end it. */

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const work = (file: string, more: object = {}) => ({ write: { [file]: "1\n" }, say: "Done.", status: done, ...more });
const lie = { say: "It is done.", status: done };
const idle = { say: "I read the code again." };
const list = (...titles: string[]): string => titles.map((title, at) => `- [ ] T${at + 1}: ${title}\n`).join("");
const five = list("one", "two", "three", "four", "five");

interface Scenario {
  readonly name: string;
  readonly todo?: string;
  readonly steps: readonly object[];
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly ends: { readonly outcome: string; readonly rule: string };
  readonly done: readonly string[];
  readonly aside: readonly string[];
  readonly turns: number;
}

function project({ todo = five, files = {} }: Pick<Scenario, "todo" | "files">): Workplace {
  const place = new Workplace();
  for (const [name, text] of Object.entries({ "TODO.md": todo, ".gitignore": ".ralph/\n", ...files }))
    place.write(name, text);
  return place;
}

interface Verdict {
  readonly outcome: string | null;
  readonly rule: string;
  readonly reason: string;
  readonly taskDone: string | null;
  readonly setAside: { readonly task: string } | null;
}

async function run(place: Workplace, steps: readonly object[], args: readonly string[]) {
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const script = ["--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md"];
  const words = ["run", ...script, "--set", "unverified=accept", "--json"];
  const { code, out, err } = await place.run([...words, ...args]);
  const events = jsonLines(out);
  const verdicts = events
    .filter(({ type }) => type === "decision-made")
    .map(({ record }) => (record as { decision: Verdict }).decision);
  return { code, err, verdicts, turns: events.filter(({ type }) => type === "agent-end").length };
}

const scenarios: readonly Scenario[] = [
  {
    name: "one impossible task among five",
    steps: [work("a"), lie, lie, work("c"), work("d"), work("e")],
    ends: { outcome: "needs-review", rule: "only-set-aside" },
    done: ["T1", "T3", "T4", "T5"],
    aside: ["T2"],
    turns: 6,
  },
  {
    name: "three impossible tasks in a row",
    steps: [work("a"), lie, lie, lie, lie, lie, lie],
    ends: { outcome: "needs-review", rule: "disputed" },
    done: ["T1"],
    aside: ["T2", "T3"],
    turns: 7,
  },
  {
    name: "an agent that is stuck on everything from the start",
    steps: [idle],
    ends: { outcome: "stuck", rule: "breaker-tripped" },
    done: [],
    aside: ["T1"],
    turns: 6,
  },
  {
    name: "the failing test deleted and claimed twice",
    steps: [{ delete: ["test/a.test.js"], write: { a: "1\n" }, say: "Done.", status: done }],
    files: {
      "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
      "test/a.test.js":
        'import test from "node:test";\nimport assert from "node:assert";\ntest("a", () => assert.equal(1, 2));\n',
      "test/b.test.js":
        'import test from "node:test";\nimport assert from "node:assert";\ntest("b", () => assert.equal(1, 1));\n',
    },
    ends: { outcome: "needs-review", rule: "tampering" },
    done: [],
    aside: [],
    turns: 2,
  },
  {
    name: "all set aside but those done",
    todo: list("one", "two"),
    steps: [work("a"), lie, lie],
    ends: { outcome: "needs-review", rule: "disputed" },
    done: ["T1"],
    aside: [],
    turns: 3,
  },
  {
    name: "what waits for a task set aside, and the whole it is a part of, are not begun",
    todo: "- [ ] T1: one\n- [ ] T2: two\n  - [ ] T3: part of two\n- [ ] T4: four (depends on T3)\n- [ ] T5: five\n",
    steps: [work("a"), lie, lie, work("e")],
    ends: { outcome: "needs-review", rule: "only-set-aside" },
    done: ["T1", "T5"],
    aside: ["T3"],
    turns: 4,
  },
  {
    name: "a task set aside leaves a broken check: later tasks pass, the run does not",
    todo: list("one", "two", "three"),
    files: { "check.sh": "test ! -f broken\n" },
    args: ["--check", "smoke=sh check.sh"],
    steps: [work("a"), work("broken"), work("broken2"), work("broken3"), work("c")],
    ends: { outcome: "needs-review", rule: "only-set-aside" },
    done: ["T1", "T3"],
    aside: ["T2"],
    turns: 5,
  },
  {
    name: "disputed first task, four others done",
    steps: [lie, lie, work("b"), work("c"), work("d"), work("e")],
    ends: { outcome: "needs-review", rule: "only-set-aside" },
    done: ["T2", "T3", "T4", "T5"],
    aside: ["T1"],
    turns: 6,
  },
  {
    name: "stagnation on one task, with the default breaker",
    todo: list("one", "two", "three"),
    steps: [work("a"), idle, idle, idle, work("c")],
    ends: { outcome: "stuck", rule: "only-set-aside" },
    done: ["T1", "T3"],
    aside: ["T2"],
    turns: 5,
  },
  {
    name: "edits without a claim reach the cap of the task",
    todo: list("one", "two"),
    args: ["--set", "maxIterationsPerTask=3"],
    steps: [1, 2, 3]
      .map((at): object => ({ write: { a: `${at}\n` }, say: "Working on it." }))
      .concat([work("b"), { write: { a: "5\n" }, say: "Working on it." }]),
    ends: { outcome: "stuck", rule: "task-cap" },
    done: ["T2"],
    aside: ["T1"],
    // One more turn, since another task was done meanwhile.
    turns: 5,
  },
  {
    name: "a mix of questions and blocks",
    todo: list("one", "two"),
    steps: [
      { say: "Which database should I use?" },
      { say: "I am blocked: I need the password.", status: { STATUS: "BLOCKED", EXIT_SIGNAL: "false" } },
      work("b"),
    ],
    ends: { outcome: "blocked", rule: "only-set-aside" },
    done: ["T2"],
    aside: ["T1"],
    turns: 3,
  },
  {
    name: "turned off",
    args: ["--set", "setAside=false"],
    steps: [lie],
    ends: { outcome: "needs-review", rule: "disputed" },
    done: [],
    aside: [],
    turns: 2,
  },
  {
    name: "a seed's policy sets nothing aside",
    args: ["--policy", "cub"],
    steps: [idle],
    ends: { outcome: "stuck", rule: "breaker-tripped" },
    done: [],
    aside: [],
    turns: 3,
  },
];

describe.concurrent("a task that gets nowhere", { timeout: 120_000 }, () => {
  it.concurrent.each(scenarios)("$name: $ends.outcome after $turns turns", async (scenario) => {
    using place = project(scenario);
    const { code, err, verdicts, turns } = await run(place, scenario.steps, scenario.args ?? []);
    const story = `${err}\n${verdicts.map(({ rule, outcome, taskDone, reason }) => `${rule} ${outcome} ${taskDone}: ${reason}`).join("\n")}`;
    const told = {
      ...verdicts.at(-1),
      done: verdicts.flatMap(({ taskDone }) => taskDone ?? []),
      aside: verdicts.flatMap(({ setAside }) => setAside?.task ?? []),
      turns,
    };
    expect(told, story).toMatchObject({
      ...scenario.ends,
      done: scenario.done,
      aside: scenario.aside,
      turns: scenario.turns,
    });
    expect(code).toBe(1);
  });

  it.concurrent("is tried again by --resume", async () => {
    using place = project({ todo: list("one", "two") });
    const first = await run(place, [lie, lie, work("b")], []);
    expect(first.verdicts.at(-1)).toMatchObject({ outcome: "needs-review", rule: "only-set-aside" });
    const again = await run(place, [lie, lie, work("b"), work("a")], ["--resume"]);
    expect(again.verdicts.at(-1)).toMatchObject({ outcome: "completed", taskDone: "T1" });
    expect(again.code).toBe(0);
  });

  it.concurrent("is accepted on a person's word, which is kept in the journal", async () => {
    using place = project({ todo: list("one", "two", "three") });
    await run(place, [work("a"), lie, lie, work("c")], []);
    const left = JSON.parse((await place.run(["state", "--json"])).out);
    expect(left).toMatchObject({ setAside: [{ task: "T2", outcome: "needs-review" }] });
    const accept = async (...words: string[]) => await place.run(["accept", ...words, "--tasks", "TODO.md"]);
    expect(await accept("T9")).toMatchObject({ code: 2, err: expect.stringContaining("the last run left: T2") });
    expect(await accept()).toMatchObject({ code: 2, err: expect.stringContaining("no task was named") });
    expect(await accept("T2")).toMatchObject({ code: 0, out: expect.stringContaining("on your word: T2") });
    expect(place.read("TODO.md")).toBe(list("one", "two", "three").replaceAll("[ ]", "[x]"));
    expect(jsonLines(place.read(".ralph/decisions.jsonl")).at(-1)).toMatchObject({ kind: "accept", tasks: ["T2"] });
    expect(await run(place, [lie], ["--resume"])).toMatchObject({ code: 0, turns: 0 });
    expect(await accept("T2")).toMatchObject({ code: 2, err: expect.stringContaining("left no task") });
  });

  it.concurrent("is journalled as accepted also where a later one of the same command cannot be marked", async () => {
    using place = project({ todo: list("one", "two", "three") });
    await run(place, [work("a"), lie, lie, lie, lie], []);
    place.write("TODO.md", place.read("TODO.md").replace(/^.*three\n/m, ""));
    const both = await place.run(["accept", "T2", "T3", "--tasks", "TODO.md"]);
    expect(both).toMatchObject({ code: 2, out: expect.stringContaining("on your word: T2\n") });
    expect(both.err).toContain("task T3 was not marked");
    expect(jsonLines(place.read(".ralph/decisions.jsonl")).at(-1)).toMatchObject({ kind: "accept", tasks: ["T2"] });
  });

  it.concurrent("is accepted also where only the agent had ticked it", async () => {
    using place = project({ todo: list("one", "two") });
    const ticked = list("one", "two").replaceAll("[ ]", "[x]");
    const tick = { write: { a: "1\n", "TODO.md": ticked }, say: "Done.", status: done };
    expect((await run(place, [tick, lie, lie], [])).code).toBe(1);
    expect((await place.run(["accept", "T2", "--tasks", "TODO.md"])).code).toBe(0);
    expect(await run(place, [lie], ["--resume"])).toMatchObject({ code: 0, turns: 0 });
  });

  it.concurrent("is named in the summary with its reason", async () => {
    using place = project({});
    place.write(
      ".ralph/script.json",
      JSON.stringify({ steps: [work("a"), lie, lie, work("c"), work("d"), work("e")] }),
    );
    const words = [
      "run",
      "--set",
      "unverified=accept",
      "--agent",
      "scripted",
      "--script",
      ".ralph/script.json",
      "--tasks",
      "TODO.md",
    ];
    const { out } = await place.run(words);
    expect(out).toContain("T2 set aside for you  ");
    expect(out).toContain("Disputed:   T2: task T2 was claimed twice");
  });
});
