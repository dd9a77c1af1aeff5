import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bin, jsonLines, Workplace } from "./cli.js";

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const words = "The task is complete and ready for review.";
const finish = (file: string, text = words) => ({ write: { [file]: "work\n" }, say: text, status: done });
const idle = { say: "I read the code again." };

interface Setup {
  readonly steps: readonly object[];
  readonly tasks?: string | null;
  readonly files?: Readonly<Record<string, string>>;
}

function project({ steps, tasks = "- [ ] T1: one\n- [ ] T2: two\n", files = {} }: Setup): Workplace {
  const place = new Workplace();
  place.write("script.json", JSON.stringify({ steps }));
  place.write("PROMPT.md", "Do the work.\n");
  if (tasks !== null) place.write("TODO.md", tasks);
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  for (const git of [
    ["init", "-q"],
    ["add", "-A"],
    ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "start"],
  ])
    expect(spawnSync("git", git, { cwd: place.path }).status).toBe(0);
  return place;
}

/** Most of these have no check at all: that the work is then not verified is not what they are about. */
const run = async (place: Workplace, ...more: string[]) =>
  await place.run(["run", "--agent", "scripted", "--script", "script.json", "--set", "unverified=accept", ...more]);

/** A small list of facts, one check that always holds: the outcome is the script's alone. */
const outcomes = [
  {
    outcome: "completed",
    setup: { steps: [finish("a"), finish("b")] },
    rule: "accepted-task",
    code: 0,
    gold: 0,
  },
  {
    outcome: "completed",
    setup: { steps: [idle], tasks: "- [x] T1: one\n- [x] T2: two\n" },
    rule: "no-work-left",
    code: 0,
    gold: 0,
  },
  { outcome: "stuck", setup: { steps: [idle] }, rule: "breaker-tripped", code: 1, gold: 1 },
  {
    outcome: "blocked",
    setup: { steps: [idle], tasks: "- [x] T1: one\n- [!] T2: two\n" },
    rule: "all-blocked",
    code: 1,
    gold: 1,
  },
  {
    outcome: "blocked",
    setup: {
      steps: [
        {
          say: "I am blocked: I need the password of the database.",
          status: { STATUS: "BLOCKED", EXIT_SIGNAL: "false" },
        },
      ],
    },
    rule: "waiting-for-person",
    code: 1,
    gold: 1,
  },
  {
    outcome: "needs-review",
    setup: {
      steps: [1, 2, 3].map((at) => ({ ...finish(`f${at}`), write: { [`f${at}`]: "x\n", broken: `${at}\n` } })),
      files: { "check.sh": "test ! -f broken\n" },
    },
    args: ["--check", "build=sh check.sh", "--set", "setAside=false"],
    rule: "hollow-claims",
    code: 1,
    gold: 2,
  },
  {
    outcome: "aborted",
    setup: { steps: [1, 2, 3].map((at) => ({ write: { [`f${at}`]: "x\n" }, say: "I went on." })) },
    args: ["--max-iterations", "2"],
    rule: "budget-spent",
    code: 2,
    gold: 1,
  },
  {
    outcome: "aborted",
    setup: { steps: [{ write: { "TODO.md": "no boxes here\n" }, say: "I went on." }] },
    rule: "tracker-unusable",
    code: 2,
    gold: 2,
  },
  {
    outcome: "stuck",
    setup: { steps: [1, 2, 3].map((at) => ({ write: { [`f${at}`]: "x\n" }, say: "no", exit: 3 })) },
    args: ["--set", "setAside=false"],
    rule: "same-task-failing",
    code: 1,
    gold: 1,
  },
] as const;

describe("every outcome, by both tables of exit codes", () => {
  it.each(outcomes.map((row, at) => ({ at, ...row })))("$at: $outcome by $rule", async (row) => {
    const args = "args" in row ? row.args : [];
    for (const [scheme, code] of [
      ["standard", row.code],
      ["gold", row.gold],
    ] as const) {
      using place = project(row.setup);
      const ran = await run(place, "--tasks", "TODO.md", "--json", "--exit-codes", scheme, ...args);
      expect(ran.err).toBe("");
      const last = jsonLines(ran.out).at(-1) as {
        type: string;
        record: { decision: { outcome: string; rule: string; exitCode: number } };
      };
      expect(last.type).toBe("run-end");
      expect(last.record.decision).toMatchObject({ outcome: row.outcome, rule: row.rule, exitCode: code });
      expect(ran.code).toBe(code);
      expect(existsSync(join(place.path, ".ralph/untildone.lock"))).toBe(false);
    }
  });

  it.each([
    { words: ["--script", "script.json", "--tasks", "none.md"], says: ["none.md", "no such file", "> none.md"] },
    { words: ["--script", "script.json", "--tasks", "empty.md"], says: ["empty.md", ">> empty.md"] },
    { words: ["--script", "script.json", "--tasks", "bytes.md"], says: ["bytes.md", "tasks bytes.md --lint"] },
    { words: ["--script", "script.json", "--tasks", "folder"], says: ["folder", "tasks folder --lint"] },
    { words: ["--command", "no-such-agent --yes"], says: ["no-such-agent is not installed", "--command"] },
    { words: ["--command", "A=b ./no-agent.sh"], says: ["./no-agent.sh is not installed", "--command"] },
    { words: ["--command", "./agent.sh"], says: ["chmod +x ./agent.sh"] },
  ])("refuses to start with $words, and leaves nothing behind", async ({ words, says }) => {
    using place = project({ steps: [finish("a")], tasks: "- [ ] T1: one\n" });
    place.write("empty.md", "");
    place.write("bytes.md", Buffer.from([0, 1, 2, 0, 255]));
    place.write("folder/deeper/x", "x");
    place.write("agent.sh", "#!/bin/sh\n");
    const { code, out, err } = await place.run(["run", ...words]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const part of says) expect(err).toContain(part);
    expect(existsSync(join(place.path, ".ralph"))).toBe(false);
    expect(existsSync(place.stateHome)).toBe(false);
  });

  it("counts in its history the task that a decision marks, and calls nothing verified that is not proven", async () => {
    using place = project({ steps: [finish("a"), finish("b")] });
    const { out } = await run(place, "--tasks", "TODO.md");
    expect(out).toContain("task T1 done (not proven: nothing tests this work)");
    expect(out).toContain("COMPLETED, NOTHING PROVEN");
    expect(out).not.toMatch(/(?<!not )verified/i);
    const done = (await place.run(["history"])).out.match(/ \d+%/g)?.map((share) => share.trim());
    expect(done).toEqual(["50%", "100%"]);
  });

  it("goes on with the next agent if the first is not installed", async () => {
    using place = project({ steps: [finish("a")], tasks: "- [ ] T1: one\n" });
    const both = await place.run([
      "run",
      "--set",
      "unverified=accept",
      "--agent",
      "command,scripted",
      "--command",
      "no-such-agent",
      "--script",
      "script.json",
      "--tasks",
      "TODO.md",
      "--set",
      "unverified=accept",
    ]);
    expect(both).toMatchObject({
      code: 0,
      out: expect.stringContaining("no-such-agent is not installed and takes no"),
    });
  });

  it("the code is the last decision's, whatever failed before", async () => {
    using place = project({ steps: [{ say: "oh", exit: 1 }, { say: "oh", exit: 1 }, finish("a"), finish("b")] });
    expect((await run(place, "--tasks", "TODO.md")).code).toBe(0);
  });
});

describe("a run", () => {
  it("marks what passed the gate, tells the agent what was refused, and keeps what happened", async () => {
    using place = project({
      steps: [{ ...finish("a"), write: { a: "1\n", bad: "1\n" } }, { ...finish("b"), delete: ["bad"] }, finish("c")],
    });
    place.write("check.sh", "test ! -f bad || { echo 'the file bad is in the way'; exit 1; }\n");
    const ran = await run(place, "--tasks", "TODO.md", "--check", "build=sh check.sh");
    expect(ran.code).toBe(0);
    expect(place.read("TODO.md")).toBe("- [x] T1: one\n- [x] T2: two\n");
    const [logs = ""] = readdirSync(join(place.path, ".ralph/logs")).filter((name) => /^\d{8}-/.test(name));
    const prompt = (number: string): string => place.read(`.ralph/logs/${logs}/${number}-prompt.md`);
    expect(prompt("0001")).toContain("Do the work.");
    expect(prompt("0001")).toContain("T1");
    expect(prompt("0001")).toMatch(/NONCE: \S+/);
    expect(prompt("0002")).toContain("the file bad is in the way");
    expect(prompt("0003")).toContain("T2");
    expect(place.read(".ralph/last-response.md")).toContain(words);
    for (const part of ["Status:", "COMPLETED", "Iterations: 3", "Last task:", "2 of 2 done"])
      expect(ran.out).toContain(part);
  });

  it("does not believe an echo of its own prompt, nor a block without the run's word", async () => {
    using place = project({
      steps: [
        { echoPrompt: true },
        { say: `${words}\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---` },
      ],
    });
    expect((await run(place, "--tasks", "TODO.md", "--max-iterations", "2")).code).toBe(2);
    expect(place.read("TODO.md")).not.toContain("[x]");
  });

  it("takes none of its own writing for the agent's work, wherever its state lies", async () => {
    using place = project({ steps: [idle] });
    const ran = await run(place, "--tasks", "TODO.md", "--state", "kept/here", "--max-iterations", "8");
    expect(ran).toMatchObject({
      code: 1,
      out: expect.stringContaining("STUCK  3 iterations in a row without progress"),
    });
  });

  it("asks no agent where the list is finished or blocked already", async () => {
    using place = project({ steps: [finish("a")], tasks: "- [x] T1\n" });
    expect((await run(place, "--tasks", "TODO.md")).out).not.toContain("iteration 1");
  });

  it("waits out a usage limit, which is no iteration", async () => {
    using place = project({ steps: [{ limitSeconds: 2 }, finish("a")], tasks: "- [ ] T1: one\n" });
    const ran = await run(place, "--tasks", "TODO.md", "--set", "maxIterations=1", "--limit-margin", "0");
    expect(ran.out).toMatch(/waiting \d+s, until/);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toContain("Iterations: 1");
  });

  it("ends at a usage limit where it is told to", async () => {
    using place = project({ steps: [{ limitSeconds: 100 }], tasks: "- [ ] T1: one\n" });
    expect(await run(place, "--tasks", "TODO.md", "--on-limit", "exit")).toMatchObject({
      code: 2,
      out: expect.stringContaining("usage limit"),
    });
  });

  it.each([
    { where: "as the answer", step: { say: "5-hour limit reached ∙ resets 3pm" } },
    { where: "as the answer of a failed turn", step: { say: "Weekly limit reached ∙ resets Oct 9 at 5pm", exit: 1 } },
    { where: "on standard error of an empty turn", step: { stderr: "Session limit reached ∙ resets 3pm" } },
    { where: "on standard error of a failed turn", step: { stderr: "You've hit your usage limit.", exit: 1 } },
  ])("spends no second turn on a usage limit $where", async ({ step }) => {
    using place = project({ steps: [step, finish("a")], tasks: "- [ ] T1: one\n" });
    const ran = await run(place, "--tasks", "TODO.md", "--on-limit", "exit");
    expect(ran).toMatchObject({ code: 2, out: expect.stringContaining("usage limit") });
    expect(ran.out).not.toContain("iteration 2");
  });

  it("runs without a task list until the claim passes", async () => {
    using place = project({
      steps: [
        { write: { a: "1\n" }, say: "I began." },
        { ...finish("b"), say: "All work is complete and ready for review. The implementation is finished." },
      ],
      tasks: null,
    });
    expect(await run(place, "--tasks", "none")).toMatchObject({
      code: 0,
      out: expect.stringContaining("Iterations: 2"),
    });
  });

  it("lets the operator force a task, and then works on", async () => {
    using place = project({ steps: [finish("a")] });
    expect((await run(place, "--tasks", "TODO.md", "--force-complete")).code).toBe(0);
    expect(place.read("TODO.md")).toBe("- [x] T1: one\n- [x] T2: two\n");
  });

  it("resumes with its counters where it was stopped", async () => {
    using place = project({
      steps: [{ write: { a: "1\n" }, say: "on" }, { write: { b: "1\n" }, say: "on" }, finish("c"), finish("d")],
    });
    expect((await run(place, "--tasks", "TODO.md", "--max-iterations", "2")).code).toBe(2);
    const ran = await run(place, "--tasks", "TODO.md", "--resume");
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toContain("(resumed)");
    expect(ran.out).toContain("iteration 3");
    expect(ran.out).toContain("Iterations: 4");
    expect(await run(place, "--tasks", "TODO.md", "--resume")).toMatchObject({
      code: 2,
      err: expect.stringContaining("nothing to resume"),
    });
  });

  it("meets an open breaker only with the words to type", async () => {
    using place = project({ steps: [idle] });
    expect((await run(place, "--tasks", "TODO.md")).code).toBe(1);
    expect(await run(place, "--tasks", "TODO.md")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--reset-breaker"),
    });
    place.write("script.json", JSON.stringify({ steps: [finish("a"), finish("b")] }));
    expect((await run(place, "--tasks", "TODO.md", "--reset-breaker")).code).toBe(0);
  });

  it("shows what it would do and starts nothing", async () => {
    using place = project({ steps: [finish("a")] });
    const { code, out } = await run(place, "--tasks", "TODO.md", "--dry-run", "--check", "tests=npm test");
    expect(code).toBe(0);
    for (const part of [
      "policy   standard",
      "next T1",
      "script.json",
      "tests: npm test",
      "Do the work.",
      "NONCE: 000000",
    ])
      expect(out).toContain(part);
    expect(existsSync(join(place.path, ".ralph"))).toBe(false);
  });

  it.each([
    { args: ["--max-iterations", "3abc"], says: '"3abc"' },
    { args: ["--max-iterations", "010"], says: '"010"' },
    { args: ["--max-iterations=0"], says: "no limit" },
    { args: ["--max-time", "soon"], says: "30m" },
    { args: ["--protocol", "ralf"], says: "ralph" },
    { args: ["--on-limit", "weep"], says: "wait, exit" },
    { args: ["--check", "tests"], says: '--check tests="npm test"' },
    { args: ["--check", "tests="], says: "the check tests has no command" },
    { args: ["--check", "unit=  "], says: "the check unit has no command" },
    { args: ["--set", "unchanged=maybe"], says: "one of review, accept, refuse" },
    { args: ["--set", "knownFailures=some"], says: "one of review, accept, refuse" },
    { args: ["--set", "newFailures=no"], says: "refuse, allow" },
    { args: ["--prompt", "gone.md"], says: "there is no such file" },
  ])("refuses $args", async ({ args, says }) => {
    using place = project({ steps: [idle] });
    const { code, err } = await run(place, "--tasks", "TODO.md", ...args);
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err).not.toContain("    at ");
  });

  it("needs an agent, and something to ask it", async () => {
    using place = new Workplace();
    expect(await place.run(["run"])).toMatchObject({ code: 2, err: expect.stringContaining("no agent was named") });
    expect(await place.run(["run", "--agent", "cluade"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("claude"),
    });
    expect(await place.run(["run", "--command", "true"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("nothing to do here"),
    });
  });
});

describe("phases, verification, shadow", () => {
  it("runs a task through its phases, each with its prompt and log; a failed one ends the iteration", async () => {
    using place = project({ steps: [{ ...finish("a"), exit: 0 }], tasks: "- [ ] T1: one\n" });
    place.write("plan.md", "Plan only. {{task}}\n");
    place.write("work.md", "Now do it. {{prompt}}\n");
    place.write(
      ".ralph/config.json",
      JSON.stringify({
        phases: [
          { name: "plan", prompt: "plan.md" },
          { name: "implement", prompt: "work.md" },
        ],
      }),
    );
    const ran = await run(place, "--tasks", "TODO.md");
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("phase implement") });
    const [logs = ""] = readdirSync(join(place.path, ".ralph/logs")).filter((name) => /^\d{8}-/.test(name));
    const files = readdirSync(join(place.path, ".ralph/logs", logs));
    expect(files).toEqual(
      expect.arrayContaining(["0001-prompt-plan.md", "0001-prompt-implement.md", "0001-agent-plan.log"]),
    );
    expect(place.read(`.ralph/logs/${logs}/0001-prompt-plan.md`)).toMatch(/^Plan only\.[\s\S]*T1[\s\S]*NONCE/);
    place.write("script.json", JSON.stringify({ steps: [{ say: "I crash.", exit: 7 }] }));
    place.write("TODO.md", "- [ ] T1: one\n");
    const failed = await run(place, "--tasks", "TODO.md", "--max-iterations", "1");
    expect(failed.out).toContain("phase plan");
    expect(failed.out).not.toContain("phase implement");
  });

  it("refuses a template with a variable nobody knows", async () => {
    using place = project({ steps: [idle] });
    place.write("t.md", "{{tusk}}");
    expect(await run(place, "--tasks", "TODO.md", "--template", "t.md")).toMatchObject({
      code: 2,
      err: expect.stringContaining("{{tusk}}"),
    });
  });

  it("verifies once more before completed, where it is set", async () => {
    using place = project({ steps: [finish("a"), { ...finish("a"), write: {} }], tasks: "- [ ] T1: one\n" });
    const ran = await run(place, "--tasks", "TODO.md", "--set", "verifyIteration=true");
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("Iterations: 2") });
    const [logs = ""] = readdirSync(join(place.path, ".ralph/logs")).filter((name) => /^\d{8}-/.test(name));
    expect(place.read(`.ralph/logs/${logs}/0002-prompt.md`)).toContain("verify it, and do nothing else");
  });

  it("judges another loop's answers as they come, and never acts", async () => {
    using place = project({ steps: [idle], tasks: "- [x] T1\n" });
    place.write(".ralph/last-response.md", "old words");
    const child = spawn(process.execPath, [bin, "run", "--shadow", "--tasks", "TODO.md", "--json"], {
      cwd: place.path,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "close");
    const [watching] = await once(child.stderr, "data");
    expect(String(watching)).toContain("watching");
    place.write(".ralph/last-response.md", "All tasks are complete and ready for review.\n\nEXIT_SIGNAL: true\n");
    const [line] = await once(child.stdout, "data");
    expect(JSON.parse(String(line))).toMatchObject({ outcome: "completed" });
    child.kill("SIGINT");
    expect((await ended)[0]).toBe(3);
    expect(existsSync(join(place.path, ".ralph/decisions.jsonl"))).toBe(false);
    expect(existsSync(join(place.path, ".ralph/shadow/decisions.jsonl"))).toBe(true);
  });

  it("warns of a budget that one more iteration would overrun", async () => {
    const cost = (usd: number): string =>
      `${JSON.stringify({ type: "result", subtype: "success", is_error: false, result: "I went on.", total_cost_usd: usd, session_id: "s" })}`;
    using place = project({ steps: [1, 2, 3].map((at) => ({ write: { [`f${at}`]: "x\n" }, say: cost(0.6) })) });
    const ran = await run(place, "--tasks", "TODO.md", "--max-cost", "1");
    expect(ran.out).toContain(
      "another iteration like those before would exceed the budget: used $0.60 of $1.00, about $0.60 per iteration",
    );
    expect(ran).toMatchObject({ code: 2, out: expect.stringContaining("Cost:       $1.20") });
  });
});

describe("Ctrl-C", () => {
  const start = (place: Workplace) => {
    const child = spawn(
      process.execPath,
      [
        bin,
        "run",
        "--set",
        "unverified=accept",
        "--agent",
        "scripted",
        "--script",
        "script.json",
        "--tasks",
        "TODO.md",
      ],
      { cwd: place.path, stdio: ["ignore", "pipe", "pipe"], env: place.ownEnv },
    );
    let out = "";
    const heard = (text: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (out.includes(text)) resolve();
        };
        child.stdout.on("data", look);
        look();
      });
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    const ended = once(child, "close").then(([code]) => ({ code, out }));
    return { child, heard, ended };
  };

  it("finishes the iteration, keeps what passed, and ends with 3", async () => {
    using place = project({ steps: [{ ...finish("a"), sleepMs: 1500 }, finish("b")] });
    const { child, heard, ended } = start(place);
    await heard("iteration 1");
    child.kill("SIGINT");
    const { code, out } = await ended;
    expect(out).toContain("stopping after this iteration");
    expect(out).toContain("INTERRUPTED");
    expect(out).toContain("untildone run --resume");
    expect(code).toBe(3);
    expect(place.read("TODO.md")).toBe("- [x] T1: one\n- [ ] T2: two\n");
    expect((await run(place, "--tasks", "TODO.md", "--resume")).code).toBe(0);
  });

  it("twice stops the agent now, and SIGTERM does at once", async () => {
    for (const signals of [["SIGINT", "SIGINT"], ["SIGTERM"]] as const) {
      using place = project({ steps: [{ hang: true }] });
      const { child, heard, ended } = start(place);
      await heard("iteration 1");
      child.kill(signals[0]);
      if (signals.length > 1) {
        await heard("stopping after this iteration");
        child.kill("SIGINT");
      }
      const { code, out } = await ended;
      expect(code).toBe(3);
      expect(out).toContain("INTERRUPTED");
      expect(existsSync(join(place.path, ".ralph/untildone.lock"))).toBe(false);
    }
  });
});
