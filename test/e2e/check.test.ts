import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bin, codesInTurn, jsonLines, Workplace } from "./cli.js";

const no = "I changed one file.\n\nEXIT_SIGNAL: false\n";
const yes = "All tasks are complete and ready for review.\n\nEXIT_SIGNAL: true\n";
const half = "- [x] a\n- [ ] b\n";
const whole = "- [x] a\n- [x] b\n";

function project(response = no, tasks = half): Workplace {
  const place = new Workplace();
  place.write(".ralph/last-response.md", response);
  place.write(".ralph/fix_plan.md", tasks);
  return place;
}

const state = (place: Workplace) => JSON.parse(place.read(".ralph/exit-state.json"));
const records = (place: Workplace) => jsonLines(place.read(".ralph/decisions.jsonl"));

describe("check", () => {
  it("says 0 to go on and 1 to stop, and writes down why", async () => {
    using place = project();
    expect(await place.run(["check"])).toMatchObject({ code: 0, out: expect.stringMatching(/^CONTINUE/) });
    place.write(".ralph/fix_plan.md", whole);
    place.write(".ralph/last-response.md", yes);
    expect(await place.run(["check"])).toMatchObject({ code: 1, out: expect.stringMatching(/^EXIT completed/) });
    expect(state(place)).toMatchObject({
      last_decision: "EXIT",
      decision_rule: "accepted-completion",
      total_decisions: 2,
      continue_count: 1,
      exit_count: 1,
      completion_history: [50, 100],
    });
    expect(JSON.parse(place.read(".ralph/circuit-state.json"))).toMatchObject({ status: "CLOSED" });
    expect(records(place)).toMatchObject([
      {
        version: 1,
        n: 1,
        kind: "decision",
        iteration: 1,
        observation: { version: 1 },
        decision: { decision: "CONTINUE" },
      },
      { version: 1, n: 2, kind: "decision", iteration: 2, decision: { outcome: "completed" } },
    ]);
    const [log = ""] = readdirSync(join(place.path, ".ralph/logs")).filter((name) =>
      name.startsWith("exit-decisions_"),
    );
    expect(place.read(`.ralph/logs/${log}`).split("\n")).toHaveLength(3);
    expect(place.read(".ralph/logs/confidence.log")).toContain("status-block 30/30");
    expect(existsSync(join(place.path, ".ralph/untildone.lock"))).toBe(false);
  });

  it("prints the decision with its events as one JSON object", async () => {
    using place = project(yes, whole);
    const { out, code } = await place.run(["check", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      decision: "EXIT",
      outcome: "completed",
      n: 1,
      events: [
        { event: "run_started" },
        { event: "exit_gate_passed", indicators: 3, explicit: true },
        { event: "run_ended", outcome: "completed" },
      ],
    });
    expect(records(place)[0]?.["events"]).toEqual(JSON.parse(out).events);
  });

  it("tells why the gate blocked as an event", async () => {
    using place = project(yes, half);
    const { events } = JSON.parse((await place.run(["check", "--json"])).out);
    expect(events).toContainEqual(
      expect.objectContaining({
        event: "exit_gate_blocked",
        threshold: 2,
        because: [expect.stringContaining("1 of 2")],
      }),
    );
  });

  it("begins a run at the first check, after an exit, after reset and with --run", async () => {
    using place = project();
    const run = async (...words: string[]) =>
      JSON.parse((await place.run(["check", "--json", ...words])).out).run as string;
    const first = await run();
    expect(await run()).toBe(first);
    await place.run(["reset"]);
    const second = await run();
    expect(second).not.toBe(first);
    expect(await run("--run", "mine")).toBe("mine");
    expect(await run()).toBe("mine");
    place.write(".ralph/fix_plan.md", whole);
    place.write(".ralph/last-response.md", yes);
    expect(await run()).toBe("mine");
    expect(await run()).not.toBe("mine");
  });

  it("judges what comes on standard input, and keeps it", async () => {
    using place = project();
    expect((await place.run(["check", "-"], yes)).code).toBe(0);
    expect(place.read(".ralph/last-response.md")).toBe(yes);
    expect((await place.run(["gate", "-", "none"], no)).code).toBe(1);
    expect(place.read(".ralph/last-response.md")).toBe(yes);
  });

  it("notices three refused claims in a row", async () => {
    using place = project(yes, half);
    const codes = await codesInTurn(3, () => place.run(["check"]));
    expect(codes).toEqual([0, 0, 1]);
    expect(state(place)).toMatchObject({ outcome: "needs-review", decision_rule: "hollow-claims" });
  });

  it.each([
    { what: "no response", words: ["check"], says: "there is no response to judge" },
    { what: "a response that is a folder", words: ["check", "."], says: "it is a directory" },
    { what: "an empty run", words: ["check", "r.md", "--run", ""], says: "the run's id is empty" },
    { what: "an odd threshold", words: ["check", "r.md", "--exit-threshold", "3abc"], says: '"3abc"' },
    { what: "an octal threshold", words: ["check", "r.md", "--exit-threshold", "010"], says: '"010"' },
    { what: "an unexpected argument", words: ["check", "r.md", "none", "x"], says: "unexpected argument" },
    { what: "an unknown policy", words: ["check", "r.md", "--policy", "standart"], says: "standard" },
  ])("cannot decide with $what: 2, and says so", async ({ words, says }) => {
    using place = new Workplace();
    place.write("r.md", no);
    const { code, err, out } = await place.run(words);
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err).not.toContain("    at ");
    expect(out).toBe("");
  });

  it("takes a list that was named and is missing as a reason to stop, and none as none", async () => {
    using place = project(no);
    expect(await place.run(["check", ".ralph/last-response.md", "gone.md"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("gone.md: there is no such file"),
    });
    expect((await place.run(["check", ".ralph/last-response.md", "none"])).code).toBe(0);
  });

  it("lets the operator force completion and lower the threshold, and records it", async () => {
    using place = project(yes, half);
    expect(await place.run(["check", "--force-complete", "--task", "2"])).toMatchObject({ code: 1 });
    expect(records(place)[0]).toMatchObject({ decision: { forced: true, outcome: "completed", taskDone: "2" } });
    place.write("short.md", "EXIT_SIGNAL: true\n");
    const words = ["gate", "short.md", "none", "--set", "minScore=0"];
    expect((await place.run(words)).code).toBe(1);
    expect((await place.run([...words, "--exit-threshold", "0"])).code).toBe(0);
  });

  it("believes an agent's override only where it is allowed, and never over a veto", async () => {
    using place = new Workplace();
    place.write("out.md", "EXIT_STATUS: COMPLETE\nEXIT_OVERRIDE: true\nEXIT_REASON: verified\nREMAINING_WORK: none\n");
    const words = ["gate", "out.md", "none", "--policy", "cub"];
    expect((await place.run(words)).code).toBe(1);
    expect((await place.run([...words, "--set", "allowOverride=true"])).code).toBe(0);
    place.write("veto.md", "EXIT_STATUS: COMPLETE\nEXIT_OVERRIDE: true\nREMAINING_WORK: the login page\n");
    expect((await place.run(["gate", "veto.md", "none", "--policy", "cub", "--set", "allowOverride=true"])).code).toBe(
      1,
    );
  });

  it.each([
    { checks: { tests: "npm test" }, code: 0, says: 1 },
    { checks: { lint: { command: "npm run lint", required: false } }, code: 1, says: 0 },
  ])(
    "completes nothing while a required check of the configuration is unknown: $checks",
    async ({ checks, code, says }) => {
      using place = project(yes, whole);
      place.write(".ralph/config.json", JSON.stringify({ checks }));
      expect((await place.run(["gate"])).code).toBe(says);
      expect((await place.run(["check"])).code).toBe(code);
    },
  );

  it("does not trust a claim of an agent whose process failed", async () => {
    using place = project(yes, whole);
    const words = ["gate", ".ralph/last-response.md", "none"];
    expect((await place.run(words)).code).toBe(0);
    expect((await place.run([...words, "--exit-code", "1"])).code).toBe(1);
  });
});

describe("unexpected arguments", () => {
  it.each([
    ["state", "x"],
    ["history", "5"],
    ["reset", "all"],
    ["explain", "1", "2"],
    ["replay", "a", "b"],
  ])("%s %s is refused", async (...words) => {
    using place = project();
    expect(await place.run(words)).toMatchObject({ code: 2, err: expect.stringContaining("unexpected argument") });
  });

  it("and words that are none of ours are too", async () => {
    using place = project(yes, whole);
    expect(await place.run(["history", "--outcome", "complete"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("completed"),
    });
    expect(await place.run(["gate", "--task", ""])).toMatchObject({ code: 2, err: expect.stringContaining("empty") });
    expect((await place.run(["gate", "--task", "nope"])).code).toBe(1);
  });
});

describe("gate", () => {
  it("says 0 for done and 1 for not yet, and changes nothing", async () => {
    using place = project(yes, half);
    const before = readdirSync(join(place.path, ".ralph"));
    expect((await place.run(["gate"])).code).toBe(1);
    place.write(".ralph/fix_plan.md", whole);
    expect((await place.run(["gate"])).code).toBe(0);
    expect((await place.run(["gate", "--task", "1"])).code).toBe(0);
    expect(readdirSync(join(place.path, ".ralph"))).toEqual(before);
  });
});

it("answers by its status also where nobody reads the words", async () => {
  using place = project(yes, half);
  expect((await place.runAndLeave(["gate"])).code).toBe(1);
  place.write(".ralph/fix_plan.md", whole);
  expect((await place.runAndLeave(["check"])).code).toBe(1);
  expect(existsSync(join(place.path, ".ralph/untildone.lock"))).toBe(false);
  await place.run(["breaker", "trip"]);
  expect((await place.runAndLeave(["breaker", "status"])).code).toBe(1);
});

describe("history, state, explain, reset", () => {
  it("list, sum up and explain what was decided", async () => {
    using place = project();
    for (let i = 0; i < 3; i++) await place.run(["check"]);
    place.write(".ralph/fix_plan.md", whole);
    place.write(".ralph/last-response.md", yes);
    await place.run(["check"]);
    expect((await place.run(["history"])).out.split("\n")).toHaveLength(7);
    expect(jsonLines((await place.run(["history", "--json"])).out).map(({ n }) => n)).toEqual([1, 2, 3, 4]);
    expect(jsonLines((await place.run(["history", "--json", "--last", "2"])).out).map(({ n }) => n)).toEqual([3, 4]);
    expect(jsonLines((await place.run(["history", "--json", "--outcome", "completed"])).out)).toHaveLength(1);
    expect(
      jsonLines((await place.run(["history", "--json", "--decision", "continue", "--last", "1"])).out),
    ).toMatchObject([{ n: 3 }]);
    expect((await place.run(["history", "--json", "--since", "2999-01-01"])).out).toBe("");
    expect((await place.run(["history", "--since", "soon"])).code).toBe(2);
    expect(JSON.parse((await place.run(["state", "--json"])).out)).toMatchObject({
      decisions: 4,
      exits: 1,
      ended: true,
      iterations: 4,
    });
    const told = (await place.run(["explain", "4", "--all"])).out;
    for (const part of [
      "Decision 4",
      "accepted-completion   spoke",
      "interrupted           abstained",
      "stagnation            not asked",
      "line 3: exit-signal says complete",
      "not proven nothing was measured",
    ])
      expect(told).toContain(part);
    expect(told).not.toMatch(/^Score/m);
    expect(JSON.parse((await place.run(["explain", "--json"])).out)).toMatchObject({
      decidesAgain: "the same",
      record: { n: 4 },
    });
    expect(await place.run(["explain", "9"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no decision 9"),
    });
  });

  it("clear what they say they clear", async () => {
    using place = project();
    for (let i = 0; i < 2; i++) await place.run(["check"]);
    expect((await place.run(["reset"])).out).toContain("2 decisions");
    expect(state(place)).toMatchObject({ total_decisions: 0, run: null });
    expect(records(place)).toHaveLength(3);
    expect(JSON.parse((await place.run(["check", "--json"])).out)).toMatchObject({ iteration: 1, n: 4 });
    place.write(".ralph/notes-of-others.txt", "mine");
    expect((await place.run(["reset", "--all"])).out).toContain("decisions.jsonl");
    const left = readdirSync(join(place.path, ".ralph")).sort();
    expect(left).toEqual(["fix_plan.md", "last-response.md", "logs", "notes-of-others.txt"]);
    expect(await place.run(["history"])).toMatchObject({ code: 0, err: "no decision was found\n" });
  });
});

describe("the breaker of somebody's loop", () => {
  const track = ["breaker", "track", "--files-changed", "0"];
  it("opens after iterations without progress, stays open over runs, and is reset by hand", async () => {
    using place = project();
    expect(await codesInTurn(3, () => place.run(track))).toEqual([0, 0, 1]);
    expect(await place.run(["breaker", "status"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("open since"),
    });
    expect(JSON.parse(place.read(".ralph/circuit-state.json"))).toMatchObject({ status: "OPEN" });
    expect((await place.run(["reset"])).err).toContain("breaker reset");
    expect(await place.run(["check"])).toMatchObject({ code: 1, out: expect.stringContaining("breaker-open") });
    expect((await place.run(["breaker", "reset"])).code).toBe(0);
    expect((await place.run(["check"])).code).toBe(0);
  });

  it("counts an iteration that is tracked and checked once, and forgets idleness with progress", async () => {
    using place = project();
    for (const files of ["0", "0", "4", "0", "0"]) {
      expect((await place.run(["breaker", "track", "--files-changed", files])).code).toBe(0);
      expect((await place.run(["check"])).code).toBe(0);
    }
    expect(JSON.parse((await place.run(["breaker", "status", "--json"])).out)).toMatchObject({
      state: "half-open",
      noProgress: 2,
    });
    await place.run(track);
    expect(await place.run(["check"])).toMatchObject({ code: 1, out: expect.stringContaining("breaker-tripped") });
  });

  it("opens by the same error, apart from its numbers", async () => {
    using place = project();
    const codes = await codesInTurn(5, (time) =>
      place.run(["breaker", "track", "--files-changed", "1", "--error", `port ${time}000 is taken`]),
    );
    expect(codes).toEqual([0, 0, 0, 0, 1]);
  });

  it("refuses what it does not know", async () => {
    using place = project();
    expect(await place.run(["breaker", "stauts"])).toMatchObject({ code: 2, err: expect.stringContaining("status") });
    expect(await place.run(["breaker", "track", "--files-changed", "many"])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"many"'),
    });
  });
});

describe("replay", () => {
  it("shows where another policy would have ended, and what that saves or costs", async () => {
    using place = project(yes, half);
    for (let i = 0; i < 3; i++) await place.run(["check"]);
    const later = jsonLines((await place.run(["replay", "--set", "hollowClaimLimit=5", "--json"])).out);
    expect(later).toMatchObject([
      { was: { iteration: 3, outcome: "needs-review" }, would: { outcome: null, iteration: 3 }, saved: -1 },
      { runs: 1, otherwise: 1, saved: 0, cost: 1 },
    ]);
    const sooner = jsonLines((await place.run(["replay", "--set", "hollowClaimLimit=1", "--json"])).out);
    expect(sooner).toMatchObject([
      { would: { iteration: 1, rule: "hollow-claims" }, saved: 2 },
      { saved: 2, cost: 0 },
    ]);
    expect((await place.run(["replay"])).out).toBe("0 of 1 runs would have ended differently: 0 iterations saved\n");
  });

  it("lets no iteration count that would not have been", async () => {
    using place = project(no, half);
    const steps = ["one", "one", "one", "two"].flatMap((run) => [
      ["breaker", "track", "--files-changed", "0", "--run", run],
      ["check", "--run", run, "--set", "breaker.noProgress=0"],
    ]);
    for (const words of steps) await place.run(words);
    const [one, two] = jsonLines((await place.run(["replay", "--set", "stagnationLoops=2", "--all", "--json"])).out);
    expect(one).toMatchObject({ run: "one", would: { iteration: 2, rule: "stagnation" }, saved: 1 });
    expect(two).toMatchObject({ run: "two", would: { iteration: 1, outcome: null } });
  });

  it("goes through a folder of outputs in the order of their names", async () => {
    using place = new Workplace();
    for (const [name, text] of [
      ["2.log", no],
      ["10.log", yes],
      ["1.log", no],
    ] as const)
      place.write(`out/${name}`, text);
    const [run, sum] = jsonLines((await place.run(["replay", "out", "--policy", "blackbox", "--json"])).out);
    expect(run).toMatchObject({
      was: { iteration: 3, outcome: "completed" },
      would: { iteration: 1, rule: "low-confidence" },
      saved: 2,
    });
    expect(sum).toMatchObject({ runs: 1, saved: 2 });
    expect(await place.run(["replay", "nowhere"])).toMatchObject({ code: 2, err: expect.stringContaining("no such") });
    expect(await place.run(["replay"])).toMatchObject({ code: 2, err: expect.stringContaining("no journal") });
  });
});

describe("damage", () => {
  const names = ["exit-state.json", "circuit-state.json"];
  const damages = {
    list: "[]",
    null: "null",
    garbage: "\u0000\u0007 not json",
    empty: "",
    newer: '{"version":99,"digest":"x"}',
  };
  it.each(names.flatMap((name) => Object.entries(damages).map(([what, content]) => ({ name, what, content }))))(
    "$name replaced by $what is set aside, named, and made again",
    async ({ name, content }) => {
      using place = project(yes, half);
      await place.run(["check"]);
      await place.run(["check"]);
      place.write(`.ralph/${name}`, content);
      const { code, err } = await place.run(["check"]);
      expect(code).toBe(1); // The third refused claim in a row: nothing was forgotten.
      const aside = readdirSync(join(place.path, ".ralph")).filter((file) => file.startsWith(`${name}.damaged-`));
      expect(aside).toHaveLength(1);
      expect(err).toContain(aside[0]);
      expect(place.read(`.ralph/${aside[0]}`)).toBe(content);
      expect(state(place)).toMatchObject({ total_decisions: 3, decision_rule: "hollow-claims" });
    },
  );

  it("of the journal: what can be read counts, and a torn last line is closed", async () => {
    using place = project(yes, half);
    await place.run(["check"]);
    place.write(".ralph/decisions.jsonl", `${place.read(".ralph/decisions.jsonl")}{"version":1,"n":2,"ki`);
    expect((await place.run(["check"])).code).toBe(0);
    const lines = place.read(".ralph/decisions.jsonl").trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ n: 2, iteration: 2 });
    rmSync(join(place.path, ".ralph/exit-state.json"));
    expect(await place.run(["check"])).toMatchObject({ code: 1, err: expect.stringContaining("damage in line 2") });
  });

  it.each(["[]\n", "null\n", "garbage\n", '{"a":1}\n'])(
    "a journal that is %j is set aside, and never completes",
    async (content) => {
      using place = project(yes, half);
      await place.run(["check"]);
      place.write(".ralph/decisions.jsonl", content);
      const { code, err } = await place.run(["check"]);
      expect(code).toBe(0);
      expect(err).toContain("decisions.jsonl.damaged-");
      expect(records(place)).toMatchObject([{ n: 1, iteration: 1 }]);
    },
  );

  it("of the journal beyond the snapshot is said, however much it is", async () => {
    using place = project();
    await place.run(["check"]);
    appendFileSync(join(place.path, ".ralph/decisions.jsonl"), "garbage\n");
    expect(await place.run(["check"])).toMatchObject({ code: 0, err: expect.stringContaining("damage in line 1") });
    expect(await place.run(["check"])).toMatchObject({ code: 0, err: "" });
    truncateSync(join(place.path, ".ralph/decisions.jsonl"), 600 * 2 ** 20);
    expect((await place.run(["check"])).code).toBe(0);
    expect(state(place)).toMatchObject({ total_decisions: 4 });
  });

  it("refuses a newer journal and touches nothing", async () => {
    using place = project();
    await place.run(["check"]);
    const newer = `${place.read(".ralph/decisions.jsonl")}{"version":2,"n":2,"kind":"decision","run":"x"}\n`;
    place.write(".ralph/decisions.jsonl", newer);
    for (const words of [["check"], ["gate"], ["state"], ["history"], ["explain"], ["replay"], ["reset"]]) {
      const { code, err } = await place.run(words);
      expect([words[0], code]).toEqual([words[0], 2]);
      expect(err).toContain("newer untildone (version 2)");
    }
    expect(place.read(".ralph/decisions.jsonl")).toBe(newer);
  });

  it("keeps an open breaker whose journal was deleted", async () => {
    using place = project();
    await place.run(["breaker", "trip", "too hot"]);
    rmSync(join(place.path, ".ralph/decisions.jsonl"));
    place.write(".ralph/fix_plan.md", whole);
    place.write(".ralph/last-response.md", yes);
    expect(await place.run(["breaker", "status"])).toMatchObject({ code: 1, out: expect.stringContaining("too hot") });
    expect(JSON.parse((await place.run(["state", "--json"])).out).breaker.state).toBe("open");
    expect(await place.run(["gate"])).toMatchObject({ code: 1, out: expect.stringContaining("too hot") });
    expect(await place.run(["check"])).toMatchObject({ code: 1, out: expect.stringContaining("too hot") });
    rmSync(join(place.path, ".ralph/exit-state.json"));
    expect((await place.run(["check"])).code).toBe(1);
  });

  it("notices a journal that was edited in place, to the same length", async () => {
    using place = project(yes, half);
    await place.run(["check"]);
    await place.run(["check"]);
    const text = place.read(".ralph/decisions.jsonl");
    const at = text.lastIndexOf('"keep":24');
    place.write(".ralph/decisions.jsonl", `${text.slice(0, at)}"keep":25${text.slice(at + 9)}`);
    expect((await place.run(["check"])).err).toContain("does not belong to this journal");
  });

  it("keeps an open breaker whose record was cut off the journal", async () => {
    using place = project();
    await place.run(["check"]);
    await place.run(["breaker", "trip", "too hot"]);
    const lines = place.read(".ralph/decisions.jsonl").trimEnd().split("\n");
    place.write(".ralph/decisions.jsonl", `${lines.slice(0, -1).join("\n")}\n`);
    expect((await place.run(["breaker", "status"])).code).toBe(1);
    expect(await place.run(["check"])).toMatchObject({ code: 1, out: expect.stringContaining("too hot") });
    await place.run(["breaker", "reset"]);
    expect((await place.run(["check"])).code).toBe(0);
  });

  it.each(["decisions.jsonl", "exit-state.json"])("a pipe in place of %s is refused at once", async (name) => {
    using place = project();
    expect(spawnSync("mkfifo", [join(place.path, ".ralph", name)]).status).toBe(0);
    expect(await place.run(["check"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("it is a named pipe, not a file"),
    });
  });

  it("does not take the snapshot of another project's journal", async () => {
    using place = project(yes, half);
    using other = project(yes, half);
    for (let i = 0; i < 2; i++) await other.run(["check"]);
    await place.run(["check"]);
    place.write(".ralph/exit-state.json", other.read(".ralph/exit-state.json"));
    expect(await place.run(["check"])).toMatchObject({
      code: 0,
      err: expect.stringContaining("does not belong to this journal"),
    });
    expect(state(place)).toMatchObject({ total_decisions: 2 });
  });
});

describe("a disk that does not take it", () => {
  it.runIf(existsSync("/dev/full"))("is full: no decision, a clear message, nothing lost", async () => {
    using place = project(yes, whole);
    symlinkSync("/dev/full", join(place.path, ".ralph/decisions.jsonl"));
    const { code, err, out } = await place.run(["check"]);
    expect(code).toBe(2);
    expect(err).toContain("the disk is full");
    expect(err).toContain("decisions.jsonl");
    expect(out).toBe("");
    expect(existsSync(join(place.path, ".ralph/untildone.lock"))).toBe(false);
  });

  const canMount = process.getuid?.() === 0 && mountWorks();
  it.runIf(canMount)(
    "is a small one that fills up: what was acknowledged stays, and it goes on once there is room",
    async () => {
      using place = project();
      const folder = join(place.path, "small");
      mkdirSync(folder);
      expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).status).toBe(0);
      try {
        const words = [
          "check",
          "--state",
          "small",
          ".ralph/last-response.md",
          ".ralph/fix_plan.md",
          "--set",
          "maxIterations=0",
          "--set",
          "stagnationLoops=0",
        ];
        let good = 0;
        let last = await place.run(words);
        for (; last.code === 0 && good < 60; good++) last = await place.run(words);
        expect(last).toMatchObject({ code: 2, err: expect.stringContaining("the disk is full") });
        expect(good).toBeGreaterThan(2);
        const journal = place.read("small/decisions.jsonl");
        expect(journal.endsWith("\n")).toBe(true);
        expect(jsonLines(journal).map(({ n }) => n)).toEqual(Array.from({ length: good }, (_, at) => at + 1));
        spawnSync("mount", ["-o", "remount,size=1m", folder]);
        expect((await place.run(words)).code).toBe(0);
        expect(jsonLines(place.read("small/decisions.jsonl"))).toHaveLength(good + 1);
      } finally {
        spawnSync("umount", [folder]);
      }
    },
  );

  it("is read-only: 2 and how to mend it", () => {
    using place = project();
    chmodSync(place.path, 0o755);
    mkdirSync(join(place.path, "locked"), { mode: 0o555 });
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(join(place.path, "locked"), 0, 0);
    const { status, stderr } = spawnSync(
      process.execPath,
      [bin, "check", "--state", "locked/state", ".ralph/last-response.md", "none"],
      {
        cwd: place.path,
        encoding: "utf8",
        ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
      },
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(/may not be written|read-only/);
    expect(stderr).toContain("--state");
  });
});

function mountWorks(): boolean {
  using place = new Workplace();
  const works = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", place.path]).status === 0;
  if (works) spawnSync("umount", [place.path]);
  return works;
}

describe("two at once", () => {
  it("are both recorded", async () => {
    using place = project();
    const children = [1, 2, 3, 4].map(() =>
      spawn(process.execPath, [bin, "check"], { cwd: place.path, stdio: "ignore" }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(records(place).map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });
});

describe("STATE.md", () => {
  it.each([
    { name: "a folder", stateFile: ".ralph" },
    { name: "in a folder that is missing", stateFile: "no/such/STATE.md" },
    { name: "binary", stateFile: "picture.md" },
  ])("that is $name is left alone with a warning, and the answer stands", async ({ stateFile }) => {
    using place = project(no, half);
    const picture = Uint8Array.from({ length: 300 }, (_, at) => at % 7);
    place.write("picture.md", picture);
    const { code, err } = await place.run(["check", "--set", `stateFile=${stateFile}`]);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("was not updated") });
    expect(place.read("picture.md")).toBe(String(Buffer.from(picture)));
  });

  it("is kept up to date where it is configured, and the user's words stay", async () => {
    using place = project(yes, whole);
    place.write("STATE.md", "# Project\r\n\r\nStatus: planning\r\n\r\nMy own notes.\r\n");
    writeFileSync(join(place.path, "package.json"), JSON.stringify({ untildone: { stateFile: "STATE.md" } }));
    await place.run(["check"]);
    const text = place.read("STATE.md");
    expect(text).toMatch(
      /^# Project\r\n\r\nStatus: COMPLETED\r\nLast task: none selected\r\nIterations: 1\r\nDuration: 0s\r\n/,
    );
    expect(text).toContain("My own notes.\r\n");
    expect(text).toMatch(
      /## Iteration History\r\n\r\n- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d iteration 1: COMPLETED: an explicit claim/,
    );
    expect(statSync(join(place.path, "STATE.md")).size).toBeGreaterThan(0);
  });
});
