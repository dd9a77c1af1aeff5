import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Workplace } from "./cli.js";

/** What an agent prints that tells its cost. */
const told = (usd: number): string =>
  JSON.stringify({
    type: "result",
    subtype: "success",
    is_error: false,
    result: "I have implemented it. The task is complete.",
    total_cost_usd: usd,
  });

/** A project with three tasks, each done in one turn of this cost. */
function project(usd: number): Workplace {
  const place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n- [ ] T2: two\n- [ ] T3: three\n");
  const steps = [1, 2, 3].map((at) => ({
    write: { [`f${at}.txt`]: "x\n" },
    say: told(usd),
    status: { STATUS: "COMPLETE", WORK: `f${at}.txt` },
  }));
  place.write(".ralph/s.json", JSON.stringify({ steps }));
  return place;
}

const words = ["run", "--agent", "scripted", "--script", ".ralph/s.json", "--no-detect", "--set", "unverified=accept"];
const spendingOf = ({ stateHome }: Workplace): string => join(stateHome, "untildone/spending");

describe("the cost of a day", () => {
  it("ends a run that reaches its limit, and refuses the next one", async () => {
    using place = project(0.6);
    const first = await place.run([...words, "--max-cost-per-day", "1"]);
    expect(first.out).toContain("at most $1.00 per day from now on, for all your runs");
    expect(first.out).toContain("budget spent: $1.20 of $1.00 per day");
    expect(first.out).toMatch(/^Next: .*untildone config --max-cost-per-day USD/m);
    expect(first.code).toBe(2);
    const second = await place.run(words);
    expect(second.err).toContain("the runs of today cost $1.20, and at most $1.00 per day is allowed");
    expect(second.code).toBe(2);
  });

  it("is raised as the last line of the run says: for all runs, and the run goes on", async () => {
    using place = project(0.6);
    await place.run([...words, "--max-cost-per-day", "1"]);
    await place.run(["config", "--max-cost-per-day", "20"]);
    const { out, err } = await place.run(["run", "--resume"]);
    expect([out.includes("budget spent"), err]).toEqual([false, ""]);
    expect(out).toMatch(/^iteration 3 /m);
  });

  it("of one run is lower than that of all, and is raised for that run only", async () => {
    using place = project(0.6);
    await place.run(["config", "--max-cost-per-day", "20"]);
    const first = await place.run([...words, "--max-cost-per-day", "1"]);
    expect(first.out).toMatch(/^Next: .*raise it for this run: untildone run --resume --max-cost-per-day USD/m);
    const second = await place.run(["run", "--resume"]);
    expect(second.err).toContain("at most $1.00 per day is allowed");
    expect(second.err).toContain("name a larger one for this run: --max-cost-per-day USD");
    const third = await place.run(["run", "--resume", "--max-cost-per-day", "5"]);
    expect(third.out).toMatch(/^iteration 3 /m);
  });

  it("counts what other projects spent", async () => {
    using one = project(0.6);
    using other = project(0.6);
    const env = { XDG_STATE_HOME: one.stateHome };
    await one.run([...words, "--max-iterations", "1"]);
    const ran = await other.run([...words, "--max-cost-per-day", "1"], "", env);
    expect(ran.out).toContain("budget spent: $1.20 of $1.00 per day");
  });

  it("cannot be raised by a run, nor by an agent in one, but by its person", async () => {
    using place = project(0.1);
    expect((await place.run(["config", "--max-cost-per-day", "5"])).code).toBe(0);
    const raised = await place.run([...words, "--max-cost-per-day", "6"]);
    expect([raised.code, raised.err.includes("a run cannot raise the limit of $5.00 per day to $6.00")]).toEqual([
      2,
      true,
    ]);
    const agent = await place.run(["config", "--max-cost-per-day", "50"], "", { UNTILDONE_RUN: "20261119-1" });
    expect([agent.code, agent.err.includes("an agent cannot change the limit")]).toEqual([2, true]);
    expect((await place.run(["config"])).out).toContain("at most $5.00 per day for all your runs");
    expect((await place.run(["config", "--max-cost-per-day", "none"])).out).toBe("no limit of cost per day\n");
    expect((await place.run(["config"])).out).not.toContain("per day");
  });

  it("keeps its limit to the end of a run, also if its file is written meanwhile", async () => {
    using place = project(0.6);
    const file = join(spendingOf(place), "limit.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{"usdPerDay":1}\n');
    const steps = [1, 2, 3].map((at) => ({
      shell: `echo '{"usdPerDay":100}' > ${file}; echo x > f${at}.txt`,
      say: told(0.6),
      status: { STATUS: "COMPLETE", WORK: `f${at}.txt` },
    }));
    place.write(".ralph/s.json", JSON.stringify({ steps }));
    const { out, code } = await place.run(words);
    expect(out).toContain("budget spent: $1.20 of $1.00 per day");
    expect(code).toBe(2);
  });

  it("refuses a limit that cannot be read, and days are files outside of the project", async () => {
    using place = project(0.1);
    await place.run([...words, "--max-iterations", "1"]);
    const [day = ""] = readdirSync(spendingOf(place));
    expect(day).toMatch(/^\d{4}-\d\d-\d\d\.jsonl$/);
    expect(JSON.parse(readFileSync(join(spendingOf(place), day), "utf8"))).toMatchObject({ usd: 0.1 });
    writeFileSync(join(spendingOf(place), "limit.json"), "{");
    const { code, err } = await place.run(words);
    expect([code, err.includes("the limit of cost per day cannot be read")]).toEqual([2, true]);
  });

  it.each(["0", "-1", "much"])("is an amount, not %s", async (text) => {
    using place = project(0.1);
    expect((await place.run([...words, "--max-cost-per-day", text])).code).toBe(2);
  });
});

describe("the estimate before the start", () => {
  it("is unknown where nothing was done yet, and then made from what was", async () => {
    using place = project(0);
    const steps = [1, 2].map((at) => ({
      write: { [`f${at}.txt`]: "x\n" },
      say: "Done.",
      status: { STATUS: "COMPLETE", WORK: `f${at}.txt` },
    }));
    place.write(".ralph/s.json", JSON.stringify({ steps }));
    const first = await place.run([...words, "--max-iterations", "1"]);
    expect(first.out).toContain(
      "estimate: 3 tasks: unknown how long, and at what cost; none was done here with this agent yet",
    );
    const dry = await place.run([...words, "--dry-run"]);
    expect(dry.out).toMatch(/^estimate 2 tasks: about 2 turns, \d+s, unknown cost \(by 1 task done here before\)$/m);
    const other = await place.run(["run", "--command", "true", "--dry-run"]);
    expect(other.out).toContain("estimate 2 tasks: unknown how long");
  });
});
