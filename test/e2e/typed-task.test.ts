import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Workplace } from "./cli.js";

/** A turn that writes a file and claims the task; the next one if the file is written by then. */
const script = (...steps: readonly object[]): string => JSON.stringify({ steps });
const done = { STATUS: "COMPLETE", WORK: "out.txt" };
const scripted = ["run", "--agent", "scripted", "--script", "s.json", "--no-detect", "--set", "unverified=accept"];

describe("a task typed at the command line", () => {
  it("is done without any file, and reported as any run", async () => {
    using place = new Workplace();
    place.write("s.json", script({ write: { "out.txt": "one\n" }, say: "Done.", status: done }));
    const { code, out } = await place.run([...scripted, "Write a file -- it says one"]);
    expect(out).toContain("Tasks:      1 of 1 done");
    expect(code).toBe(0);
    expect(readdirSync(place.path)).not.toContain("TODO.md");
    const { tasks } = JSON.parse((await place.run(["tasks", "--json"])).out);
    expect(tasks).toMatchObject([{ id: "T1", title: "Write a file", status: "done", acceptance: ["it says one"] }]);
    expect((await place.run(["report", "--format", "md", "-o", "-"])).out).toContain("Write a file");
  });

  it("takes several, with words and flags, and a dry run lists them and leaves nothing behind", async () => {
    using place = new Workplace();
    const { out } = await place.run(["run", "Parse dates", "--task", "Print dates", "--command", "true", "--dry-run"]);
    expect(out).toContain("to do    T1: Parse dates\nto do    T2: Print dates\n");
    expect(readdirSync(place.path)).toEqual([]);
  });

  it("goes on where it was when the run is resumed", async () => {
    using place = new Workplace();
    place.write(
      "s.json",
      script(
        { write: { "out.txt": "one\n" }, say: "Done.", status: done },
        { write: { "out2.txt": "two\n" }, say: "Done.", status: { STATUS: "COMPLETE", WORK: "out2.txt" } },
      ),
    );
    const first = await place.run([...scripted, "--max-iterations", "1", "Write one file", "Write another file"]);
    expect([first.code, first.out.includes("1 of 2 done")]).toEqual([2, true]);
    const second = await place.run(["run", "--resume"]);
    expect([second.code, second.out.includes("2 of 2 done")]).toEqual([0, true]);
    expect(readdirSync(join(place.path, ".ralph/logs/given"))).toHaveLength(1);
  });

  it("runs the command after verify: as its check", async () => {
    using place = new Workplace();
    place.write("s.json", script({ write: { "out.txt": "one\n" }, say: "Done.", status: done }));
    const { code, out } = await place.run([...scripted, "Write a file -- verify: grep -q one out.txt"]);
    expect([code, out.includes("Verified:   T1")]).toEqual([0, true]);
    expect(out).toContain("estimate: 1 task: unknown how long, and at what cost");
  });
});

describe("a task that cannot be one", () => {
  it.each([
    { words: ["parser"], says: 'untildone run --task parser, or a whole sentence: untildone run "add a parser"' },
    { words: ["parse", "dates"], says: 'fix  untildone run "parse dates"' },
    { words: ["x".repeat(10_000)], says: `unexpected argument "${"x".repeat(79)}…"` },
    { words: ["TODO.md"], says: "untildone run --tasks TODO.md" },
    { words: ["claude"], says: "untildone run --agent claude" },
    { words: [""], says: "the task is empty" },
    { words: ["--task", "  -- only a criterion"], says: "the task is empty" },
    { words: ["--task", "x".repeat(10_000)], says: "the task has 10000 characters, and at most 2000 are taken" },
    { words: ["Parse dates", "--tasks", "TODO.md"], says: "a task and --tasks contradict each other" },
    { words: ["Parse dates", "--resume"], says: "resume" },
  ])("$words is refused with what to type", async ({ words, says }) => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: one\n");
    const { code, err } = await place.run(["run", ...words, "--command", "true"]);
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(place.read("TODO.md")).toBe("- [ ] T1: one\n");
  });
});
