import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mostAtOnce, ofType, ParallelPlace, type Script, summaryOf, verdicts } from "./parallel-place.js";

interface Report {
  readonly decisions: readonly {
    readonly task: string | null;
    readonly unit: string | null;
    readonly result: string | null;
    readonly hadTurn: boolean;
    readonly seconds: number | null;
    readonly detail: {
      readonly words: string | null;
      readonly diff: { readonly files: readonly { readonly path: string }[] } | null;
    };
  }[];
}

const write = (id: string, more: object = {}) => ({ write: { [`parts/${id}.txt`]: `${id}\n` }, ...more });

/** Twelve tasks in four layers. */
const list = [
  ...["T1", "T2", "T3", "T4"].map((id) => `- [ ] ${id}: make ${id}`),
  ...["T5", "T6", "T7"].map((id, at) => `- [ ] ${id}: make ${id} (depends on T${at + 1})`),
  ...["T8", "T9"].map((id) => `- [ ] ${id}: make ${id} (depends on T5, T6)`),
  ...["T10", "T11"].map((id) => `- [ ] ${id}: make ${id}`),
  "- [ ] T12: make T12 (depends on T8, T9, T10, T11)",
  "",
].join("\n");
const ids = Array.from({ length: 12 }, (_, at) => `T${at + 1}`);
const waits: Readonly<Record<string, readonly string[]>> = {
  ...{ T5: ["T1"], T6: ["T2"], T7: ["T3"], T8: ["T5", "T6"], T9: ["T5", "T6"] },
  T12: ["T8", "T9", "T10", "T11"],
};
const scriptFor = (log: string, sleepMs: number): Script =>
  Object.fromEntries(ids.map((id) => [id, [write(id, { sleepMs, log })]]));

describe("run --parallel", { timeout: 300_000 }, () => {
  it.concurrent("does a list with dependencies as a serial run does, several tasks at once", async () => {
    using serial = new ParallelPlace(list, {});
    using place = new ParallelPlace(list, {});
    serial.write(".ralph/script.json", JSON.stringify(scriptFor(serial.log, 0)));
    place.write(".ralph/script.json", JSON.stringify(scriptFor(place.log, 1500)));
    const alone = await serial.runBeside(serial.words("--worktree"));
    const ran = await place.runBeside(place.words("--parallel", "4"));
    expect([alone.code, ran.code, ran.err]).toEqual([0, 0, ""]);
    expect(place.tree()).toBe(serial.tree());
    expect(mostAtOnce(place.logLines())).toBeGreaterThan(1);
    expect(mostAtOnce(place.logLines())).toBeLessThanOrEqual(4);
    const started = place.logLines().filter((line) => line.startsWith("start "));
    expect(started.length).toBe(12);
    const merged = verdicts(ran).flatMap(({ about }) => (about?.is === "merged" ? [about.unit] : []));
    expect(merged.toSorted()).toEqual(ids.toSorted());
    for (const [id, on] of Object.entries(waits))
      for (const other of on) expect(merged.indexOf(other)).toBeLessThan(merged.indexOf(id));
    expect(summaryOf(ran)).toMatchObject({ iterations: 12, tasks: { done: 12, total: 12 }, setAside: [] });
    expect([...summaryOf(ran).verified, ...summaryOf(ran).notProven].length).toBe(12);
    // Only the run's own worktree and branch are left.
    expect(place.worktrees().length).toBe(1);
    expect(place.branches().length).toBe(1);
    expect(place.unitFiles()).toEqual([]);
    expect(ofType(ran, "file-restored")).toEqual([]);
    expect(ofType(ran, "iteration-start").every(({ unit }) => ids.includes(unit ?? ""))).toBe(true);
    // The project itself is as it was.
    expect(place.git("status", "--porcelain")).toBe("");
    expect(place.read("TODO.md")).toBe(list);
    const { out } = await place.runBeside(["state"]);
    expect(out).toContain("ended");
    expect((await place.runBeside(["state", "--outcome"])).out).toBe("completed\n");
    expect((await place.runBeside(["history"])).out).toMatch(/T12: task T12 is merged/);
    const units = verdicts(ran).findIndex(({ unit }) => unit !== undefined) + 1;
    expect((await place.runBeside(["explain", String(units), "--all"])).out).toMatch(/iteration 1 of task T\d/);
  });

  it.concurrent("counts in its own words what one task can know, and resumes with the next one", async () => {
    const three = "- [ ] T1: make T1\n- [ ] T2: make T2 (depends on T1)\n- [ ] T3: make T3 (depends on T2)\n";
    using place = new ParallelPlace(three, {});
    const script = Object.fromEntries(["T1", "T2", "T3"].map((id) => [id, [write(id, { log: place.log })]]));
    place.write(".ralph/script.json", JSON.stringify(script));
    const ran = await place.runBeside(place.words("--parallel", "2", "--max-iterations", "2"));
    const reasons = verdicts(ran).flatMap(({ unit, decision }) => (unit === undefined ? [] : [decision.reason]));
    expect(reasons.filter((reason) => /task T\d done$/.test(reason))).toHaveLength(2);
    const preview = await place.runBeside(["run", "--resume", "--dry-run", "--json"]);
    expect(JSON.parse(preview.out)).toMatchObject({ task: "T3", refusals: [] });
    const all = await place.runBeside(["run", "--resume", "--json"]);
    expect(summaryOf(all)).toMatchObject({ iterations: 3, tasks: { done: 3, total: 3 } });
    // The agent made no commit: those of the run's branch are ours.
    const changes = [ran, all]
      .flatMap((each) => ofType(each, "check-end"))
      .map(({ evidence }) => JSON.stringify(evidence));
    expect(changes.filter((evidence) => evidence?.includes("changed"))).not.toHaveLength(0);
    expect(changes.filter((evidence) => evidence?.includes("commit"))).toEqual([]);
  });

  it.concurrent("lets the agent resolve a conflict, and drops what it ticked in its copy of the list", async () => {
    const tick = (id: string) => ({ "TODO.md": [`\\[ \\] ${id}`, `[x] ${id}`] as const });
    using place = new ParallelPlace(
      "- [ ] T1: one\n- [ ] T2: two\n",
      {
        T1: [{ replace: { "shared.txt": ["zero", "one"], ...tick("T1") } }],
        T2: [
          { sleepMs: 3000, replace: { "shared.txt": ["zero", "two"], ...tick("T2") } },
          { write: { "shared.txt": "one and two\n", "b.txt": "two\n" } },
        ],
      },
      { "shared.txt": "zero\n" },
    );
    const ran = await place.runBeside(place.words("--parallel", "2"));
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(place.at("shared.txt")).toBe("one and two\n");
    expect(place.at("TODO.md")).toBe("- [x] T1: one\n- [x] T2: two\n");
    const sent = verdicts(ran).filter(({ about }) => about?.is === "sent-back");
    expect(sent.map(({ decision }) => decision.reason)).toEqual([
      "task T2 goes back to its agent: conflict with the work of other tasks in shared.txt",
    ]);
    expect(summaryOf(ran).tasks).toEqual({ done: 2, total: 2 });
  });

  it.concurrent("sets a task aside whose conflict is not resolved in two tries, and keeps its branch", async () => {
    using place = new ParallelPlace(
      "- [ ] T1: one\n- [ ] T2: two\n- [ ] T3: three (depends on T2)\n",
      {
        T1: [{ replace: { "shared.txt": ["zero", "one"] } }],
        T2: [
          { sleepMs: 3000, replace: { "shared.txt": ["zero", "two"] } },
          { append: { "notes.txt": "I looked at it.\n" } },
        ],
      },
      { "shared.txt": "zero\n" },
    );
    const ran = await place.runBeside(place.words("--parallel", "2"));
    expect(ran.code).toBe(1);
    const report = JSON.parse((await place.runBeside(["report", "--format", "json"])).out) as Report;
    const ofTask = report.decisions.filter(({ task }) => task === "T2");
    expect(ofTask.map(({ unit, result, hadTurn }) => [unit, result, hadTurn])).toEqual([
      ...[1, 2].flatMap(() => [
        ["T2", null, true],
        [null, "sent-back", false],
      ]),
      ["T2", null, true],
      [null, "set-aside", false],
    ]);
    // Its own words, time and changes.
    expect(ofTask[0]).toMatchObject({ claim: "passed", tasksDone: [], done: null });
    expect(ofTask[0]?.seconds).toBeGreaterThanOrEqual(3);
    expect(ofTask[0]?.detail.words).toContain("The task is done.");
    expect(ofTask[0]?.detail.diff?.files.map(({ path }) => path)).toEqual(["shared.txt"]);
    expect(ofTask[2]?.detail.diff?.files.map(({ path }) => path)).toEqual(["notes.txt"]);
    expect(place.at("shared.txt")).toBe("one\n");
    expect(place.at("TODO.md")).toBe("- [x] T1: one\n- [ ] T2: two\n- [ ] T3: three (depends on T2)\n");
    expect(verdicts(ran).filter(({ about }) => about?.is === "sent-back").length).toBe(2);
    const [aside] = summaryOf(ran).setAside;
    expect(aside).toMatchObject({ task: "T2" });
    expect(aside?.reason).toContain("could not be merged: conflict with the work of other tasks in shared.txt");
    expect(place.branches().some((name) => name.endsWith("-T2"))).toBe(true);
    expect(place.worktrees().length).toBe(1);
  });

  it.concurrent("sends work back that fails the checks once it is merged", async () => {
    const verify = "test -f a.txt && test -f b.txt && ! test -f both.txt && exit 1\nexit 0\n";
    using place = new ParallelPlace(
      "- [ ] T1: one\n- [ ] T2: two\n",
      {
        T1: [{ write: { "a.txt": "a\n" } }],
        T2: [{ sleepMs: 3000, write: { "b.txt": "b\n" } }, { write: { "both.txt": "both\n" } }],
      },
      { "verify.sh": verify },
    );
    const ran = await place.runBeside(place.words("--parallel", "2"));
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(place.at("both.txt")).toBe("both\n");
    const [sent] = verdicts(ran).filter(({ about }) => about?.is === "sent-back");
    expect(sent?.decision.reason).toMatch(
      /^task T2 goes back to its agent: merged with the work of other tasks, .*verify/,
    );
  });

  it.concurrent("does not believe ticks in the run's own list while agents are at work", async () => {
    using place = new ParallelPlace("- [ ] T1: one\n- [ ] T2: two\n", {}, {});
    const script = {
      T1: [{ write: { "a.txt": "a\n" }, tickIn: join(place.path, ".ralph/worktrees") }],
      T2: [{ sleepMs: 4000, silent: true, say: "I go on." }],
    };
    place.write(".ralph/script.json", JSON.stringify(script));
    const ran = await place.runBeside(place.words("--parallel", "2", "--max-iterations", "4"));
    expect(ran.code).not.toBe(0);
    expect(summaryOf(ran).tasks.done).toBe(1);
  });
});
