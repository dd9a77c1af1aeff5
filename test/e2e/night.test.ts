import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

/** What a person finds in the morning, and how the run is taken up again. */

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const work = (file: string) => ({ write: { [file]: "1\n" }, say: "Done.", status: done });
const lie = { say: "It is done.", status: done };
const two = "- [ ] T1: one\n- [ ] T2: two\n";
const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--set", "unverified=accept"];

function project(steps: readonly object[], files: Readonly<Record<string, string>> = { "TODO.md": two }): Workplace {
  const place = new Workplace();
  for (const [name, text] of Object.entries({ ".gitignore": ".ralph/\nbin/\n", ...files })) place.write(name, text);
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  return place;
}

const row = (out: string, name: string): string | undefined => new RegExp(`^${name}: +(.*)$`, "m").exec(out)?.[1];

describe("the summary", () => {
  it.concurrent("quotes the agent's last words and its question, and says how much was wasted", async () => {
    const ask = { say: "I looked at the parser.\n\nShould numbers be rounded? Tell me and I will go on." };
    using place = project([work("a"), ask]);
    const { out } = await place.run([...words, "--max-iterations", "3"]);
    expect(row(out, "Last words")).toBe('"Should numbers be rounded? Tell me and I will go on."');
    expect(row(out, "It asks")).toBe('"Should numbers be rounded?"');
    expect(row(out, "Iterations")).toBe("3, the last 2 without progress");
    expect(row(out, "Not proven")).toBe("T1: nothing tests this work");
    expect(row(out, "Next")).toBe('answer the agent with: untildone answer "…"; then untildone run --resume');
  });

  it.concurrent("tells verified from not proven, and counts the claims that were refused", async () => {
    using place = project([lie, work("a"), lie, work("b")], {
      "TODO.md": two,
      "check.sh": "test -e a && echo 1 passed, 0 failed\n",
    });
    const { out, code } = await place.run([...words, "--check", "tests=sh check.sh"]);
    expect({ code, verified: row(out, "Verified") }).toEqual({ code: 0, verified: "T1" });
    expect(row(out, "Proved by")).toBe("T1: tests (failed before)");
    expect(out).toMatch(/Refused: +1 claim of T1: nothing was changed for this task/);
    expect(out).toMatch(/^ +1 claim of T2: /m);
    // Nothing passes after T2 that did not pass before it.
    expect(row(out, "Not proven")).toMatch(/^T2: ./);
    expect(row(out, "Next")).toBe("look at it (untildone report, untildone diff T1), then commit it");
  });

  const claudeError = (text: string) =>
    `cat <<'EOF'\n${JSON.stringify({ type: "system", subtype: "init", session_id: "s" })}\n${JSON.stringify({
      type: "result",
      subtype: "success",
      is_error: true,
      result: text,
      session_id: "s",
    })}\nEOF\nexit 1`;

  it.concurrent.each([
    {
      what: "a missing log-in",
      script: claudeError("Not logged in · Please run /login"),
      next: "log in with: claude auth login; then untildone run --resume",
    },
  ])("names the command that helps against $what", async ({ script, next }) => {
    using place = project([]);
    const PATH = `${place.program("claude", script)}:${process.env["PATH"]}`;
    const { out, code } = await place.run(["run", "--agent", "claude"], "", { PATH });
    expect({ code, next: row(out, "Next") }).toEqual({ code: 2, next });
  });

  it.concurrent.each([
    {
      what: "root",
      script: "echo '--dangerously-skip-permissions cannot be used with root/sudo privileges' >&2; exit 1",
      fix: "run as another user, or add --sandbox bwrap; in a container: export IS_SANDBOX=1",
    },
    {
      what: "an old agent",
      script: "echo \"error: unknown option '--verbose'\" >&2; exit 1",
      fix: "update it with: npm install -g @anthropic-ai/claude-code; if the option is yours, correct --agent-arg",
    },
  ])("does not begin with an agent that refuses to start: $what", async ({ script, fix }) => {
    using place = project([]);
    const PATH = `${place.program("claude", script)}:${process.env["PATH"]}`;
    const { out, err, code } = await place.run(["run", "--agent", "claude"], "", { PATH });
    expect({ code, ended: row(out, "Status") }).toEqual({ code: 2, ended: undefined });
    expect(err).toContain(`fix  ${fix}`);
  });

  it.concurrent("names the command that installs an agent that is not there", async () => {
    using place = project([]);
    const { code, err } = await place.run(["run", "--agent", "gemini"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("gemini is not installed") });
    expect(err).toContain("install it with: npm install -g @google/gemini-cli");
  });
});

it.concurrent("lets no control character of a title reach the terminal", async () => {
  using place = project([work("a")], { "TODO.md": "- [ ] T1: one \u001b[2Jtwo\u009b3J\u202e\n" });
  const { out } = await place.run(words);
  expect(out).toContain("T1: one two\\u009b3J\\u202e");
  expect(out).not.toMatch(/\u001b\[2J|\u009b|\u202e/);
});

describe("a budget", () => {
  it.concurrent("in money is doubted at the start where the agent tells no cost", async () => {
    using place = project([]);
    const PATH = `${place.program("codex", "exit 1")}:${process.env["PATH"]}`;
    const { out } = await place.run(["run", "--agent", "codex", "--max-cost", "5", "--max-iterations", "1"], "", {
      PATH,
    });
    expect(out).toContain("codex does not report its cost: --max-cost cannot end the run");
  });

  it.concurrent("of iterations leaves room for every task of a long list, also when it is resumed", async () => {
    const long = Array.from({ length: 11 }, (_, at) => `- [ ] T${at + 1}: task ${at + 1}\n`).join("");
    using place = project([work("a"), lie], { "TODO.md": long });
    await place.run([...words, "--max-iterations", "1"]);
    expect(readFileSync(place.recordOf(await runOf(place)), "utf8")).toContain('"max-iterations":"1"');
    await place.run(words);
    expect(readFileSync(place.recordOf(await runOf(place)), "utf8")).not.toContain("max-iterations");
    using longer = project([work("a"), lie], { "TODO.md": `${long}- [ ] more\n` });
    await longer.runBeside(words);
    expect(readFileSync(longer.recordOf(await runOf(longer)), "utf8")).toContain('"max-iterations":"60"');
  });

  const runOf = async (place: Workplace): Promise<string> =>
    String(jsonLines((await place.run(["state", "--json"])).out)[0]?.["run"]);

  it.concurrent("of time ends a turn, which is not begun again", async () => {
    using place = project([{ hang: true }]);
    const { out } = await place.run([...words, "--json", "--timeout", "1", "--grace", "1", "--max-iterations", "2"]);
    const events = jsonLines(out);
    expect(events.filter(({ type }) => type === "agent-end")).toHaveLength(2);
    expect(events.filter(({ type }) => type === "agent-retry")).toEqual([]);
    expect(events.find(({ type }) => type === "agent-end")).toMatchObject({
      how: "failed: not done after 1s",
    });
  });
});

describe("untildone state --outcome", () => {
  it.concurrent.each([
    { name: "nothing yet", steps: null, outcome: "none", code: 4 },
    { name: "a completed run", steps: [work("a"), work("b")], outcome: "completed", code: 0 },
    { name: "a run for review", steps: [work("a"), lie], outcome: "needs-review", code: 1 },
    { name: "a spent budget", steps: [work("a")], args: ["--max-iterations", "1"], outcome: "aborted", code: 2 },
  ])("answers a script: $name", async ({ steps, args = [], outcome, code }) => {
    using place = project(steps ?? []);
    if (steps) await place.run([...words, ...args]);
    expect(await place.run(["state", "--outcome"])).toEqual({ code, out: `${outcome}\n`, err: "" });
  });

  it.concurrent("says that a loop of one's own was left without an end", async () => {
    using place = project([]);
    await place.run(["check", "-"], "I am working on it.");
    expect(await place.run(["state", "--outcome"])).toEqual({ code: 4, out: "running\n", err: "" });
  });
});

describe("untildone tasks", () => {
  it.concurrent("shows what is set aside, and does not offer it as the next task", async () => {
    using place = project([work("a"), lie, lie, { say: "I read it." }], { "TODO.md": `${two}- [ ] T3: three\n` });
    await place.run([...words, "--max-iterations", "4"]);
    expect(jsonLines((await place.run(["tasks"])).out)[0]).toMatchObject({
      file: "TODO.md",
      left: 2,
      setAside: [{ task: "T2", outcome: "needs-review" }],
    });
    expect(jsonLines((await place.run(["tasks", "--next"])).out)[0]).toMatchObject({ next: { id: "T3" } });
    await place.run(["tasks", "--mark", "T3", "done"]);
    expect(jsonLines((await place.run(["tasks", "--next"])).out)[0]).toMatchObject({
      next: null,
      why: expect.stringContaining(
        "every task left is set aside or waits for one: T2 (untildone run --resume tries again",
      ),
    });
    // Another list has tasks of its own.
    place.write("other.md", two);
    expect(jsonLines((await place.run(["tasks", "other.md"])).out)[0]).toMatchObject({ setAside: [] });
  });
});

describe("--resume", () => {
  const end = [work("a"), work("b")];
  it.concurrent.each([
    { after: "needs-review", steps: [lie], args: [], again: 0 },
    {
      after: "blocked",
      steps: [{ say: "x", status: { STATUS: "BLOCKED", EXIT_SIGNAL: "false" } }],
      args: [],
      again: 0,
    },
    { after: "aborted", steps: [{ say: "I read it." }], args: ["--max-iterations", "1"], again: 0 },
    { after: "stuck", steps: [{ say: "I read it." }], args: [], again: 0 },
    { after: "completed", steps: end, args: [], again: 2 },
  ])("goes on after $after", async ({ after, steps, args, again }) => {
    using place = project(steps);
    await place.run([...words, ...args]);
    expect((await place.run(["state", "--outcome"])).out).toBe(`${after}\n`);
    // The script counts the iterations of the whole run.
    const before = Number(jsonLines((await place.run(["state", "--json"])).out)[0]?.["iterations"]);
    place.write(".ralph/script.json", JSON.stringify({ steps: [...Array(before).fill(lie), ...end] }));
    const { code, out, err } = await place.run(["run", "--resume", ...(after === "stuck" ? ["--reset-breaker"] : [])]);
    expect({ code, err: code === 2 ? err : "" }).toMatchObject({
      code: again,
      err: again === 2 ? expect.stringContaining("nothing to resume") : "",
    });
    if (again === 0) expect(out).toContain("(resumed)");
  });

  it.concurrent("refuses a time budget that is used up, and names a larger one", async () => {
    using place = project([{ hang: true }]);
    await place.run([...words, "--max-time", "1", "--grace", "1"]);
    expect(await place.run(["run", "--resume"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("untildone run --resume --max-time 1h"),
    });
  });

  it.concurrent("keeps what is set aside until it is tried again", async () => {
    using place = project([lie, lie, work("b")]);
    await place.run(words);
    expect(await place.run(["run", "--resume", "--max-iterations", "1"])).toMatchObject({ code: 2 });
    expect(jsonLines((await place.run(["state", "--json"])).out)[0]).toMatchObject({ setAside: [{ task: "T1" }] });
    expect((await place.run(["accept", "T1"])).code).toBe(0);
    const { code, out } = await place.run(["run", "--resume"]);
    expect({ code, accepted: row(out, "Accepted") }).toEqual({
      code: 0,
      accepted: expect.stringMatching(/^T1: by \S.*, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
    });
  });

  it.concurrent("lets a setting given now win over the flag the run was started with", async () => {
    using place = project([{ say: "I read it." }]);
    await place.run([...words, "--max-iterations", "1"]);
    const { out } = await place.run(["run", "--resume", "--set", "maxIterations=2"]);
    expect(out).toContain("budget spent: 2 of 2 iterations");
  });

  it.concurrent("finds the run that was stopped, not a start that was refused after it", async () => {
    using place = project([work("a"), work("b")]);
    await place.run([...words, "--max-iterations", "1"]);
    const stopped = jsonLines((await place.run(["state", "--json"])).out)[0]?.["run"];
    expect((await place.run([...words, "--worktree"])).code).toBe(2);
    const { code, out } = await place.run(["run", "--resume", "--json"]);
    expect({ code, run: jsonLines(out).find(({ type }) => type === "run-start")?.["run"] }).toEqual({
      code: 0,
      run: stopped,
    });
  });

  it.concurrent("has nothing to resume after a reset", async () => {
    using place = project([work("a")]);
    await place.run([...words, "--max-iterations", "1"]);
    writeFileSync(place.recordOf("20260101-000000-abcdef").replace(/json$/, "open"), "");
    await place.run(["reset"]);
    expect((await place.run(["run", "--resume"])).err).toContain("there is nothing to resume");
  });
});

it.concurrent("a task of a run in a worktree is accepted there, and history shows it", async () => {
  using place = project([lie, lie, work("b")]);
  place.commitAll();
  await place.run([...words, "--tasks", "TODO.md", "--worktree"]);
  expect((await place.run(["accept", "T1"])).code).toBe(0);
  expect(place.read("TODO.md")).toBe(two);
  expect((await place.run(["history"])).out).toMatch(/accepted +T1, on the word of \S/);
  expect(await place.run(["run", "--resume"])).toMatchObject({ code: 0 });
});

describe("a loop of one's own", () => {
  it.concurrent("works in a fresh folder, with the list that run would take", async () => {
    using place = project([], { "TODO.md": "- [ ] one\n", "PROMPT.md": "Do it.\n" });
    const bin = place.program(
      "claude",
      "cat > /dev/null; echo 1 > a; sed -i.bak 's/\\[ \\]/[x]/' TODO.md; echo 'All tasks are complete.'",
    );
    const { code, out } = place.bash(
      `PATH="${bin}:$PATH"\nwhile claude -p < PROMPT.md | untildone check - --run-checks; do :; done\nuntildone state --outcome`,
    );
    expect({ code, last: out.trim().split("\n").at(-1) }).toEqual({ code: 0, last: "completed" });
  });

  it.concurrent("takes no TODO.md that holds no tasks", async () => {
    using place = project([], { "TODO.md": "Remember the milk.\n" });
    const { out } = await place.run(["check", "-", "--json"], "I am working on it.");
    expect(JSON.parse(out)).toMatchObject({ decision: "CONTINUE", completion: { total: null } });
  });
});
