import { chmodSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, type Ran, Workplace } from "../e2e/cli.js";

/** A program of an agent's name: notes how it was called, and does one of these each time, the last one again. */
const program = (name: string, steps: readonly string[]): string => `#!${process.execPath}
const fs = require("node:fs");
const prompt = fs.readFileSync(0, "utf8");
const nonce = /^NONCE: (\\S+)$/m.exec(prompt)?.[1] ?? "";
const text = "Finished.\\n\\n---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: work.txt\\nNOTE: done\\nNONCE: " + nonce + "\\n---END_TASK_STATUS---";
fs.appendFileSync("${name}.calls", process.argv.slice(2).join(" ") + "\\n");
const call = fs.readFileSync("${name}.calls", "utf8").split("\\n").length - 1;
const print = (...events) => events.forEach((event) => console.log(JSON.stringify(event)));
const work = () => fs.appendFileSync("work.txt", "${name}\\n");
const steps = [${steps.map((step) => `() => { ${step} }`).join(", ")}];
steps[Math.min(call, steps.length) - 1]();
`;

const claudeDone = `
  work();
  print(
    { type: "system", subtype: "init", session_id: "c1" },
    { type: "assistant", session_id: "c1", message: { content: [{ type: "text", text }] } },
    { type: "result", subtype: "success", is_error: false, result: text, session_id: "c1", total_cost_usd: 0.5 },
  );`;
const codexDone = `
  work();
  print(
    { type: "thread.started", thread_id: "x1" },
    { type: "turn.started" },
    { type: "item.started", item: { id: "i0", type: "command_execution", command: "/bin/bash -lc 'npm test'" } },
    { type: "item.completed", item: { id: "i1", type: "agent_message", text } },
    { type: "turn.completed", usage: { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5 } },
  );`;
const claudeFails = (message: string, before = ""): string => `${before}
  print({ type: "result", subtype: "success", is_error: true, result: ${JSON.stringify(message)}, total_cost_usd: 0.25 });
  process.exitCode = 1;`;
const limited = (seconds: number): string =>
  claudeFails(
    "You've hit your session limit",
    `print({ type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt: Math.ceil(Date.now() / 1000) + ${seconds} } });`,
  );
const notLoggedIn = claudeFails("Not logged in · Please run /login");
const codexNotLoggedIn = `console.error("Not logged in"); process.exitCode = 1;`;
const codexLimited = `
  print({ type: "thread.started", thread_id: "x1" }, { type: "turn.failed", error: { message: "You've hit your usage limit. Try again in 3 hours." } });
  process.exitCode = 1;`;

class Project extends Workplace {
  constructor(programs: Readonly<Record<string, readonly string[]>>, tasks = 1) {
    super();
    this.write("TODO.md", Array.from({ length: tasks }, (_, at) => `- [ ] T${at + 1}: task ${at + 1}\n`).join(""));
    for (const [name, steps] of Object.entries(programs))
      chmodSync(this.write(`bin/${name}`, program(name, steps)), 0o755);
  }

  start(...words: string[]): Promise<Ran> {
    const PATH = `${this.path}/bin${delimiter}${process.env["PATH"]}`;
    return this.run(["run", "--set", "unverified=accept", "--tasks", "TODO.md", "--limit-margin", "0", ...words], "", {
      PATH,
    });
  }

  calls(name: string): string[] {
    return this.read(`${name}.calls`).trimEnd().split("\n");
  }

  turns(): unknown[] {
    return jsonLines(this.read(".ralph/decisions.jsonl")).flatMap(({ turns }) => (Array.isArray(turns) ? turns : []));
  }
}

describe("several agents", () => {
  it("let the next one take over at a limit, and the first come back after its reset", async () => {
    using place = new Project(
      { claude: [limited(3), claudeDone], codex: [`${codexDone} setTimeout(() => {}, 4000);`] },
      2,
    );
    const { code, out } = await place.start("--agent", "claude,codex", "--continue-session");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(place.read("work.txt")).toBe("codex\nclaude\n");
    expect(out).toMatch(/claude cannot go on until .*session limit.*: codex takes over/);
    expect(out).toMatch(/Cost: +\$0.75 without codex, whose cost is unknown/);
    expect(out).toMatch(/Agents: +claude 2 turns \(1 failed\), \$0.75; codex 1 turn, cost unknown/);
    expect(out).toContain("    runs npm test");
    expect(place.turns()).toMatchObject([
      { agent: "claude", failure: "limit", usd: 0.25 },
      { agent: "codex", failure: null, usd: null, tokens: 15 },
      { agent: "claude", failure: null, usd: 0.5 },
    ]);
    // A session is never continued across agents, nor after another agent worked.
    expect(place.calls("codex")[0]).not.toContain("resume");
    expect(place.calls("claude")[1]).not.toContain("--resume");
  });

  it("wait for the reset of the one that is back first if all are at a limit", async () => {
    using place = new Project({
      claude: [limited(2), claudeDone],
      codex: [codexLimited],
    });
    const { code, out } = await place.start("--agent", "codex,claude", "--max-time", "60");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toMatch(/waiting [123]s/);
    expect(place.calls("codex")).toHaveLength(1);
    expect(place.calls("claude")).toHaveLength(2);
  });

  it("go on without one that is not logged in, and end only if none can be used", async () => {
    using place = new Project({ claude: [notLoggedIn], codex: [codexDone] }, 2);
    const { code, out } = await place.start("--agent", "claude,codex");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(place.calls("claude")).toHaveLength(1);
    expect(place.calls("codex")).toHaveLength(2);
    using none = new Project({ claude: [notLoggedIn], codex: [codexNotLoggedIn] });
    const ended = await none.start("--agent", "claude,codex");
    expect(ended.code).toBe(2);
    expect(ended.out).toMatch(/Next: +log in with: claude auth login/);
  });

  it("wait for a limit rather than end for a missing log-in of the other", async () => {
    using place = new Project({ claude: [limited(2), claudeDone], codex: [codexNotLoggedIn] });
    const { code, out } = await place.start("--agent", "claude,codex");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toMatch(/waiting/);
  });
});

it("an agent at its limit rests on when the run is resumed", async () => {
  using place = new Project({ claude: [limited(600), claudeDone], codex: [codexDone] }, 2);
  expect((await place.start("--agent", "claude,codex", "--max-iterations", "1")).code).toBe(2);
  const { code, out } = await place.start("--resume", "--max-iterations", "2");
  expect({ code, out }).toMatchObject({ code: 0 });
  expect(out).toMatch(/claude is at its usage limit until .*Z: another agent takes its turns/);
  expect(place.calls("claude")).toHaveLength(1);
  expect(place.calls("codex")).toHaveLength(2);
});

describe("agents of their own", () => {
  it("take the phases and the kinds of tasks that name them", async () => {
    using place = new Project({ claude: [claudeDone], codex: [codexDone] });
    place.write("plan.md", "Plan. {{task}}\n");
    place.write(
      ".ralph/config.json",
      JSON.stringify({
        phases: [{ name: "plan", prompt: "plan.md", agent: "codex", model: "gpt-5" }, { name: "work" }],
      }),
    );
    const { code, out } = await place.start("--agent", "claude", "--model", "opus");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toContain("phase plan: codex (gpt-5)");
    expect(place.read("work.txt")).toBe("codex\nclaude\n");
    expect(place.calls("codex")[0]).toContain("--model gpt-5");
    expect(place.calls("claude")[0]).toContain("--model opus");
  });
});

describe("no --agent", () => {
  it("takes the first installed one that looks logged in, names it, and keeps it for --resume", async () => {
    using place = new Project({ codex: [codexDone], gemini: ["process.exitCode = 1;"] });
    const PATH = `${place.path}/bin:/usr/bin:/bin`;
    const run = (...words: string[]): Promise<Ran> =>
      place.run(["run", "--set", "unverified=accept", "--tasks", "TODO.md", ...words], "", {
        PATH,
        GEMINI_API_KEY: "x",
      });
    expect((await run("--max-iterations", "1")).out).toMatch(/no agent was named: using gemini \(.*bin\/gemini\)/);
    expect((await place.run(["run", "--resume", "--max-iterations", "2"], "", { PATH })).out).toMatch(
      /\(resumed\) {2}gemini, TODO\.md/,
    );
    using other = new Project({ codex: [codexDone] });
    const { code, out } = await other.run(["run", "--set", "unverified=accept", "--tasks", "TODO.md"], "", {
      PATH: `${other.path}/bin:/usr/bin:/bin`,
    });
    expect(out).toMatch(/using codex .*; nothing shows that it is logged in \(codex login\)/);
    expect(out).toContain("codex may edit any file, run any command and use the network, without asking");
    expect(code).toBe(0);
  });
});

describe("the environment of an agent", () => {
  it("has our run and no trace of an agent around us; the user's own settings stay", async () => {
    using place = new Project({ claude: [`fs.writeFileSync("env.txt", JSON.stringify(process.env)); ${claudeDone}`] });
    const env = {
      CLAUDECODE: "1",
      CLAUDE_CODE_ENTRYPOINT: "cli",
      CLAUDE_CODE_OAUTH_TOKEN: "t",
      CLAUDE_CODE_USE_BEDROCK: "1",
    };
    await place.run(["run", "--set", "unverified=accept", "--agent", "claude", "--tasks", "TODO.md"], "", {
      ...env,
      PATH: `${place.path}/bin${delimiter}${process.env["PATH"]}`,
    });
    const seen = JSON.parse(place.read("env.txt"));
    expect(Object.keys(seen)).not.toContain("CLAUDECODE");
    expect(Object.keys(seen)).not.toContain("CLAUDE_CODE_ENTRYPOINT");
    expect(seen).toMatchObject({
      CLAUDE_CODE_OAUTH_TOKEN: "t",
      CLAUDE_CODE_USE_BEDROCK: "1",
      DISABLE_AUTOUPDATER: "1",
      UNTILDONE_RUN: expect.stringMatching(/^\d{8}-/),
    });
  });
});
