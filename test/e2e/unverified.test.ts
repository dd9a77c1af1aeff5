import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

/** A project without any check: what the run is called, and what a person can do about it. */

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const work = (file: string, more: Readonly<Record<string, string>> = {}) => ({
  write: { [file]: "1\n", ...more },
  say: "Done.",
  status: done,
});
const three = "- [ ] T1: one\n- [ ] T2: two\n- [ ] T3: three\n";
const steps = [work("a"), work("b"), work("c")];
const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json"];

function project(files: Readonly<Record<string, string>> = {}, script: readonly object[] = steps): Workplace {
  const place = new Workplace();
  const all = { "TODO.md": three, ".gitignore": ".ralph/\n", ...files };
  for (const [name, text] of Object.entries(all)) place.write(name, text);
  place.write(".ralph/script.json", JSON.stringify({ steps: script }));
  return place;
}

const row = (out: string, name: string): string | undefined => new RegExp(`^${name}: +(.*)$`, "m").exec(out)?.[1];
const outcomeOf = async (place: Workplace) => {
  const { out, code } = await place.run(["state", "--outcome"]);
  return `${out.trim()} ${code}`;
};
const headline = "DONE, NOT VERIFIED: 3 of 3 tasks done; nothing here could check them";

describe("three tasks and nothing that could check them", () => {
  it("are done, not verified: through the built CLI, with the remedies before the first turn", () => {
    using place = project();
    const { code, out } = place.runProcess(words);
    expect({ code, status: row(out, "Status") }).toEqual({ code: 1, status: `${headline} (exit code 1)` });
    const before = out.slice(0, out.indexOf("iteration 1"));
    expect(before).toContain("nothing here can check the work");
    expect(before).toContain("DONE, NOT VERIFIED (needs-review, exit code 1)");
    expect(before).toContain('--check tests="npm test"');
    expect(before).toContain("--set unverified=accept");
    expect(row(out, "Not proven")).toBe("T1, T2, T3: nothing tests this work");
    expect(row(out, "Next")).toMatch(/untildone accept --all .*--check tests="npm test".*--set unverified=accept/);
    expect(place.runProcess(["state"]).out).toContain(headline);
    const { out: report } = place.runProcess(["report", "--format", "md"]);
    expect(report.split("\n")[0]).toContain(headline);
    const { out: junit } = place.runProcess(["report", "--format", "junit"]);
    expect(junit).toContain('failures="0"');
    expect(junit).toContain(`<skipped message="${headline}"/>`);
    expect(junit).toContain('<skipped message="done, not proven: nothing tests this work"/>');
    expect(junit).toContain('<property name="untildone.not-proven" value="T1, T2, T3: nothing tests this work"/>');
    expect(junit.match(/"untildone.proof" value="not-proven"/g)).toHaveLength(4);
    expect(junit).not.toContain("untildone.proved-by");
    expect(place.runProcess(["state"]).out).toContain("not proven   3 of 3 tasks done");
    expect(place.runProcess(["history"]).out).toMatch(/ needs-review {2}no /);
  });

  it("are completed with nothing proven where that is accepted beforehand", () => {
    using place = project();
    const { code, out } = place.runProcess([...words, "--set", "unverified=accept"]);
    expect({ code, status: row(out, "Status") }).toEqual({
      code: 0,
      status: "COMPLETED, NOTHING PROVEN (exit code 0)",
    });
    expect(out.slice(0, out.indexOf("iteration 1"))).toContain("the run ends as COMPLETED, NOTHING PROVEN");
  });

  it("are not begun where such work is refused, and there is nothing to resume", () => {
    using place = project();
    const { code, out, err } = place.runProcess([...words, "--strict"]);
    expect({ code, turns: out.includes("iteration 1") }).toEqual({ code: 2, turns: false });
    for (const part of ["nothing here can check the work", '--check tests="npm test"', "--set unverified=accept"])
      expect(err).toContain(part);
    expect(place.runProcess(["run", "--resume"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is nothing to resume"),
    });
    expect(place.runProcess(["state", "--outcome"])).toMatchObject({ code: 4, out: "none\n" });
  });

  it.concurrent("are not begun in a worktree either, which is gone again", async () => {
    using place = project();
    place.commitAll();
    const { code } = await place.run([...words, "--tasks", "TODO.md", "--worktree", "--set", "unverified=refuse"]);
    expect({ code, list: place.bash("git worktree list | wc -l").out.trim() }).toEqual({ code: 2, list: "1" });
  });
});

describe("unverified: refuse", () => {
  it.concurrent.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["a check", { "check.sh": "exit 0\n" }, ["--check", "smoke=sh check.sh"]],
    ["a verify command of a task", { "TODO.md": "- [ ] T1: one (verify: `test -e a`)\n" }, []],
    ["a test that a task names", { "TODO.md": "- [ ] T1: one, so that test/a.test.js passes\n" }, []],
  ])("begins where there is %s", async (_, files, more) => {
    using place = project(files);
    const { out } = await place.run([...words, "--set", "unverified=refuse", "--max-iterations", "1", ...more]);
    expect(out).toContain("iteration 1");
  });
});

describe("untildone accept --all", () => {
  it("completes the run on a person's word, and says who and when", () => {
    using place = project();
    place.runProcess(words);
    const accepted = place.runProcess(["accept", "--all"]);
    expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining("accepted, on your word: T1, T2, T3") });
    expect(place.runProcess(["state", "--outcome"])).toEqual({ code: 0, out: "completed\n", err: "" });
    const who = /accepted by (.+)\)/.exec(accepted.out)?.[1] ?? "?";
    const { out: report } = place.runProcess(["report", "--format", "json"]);
    const { acceptance, outcome, exitCode, tasks, headline: top } = JSON.parse(report);
    expect({ by: acceptance.by, outcome, exitCode }).toEqual({ by: who, outcome: "completed", exitCode: 0 });
    expect(top.title).toMatch(/^COMPLETED \(accepted by .+, \d{4}-\d\d-\d\d \d\d:\d\d UTC\): 3 of 3 tasks done$/);
    expect(tasks[0]).toMatchObject({
      state: "accepted",
      reason: expect.stringMatching(/^accepted by .+ UTC; not proven: nothing tests this work$/),
    });
    const { out: junit } = place.runProcess(["report", "--format", "junit"]);
    expect(junit).toMatch(/failures="0" skipped="0"/);
    expect(junit).toContain(`accepted by ${who}`);
    expect(place.runProcess(["history"]).out).toContain(`T1, T2, T3, on the word of ${who}`);
    const [last] = jsonLines(place.runProcess(["history", "--json"]).out).filter(({ decision }) => decision === "EXIT");
    expect(last).toMatchObject({ outcome: "needs-review", verified: false });
  });

  it.concurrent("says the same when it is asked again, and writes nothing", async () => {
    using place = project();
    await place.run(words);
    await place.run(["accept", "--all"]);
    const journal = place.read(".ralph/decisions.jsonl");
    const { code, out } = await place.run(["accept", "--all"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("it was accepted by") });
    expect(place.read(".ralph/decisions.jsonl")).toBe(journal);
    expect((await place.run(["run", "--resume"])).err).toContain("the last run was completed");
  });

  it.concurrent("takes the work of a run without a list", async () => {
    using place = project({ "PROMPT.md": "Do it.\n" }, [
      { ...work("a"), say: "All work is complete and ready for review." },
    ]);
    const { out, code } = await place.run([...words, "--tasks", "none"]);
    expect({ code, status: row(out, "Status") }).toEqual({
      code: 1,
      status: "DONE, NOT VERIFIED: the work is done; nothing here could check it (exit code 1)",
    });
    expect(await place.run(["accept", "--all"])).toMatchObject({ code: 0 });
    expect(await outcomeOf(place)).toBe("completed 0");
  });

  it.concurrent.each([
    ["in a worktree", ["--worktree"]],
    ["in several worktrees", ["--parallel", "2"]],
  ])("takes the work of a run %s, also when they are gone", async (_, more) => {
    using place = project({ "TODO.md": three }, [work("a"), work("b"), work("c")]);
    place.commitAll();
    const { code } = await place.run([...words, "--tasks", "TODO.md", ...more]);
    const bodies = place
      .bash("git log --all --format=%b")
      .out.split("\n")
      .filter((line) => /NOT VERIFIED/.test(line));
    expect(bodies.length).toBeGreaterThanOrEqual(3);
    expect({ code, outcome: await outcomeOf(place) }).toEqual({ code: 1, outcome: "needs-review 1" });
    place.bash("for each in .ralph/worktrees/*; do git worktree remove --force $each; done");
    expect(await place.run(["accept", "--all"])).toMatchObject({ code: 0 });
    expect(await outcomeOf(place)).toBe("completed 0");
  });

  const lie = { say: "It is done.", status: done };
  it.concurrent.each<[string, Workplace, readonly string[] | null, string]>([
    ["there is no run", project(), null, "there is no run to accept"],
    ["tasks are left", project(), ["--max-iterations", "1"], "not done: T2, T3"],
    ["a task is set aside", project({}, [work("a"), lie, lie, work("c")]), [], "not done: T2"],
    [
      "all that it did is verified",
      project({ "TODO.md": "- [ ] T1: one\n", "check.sh": "test -e a\n" }),
      ["--check", "smoke=sh check.sh"],
      "everything it did is verified",
    ],
    [
      "a required check fails",
      project({ "TODO.md": "- [ ] T1: one\n", "check.sh": "test -e never\n" }),
      ["--check", "smoke=sh check.sh"],
      "required check smoke fails",
    ],
    ["it did nothing", project({ "TODO.md": "- [x] T1: one\n" }), [], "it did nothing"],
  ])("is refused where %s", async (_, place, args, says) => {
    using _place = place;
    if (args) await place.run([...words, ...args]);
    const before = await outcomeOf(place);
    const { code, err } = await place.run(["accept", "--all"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
    expect(await outcomeOf(place)).toBe(before);
  });

  it.concurrent("is refused while the run goes on", async () => {
    using place = project({}, [{ say: "I read it.", sleepMs: 5_000 }]);
    const running = place.runBeside(words);
    await expect.poll(async () => (await place.run(["state", "--json"])).out).toContain('"live":"running"');
    expect(await place.run(["accept", "--all"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("still goes on"),
    });
    await place.run(["stop"]);
    expect((await running).code).toBe(3);
  });

  it.concurrent("takes no names of tasks beside it", async () => {
    using place = project();
    await place.run(words);
    expect((await place.run(["accept", "T1", "--all"])).err).toContain("--all names no tasks");
  });
});
