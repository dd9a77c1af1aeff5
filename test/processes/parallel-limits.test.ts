import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { eventsIn, ofType, ParallelPlace, type Step, summaryOf, verdicts } from "./parallel-place.js";

const list = Array.from({ length: 8 }, (_, at) => `- [ ] T${at + 1}: make T${at + 1}\n`).join("");
const forAll = (step: (id: string) => Step) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`T${at + 1}`, [step(`T${at + 1}`)]]));

describe("run --parallel: one budget", { timeout: 300_000 }, () => {
  it.concurrent("overruns the iterations by at most one per loop, and goes on with --resume", async () => {
    using place = new ParallelPlace(list, {});
    const script = forAll((id) => ({ sleepMs: 1000, write: { [`${id}.txt`]: `${id}\n` }, log: place.log }));
    place.write(".ralph/script.json", JSON.stringify(script));
    const ran = await place.runBeside(place.words("--parallel", "4", "--max-iterations", "3"));
    expect(ran.code).toBe(2);
    expect(ofType(ran, "run-end")[0]).toMatchObject({
      record: { decision: { outcome: "aborted", rule: "budget-spent" } },
    });
    const turns = place.logLines().filter((line) => line.startsWith("start ")).length;
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(turns).toBeLessThanOrEqual(3 + 4);
    expect(summaryOf(ran).iterations).toBe(turns);
    const next = await place.runBeside(["run", "--resume", "--json"]);
    expect([next.code, summaryOf(next).tasks]).toEqual([0, { done: 8, total: 8 }]);
    expect(place.logLines().filter((line) => line.startsWith("start ")).length).toBe(8);
    expect(place.worktrees().length).toBe(1);
  });

  it.concurrent("overruns the cost by at most one iteration per loop, and counts time once", async () => {
    using place = new ParallelPlace(
      list,
      forAll((id) => ({ sleepMs: 1000, write: { [`${id}.txt`]: `${id}\n` }, usd: 1 })),
    );
    const began = Date.now();
    const ran = await place.runBeside(place.words("--parallel", "4", "--max-cost", "2"));
    const wall = (Date.now() - began) / 1000;
    expect(ran.code).toBe(2);
    const { usd, iterations } = summaryOf(ran);
    expect(usd).toBe(iterations);
    expect(usd).toBeGreaterThanOrEqual(2);
    expect(usd).toBeLessThanOrEqual(2 + 4);
    const { seconds } = summaryOf(ran) as unknown as { seconds: number };
    expect(seconds).toBeLessThanOrEqual(wall);
  });

  it.concurrent("ends within --max-time", async () => {
    using place = new ParallelPlace(
      list,
      forAll(() => ({ sleepMs: 60_000 })),
    );
    const ran = await place.runBeside(place.words("--parallel", "4", "--max-time", "6"));
    expect(ran.code).toBe(2);
    expect(ofType(ran, "agent-end").every(({ seconds }) => Number(seconds) < 20)).toBe(true);
  });
});

describe("run --parallel: one usage limit", { timeout: 300_000 }, () => {
  it.concurrent("pauses all loops of the agent until it resets", async () => {
    using place = new ParallelPlace(list, {});
    const step = (id: string): Step => ({ sleepMs: 500, write: { [`${id}.txt`]: `${id}\n` }, log: place.log });
    const script = {
      ...forAll((id) => ({ ...step(id), sleepMs: 3000 })),
      T1: [{ limitSeconds: 25, log: place.log }, step("T1")],
    };
    place.write(".ralph/script.json", JSON.stringify(script));
    const ran = await place.runBeside(place.words("--parallel", "4", "--limit-margin", "1"));
    expect([ran.code, summaryOf(ran).tasks]).toEqual([0, { done: 8, total: 8 }]);
    const lines = place.logLines().map((line) => line.split(" "));
    const met = Number(lines.find(([what, id]) => what === "end" && id === "T1")?.[2]);
    // The limit is printed after the log line, and read by us a moment later.
    const held = lines.filter(
      ([what, , at]) => what === "start" && Number(at) > met + 3_000 && Number(at) < met + 24_000,
    );
    expect(held).toEqual([]);
    const waits = eventsIn(ran).filter(({ type }) => type === "wait-start");
    expect(new Set(waits.map(({ unit }) => unit)).size).toBeGreaterThan(1);
    expect(summaryOf(ran).iterations).toBe(8);
  });

  it.concurrent("ends the run with --on-limit exit", async () => {
    using place = new ParallelPlace(list, {
      ...forAll(() => ({ sleepMs: 2000, silent: true })),
      T1: [{ limitSeconds: 600 }],
    });
    const ran = await place.runBeside(place.words("--parallel", "4", "--on-limit", "exit"));
    expect(ran.code).toBe(2);
    expect(ofType(ran, "run-end")[0]).toMatchObject({ record: { decision: { outcome: "aborted" } } });
  });
});

describe("run --parallel: bad input", { timeout: 300_000 }, () => {
  it.concurrent.each([
    { more: ["--parallel", "0"], says: /--parallel is 0[\s\S]*fix .*from 1 to 64/ },
    { more: ["--parallel", "65"], says: /--parallel is 65/ },
    { more: ["--parallel", "two"], says: /--parallel is two[\s\S]*from 1 to 64/ },
    { more: ["--parallel", "2", "--tasks", "none", "--prompt", "verify.sh"], says: /--parallel needs a task list/ },
    { more: ["--parallel", "2", "--policy", "gold"], says: /policy gold trusts the list/ },
    { more: ["--parallel", "2", "--force-complete"], says: /no --force-complete/ },
    { more: ["--parallel", "2", "--setup", "exit 3"], says: /--setup failed in the new worktree: exit code 3/ },
  ])("$more", async ({ more, says }) => {
    using place = new ParallelPlace(list, {});
    const { code, err } = await place.runBeside(place.words(...more));
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(says) });
  });

  it.concurrent("needs git", async () => {
    using place = new ParallelPlace(list, {});
    rmSync(`${place.path}/.git`, { recursive: true });
    const { code, err } = await place.runBeside(place.words("--parallel", "4"));
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/--parallel needs a git repository/) });
  });

  it.concurrent("says that uncommitted changes are not in the worktrees", async () => {
    using place = new ParallelPlace(
      list,
      forAll((id) => ({ write: { [`${id}.txt`]: id } })),
    );
    writeFileSync(`${place.path}/verify.sh`, "exit 0 # changed\n");
    const ran = await place.runBeside(place.words("--parallel", "4", "--max-iterations", "1"));
    expect(ofType(ran, "warning").map(({ text }) => text)).toContainEqual(
      expect.stringContaining("without the uncommitted changes of verify.sh"),
    );
  });

  it.concurrent("works on a chain one by one, and says so", async () => {
    const chain = "- [ ] T1: a\n- [ ] T2: b (depends on T1)\n- [ ] T3: c (depends on T2)\n";
    using place = new ParallelPlace(
      chain,
      forAll((id) => ({ write: { [`${id}.txt`]: id } })),
    );
    const ran = await place.runBeside(place.words("--parallel", "4"));
    expect(ran.code).toBe(0);
    expect(ofType(ran, "warning").map(({ text }) => text)).toContain(
      "the tasks depend on each other: they are worked on one after the other",
    );
  });

  it.concurrent("says that tasks in a circle cannot start", async () => {
    const circle = "- [ ] T1: a (depends on T2)\n- [ ] T2: b (depends on T1)\n";
    using place = new ParallelPlace(circle, {});
    const ran = await place.runBeside(place.words("--parallel", "4"));
    expect(ran.code).toBe(1);
    expect(verdicts(ran).at(-1)?.decision).toMatchObject({
      outcome: "blocked",
      reason: expect.stringContaining("T1 waits for T2"),
    });
  });

  it.concurrent("prepares every worktree with --setup", async () => {
    const two = "- [ ] T1: a\n- [ ] T2: b\n";
    const files = { "verify.sh": "test -f .cache/ready\n" };
    using place = new ParallelPlace(
      two,
      forAll((id) => ({ write: { [`${id}.txt`]: id } })),
      files,
    );
    const ran = await place.runBeside(place.words("--parallel", "2", "--setup", "mkdir .cache && touch .cache/ready"));
    expect([ran.code, summaryOf(ran).tasks]).toEqual([0, { done: 2, total: 2 }]);
  });
});
