import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { bin, jsonLines, Workplace } from "../e2e/cli.js";

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const list = "- [ ] T1: one\n- [ ] T2: two\n";

function project(files: Readonly<Record<string, string>> = {}): Workplace {
  const place = new Workplace();
  for (const [name, text] of Object.entries({ "TODO.md": list, ".gitignore": ".ralph/\n", ...files }))
    place.write(name, text);
  git(place, "init", "-q");
  git(place, "add", "-A");
  git(place, "commit", "-qm", "start");
  return place;
}

function git(place: Workplace, ...words: string[]): void {
  const args = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words];
  expect(spawnSync("git", args, { cwd: place.path }).status).toBe(0);
}

const script = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md"];
/** What nothing checks is accepted where that is not the point. */
const runWords = [...script, "--set", "unverified=accept"];

async function run(place: Workplace, steps: readonly object[], ...args: string[]) {
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  return await place.run([...runWords, ...args]);
}

describe("a required check", () => {
  const config = JSON.stringify({
    policy: { extends: "standard", settings: { promise: "DONE" } },
    checks: { tests: "false" },
  });
  const words = "All tasks are complete and ready for review. Shall I also merge it? <promise>DONE</promise>";

  it("is not skipped where the promise is set inside a composed policy", async () => {
    using place = project({ "TODO.md": "- [ ] T1: one\n", ".ralph/config.json": config, "out.md": words });
    for (const command of ["gate", "check"]) {
      const { out } = await place.run([command, "out.md", "none", "--run-checks", "--json"]);
      expect(JSON.parse(out), command).toMatchObject({ decision: "CONTINUE", outcome: null });
      expect(out).toContain("required check tests fails");
    }
    const ran = await run(
      place,
      [{ write: { a: "1\n" }, say: words }],
      "--tasks",
      "none",
      "--prompt",
      "out.md",
      "--protocol",
      "promise",
      "--max-iterations",
      "1",
    );
    expect(ran.code).not.toBe(0);
    expect(ran.out).toContain("tests         fails");
  });

  it("is added to those the project has, and alone with --no-detect", async () => {
    using place = project({ "package.json": JSON.stringify({ scripts: { test: "node --test", build: "true" } }) });
    const checks = async (...args: string[]): Promise<string> =>
      (await run(place, [{ say: "x" }], "--dry-run", ...args)).out;
    expect(await checks("--check", "smoke=test -d .")).toMatch(/check {4}smoke[\s\S]*check {4}tests: npm run test/);
    expect(await checks("--check", "smoke=test -d .", "--no-detect")).not.toContain("npm run");
    expect(await checks("--check", "tests=test -d .")).not.toContain("npm run test");
    expect((await checks("--check", "unit=npm run test")).match(/npm run test/g)?.length).toBe(1);
  });
});

describe("--since", () => {
  const say = "Parsed dates.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";

  it("gives a first gate the start that the work is measured from", async () => {
    using place = project({ "out.md": say });
    const gate = async (...args: string[]) => await place.run(["gate", "out.md", "none", "--run-checks", ...args]);
    git(place, "tag", "start");
    expect(await gate("--since", "start")).toMatchObject({
      code: 1,
      out: expect.stringContaining("nothing has changed"),
    });
    place.write("dates.js", "export const parse = Date.parse;\n");
    git(place, "add", "-A");
    git(place, "commit", "-qm", "work");
    // Committed and clean: without a start nobody knows, and plain words are not enough.
    expect((await gate()).code).toBe(1);
    expect((await gate()).out).not.toContain("nothing has changed");
    expect(await gate("--since", "start", "--set", "unverified=accept")).toMatchObject({
      code: 0,
      out: expect.stringContaining("the work is visible"),
    });
    // Nothing here could check it: a person has to say so.
    expect((await gate("--since", "start")).code).toBe(1);
    expect((await gate("--since", "HEAD")).code).toBe(1);
  });

  it.each([
    { args: ["--since", "nowhere"], says: 'there is no commit "nowhere" here' },
    { args: ["--since", "--exec=x"], says: "there is no commit" },
    { args: ["--since", ""], says: "there is no commit" },
  ])("refuses $args", async ({ args }) => {
    using place = project({ "out.md": say });
    const { code, err } = await place.run(["gate", "out.md", "none", "--run-checks", ...args]);
    expect(code).toBe(2);
    expect(err).not.toContain("    at ");
  });

  it("says that it needs --run-checks", async () => {
    using place = project({ "out.md": say });
    expect(await place.run(["check", "out.md", "none", "--since", "HEAD"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("add --run-checks"),
    });
  });
});

describe("the list during a run", () => {
  it("loses no task that the agent takes off it: it is still to do, and the run says so", async () => {
    using place = project();
    const ran = await run(place, [
      { write: { a: "1\n", "TODO.md": "- [ ] T1: one\n" }, say: "Done.", status: done },
      { say: "I looked around." },
    ]);
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining("T2: two") });
    expect(ran.out.replaceAll(/\s+/g, " ")).toContain("task T2 was taken off the list while the agent worked on T1");
    expect(ran.out).toContain("Status:     STUCK");
  });

  it("lets a finished task be taken off, as some agents do with what is done", async () => {
    using place = project();
    const ran = await run(place, [
      { write: { a: "1\n", "TODO.md": "- [ ] T2: two\n" }, say: "Done, and removed.", status: done },
      { write: { b: "1\n", "TODO.md": "- [x] T2: two\n" }, say: "Done.", status: done },
    ]);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.out).toContain("task T1 done");
  });

  it("goes on with what a person adds and ticks between two turns", async () => {
    using place = project();
    place.write(
      ".ralph/script.json",
      JSON.stringify({
        steps: [
          { limitSeconds: 3 },
          { write: { b: "1\n" }, say: "Done.", status: done },
          { write: { c: "1\n" }, say: "Done.", status: done },
        ],
      }),
    );
    const child = spawn(process.execPath, [bin, ...runWords, "--json", "--limit-margin", "0"], {
      cwd: place.path,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      if (chunk.includes("wait-start") && !out.includes("wait-start"))
        place.write("TODO.md", "- [ ] T0: zero\n- [x] T1: one\n- [ ] T2: two\n");
      out += chunk;
    });
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(place.read("TODO.md")).toBe("- [x] T0: zero\n- [x] T1: one\n- [x] T2: two\n");
  });

  it("holds what the last run did not accept against the next one, until a person edits the list", async () => {
    using place = project();
    const ticks = [{ write: { "TODO.md": list.replaceAll("[ ]", "[x]") }, say: "Done.", status: done }];
    expect((await run(place, ticks)).code).toBe(1);
    const again = await run(place, [{ say: "I looked around." }], "--max-iterations", "1");
    expect(again.out).toContain("ticked by the agent in the last run and not accepted");
    expect(again.out).not.toMatch(/^Status: +COMPLETED/m);
    place.write("TODO.md", `# Reviewed\n\n${list.replaceAll("[ ]", "[x]")}`);
    expect(await run(place, [{ say: "x" }])).toMatchObject({
      code: 0,
      out: expect.stringContaining("all 2 tasks are done"),
    });
  });

  it("counts only where it can be read: ticks stay owed while it is away", async () => {
    using place = project();
    const ticks = [
      { write: { a: "1\n", "TODO.md": list.replaceAll("[ ]", "[x]") }, say: "Done.", status: done },
      { say: "Done.", status: done },
    ];
    await run(place, ticks, "--max-iterations", "1");
    const text = place.read("TODO.md");
    rmSync(join(place.path, "TODO.md"));
    expect((await run(place, ticks, "--resume")).code).toBe(2);
    place.write("TODO.md", text);
    expect(await run(place, ticks, "--resume")).toMatchObject({
      code: 1,
      out: expect.stringContaining("T2 was claimed twice"),
    });
  });

  it("is not blamed on the agent where we ticked it ourselves", async () => {
    using place = project({ "TODO.md": "- [ ] T1: Deploy (verify: `test -f TODO.md`)\n- [ ] T2: two\n" });
    const ran = await run(
      place,
      [
        { say: "Deployed.", status: done },
        { say: "Two is done.", status: done },
      ],
      "--json",
    );
    expect(ran.out).not.toContain("was ticked, and nothing has changed");
    expect(place.read("TODO.md")).toContain("[x] T1");
  });
});

describe("what a turn changed", () => {
  it("belongs to its task over several turns and --resume", async () => {
    using place = project();
    const steps = [
      { write: { a: "1\n" }, say: "I began." },
      { say: "One is finished.", status: done },
      { write: { b: "1\n" }, say: "Two is finished.", status: done },
    ];
    expect((await run(place, steps, "--max-iterations", "1")).code).toBe(2);
    expect(await run(place, steps, "--resume", "--max-iterations", "9")).toMatchObject({
      code: 0,
      out: expect.stringContaining("Iterations: 3"),
    });
  });

  it("is known after a kill in the middle of the turn, and so are its ticks", async () => {
    using place = project();
    const steps = [
      { write: { a: "1\n", "TODO.md": list.replaceAll("[ ]", "[x]") }, hang: true },
      { say: "One is finished.", status: done },
      { say: "Two is finished.", status: done },
    ];
    place.write(".ralph/script.json", JSON.stringify({ steps: [steps[0]] }));
    const child = spawn(process.execPath, [bin, ...runWords], { cwd: place.path, stdio: "ignore", env: place.ownEnv });
    while (!existsSync(join(place.path, "a")) || !place.read("TODO.md").includes("[x]")) await setTimeout(20);
    child.kill("SIGKILL");
    await once(child, "close");
    const ran = await run(place, steps.slice(1), "--resume");
    // The work of the killed turn is the first task's; nothing shows work on the second, ticked or not.
    expect(ran.out).toContain("task T1 done");
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining("task T2 was claimed twice") });
  });

  it("is a person's between two starts: nobody's to claim, and lost where it was put back", async () => {
    using place = project();
    const begin = { write: { a: "1\n" }, say: "I began." };
    expect((await run(place, [begin], "--max-iterations", "1")).code).toBe(2);
    rmSync(join(place.path, "a"));
    place.write("mine.txt", "a person's\n");
    const claim = { say: "Done.", status: { ...done, WORK: "mine.txt" } };
    expect(await run(place, [begin, claim], "--resume", "--max-iterations", "9")).toMatchObject({
      code: 1,
      out: expect.stringContaining("nothing was changed for it"),
    });
  });

  it("is seen where the folder is named from elsewhere", () => {
    using place = project();
    place.write(
      ".ralph/script.json",
      JSON.stringify({
        steps: [
          { write: { a: "1\n" }, say: "Done.", status: done },
          { write: { b: "1\n" }, say: "Done.", status: done },
        ],
      }),
    );
    const { status } = spawnSync(process.execPath, [bin, ...runWords, "--dir", basename(place.path)], {
      cwd: dirname(place.path),
    });
    expect(status).toBe(0);
  });

  it("does not hold what the checks write", async () => {
    using place = project({ "check.sh": "echo x >> report.txt\n" });
    const ran = await run(
      place,
      [{ append: { "report.txt": "x\n" }, say: "Done.", status: done }],
      "--check",
      "smoke=sh check.sh",
    );
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining("nothing was changed for it") });
  });
});

describe("a run that is resumed", () => {
  const steps = [
    { write: { a: "1\n" }, say: "I began." },
    { say: "One.", status: done },
    { write: { b: "1\n" }, say: "Two.", status: done },
  ];

  it("goes on with its own agent, list, checks and settings, and says which flag wins", async () => {
    using place = project();
    expect((await run(place, steps, "--max-iterations", "1", "--check", "smoke=test -d .")).code).toBe(2);
    const again = await place.run(["run", "--resume", "--max-iterations", "2"]);
    expect(again).toMatchObject({
      code: 2,
      out: expect.stringContaining("using --max-iterations from this command line"),
    });
    const alone = await place.run(["run", "--resume"]);
    expect(alone).toMatchObject({ code: 0, out: expect.stringContaining("smoke         passes") });
    expect(alone.out).toContain("the iterations of the run are used up: it continues for at most 50 more");
  });

  it("says what is missing where there is nothing to resume", async () => {
    using place = project();
    expect(await place.run(["run", "--resume"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is nothing to resume"),
    });
  });
});

it("keeps its own files out of an agent's git add -A, and leaves the user's ignore file alone", async () => {
  using place = project({ ".gitignore": "" });
  await run(place, [
    { write: { a: "1\n" }, commit: "all", say: "Done.", status: done },
    { write: { b: "1\n" }, commit: "all", say: "Done.", status: done },
  ]);
  const { stdout } = spawnSync("git", ["ls-files", ".ralph"], { cwd: place.path, encoding: "utf8" });
  expect(stdout).toBe(".ralph/script.json\n");
  place.write(".ralph/.gitignore", "mine\n");
  await run(place, [{ say: "x" }], "--max-iterations", "1");
  expect(place.read(".ralph/.gitignore")).toBe("mine\n");
});

it("ends the agent's turn with the time of the run", async () => {
  using place = project();
  const begun = Date.now();
  const ran = await run(place, [{ hang: true }], "--max-time", "2", "--grace", "1");
  expect(ran).toMatchObject({ code: 2, out: expect.stringContaining("budget spent") });
  expect(Date.now() - begun).toBeLessThan(20_000);
});

it("asks for another nonce in each turn, and takes no claim with an old one", async () => {
  using place = project();
  const block = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: false\nNONCE: 0000\n---END_RALPH_STATUS---";
  const steps = [{ write: { a: "1\n" }, say: `Done.\n\n${block}` }, { say: "I looked around." }];
  const ran = await run(place, steps, "--max-iterations", "2");
  expect(ran.out).not.toContain("task T1 done");
  expect(ran.out).toContain("does not carry the NONCE of its prompt");
  const [logs = ""] = readdirSync(join(place.path, ".ralph/logs")).filter((name) => /^\d{8}-/.test(name));
  const nonces = ["0001", "0002"].map(
    (turn) =>
      /NONCE: (\S+)/.exec(readFileSync(join(place.path, ".ralph/logs", logs, `${turn}-prompt.md`), "utf8"))?.[1],
  );
  expect(new Set(nonces).size).toBe(2);
});

it("agrees on no nonce where another protocol is used", async () => {
  using place = project();
  const ran = await run(
    place,
    [
      { write: { a: "1\n" }, say: "Done.\n\nEXIT_STATUS: COMPLETE" },
      { write: { b: "1\n" }, say: "Done.\n\nEXIT_STATUS: COMPLETE" },
    ],
    "--protocol",
    "exit-status",
  );
  expect(ran.code).toBe(0);
});

it("says at the start that nothing can check the work, and in the end what is not proven", async () => {
  using place = project();
  const ran = await run(
    place,
    [
      { write: { a: "1\n" }, say: "Done.", status: done },
      { write: { b: "1\n" }, say: "Done.", status: done },
    ],
    "--set",
    "unverified=review",
  );
  expect(ran.code).toBe(1);
  expect(ran.out).toContain("nothing here can check the work");
  expect(ran.out).toContain("Not proven: T1, T2: nothing tests this work");
  const [last] = jsonLines((await place.run(["history", "--json", "--last", "1"])).out);
  expect(last).toMatchObject({ outcome: "needs-review", onlyReview: "unchecked", verified: false });
});
