import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { bin, jsonLines, Workplace } from "../e2e/cli.js";

const claim = {
  say: "The task is done. All tests pass.",
  status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true", TESTS_STATUS: "PASSING" },
};
const right = { write: { "part.txt": "right\n" } };
const finishes = { ...right, ...claim };
const testSource = `import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("the part", () => assert.equal(readFileSync("part.txt", "utf8"), "right\\n"));
`;

interface RunEvent {
  readonly type: string;
  readonly [name: string]: unknown;
}

interface Told {
  readonly code: number | null;
  readonly events: readonly RunEvent[];
  readonly err: string;
  of(type: string): readonly RunEvent[];
}

/** A project with one task and a failing test, and a loop over it. */
class LoopPlace extends Workplace {
  readonly name = `loop-${Math.random().toString(36).slice(2)}`;

  constructor(steps: readonly object[]) {
    super();
    this.write("part.txt", "wrong\n");
    this.write("tests/part.test.mjs", testSource);
    this.write("TODO.md", "- [ ] make the part\n");
    this.write(".gitignore", ".ralph/\nscript.json\n");
    this.write("script.json", JSON.stringify({ steps }));
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-qm", "Begin"],
    ])
      spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: this.path });
  }

  start(words: readonly string[] = []): { child: ChildProcess; out: () => string; told: Promise<Told> } {
    const limits = ["--idle-timeout", "3", "--timeout", "8", "--grace", "0.3", "--limit-margin", "0"];
    const agent = words.includes("--command") ? [] : ["--agent", "scripted", "--script", "script.json"];
    const checks = words.includes("--check") ? [] : ["--check", "tests=node tests/part.test.mjs"];
    const child = spawn(
      process.execPath,
      [bin, "run", "--tasks", "TODO.md", "--json", ...agent, ...checks, ...limits, ...words],
      { cwd: this.path, env: { ...this.ownEnv, LOOP_NAME: this.name } },
    );
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    const told = once(child, "close").then(([code]) => {
      const events = jsonLines(out.slice(0, out.lastIndexOf("\n") + 1)) as unknown as RunEvent[];
      return { code, events, err, of: (type: string) => events.filter((event) => event.type === type) };
    });
    return { child, out: () => out, told };
  }

  loop(...words: readonly string[]): Promise<Told> {
    return this.start(words).told;
  }

  leftRunning(): readonly string[] {
    if (process.platform !== "linux") return [];
    return readdirSync("/proc").filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "latin1").includes(this.name);
      } catch {
        return false;
      }
    });
  }

  log(name: string): string {
    const [run = ""] = readdirSync(join(this.path, ".ralph/logs")).filter((entry) => /^\d{8}-/.test(entry));
    return join(this.path, ".ralph/logs", run, name);
  }
}

const endOf = ({ of }: Told): { outcome: string; rule: string } =>
  (of("run-end")[0] as unknown as { record: { decision: { outcome: string; rule: string } } }).record.decision;

const untilNothingRuns = (place: LoopPlace): Promise<void> =>
  vi.waitFor(() => expect(place.leftRunning()).toEqual([]), { timeout: 10_000, interval: 50 });

const completed = { code: 0, outcome: "completed", rule: "accepted-task" };
const failing = { code: 1, outcome: "stuck", rule: "same-task-failing" };

describe.concurrent("each fault alone", { timeout: 60_000 }, () => {
  it.concurrent.each([
    { name: "an agent that finishes", steps: [finishes], ends: completed },
    {
      name: "one that always claims too early",
      steps: [claim],
      ends: { code: 1, outcome: "needs-review", rule: "disputed" },
    },
    {
      name: "one that hangs: a failed turn each time",
      steps: [{ hang: true }],
      ends: failing,
      how: /(?:no output for|not done after)/,
    },
    {
      name: "one that finishes, claims and hangs",
      steps: [{ ...finishes, hang: true }],
      ends: failing,
      how: /(?:no output for|not done after)/,
    },
    {
      name: "one that hangs and ignores SIGTERM",
      steps: [{ hang: true, ignoreTerm: true }],
      ends: failing,
      how: /(?:no output for|not done after)/,
    },
    { name: "one that hangs once", steps: [{ hang: true }, finishes], ends: completed },
    { name: "one that echoes the prompt", steps: [{ echoPrompt: true }], ends: { code: 1, outcome: "stuck" } },
    {
      name: "one that echoes the prompt and finishes",
      steps: [{ echoPrompt: true, ...finishes }],
      ends: { code: 0, outcome: "completed" },
    },
    { name: "one that prints half an event", steps: [{ brokenJson: true }], ends: failing },
    { name: "one that says nothing", steps: [{}], ends: failing },
    { name: "a crash by exit code", steps: [{ ...finishes, exit: 3 }], ends: failing, how: /failed/ },
    { name: "a crash by signal", steps: [{ ...finishes, signal: "sigsegv" }], ends: failing, how: /SIGSEGV/ },
    { name: "crashes that pass", steps: [{ exit: 3 }, { signal: "sigkill" }, finishes], ends: completed },
    {
      name: "one that deletes the tests",
      steps: [{ delete: ["tests"], ...finishes }],
      ends: { code: 1, outcome: "needs-review" },
    },
    {
      name: "one that empties the tests",
      steps: [
        {
          write: { "tests/part.test.mjs": 'import { test } from "node:test";\ntest("the part", () => {});\n' },
          ...claim,
        },
      ],
      ends: { code: 1, outcome: "needs-review" },
    },
    {
      name: "one that removes the task list",
      steps: [{ ...finishes, delete: ["TODO.md"] }],
      ends: completed,
    },
    { name: "a usage limit that passes", steps: [{ limitSeconds: 4 }, finishes], ends: completed },
  ])("$name: $ends.outcome", async ({ steps, ends: { code, ...decision }, how }) => {
    using place = new LoopPlace(steps);
    const told = await place.loop();
    expect(told.err).toBe("");
    expect(endOf(told)).toMatchObject(decision);
    expect(told.code).toBe(code);
    if (how) for (const end of told.of("agent-end")) expect(end["how"]).toMatch(how);
    await untilNothingRuns(place);
    expect(existsSync(join(place.path, ".ralph/untildone.lock"))).toBe(false);
  });

  it.concurrent.each(["session", "holds-pipe", "deaf"])(
    "a child left behind (%s) is ended with the turn",
    async (child) => {
      using place = new LoopPlace([{ child, ...finishes }]);
      const told = await place.loop();
      expect(endOf(told)).toMatchObject({ outcome: "completed" });
      if (process.platform === "linux") expect(told.of("agent-end")[0]).toMatchObject({ leftBehind: 1 });
      await untilNothingRuns(place);
    },
  );

  it.concurrent("a flood is read to its end and kept in part", async () => {
    using place = new LoopPlace([{ flood: 50e6, ...finishes }]);
    const told = await place.loop();
    expect(endOf(told)).toMatchObject({ outcome: "completed" });
    expect(statSync(place.log("0001-agent.log")).size).toBeLessThan(6e6);
  });

  it.concurrent("usage limits are neither iterations nor failures, and time still ends them", async () => {
    using place = new LoopPlace([{ limitSeconds: 4 }, { limitSeconds: 4 }, { limitSeconds: 3600 }]);
    const told = await place.loop("--max-time", "12", "--max-iterations", "2");
    expect(endOf(told)).toMatchObject({ outcome: "aborted", rule: "budget-spent" });
    expect(told.code).toBe(2);
    expect(told.of("agent-start").length).toBe(3);
    expect(told.of("wait-start").at(-1)?.["seconds"]).toBeLessThan(12);
  });
});

describe.concurrent("files only we write", { timeout: 60_000 }, () => {
  const config = "minScore: 71\n";
  it.concurrent.each([
    {
      name: "the snapshot edited",
      meddles: { write: { ".ralph/exit-state.json": '{"outcome":"completed"}' } },
      file: "exit-state.json",
      what: "changed",
    },
    {
      name: "the breaker edited",
      meddles: { write: { ".ralph/circuit-state.json": "{}" } },
      file: "circuit-state.json",
      what: "changed",
    },
    {
      name: "the journal overwritten",
      meddles: { write: { ".ralph/decisions.jsonl": "{}\n" } },
      file: "decisions.jsonl",
      what: "changed",
    },
    {
      name: "the journal made longer",
      meddles: { append: { ".ralph/decisions.jsonl": '{"version":1,"n":2}\n' } },
      file: "decisions.jsonl",
      what: "changed",
    },
    {
      name: "the journal removed",
      meddles: { delete: [".ralph/decisions.jsonl"] },
      file: "decisions.jsonl",
      what: "removed",
    },
    {
      name: "the configuration edited",
      meddles: { write: { ".ralph/config.yaml": "gateEnabled: false\n" } },
      file: "config.yaml",
      what: "changed",
    },
    {
      name: "a second configuration made",
      meddles: { write: { ".ralph/config.json": "{}" } },
      file: "config.json",
      what: "made",
    },
    {
      name: "the lock removed",
      meddles: { delete: [".ralph/untildone.lock"] },
      file: "untildone.lock",
      what: "removed",
    },
    { name: "the folder removed", meddles: { delete: [".ralph"] }, file: "decisions.jsonl", what: "removed" },
  ])("$name: put back and told, and the run goes on", async ({ meddles, file, what }) => {
    using place = new LoopPlace([
      { say: "I looked around.", write: { "notes.txt": "1\n" } },
      { say: "I went on.", ...meddles },
      finishes,
    ]);
    place.write(".ralph/config.yaml", config);
    const told = await place.loop();
    expect(told.err).toBe("");
    expect(endOf(told)).toMatchObject({ outcome: "completed" });
    expect(told.of("file-restored")).toContainEqual(
      expect.objectContaining({
        file: expect.stringMatching(new RegExp(`${file}$`)),
        what: expect.stringContaining(`was ${what}`),
      }),
    );
    expect(place.read(".ralph/config.yaml")).toBe(config);
    expect(jsonLines(place.read(".ralph/decisions.jsonl")).map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(existsSync(join(place.path, ".ralph/config.json"))).toBe(false);
    expect((await place.run(["state", "--json"])).code).toBe(0);
  });

  it.concurrent("a journal forged in the first turn does not become ours", async () => {
    using place = new LoopPlace([
      { write: { ".ralph/decisions.jsonl": '{"version":1,"n":1,"kind":"decision"}\n' }, ...claim },
      finishes,
    ]);
    expect(endOf(await place.loop())).toMatchObject({ outcome: "completed" });
    expect(jsonLines(place.read(".ralph/decisions.jsonl")).map(({ kind }) => kind)).toEqual(["decision", "decision"]);
  });

  it.concurrent("a file in place of the folder is moved aside", async () => {
    using place = new LoopPlace([]);
    place.write("agent.sh", "rm -rf .ralph && echo mine > .ralph && echo right > part.txt && echo I tried.\n");
    const told = await place.loop("--command", "sh agent.sh", "--max-iterations", "1");
    expect(told.err).toBe("");
    expect(endOf(told)).toMatchObject({ outcome: "aborted", rule: "budget-spent" });
    expect(place.read(".ralph.set-aside")).toBe("mine\n");
  });

  it.concurrent("a check that writes into our files, since the agent writes the tests", async () => {
    using place = new LoopPlace([finishes]);
    place.write("check.sh", "echo forged >> .ralph/untildone.lock\necho 1..1\necho ok 1 - fine\n");
    const told = await place.loop("--check", "tests=sh check.sh");
    expect(told.of("file-restored")).toContainEqual(
      expect.objectContaining({ what: expect.stringContaining("was changed") }),
    );
    expect(endOf(told)).toMatchObject({ outcome: "completed" });
    expect(existsSync(join(place.path, ".ralph/untildone.lock"))).toBe(false);
  });
});

describe.concurrent("a loop that is stopped", { timeout: 60_000 }, () => {
  const until = (out: () => string, what: string, times = 1): Promise<void> =>
    vi.waitFor(() => expect(out().split(`"type":"${what}"`).length).toBeGreaterThan(times), {
      timeout: 30_000,
      interval: 10,
    });

  it.concurrent("killed in a turn: its agent goes too, and a resumed run counts on", async () => {
    using place = new LoopPlace([
      { say: "I begin.", write: { "notes.txt": "1\n" } },
      { hang: true, ignoreTerm: true, child: "deaf" },
      finishes,
    ]);
    const { child, out, told } = place.start(["--idle-timeout", "20"]);
    await until(out, "agent-start", 2);
    child.kill("SIGKILL");
    const first = await told;
    await untilNothingRuns(place);
    const second = await place.loop("--resume");
    expect(endOf(second)).toMatchObject({ outcome: "completed" });
    expect(second.of("run-start")[0]).toMatchObject({ run: first.of("run-start")[0]?.["run"], resumed: true });
    expect(second.of("iteration-start").map(({ iteration }) => iteration)).toEqual([2, 3]);
  });

  it.concurrent("by one Ctrl-C: the turn is finished and judged, the task marked", async () => {
    using place = new LoopPlace([{ sleepMs: 1000, ...finishes }]);
    const { child, out, told } = place.start();
    await until(out, "agent-start");
    child.kill("SIGINT");
    const { code, of } = await told;
    expect(code).toBe(3);
    expect(of("agent-end")[0]).toMatchObject({ how: "exited 0" });
    expect(of("run-end")[0]).toMatchObject({ record: { decision: { outcome: "interrupted" } } });
    expect(place.read("TODO.md")).toBe("- [x] make the part\n");
    expect((await place.loop("--resume")).code).toBe(0);
  });

  it.concurrent.each([["SIGINT", "SIGINT"], ["SIGTERM"]] as const)(
    "by %s: the agent is stopped now",
    async (...signals) => {
      using place = new LoopPlace([{ hang: true }, finishes]);
      const { child, out, told } = place.start(["--idle-timeout", "30"]);
      await until(out, "agent-start");
      for (const [at, signal] of signals.entries()) {
        child.kill(signal);
        await until(out, "interrupt-received", at + 1);
      }
      const { code, of } = await told;
      expect(code).toBe(3);
      expect(of("run-end")[0]).toMatchObject({ record: { decision: { outcome: "interrupted" } } });
      await untilNothingRuns(place);
      expect((await place.loop("--resume", "--idle-timeout", "1")).code).toBe(0);
    },
  );

  it.concurrent("in its baseline: half a baseline is not kept", async () => {
    using place = new LoopPlace([finishes]);
    place.write("slow.sh", "touch begun; while [ ! -e quick ]; do sleep 0.1; done; exec node tests/part.test.mjs\n");
    const words = ["--check", "tests=sh slow.sh"];
    const { child, told } = place.start(words);
    await vi.waitFor(() => expect(existsSync(join(place.path, "begun"))).toBe(true), { timeout: 30_000 });
    child.kill("SIGTERM");
    expect((await told).code).toBe(3);
    await untilNothingRuns(place);
    place.write("quick", "");
    const second = await place.loop(...words, "--resume");
    expect(second.of("baseline-taken")[0]).toMatchObject({ failing: [expect.stringContaining("the part")] });
    expect(second.code).toBe(0);
  });
});
