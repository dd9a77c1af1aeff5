import { chmodSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bin, Workplace } from "../e2e/cli.js";

const block = (nonce: string): string =>
  `The task is complete and ready for review.\\n\\n---RALPH_STATUS---\\nSTATUS: COMPLETE\\nEXIT_SIGNAL: true\\nNONCE: ${nonce}\\n---END_RALPH_STATUS---`;

/** A program of an agent's name, which notes how it was called and answers in that agent's form. */
const program = (answer: string): string => `#!${process.execPath}
const fs = require("node:fs");
const prompt = fs.readFileSync(0, "utf8");
const nonce = /^NONCE: (\\S+)$/m.exec(prompt)?.[1] ?? "";
fs.appendFileSync("calls.jsonl", JSON.stringify({ words: process.argv.slice(2), prompt, run: process.env.UNTILDONE_RUN }) + "\\n");
fs.writeFileSync("work-" + fs.readFileSync("calls.jsonl", "utf8").split("\\n").length, "x");
const text = "${block("NONCE")}".replace("NONCE: NONCE", "NONCE: " + nonce);
for (const event of ${answer}) console.log(JSON.stringify(event));
`;

const agents = [
  {
    name: "claude",
    words: ["-p", "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"],
    resumed: ["--resume", "s1"],
    answer: `[{ type: "system", subtype: "init", session_id: "s1" }, { type: "assistant", message: { content: [{ type: "text", text }] }, session_id: "s1" }, { type: "result", subtype: "success", is_error: false, result: text, session_id: "s1", total_cost_usd: 0.25 }]`,
  },
  {
    name: "codex",
    words: ["exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
    resumed: ["resume", "s1"],
    answer: `[{ type: "thread.started", thread_id: "s1" }, { type: "turn.started" }, { type: "item.completed", item: { id: "i", type: "agent_message", text } }, { type: "turn.completed", usage: { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5 } }]`,
  },
  {
    name: "gemini",
    words: ["-o", "stream-json", "--approval-mode", "yolo"],
    resumed: ["--resume", "s1"],
    answer: `[{ type: "init", session_id: "s1", model: "m" }, { type: "message", role: "assistant", content: text, delta: true }, { type: "result", status: "success", stats: {} }]`,
  },
  {
    name: "opencode",
    words: ["run", "--format", "json", "--auto"],
    resumed: ["--session", "s1"],
    answer: `[{ type: "step_start", sessionID: "s1", part: {} }, { type: "text", sessionID: "s1", part: { text } }, { type: "step_finish", sessionID: "s1", part: { reason: "stop", tokens: { input: 1, output: 1 }, cost: 0 } }]`,
  },
];

function project({ name, answer }: { name: string; answer: string }): Workplace {
  const place = new Workplace();
  mkdirSync(join(place.path, "bin"));
  chmodSync(place.write(`bin/${name}`, program(answer)), 0o755);
  place.write("TODO.md", "- [ ] T1: one\n- [ ] T2: two\n");
  return place;
}

const calls = (place: Workplace): { words: string[]; prompt: string; run: string }[] =>
  place
    .read("calls.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe.each(agents)("the adapter of $name", (agent) => {
  const run = async (place: Workplace, ...more: string[]) =>
    await place.run(["run", "--set", "unverified=accept", "--agent", agent.name, "--tasks", "TODO.md", ...more], "", {
      PATH: `${join(place.path, "bin")}${delimiter}${process.env["PATH"]}`,
    });

  it("starts it without questions, the prompt on standard input, and reads its answer", async () => {
    using place = project(agent);
    const ran = await run(place);
    expect(ran).toMatchObject({ code: 0, err: "" });
    const [first, second] = calls(place);
    expect(first?.words.slice(0, agent.words.length)).toEqual(agent.words);
    expect(first?.words).not.toContain(agent.resumed[0]);
    expect(first?.prompt).toContain("T1");
    expect(second?.prompt).toContain("T2");
    expect(first?.run).toMatch(/^\d{8}-/);
    expect(place.read("TODO.md")).toBe("- [x] T1: one\n- [x] T2: two\n");
  });

  it("goes on with its session where it is asked to", async () => {
    using place = project(agent);
    expect((await run(place, "--continue-session")).code).toBe(0);
    const [first, second] = calls(place);
    expect(first?.words.join(" ")).not.toContain(agent.resumed.join(" "));
    expect(second?.words.join(" ")).toContain(agent.resumed.join(" "));
  });
});

describe("any program", () => {
  it("gets the prompt as a word where it says so, and without a shell", async () => {
    using place = project({ name: "mine", answer: "[]" });
    chmodSync(
      place.write(
        "bin/mine",
        `#!${process.execPath}\nrequire("node:fs").writeFileSync("argv.json", JSON.stringify(process.argv.slice(2)));\n`,
      ),
      0o755,
    );
    const ran = await place.run(
      [
        "run",
        "--set",
        "unverified=accept",
        "--command",
        "mine --ask '{prompt}' $HOME",
        "--tasks",
        "TODO.md",
        "--max-iterations",
        "1",
      ],
      "",
      {
        PATH: `${join(place.path, "bin")}${delimiter}${process.env["PATH"]}`,
      },
    );
    expect(ran.code).toBe(2);
    expect(ran.err + ran.out).toMatch(/shell/);
    await place.run(
      [
        "run",
        "--set",
        "unverified=accept",
        "--command",
        "mine --ask '{prompt}; rm -rf x'",
        "--tasks",
        "TODO.md",
        "--max-iterations",
        "1",
      ],
      "",
      {
        PATH: `${join(place.path, "bin")}${delimiter}${process.env["PATH"]}`,
      },
    );
    const [flag, prompt] = JSON.parse(place.read("argv.json"));
    expect(flag).toBe("--ask");
    expect(prompt).toMatch(/^Work on the task[\s\S]*; rm -rf x$/);
  });
});

describe("a second loop in the same folder", () => {
  it("is refused with who holds it", async () => {
    using place = project({ name: "mine", answer: "[]" });
    chmodSync(
      place.write(
        "bin/mine",
        `#!${process.execPath}\nconst { spawnSync } = require("node:child_process");\nconst { status, stderr } = spawnSync(process.execPath, [process.env.CLI, "run", "--set", "unverified=accept", "--command", "true", "--tasks", "TODO.md"], { encoding: "utf8" });\nrequire("node:fs").writeFileSync("second.json", JSON.stringify({ status, stderr }));\n`,
      ),
      0o755,
    );
    await place.run(
      ["run", "--set", "unverified=accept", "--command", "mine", "--tasks", "TODO.md", "--max-iterations", "1"],
      "",
      {
        PATH: `${join(place.path, "bin")}${delimiter}${process.env["PATH"]}`,
        CLI: bin,
      },
    );
    const { status, stderr } = JSON.parse(place.read("second.json"));
    expect(status).toBe(2);
    expect(stderr).toContain("in use by `untildone run`");
  });
});
