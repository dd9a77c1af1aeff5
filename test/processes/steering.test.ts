import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bin, Workplace } from "../e2e/cli.js";
import { LiveRun } from "./live-run.js";

const noRun = /^no run is going on here\n {2}in {3}.*\n {2}fix {2}start one with: untildone run/;

it.each([["tell", "hello"], ["answer", "yes"], ["pause"], ["continue"], ["stop"]])(
  "%s without a run says so once",
  (...words) => {
    using place = new Workplace();
    const { code, out, err } = place.runProcess(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(noRun);
    expect(readdirSync(place.path)).toEqual([]);
  },
);

it("gives a person's words to the next prompt, once, and writes them down", async () => {
  await using run = new LiveRun();
  run.start(["--max-iterations", "3"]);
  expect(await run.prompt(1)).not.toContain("From the person");
  expect(run.cli("tell", "use the v2 API; $(touch pwned) `touch pwned`")).toEqual({
    code: 0,
    out: "the next prompt of T1 will have this\n",
    err: "",
  });
  run.go(1);
  expect(await run.prompt(2)).toContain(
    "## From the person who runs you\n\nThis is new. Where it differs from what was asked earlier, follow this:\n\n> use the v2 API; $(touch pwned) `touch pwned`",
  );
  run.go(2);
  expect(await run.prompt(3)).not.toContain("v2 API");
  run.go(3);
  await run.end();
  const [told, , second] = run.journal();
  expect(told).toMatchObject({ kind: "tell", words: { from: "tell", text: expect.stringContaining("v2 API") } });
  expect(second).toMatchObject({ told: [{ id: 1 }], observation: { turn: { facts: { fresh: true } } } });
  expect(run.cli("explain", "3", "--all").out).toContain("by untildone tell: use the v2 API");
  expect(run.cli("history").out).toContain("told ");
  expect(readdirSync(run.place.path)).not.toContain("pwned");
});

it("keeps words for a turn that did not fail", async () => {
  await using run = new LiveRun();
  run.start(["--max-iterations", "3"]);
  await run.prompt(1);
  run.cli("tell", "use the v2 API");
  run.go(1);
  expect(await run.prompt(2)).toContain("v2 API");
  run.go(2, "echo boom >&2; exit 7");
  expect(await run.prompt(3)).toContain("v2 API");
});

it("pauses after the iteration, and takes what changes meanwhile for the person's", async () => {
  await using run = new LiveRun();
  run.start(["--max-iterations", "2", "--max-time", "60"]);
  await run.prompt(1);
  expect(run.cli("pause").out).toBe("the run pauses after this iteration; continue with: untildone continue\n");
  run.go(1);
  await run.until(() => run.out.includes("paused (continue with"));
  run.place.write("mine.txt", "by me\n");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(run.cli("pause").out).toContain("paused already");
  const worked = /iterations +1, for (\d+)s/.exec(run.cli("state").out)?.[1];
  expect(Number(worked)).toBeLessThan(2);
  expect(run.cli("state").out).toMatch(/^run \S+ {2}paused since \d\d:\d\d; .*untildone continue$/m);
  expect(JSON.parse(run.cli("state", "--json").out)).toMatchObject({ outcome: "running", live: "paused" });
  expect(run.cli("continue").out).toBe("the run continues\n");
  await run.prompt(2);
  run.go(2, "echo I went on.");
  await run.end();
  const last = run.journal().at(-1) as unknown as {
    observation: { turn: { facts: object }; used: { seconds: number } };
    after: { seconds: number };
  };
  expect(last.observation.turn.facts).toMatchObject({ filesChanged: 0 });
  expect(last.after.seconds).toBeLessThan(1.4);
});

it("takes words between two turns, when the files are its own, and rolls nothing back", async () => {
  await using run = new LiveRun();
  run.start(["--max-iterations", "2"]);
  await run.prompt(1);
  run.cli("pause");
  run.go(1);
  await run.until(() => run.out.includes("paused (continue with"));
  expect(run.cli("tell", "first").code).toBe(0);
  expect(run.cli("tell", "second").code).toBe(0);
  run.cli("continue");
  expect(await run.prompt(2)).toContain("> second");
  expect(run.cli("tell", "third").code).toBe(0);
  run.go(2);
  const { out } = await run.end();
  expect(out).not.toContain("somebody else");
  const kinds = run.journal().map(({ kind, n }) => `${n} ${kind}`);
  expect(kinds.slice(0, 5)).toEqual(["1 control", "2 decision", "3 tell", "4 tell", "5 control"]);
});

it("writes down who paused, continued and stopped the run, and shows it in words", async () => {
  await using run = new LiveRun();
  run.start();
  await run.prompt(1);
  run.cli("pause");
  run.go(1);
  await run.until(() => run.out.includes("paused (continue with"));
  run.cli("continue");
  await run.prompt(2);
  run.cli("stop");
  run.cli("stop");
  run.go(2);
  await run.end();
  const controls = run.journal().filter(({ kind }) => kind === "control");
  expect(controls).toMatchObject([
    { action: "pause", by: "command" },
    { action: "continue", by: "command" },
    { action: "stop", by: "command" },
  ]);
  const history = run.cli("history").out;
  expect(history).toMatch(/paused +by you, with untildone pause/);
  expect(history).toMatch(/continued +by you, with untildone continue/);
  expect(history).toMatch(/stopped +by you, with untildone stop/);
  const explained = run.cli("explain", "--all").out;
  expect(explained).toContain("What you did");
  expect(explained).toContain("continued the run, with untildone continue");
  expect(explained).toContain("stopped the run, with untildone stop");
  expect(explained).not.toContain("paused the run");
  const report = run.cli("report", "--format", "md").out;
  expect(report).toContain("A person stopped it, with untildone stop.");
  expect(report).toContain("## What a person did");
  expect(report).toContain("paused the run, with untildone pause");
});

it("writes down Ctrl-C", async () => {
  await using run = new LiveRun();
  run.start();
  await run.prompt(1);
  run.signal("SIGINT");
  await run.until(() => run.out.includes("stopping after this iteration"));
  run.go(1);
  await run.end();
  expect(run.journal()).toMatchObject([{ kind: "control", action: "stop", by: "signal" }, { kind: "decision" }]);
});

it("stops after the iteration, however often it is asked, and can be resumed", async () => {
  await using run = new LiveRun();
  run.start();
  await run.prompt(1);
  expect(run.cli("stop").out).toBe("the run stops after this iteration; resume with: untildone run --resume\n");
  expect(run.cli("stop").out).toBe("the run is stopping already\n");
  expect(run.cli("tell", "for later").out).toContain(
    "the first prompt of T1 after untildone run --resume will have this",
  );
  run.go(1, "echo finished > finished.txt");
  expect(await run.end()).toMatchObject({ code: 3, out: expect.stringContaining("before a prompt of T1 could have") });
  expect(run.place.read("finished.txt")).toBe("finished\n");
  run.start(["--resume"]);
  expect(await run.prompt(2)).toContain("> for later");
});

it("stops a paused run", async () => {
  await using run = new LiveRun();
  run.start();
  await run.prompt(1);
  run.cli("pause");
  run.go(1);
  await run.until(() => run.out.includes("paused (continue with"));
  expect(run.cli("stop").out).toBe("the run stops; resume with: untildone run --resume\n");
  expect((await run.end()).code).toBe(3);
});

it("gives a killed run its words when it is resumed, but not those it used", async () => {
  await using run = new LiveRun();
  run.start();
  await run.prompt(1);
  run.cli("tell", "the first");
  run.go(1);
  await run.prompt(2);
  run.go(2);
  await run.prompt(3);
  run.cli("tell", "the second");
  await run.kill();
  expect(run.cli("tell", "the third").out).toContain(
    "is not going on: its first prompt after untildone run --resume will have this",
  );
  expect(run.cli("pause").err).toMatch(noRun);
  run.place.bash("rm .git/prompt-3");
  run.start(["--resume"]);
  const prompt = await run.prompt(3);
  expect(prompt).toContain("> the second");
  expect(prompt).toContain("> the third");
  expect(prompt).not.toContain("the first");
});

const asks = "echo 'I need to know something. Which port should the server use?'";

it("answers the last question by name, and tries the task again that was set aside for it", async () => {
  await using run = new LiveRun();
  run.start(["--set", "waitingLimit=1", "--set", "maxSetAside=5"]);
  await run.prompt(1);
  expect(run.cli("answer", "8080")).toMatchObject({ code: 2, err: expect.stringContaining("has not asked anything") });
  run.go(1, asks);
  expect(await run.prompt(2)).toContain("T2");
  expect(run.cli("state").out).toContain("question     T1: Which port should the server use?");
  expect(run.cli("answer", "8080").out).toContain('the answer to "Which port should the server use?"');
  run.go(2);
  const prompt = await run.prompt(3);
  expect(prompt).toContain("Your task: T1");
  expect(prompt).toContain("You asked:\n\n> Which port should the server use?\n\nThe answer:\n\n> 8080");
  expect(prompt).not.toContain("Nobody is there to answer: decide yourself");
});

it("answers a run that ended with a question, for when it is resumed", async () => {
  await using run = new LiveRun("- [ ] T1: one\n");
  run.start(["--set", "waitingLimit=1"]);
  await run.prompt(1);
  run.go(1, asks);
  expect(await run.end()).toMatchObject({ code: 1, out: expect.stringContaining("untildone answer") });
  expect(run.cli("answer", "8080")).toMatchObject({ code: 0, out: expect.stringContaining("will have the answer") });
  run.start(["--resume"]);
  expect(await run.prompt(2)).toContain("> 8080");
});

it("has no question any more once the task is accepted", async () => {
  await using run = new LiveRun("- [ ] T1: one\n");
  run.start(["--set", "waitingLimit=1"]);
  await run.prompt(1);
  run.go(1, asks);
  await run.end();
  expect(run.cli("state").out).toMatch(/^ {2}question /m);
  expect(run.cli("accept", "T1").code).toBe(0);
  expect(run.cli("state").out).not.toMatch(/^ {2}question /m);
});

it("says how to go on after three interrupts", async () => {
  await using run = new LiveRun();
  run.start();
  await run.prompt(1);
  run.signal("SIGINT");
  await run.until(() => run.out.includes("stopping after this iteration"));
  run.signal("SIGINT");
  run.signal("SIGTERM");
  const { code, err } = await run.end();
  expect(code).toBe(3);
  expect(err).toContain("untildone run --resume");
});

it("reads STEER.md once, says where the words are from, and gives no fresh chance for them", async () => {
  await using run = new LiveRun();
  run.start(["--max-iterations", "3"]);
  await run.prompt(1);
  run.place.write(".ralph/STEER.md", "use the v2 API\n");
  run.go(1);
  expect(await run.prompt(2)).toContain(
    "## From the file STEER.md\n\nThis was found there and is new:\n\n> use the v2 API",
  );
  expect(readdirSync(join(run.place.path, ".ralph"))).not.toContain("STEER.md");
  symlinkSync("/etc/hostname", join(run.place.path, ".ralph/STEER.md"));
  run.go(2);
  expect(await run.prompt(3)).not.toContain("STEER.md");
  run.go(3);
  const { out } = await run.end();
  expect(out.match(/STEER\.md is not used: it is not a small text file/g)).toHaveLength(1);
  const [, , second] = run.journal();
  expect(second).toMatchObject({ told: [{ from: "file" }] });
  expect(JSON.stringify(second)).not.toContain('"fresh":true');
});

it("lets the agent neither steer itself nor take its own line for a change of the journal", async () => {
  await using run = new LiveRun();
  run.start(["--max-iterations", "2"], { NODE: process.execPath, BIN: bin });
  await run.prompt(1);
  run.cli("tell", "one");
  run.go(1, `echo '{"forged":1}' >> .ralph/decisions.jsonl; "$NODE" "$BIN" stop > stop.txt 2>&1; true`);
  await run.prompt(2);
  run.go(2);
  const { out } = await run.end();
  expect(out).toContain("was changed by somebody else: put back");
  expect(run.place.read(".ralph/decisions.jsonl")).not.toContain("forged");
  expect(run.journal()[0]).toMatchObject({ kind: "tell" });
  expect(run.place.read("stop.txt")).toContain("is for the person who runs the agent");
});

it("masks a key in what is written down, and gives it to the agent as it is", async () => {
  await using run = new LiveRun();
  const key = `ghp_${"a1B2".repeat(9)}`;
  run.start(["--max-iterations", "2"]);
  await run.prompt(1);
  run.cli("tell", `use the key ${key}`);
  run.go(1);
  expect(await run.prompt(2)).toContain(key);
  run.go(2);
  const { out } = await run.end();
  expect(out).not.toContain(key);
  expect(run.place.bash(`grep -rl ${key} .ralph`).out).toBe("");
});

it.each([
  ["nothing", ["tell"], "there are no words"],
  ["blanks", ["tell", "  "], "there are no words"],
  ["too much", ["tell", "a".repeat(10_001)], "that is too long"],
  ["words for pause", ["pause", "now"], "unexpected argument"],
])("refuses %s", (_, words, message) => {
  using place = new Workplace();
  expect(place.runProcess(words)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});
