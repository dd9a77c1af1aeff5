import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { digest } from "../../src/lib/files/folder.js";
import { bin, jsonLines } from "../e2e/cli.js";
import { claudeStop, HookPlace, readyCheck } from "../hook/session.js";

const done = "I have implemented it. The task is complete.";
const list = { "TODO.md": "- [ ] T1: Write notes\n- [ ] T2: Write more\n" };

describe("a check that fails", () => {
  it("is named in the refusal, repaired, and the stop is then let go as completed", async () => {
    using place = new HookPlace();
    const refused = await place.stop(done);
    expect(refused.decision).toBe("block");
    expect(refused.reason).toContain("ready");
    expect(refused.reason).toContain("(1 of at most 5)");
    expect(refused.systemMessage).toContain("untildone refused the stop");
    place.write("ready.txt", "yes\n");
    const allowed = await place.stop(done, { stop_hook_active: true });
    expect(allowed.decision).toBeUndefined();
    // It failed at the last commit, too.
    expect(allowed.systemMessage).toContain("done and verified");
    expect(allowed.systemMessage).toContain("proved by: ready (failed before); not proven: nothing");
    expect(place.outcomes).toEqual([null, "completed"]);
    expect(new Set(place.records.map(({ run }) => run)).size).toBe(1);
  });

  it("is not held against an agent that changed nothing since", async () => {
    using place = new HookPlace();
    await place.stop(done);
    const allowed = await place.stop(done, { stop_hook_active: true });
    expect(allowed.decision).toBeUndefined();
    expect(allowed.systemMessage).toContain("not done");
    expect(place.outcomes).toEqual([null, "needs-review"]);
  });

  it("is still refused after a wrong repair, and let go at our own limit, which is no completion", async () => {
    using place = new HookPlace();
    const decisions: (string | undefined)[] = [];
    for (let at = 0; at < 7; at++) {
      place.write("ready.txt", `no ${at}\n`);
      decisions.push((await place.stop("Done.", { stop_hook_active: at > 0 })).decision);
      if (decisions.at(-1) === undefined) break;
    }
    expect(decisions).toEqual([...Array(5).fill("block"), undefined]);
    expect(place.rules.at(-1)).toBe("session-limit");
    expect(place.outcomes.at(-1)).toBe("aborted");
  });

  it.each([
    { agent: "claude", limit: 50, cap: 8 },
    { agent: "cursor", limit: 50, cap: 5 },
    { agent: "claude", limit: 2, cap: 3 },
  ])("refuses $agent fewer than $cap times with a limit of $limit", async ({ agent, limit, cap }) => {
    using place = new HookPlace();
    let refusals = 0;
    for (; refusals < 20; refusals++) {
      place.write("ready.txt", `no ${refusals}\n`);
      const input =
        agent === "claude"
          ? { ...claudeStop(place.path), stop_hook_active: refusals > 0 }
          : cursorStop(place.path, { loop_count: refusals });
      const answer = await place.answer(agent, input, ["--set", `maxStopRefusals=${limit}`]);
      if (answer.decision === undefined && answer.followup_message === undefined) break;
    }
    expect(refusals).toBe(cap - 1);
  });

  it("never refuses more often because another hook lets the same stop go", async () => {
    using place = new HookPlace();
    let refusals = 0;
    for (let at = 0; at < 12; at++) {
      place.write("ready.txt", `no ${at}\n`);
      const input = { stop_hook_active: at > 0 };
      if ((await place.stop("Done.", input)).decision === "block") refusals++;
      await place.stop("Done.", input); // The same hook, installed twice.
    }
    expect(refusals).toBe(5);
  });

  it("refuses nothing with a limit of 0", async () => {
    using place = new HookPlace();
    expect((await place.stop(done, {}, ["--set", "maxStopRefusals=0"])).decision).toBeUndefined();
    expect(place.rules).toEqual(["session-limit"]);
  });

  it("counts each session on its own", async () => {
    using place = new HookPlace();
    for (const session_id of ["one", "two", "one", "two"]) {
      place.write("ready.txt", `no ${session_id} ${Math.random()}\n`);
      const { reason } = await place.stop("Done.", { session_id });
      expect(reason).toContain(`(${place.records.length > 2 ? 2 : 1} of at most 5)`);
    }
  });

  it("is not asked about a talk: nothing changed, nothing claimed", async () => {
    using place = new HookPlace();
    expect(await place.stop("The parser reads one line at a time.")).toEqual({});
    expect(existsSync(join(place.path, ".ralph/decisions.jsonl"))).toBe(false);
    place.write("notes.txt", "b\n");
    expect((await place.stop("I rewrote the notes.")).decision).toBe("block");
  });

  it("is measured from the start of the session if that is hooked, too", async () => {
    using place = new HookPlace();
    place.write("notes.txt", "the person's own, not committed\n");
    await place.stop("", { hook_event_name: "SessionStart", source: "startup" });
    expect(await place.stop("The parser reads one line at a time.")).toEqual({});
  });
});

describe("a claim with nothing changed", () => {
  const ready = { ...readyCheck, "ready.txt": "yes\n" };

  it.each([
    { what: "since the last commit", start: false },
    { what: "since the session began", start: true },
  ])("$what is refused once, then left to the person", async ({ start }) => {
    using place = new HookPlace(ready);
    if (start) await place.stop("", { hook_event_name: "SessionStart", source: "startup" });
    const { reason } = await place.stop(done);
    expect(reason).toContain(`Nothing has changed since ${start ? "this session began" : "the last commit"}`);
    expect((await place.stop("See notes.txt, line 1.", { stop_hook_active: true })).decision).toBeUndefined();
    expect(place.outcomes).toEqual([null, "needs-review"]);
  });

  it("is no claim without work where an earlier stop of the session had some", async () => {
    using place = new HookPlace(ready);
    await place.stop("", { hook_event_name: "SessionStart", source: "startup" });
    place.write("notes.txt", "b\n");
    expect(await place.stop(done)).toEqual({});
    expect(await place.stop(`As I said: ${done}`)).toEqual({});
    expect(place.outcomes).toEqual(["completed", "completed"]);
    expect(place.records.map(({ decision }) => decision.verified)).toEqual([false, false]);
  });

  it("undoing what was done is a change, too", async () => {
    using place = new HookPlace(ready);
    await place.stop("", { hook_event_name: "SessionStart", source: "startup" });
    place.write("notes.txt", "b\n");
    await place.stop(done);
    place.write("notes.txt", "a\n");
    expect((await place.stop("I took it back. The task is complete.")).decision).toBeUndefined();
  });

  it("is seen without git from the second stop on", async () => {
    using place = new HookPlace(ready);
    place.bash("rm -rf .git");
    expect((await place.stop(done)).decision).toBeUndefined();
    expect(await place.stop("You are welcome.")).toEqual({});
    expect(place.outcomes).toEqual(["completed"]);
    expect((await place.stop(done)).reason).toContain("Nothing has changed since this session began");
  });
});

describe("let go without a judgement", () => {
  it.each([
    ["a sub-agent's stop", { hook_event_name: "SubagentStop" }],
    ["an empty session id", { session_id: "" }],
    ["no session id", { session_id: undefined }],
    ["a session id that is no text", { session_id: 7 }],
    ["a running background task", { background_tasks: [{ id: "b1", status: "running" }] }],
    ["a plan", { permission_mode: "plan" }],
    ["another event", { hook_event_name: "PostToolUse" }],
    ["an event without a name", { hook_event_name: undefined }],
  ])("%s", async (_, more) => {
    using place = new HookPlace();
    expect(await place.stop(done, more)).toEqual({});
    expect(existsSync(join(place.path, ".ralph/decisions.jsonl"))).toBe(false);
  });

  it("background tasks that have ended do not count", async () => {
    using place = new HookPlace();
    expect((await place.stop(done, { background_tasks: [{ id: "b1", status: "completed" }] })).decision).toBe("block");
  });

  it("a sub-agent's stop is judged where that is asked for", async () => {
    using place = new HookPlace();
    expect((await place.stop(done, { hook_event_name: "SubagentStop" }, ["--subagents"])).decision).toBe("block");
  });

  it("an agent that untildone runs itself", async () => {
    using place = new HookPlace();
    const input = JSON.stringify(claudeStop(place.path));
    expect((await place.run(["hook", "claude"], input, { UNTILDONE_RUN: "r1" })).out).toBe("");
  });

  it("a project that asks for nothing gets no folder either", async () => {
    using place = new HookPlace({});
    expect(await place.stop(done)).toEqual({});
    expect(existsSync(join(place.path, ".ralph"))).toBe(false);
  });
});

describe("what the agent says", () => {
  it.each([
    "Which of the two formats do you want, JSON or YAML?",
    "I changed the notes. Should the old ones be kept or removed?",
  ])("a question waits for the person: %s", async (question) => {
    using place = new HookPlace();
    place.write("notes.txt", "b\n");
    expect((await place.stop(question)).decision).toBeUndefined();
    expect(place.outcomes).toEqual(["blocked"]);
  });

  it("a question whether to go on has its answer in the list", async () => {
    using place = new HookPlace(list);
    place.write("notes.txt", "b\n");
    const { reason } = await place.stop("T1 is written. Shall I continue with T2?");
    expect(reason).toContain("2 of 2 tasks not done");
  });

  it("an offer beside a claim does not get it past a failing check", async () => {
    using place = new HookPlace();
    place.write("notes.txt", "b\n");
    expect((await place.stop(`${done} Would you like me to write a changelog?`)).decision).toBe("block");
  });

  it("work that is left by its own words holds nobody if no list or goal asks for it", async () => {
    using place = new HookPlace();
    place.write("ready.txt", "yes\n");
    const answer = await place.stop("The notes are written. Still to do: the index, which you asked me to leave.");
    expect(answer.decision).toBeUndefined();
    expect(place.outcomes).toEqual(["needs-review"]);
  });

  it("a usage limit is not refused", async () => {
    using place = new HookPlace();
    place.write("notes.txt", "b\n");
    expect((await place.stop("You've hit your usage limit · resets 3pm")).decision).toBeUndefined();
  });
});

describe("a task list", () => {
  it("is held against the stop until it is done", async () => {
    using place = new HookPlace(list);
    place.write("notes.txt", "b\n");
    expect((await place.stop("T1 is written.")).reason).toContain("2 of 2 tasks not done");
    place.write("TODO.md", "- [x] T1: Write notes\n- [x] T2: Write more\n");
    expect((await place.stop("Both are written.", { stop_hook_active: true })).decision).toBeUndefined();
    expect(place.outcomes).toEqual([null, "completed"]);
  });

  it("a tick is a change, too", async () => {
    using place = new HookPlace(list);
    place.write("notes.txt", "b\n");
    await place.stop("T1 is written.");
    place.write("TODO.md", "- [x] T1: Write notes\n- [ ] T2: Write more\n");
    expect((await place.stop("T1 is done.")).reason).toContain("1 of 2 tasks not done");
  });
});

describe("a goal", () => {
  const check = ["--check", "grep -q bread shopping.txt"];

  it("is in the reason, its check decides, and it is cleared when it is met", async () => {
    using place = new HookPlace({});
    expect((await place.run(["goal", "buy bread", ...check])).code).toBe(0);
    const refused = await place.stop(done);
    expect(refused.reason).toContain("buy bread");
    expect(refused.reason).toContain("goal-check");
    place.write("shopping.txt", "bread\n");
    const allowed = await place.stop("Bought.", { stop_hook_active: true });
    expect(allowed.systemMessage).toContain("done and verified");
    expect(allowed.systemMessage).toContain("proved by: goal-check");
    expect((await place.run(["goal", "--show"])).code).toBe(1);
    expect(place.outcomes).toEqual([null, "completed"]);
    expect(place.records.at(-1)?.decision.verified).toBe(true);
  });

  it("with a check that was green all along is refused once with nothing changed, then left to the person", async () => {
    using place = new HookPlace({});
    await place.run(["goal", "keep the notes", "--check", "test -f notes.txt"]);
    const refused = await place.stop(done);
    expect(refused.reason).toContain("Nothing has changed since the goal was set");
    expect(refused.reason).toContain("name the file and the lines");
    const allowed = await place.stop("It is in notes.txt, line 1.", { stop_hook_active: true });
    expect(allowed.decision).toBeUndefined();
    expect(allowed.systemMessage).toMatch(/\(needs-review\): .*; nothing has changed since the goal was set;/);
    expect(place.outcomes).toEqual([null, "needs-review"]);
    expect((await place.run(["goal", "--show"])).code).toBe(0);
    expect((await place.stop(done)).decision).toBeUndefined();
    expect(place.outcomes).toEqual([null, "needs-review", "needs-review"]);
  });

  it("with a check that was green all along is done, not proven, with something changed", async () => {
    using place = new HookPlace({});
    await place.run(["goal", "improve the notes", "--check", "test -f notes.txt"]);
    place.write("notes.txt", "better\n");
    const { systemMessage } = await place.stop(done);
    expect(systemMessage).toMatch(/^untildone: done, not proven: .*; not proven: \S/);
    expect(place.records.at(-1)?.decision).toMatchObject({ outcome: "completed", verified: false });
  });

  it("does not turn a person's question into work: nothing claimed, nothing changed, no word, no decision", async () => {
    using place = new HookPlace();
    await place.run(["goal", "buy bread", ...check]);
    const answer = "The parser reads one line at a time.";
    expect(await place.stop(answer)).toEqual({});
    expect(await place.stop("Which bread do you want?")).toEqual({});
    expect(place.judged).toBe(0);
    expect((await place.stop(answer, { stop_hook_active: true })).decision).toBe("block");
    expect((await place.stop(answer)).decision, "the refusal is still open").toBeUndefined();
    expect(place.outcomes).toEqual([null, "needs-review"]);
    expect(await place.stop(answer), "the person has the floor again").toEqual({});
    place.write("notes.txt", "b\n");
    expect((await place.stop(answer)).decision).toBe("block");
  });

  it("is talked about without being held by what changed before the session began", async () => {
    using place = new HookPlace({});
    await place.run(["goal", "buy bread", ...check]);
    place.write("notes.txt", "the person's own\n");
    await place.stop("", { hook_event_name: "SessionStart", source: "startup" });
    expect(await place.stop("The parser reads one line at a time.")).toEqual({});
    place.write("notes.txt", "the agent's\n");
    expect((await place.stop("The parser reads one line at a time.")).decision).toBe("block");
  });

  it("is for the first session that stops, and no other", async () => {
    using place = new HookPlace({});
    await place.run(["goal", "buy bread", ...check]);
    expect((await place.stop(done, { session_id: "one" })).decision).toBe("block");
    expect(await place.stop(done, { session_id: "two" })).toEqual({});
    expect((await place.run(["goal", "--show"])).out).toContain("session one");
  });

  it("can be for every session", async () => {
    using place = new HookPlace({});
    await place.run(["goal", "buy bread", "--any-session", ...check]);
    for (const session_id of ["one", "two"]) expect((await place.stop(done, { session_id })).decision).toBe("block");
  });

  it("without any check asks once for the evidence, and is never called met", async () => {
    using place = new HookPlace({});
    await place.run(["goal", "be nice"]);
    place.write("notes.txt", "nice\n");
    expect((await place.stop("Done.")).reason).toContain("no command checks it");
    place.write("notes.txt", "nicer\n");
    const allowed = await place.stop("I was nice: see notes.txt.", { stop_hook_active: true });
    expect(allowed.decision).toBeUndefined();
    expect(allowed.systemMessage).toContain("the person decides");
    expect(place.outcomes).toEqual([null, "needs-review"]);
    expect((await place.run(["goal", "--show"])).code).toBe(0);
  });

  it("without a check of its own needs visible work and the project's checks", async () => {
    using place = new HookPlace({ ...readyCheck, "ready.txt": "yes\n" });
    await place.run(["goal", "improve the notes"]);
    expect((await place.stop(done)).reason).toContain("Nothing has changed");
    place.write("notes.txt", "better\n");
    expect((await place.stop(done, { stop_hook_active: true })).systemMessage).toContain("done, not proven");
  });

  it("without a check of its own is verified by a check of the project that was red when it was set", async () => {
    using place = new HookPlace();
    const { err } = await place.run(["goal", "be ready"]);
    expect(err).toBe("");
    place.write("ready.txt", "yes\n");
    expect((await place.stop(done)).systemMessage).toContain("done and verified");
    expect(place.records.at(-1)?.decision.verified).toBe(true);
  });

  it("without a check of its own is verified by an old test that failed when it was set", async () => {
    using place = new HookPlace(testProject);
    await place.run(["goal", "double works"]);
    place.write("double.js", "exports.double = (n) => 2 * n;\n");
    const { systemMessage, reason } = await place.stop(done);
    expect(reason).toBeUndefined();
    expect(systemMessage).toContain("done and verified");
    expect(systemMessage).toContain("doubles");
  }, 30_000);

  it("set by the README's own line, with a check that is red, is verified when that turns green", async () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const [line = ""] = /^untildone goal ".*$/m.exec(readme) ?? [];
    const test = testProject["double.test.js"].replace("./double.js", "../double.js");
    using place = new HookPlace({ ...testProject, "test/dates.test.js": test });
    expect(place.bash(line)).toMatchObject({ code: 0, err: "" });
    expect((await place.stop(done)).decision).toBe("block");
    place.write("double.js", "exports.double = (n) => 2 * n;\n");
    expect((await place.stop(done, { stop_hook_active: true })).systemMessage).toContain("done and verified");
  }, 30_000);

  describe("that is removed or edited", () => {
    const remove = ["goal", "--clear"];
    const edit = ["goal", "buy a roll", "--check", "test -f notes.txt"];
    const word = (words: readonly string[]) => (words === remove ? "removed" : "changed");

    it.each([{ words: remove }, { words: edit }])(
      "$words is told, refused once, and no completion",
      async ({ words }) => {
        using place = new HookPlace({});
        await place.run(["goal", "buy bread", ...check]);
        expect((await place.stop(done)).decision).toBe("block");
        await place.run(words);
        place.write("notes.txt", "b\n");
        const refused = await place.stop(done, { stop_hook_active: true });
        expect(refused.decision).toBe("block");
        expect(refused.systemMessage).toContain(`the goal was ${word(words)} during this session (it was: buy bread)`);
        const allowed = await place.stop("See notes.txt, line 1.", { stop_hook_active: true });
        expect(allowed.decision).toBeUndefined();
        expect(allowed.systemMessage).toContain(`(needs-review): the goal was ${word(words)}`);
        expect(place.outcomes).toEqual([null, null, "needs-review"]);
        expect(await place.stop("You are welcome."), "it is told once").toEqual({});
      },
    );

    it.each([{ words: remove }, { words: edit }])("$words is noticed since the session began", async ({ words }) => {
      using place = new HookPlace({});
      await place.run(["goal", "buy bread", ...check]);
      await place.stop("", { hook_event_name: "SessionStart", source: "startup" });
      await place.run(words);
      expect(await place.stop("The parser reads one line at a time.")).toEqual({});
      expect((await place.stop(done)).reason).toContain(`The goal was ${word(words)}`);
    });

    it("its checks alone are part of it, and its session is not", async () => {
      using place = new HookPlace({});
      await place.run(["goal", "buy bread", ...check]);
      await place.stop("", { hook_event_name: "SessionStart", source: "startup" });
      expect((await place.stop(done)).reason).not.toContain("The goal was");
      const [project = ""] = readdirSync(`${place.stateHome}/untildone`);
      const file = `${place.stateHome}/untildone/${project}/goal.json`;
      const [, body = ""] = readFileSync(file, "utf8").split("\n");
      const edited = body.replace("grep -q bread shopping.txt", "test -f notes.txt");
      writeFileSync(file, `${digest(edited)}\n${edited}\n`);
      expect((await place.stop(done, { stop_hook_active: true })).reason).toContain("The goal was changed");
    });

    it("is not what happens when it is met, here or in another session", async () => {
      using place = new HookPlace({});
      await place.run(["goal", "buy bread", "--any-session", ...check]);
      for (const session_id of ["one", "two"]) await place.stop(done, { session_id });
      place.write("shopping.txt", "bread\n");
      expect((await place.stop(done, { session_id: "one" })).systemMessage).toContain("done and verified");
      for (const session_id of ["one", "two"])
        expect(JSON.stringify(await place.stop(done, { session_id }))).not.toContain("the goal was");
    });
  });

  it("that is damaged lets the agent go, in words", async () => {
    using place = new HookPlace();
    await place.run(["goal", "buy bread", ...check]);
    place.write("damage.sh", `for f in ${place.stateHome}/untildone/*/goal.json; do echo "{}" > "$f"; done\n`);
    place.bash("sh damage.sh");
    expect((await place.stop(done)).systemMessage).toContain("the goal is damaged");
    expect((await place.run(["goal", "--clear"])).code).toBe(0);
  });

  it.each(["CLAUDECODE", "CODEX_THREAD_ID", "GEMINI_CLI"])("is not changed from within an agent (%s)", async (mark) => {
    using place = new HookPlace({});
    const env = { [mark]: "1" };
    expect((await place.run(["goal", "first", ...check], "", env)).out).toContain("from within an agent");
    for (const words of [
      ["goal", "--clear"],
      ["goal", "easier"],
    ]) {
      const { code, err } = await place.run(words, "", env);
      expect([code, err]).toEqual([2, expect.stringContaining("not changed from within an agent")]);
    }
    expect((await place.run(["goal", "--clear"])).out).toContain("cleared: first");
  });

  it.each([
    [["goal", ""], "the goal is empty"],
    [["goal", "text", "--clear"], "do not go together"],
    [["goal", "--show", "--clear"], "do not go together"],
    [["goal", "--check", "true"], "there is no text"],
    [["goal", "text", "--check", "tests="], "has no command"],
    [["goal", "text", "--check", "a=true", "--check", "a=false"], "two checks are called a"],
    [["goal", "text", "--check", "changes=true"], "a check of untildone's own"],
  ])("%j is a mistake, in words", async (words, what) => {
    using place = new HookPlace({});
    const { code, err } = await place.run(words);
    expect([code, err]).toEqual([2, expect.stringContaining(what)]);
  });

  it("is not a whole page", async () => {
    using place = new HookPlace({});
    expect((await place.run(["goal", "x".repeat(5000)])).err).toContain("longer than 4000");
  });

  it("says if its check passes already or cannot be run", async () => {
    using place = new HookPlace({});
    const { err } = await place.run(["goal", "x", "--check", "test -d .", "--check", "no-such-program-here"]);
    expect(err).toContain(
      "goal-check passes already: it cannot show that the goal is met: the stop will be called done",
    );
    expect(err).toContain("goal-check-2 cannot run, so it never counts as passed");
    expect((await place.run(["goal", "x", "--check", "true"])).err).toContain("goal-check (true) is no check");
  });
});

describe("input that is not a hook's", () => {
  it.each([
    ["broken JSON", '{"session_id": "a", '],
    ["nothing", ""],
    ["a list", "[]"],
    ["a text", '"Stop"'],
    ["null", "null"],
    ["binary", "\u0000\u0001\u0002"],
    ["deep nesting", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ])("%s lets the agent go with a message", async (_, input) => {
    using place = new HookPlace();
    const answer = await place.answer("claude", input);
    expect(answer.decision).toBeUndefined();
    expect(JSON.stringify(answer)).not.toMatch(/ at .*\.ts:/);
  });

  it("an input of 17 MB is refused, not read", async () => {
    using place = new HookPlace();
    const input = JSON.stringify({ ...claudeStop(place.path), last_assistant_message: "x".repeat(17 << 20) });
    expect((await place.answer("claude", input)).systemMessage).toContain("larger than 16 MB");
  });

  it("an input that never ends keeps nobody: the answer is given, and the process is gone", async () => {
    using place = new HookPlace();
    const child = spawn(process.execPath, [bin, "hook", "claude"], { cwd: place.path, env: place.ownEnv });
    child.stdin.write('{"session_id": "a", ');
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    const [code] = await once(child, "close");
    expect(code).not.toBe(2);
    expect(JSON.parse(out).systemMessage).toContain("did not end within 10 s");
  }, 20_000);

  it.each([
    [["hook"], "no agent is named"],
    [["hook", "vim"], "there is no hook for"],
    [["hook", "claude", "--no-such-flag"], "unknown option"],
    [["hook", "claude", "extra"], "unexpected argument"],
    [["hook", "claude", "--time-limit", "soon"], "--time-limit"],
    [["hook", "claude", "--set", "maxStopRefusals=-1"], "maxStopRefusals"],
    [["hook", "claude", "--dir", "/no/such/folder"], "not a folder"],
  ])("%j exits with 0 and a message, since 2 is a refusal to the agent", (words, what) => {
    using place = new HookPlace();
    const { code, out } = place.runProcess(words, JSON.stringify(claudeStop(place.path)));
    expect([code, JSON.parse(out).systemMessage]).toEqual([0, expect.stringContaining(what)]);
  });

  it("a broken configuration lets the agent go, and the log says so", async () => {
    using place = new HookPlace({ ".ralph/config.json": "{" });
    expect((await place.stop(done)).systemMessage).toContain("did not judge");
    expect(place.read(".ralph/logs/hook.log")).toContain("did not judge");
  });

  it("a journal or a state that cannot be written is said, and nobody is refused without a count", async () => {
    using place = new HookPlace();
    place.write("blocked", "");
    const { code, out } = place.runProcess(["hook", "claude"], JSON.stringify(claudeStop(place.path)), {
      XDG_STATE_HOME: join(place.path, "blocked"),
    });
    expect([code, JSON.parse(out)]).toEqual([0, { systemMessage: expect.stringContaining("did not judge") }]);
  });

  it("checks that take too long let the agent go", async () => {
    using place = new HookPlace({ ".ralph/config.json": JSON.stringify({ checks: { slow: "sleep 30" } }) });
    const answer = await place.stop(done, {}, ["--time-limit", "1s"]);
    expect(answer).toEqual({ systemMessage: expect.stringContaining("longer than the hook's time limit") });
  });
});

describe("looking back", () => {
  it("history, state and explain show the stops of a session", async () => {
    using place = new HookPlace();
    await place.stop(done);
    await place.stop(done, { stop_hook_active: true });
    expect((await place.run(["history"])).out).toContain("needs-review");
    expect((await place.run(["state"])).out).toContain("needs-review");
    const { out } = await place.run(["explain", "1", "--all"]);
    expect(out).toContain("session-limit");
    expect(out).not.toContain("the result differs");
    expect((await place.run(["replay"])).out).toContain("0 of 1 runs would have ended differently");
    expect(place.read(".ralph/logs/hook.log")).toContain("refused");
  });

  it("history finds the rules of sessions", async () => {
    using place = new HookPlace();
    await place.stop(done, {}, ["--set", "maxStopRefusals=0"]);
    const { out } = await place.run(["history", "--rule", "session-limit", "--json"]);
    expect(jsonLines(out)).toHaveLength(1);
  });
});

/** A project with a test that fails. */
const testProject = {
  "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
  "double.js": "exports.double = () => 0;\n",
  "double.test.js": [
    'const { test } = require("node:test");',
    'test("doubles", () => require("node:assert").equal(require("./double.js").double(2), 4));',
    "",
  ].join("\n"),
};

const cursorStop = (cwd: string, more: object) => ({
  conversation_id: "c-1",
  generation_id: "g-1",
  hook_event_name: "stop",
  workspace_roots: [cwd],
  status: "completed",
  ...more,
});
