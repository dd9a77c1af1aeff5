import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { scenarios } from "../../src/cli/demo/demo-table.js";
import { bin, jsonLines, type Ran, Workplace } from "../e2e/cli.js";

/** A workplace with a temporary folder of its own, so that what the demo leaves there can be seen. */
function stage(): {
  place: Workplace;
  demo(words?: readonly string[], env?: Record<string, string>): Ran;
  left(): string[];
  env: Record<string, string>;
} {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.dispose]());
  const folder = join(place.path, "tmp");
  mkdirSync(folder);
  const env = { TMPDIR: folder };
  return {
    place,
    env,
    demo: (words = [], more = {}) => place.runProcess(["demo", ...words], "", { ...env, ...more }),
    left: () => readdirSync(folder),
  };
}

const shown: Readonly<Record<string, readonly string[]>> = {
  night: [
    "rounds a refund like a payment",
    "T2 set aside for you  task T2 was claimed twice, but nothing was changed for it",
    "Status:     NEEDS REVIEW (exit code 1)",
    "Tasks:      2 of 3 done",
    "Verified:   T1",
    "Proved by:  T1: tests: test/money.test.js: rounds half up",
    "Disputed:   T2: task T2 was claimed twice, but nothing was changed for it",
    "untildone accept T2 takes it as done",
  ],
  done: [
    "before the run: tests fails already: test/money.test.js: rounds half up",
    "T1 refused  nothing was changed for this task",
    "tests: newly failing: test/money.test.js: rounds down below half",
    "task T1 done",
    "task T2 done",
    "Status:     COMPLETED (exit code 0)",
    "Tasks:      3 of 3 done",
    "tests: 6 tests passed",
  ],
  liar: [
    "T1 set aside for you  ",
    "NEEDS REVIEW  3 claims of completion in a row were refused",
    "Status:     NEEDS REVIEW (exit code 1)",
    "0 of 3 done",
  ],
  cheat: [
    "test edits    fails    test/money.test.js: the file was deleted, with 3 tests",
    'the work is no longer measured as at the start of the run: test/money.test.js:13: the test "rounds a refund like a payment" is switched off',
    "tests         fails    1 test more is skipped than at the start of the run: rounds a refund like a payment",
    "Status:     NEEDS REVIEW (exit code 1)",
  ],
  stuck: [
    "STUCK  2 tasks got nowhere and none was done, so the agent is the problem",
    "Status:     STUCK (exit code 1)",
  ],
  blocked: [
    "BLOCKED  2 tasks got nowhere and none was done, so the agent is the problem",
    "Status:     BLOCKED (exit code 1)",
  ],
  limit: [
    "a usage limit was hit: wait, then continue",
    "  waiting ",
    "Status:     COMPLETED (exit code 0)",
    "Iterations: 3, and 1 that met a usage limit\n",
  ],
  unusable: ["ABORTED  the agent is not logged in", "Status:     ABORTED (exit code 2)", "Iterations: 1,"],
  budget: ["budget spent: 2 of 2 iterations", "Status:     ABORTED (exit code 2)", "Tasks:      2 of 3 done"],
  interrupt: [
    "stopping after this iteration",
    "task T2 done",
    "Status:     INTERRUPTED (exit code 3)",
    "Tasks:      2 of 3 done",
    "untildone run --resume",
  ],
};

describe("demo", () => {
  it.each([...scenarios])("shows %s", (name, { about, shows, ends, steps }) => {
    const { demo, left } = stage();
    const { code, out, err } = demo(["--scenario", name]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const line of [
      `Scenario ${name}: ${about}`,
      ...(shown[name] ?? ["no lines are told for it"]),
      `As it should be. ${shows}`,
    ])
      expect(out).toContain(line);
    for (const { caption: tells } of steps) expect(out).toContain(`\n  ${tells}\n`);
    expect(out).not.toContain(`(${ends.rule})`); // The names of rules are for explain --all.
    expect(out).not.toContain("\u001b[");
    expect(left()).toEqual([]);
  });

  it("has a scenario for every outcome", () => {
    expect(new Set([...scenarios.values()].map(({ ends }) => ends.outcome))).toEqual(
      new Set(["completed", "stuck", "blocked", "needs-review", "aborted", "interrupted"]),
    );
  });

  it("shows the first scenario unless told otherwise, as events where asked", () => {
    const { demo } = stage();
    const { code, out } = demo(["--scenario", "done", "--json"]);
    expect(code).toBe(0);
    const events = jsonLines(out) as { type: string; record?: { decision: Record<string, unknown> } }[];
    const verdicts = events.filter(({ type }) => type === "decision-made").map(({ record }) => record?.decision);
    expect(verdicts.map((each) => [each?.["rule"], each?.["taskDone"], each?.["outcome"]])).toEqual([
      ["otherwise", null, null],
      ["accepted-task", "T1", null],
      ["otherwise", null, null],
      ["accepted-task", "T2", null],
      ["accepted-task", "T3", "completed"],
    ]);
    expect(events[0]?.type).toBe("run-start");
    expect(events.at(-1)?.type).toBe("run-end");
  });

  it("keeps what it made where asked: a healthy repository, whose decisions can be explained", () => {
    const { demo, left, place, env } = stage();
    const { code, out } = demo(["--scenario", "liar", "--keep"]);
    const [folder = ""] = left();
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`Kept in .*${folder}`));
    const project = join(env["TMPDIR"] ?? "", folder, "shop");
    expect(spawnSync("git", ["fsck", "--strict"], { cwd: project }).status).toBe(0);
    expect(readFileSync(join(project, "TODO.md"), "utf8")).not.toContain("[x]");
    expect(place.runProcess(["explain", "--all", "--dir", project]).out).toContain("hollow-claims");
  });

  it("does not hang on anybody's settings", () => {
    const { demo, place } = stage();
    place.write(".config/untildone/config.json", '{"maxIterations": 1}');
    expect(
      demo([], { UNTILDONE_MAX_ITERATIONS: "1", UNTILDONE_STATE: "elsewhere", GIT_DIR: "/nowhere" }),
    ).toMatchObject({
      code: 0,
      err: "",
    });
  });

  it.each([
    { words: ["--scenario", "lier"], says: ["there is no scenario", "did you mean liar?"] },
    { words: ["liar"], says: ["unexpected argument"] },
  ])("refuses $words", ({ words, says }) => {
    const { demo, left } = stage();
    const { code, out, err } = demo(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const part of says) expect(err).toContain(part);
    expect(left()).toEqual([]);
  });

  it("says what is missing where there is no git, and leaves nothing", () => {
    const { demo, left } = stage();
    const { code, err } = demo([], { PATH: "/nowhere" });
    expect(code).toBe(2);
    expect(err).toContain("install git");
    expect(left()).toEqual([]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("leaves nothing when %s ends a wait", async (signal) => {
    const { env, place, left } = stage();
    const child = spawn(process.execPath, [bin, "demo", "--scenario", "limit"], {
      cwd: place.path,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.on("data", (chunk) => {
      if (!out.includes("  waiting ") && `${out}${chunk}`.includes("  waiting ")) child.kill(signal);
      out += chunk;
    });
    const [code] = await once(child, "close");
    expect(out).toContain("You stopped the demo.");
    expect(code).toBe(3);
    expect(left()).toEqual([]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("leaves nothing when %s comes early", async (signal) => {
    const { env, place, left } = stage();
    const child = spawn(process.execPath, [bin, "demo"], {
      cwd: place.path,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.once("data", () => child.kill(signal));
    const [code] = await once(child, "exit");
    expect(code).toBe(3);
    expect(left()).toEqual([]);
  });

  it("leaves nothing when its reader goes away", async () => {
    const { env, place, left } = stage();
    const words = `untildone demo | head -n 1; ls -A "$TMPDIR"`;
    expect(place.bash(`export TMPDIR=${env["TMPDIR"]}\n${words}`).out).toMatch(/^Scenario night: .*\n$/);
    expect(left()).toEqual([]);
  });
});
