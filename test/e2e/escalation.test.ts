import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

/** A second agent that does every task as it should be done. */
const expert = `
import { readFileSync, writeFileSync, mkdirSync, appendFileSync } from "node:fs";
const prompt = readFileSync(0, "utf8");
const nonce = /NONCE: (\\w+)/.exec(prompt)?.[1] ?? "";
const name = /Implement (\\w+)/.exec(prompt)?.[1] ?? "none";
mkdirSync("src", { recursive: true });
appendFileSync(".ralph/expert", prompt + "\\n=====\\n");
if (process.argv[2] !== "lazy") writeFileSync("src/" + name + ".js", "export const " + name + " = () => '" + name + "';\\n");
console.log("Done.\\n\\n---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: src/" + name + ".js\\nNOTE: none\\nNONCE: " + nonce + "\\n---END_TASK_STATUS---");
`;

const names = ["one", "two"] as const;
const test = (name: string): string =>
  `import assert from "node:assert/strict";\nimport test from "node:test";\ntest("${name}", async () => assert.equal((await import("../src/${name}.js")).${name}(), "${name}"));\n`;
const list = names
  .map((name, at) => `- [ ] T${at + 1}: Implement ${name} so that test/${name}.test.js passes\n`)
  .join("");
const status = { STATUS: "COMPLETE", TESTS_STATUS: "PASSING", EXIT_SIGNAL: "false" };
const idle = { say: "All done.", status };
const wrong = (at: number) => ({ write: { "src/one.js": `export const one = () => ${at};\n` }, say: "Done.", status });
const right = (name: string) => ({
  write: { [`src/${name}.js`]: `export const ${name} = () => "${name}";\n` },
  say: "Done.",
  status: { ...status, EXIT_SIGNAL: String(name === "two") },
});
/** The script goes by iterations: in this one the other agent has the turn. */
const absent = { say: "not played" };

async function play(steps: readonly object[], args: readonly string[], command = "agent.mjs") {
  const place = new Workplace();
  place.write("TODO.md", list);
  place.write("package.json", JSON.stringify({ name: "p", type: "module" }));
  for (const name of names) place.write(`test/${name}.test.js`, test(name));
  place.write(".gitignore", ".ralph/\nagent.mjs\n");
  place.write("agent.mjs", expert);
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  place.commitAll();
  const ran = await place.run([
    ...["run", "--agent", "scripted,command", "--script", ".ralph/script.json", "--tasks", "TODO.md", "--json"],
    ...["--command", `${process.execPath} ${command}`, "--no-detect", "--check", "tests=node --test", ...args],
  ]);
  const events = jsonLines(ran.out) as Record<string, unknown>[];
  const of = (type: string) => events.filter((event) => event["type"] === type);
  const turns = of("agent-start").map(({ agent }) => agent);
  const decisions = of("decision-made").map(
    ({ record }) => (record as { decision: { rule: string; reason: string } }).decision,
  );
  const end = of("run-end")[0] as { record: { decision: { outcome: string } }; summary: object } | undefined;
  return { place, ran, turns, decisions, outcome: end?.record.decision.outcome, summary: end?.summary };
}

describe("a task that was refused several times", () => {
  it.each([
    { why: "its test fails", steps: [wrong(1), wrong(2), absent, right("two")] },
    { why: "nothing was changed for it", steps: [idle, idle, absent, right("two")] },
  ])("goes to the next agent where $why, and the next task to the first again", async ({ steps }) => {
    const { turns, decisions, outcome, ran, place } = await play(steps, ["--escalate", "2"]);
    expect(ran.err).toBe("");
    expect({ turns, outcome }).toEqual({
      turns: ["scripted", "scripted", "command", "scripted"],
      outcome: "completed",
    });
    const given = decisions.find(({ rule }) => rule === "escalated");
    expect(given?.reason).toMatch(/^task T1 was refused 2 times: command takes it over: ./);
    expect(place.read(".ralph/expert").split("=====")).toHaveLength(2);
  });

  it("is given away twice refused where no number is given", async () => {
    const { turns } = await play([wrong(1), wrong(2), absent, right("two")], ["--escalate", "--max-iterations", "6"]);
    expect(turns).toEqual(["scripted", "scripted", "command", "scripted"]);
  });

  it("is set aside where the next agent is refused, too", async () => {
    const { turns, decisions } = await play(
      [wrong(1), wrong(2), absent, right("two")],
      ["--escalate", "2", "--max-iterations", "6"],
      "agent.mjs lazy",
    );
    expect(turns.slice(0, 4)).toEqual(["scripted", "scripted", "command", "scripted"]);
    expect(decisions.map(({ rule }) => rule).filter((rule) => rule === "escalated")).toHaveLength(1);
    expect(decisions[2]?.rule).not.toBe("escalated");
  });

  it("goes on with the first agent without --escalate", async () => {
    const { turns, decisions } = await play([wrong(1), wrong(2), wrong(3), right("two")], ["--max-iterations", "4"]);
    expect(new Set(turns)).toEqual(new Set(["scripted"]));
    expect(decisions.some(({ rule }) => rule === "escalated")).toBe(false);
  });

  it("is given away after one refusal, if so wished, and never for 0", async () => {
    const soon = await play([wrong(1), absent, right("two")], ["--escalate", "1"]);
    expect(soon.turns).toEqual(["scripted", "command", "scripted"]);
    const never = await play([wrong(1), right("one"), right("two")], ["--escalate=0"]);
    expect(never.turns).toEqual(["scripted", "scripted", "scripted"]);
  });
});

it("needs a second agent", async () => {
  using place = new Workplace();
  place.write("TODO.md", list);
  place.write("script.json", JSON.stringify({ steps: [idle] }));
  const ran = await place.run(["run", "--agent", "scripted", "--script", "script.json", "--escalate", "2"]);
  expect(ran.code).toBe(2);
  expect(ran.err).toMatch(/--escalate needs another agent/);
});

it("starts the same agent with each of its models", async () => {
  using place = new Workplace();
  place.write("TODO.md", list);
  const args = [
    "run",
    "--agent",
    "claude:haiku,claude:opus",
    "--tasks",
    "TODO.md",
    "--dry-run",
    "--json",
    "--escalate",
  ];
  const { agents } = JSON.parse((await place.run(args)).out) as { agents: { name: string; words: string[] }[] };
  expect(agents.map(({ name }) => name)).toEqual(["claude (haiku)", "claude (opus)"]);
  expect(agents.map(({ words }) => words[words.indexOf("--model") + 1])).toEqual(["haiku", "opus"]);
  const refused = await place.run(["run", "--agent", "command:x", "--command", "true", "--dry-run"]);
  expect({ code: refused.code, err: refused.err }).toMatchObject({ code: 2, err: expect.stringContaining("--model") });
});
