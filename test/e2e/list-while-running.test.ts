import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "./cli.js";

/** An agent that prints the events of a known CLI, with the tool calls it is told to show. */
const agent = `
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
const prompt = readFileSync(0, "utf8");
const nonce = /NONCE: (\\w+)/.exec(prompt)?.[1] ?? "";
const turn = existsSync(".ralph/turns") ? readFileSync(".ralph/turns", "utf8").length : 0;
mkdirSync(".ralph", { recursive: true });
appendFileSync(".ralph/turns", ".");
appendFileSync(".ralph/prompts", prompt + "\\n=====\\n");
const steps = JSON.parse(readFileSync(".ralph/steps.json", "utf8"));
const { calls = [], write = {}, remove = [], move = {}, silent = false } = steps[Math.min(turn, steps.length - 1)];
for (const [file, text] of Object.entries(write)) {
  if (file.includes("/")) mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  writeFileSync(file, text);
}
for (const [from, to] of Object.entries(move)) renameSync(from, to);
for (const file of remove) rmSync(file);
const say = (event) => console.log(JSON.stringify(event));
const text = "Done.\\n\\n---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: " + (Object.keys(write).filter((f) => f.startsWith("src/")).join(", ") || "none") + "\\nNOTE: none\\nNONCE: " + nonce + "\\n---END_TASK_STATUS---";
if (silent) console.log(text);
else {
  say({ type: "system", subtype: "init", session_id: "s" });
  for (const { name, input } of calls) say({ type: "assistant", message: { content: [{ type: "tool_use", id: "t", name, input }] } });
  say({ type: "assistant", message: { content: [{ type: "text", text }] } });
  say({ type: "result", subtype: "success", is_error: false, result: text, session_id: "s" });
}
`;

interface Step {
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  readonly move?: Readonly<Record<string, string>>;
  readonly silent?: boolean;
}

const code = (name: string): string => `export const ${name} = () => "${name}";\n`;
const test = (name: string): string =>
  `import assert from "node:assert/strict";\nimport test from "node:test";\ntest("${name}", async () => assert.equal((await import("../src/${name}.js")).${name}(), "${name}"));\n`;
const names = ["one", "two", "three"] as const;
const list = (done: readonly number[] = [], more = ""): string =>
  names.map((name, at) => `- [${done.includes(at) ? "x" : " "}] T${at + 1}: Implement ${name}\n`).join("") + more;
const shown = (name: string) => ({ name: "Write", input: { file_path: `src/${name}.js`, content: code(name) } });
const bash = (command: string) => ({ name: "Bash", input: { command, description: "Run" } });
const honest = (name: string, more: Partial<Step> = {}): Step => ({
  calls: [shown(name), bash("npm test")],
  ...more,
  write: { [`src/${name}.js`]: code(name), ...more.write },
});

async function play(steps: readonly Step[], args: readonly string[] = [], todo = list()) {
  const place = new Workplace();
  place.write("TODO.md", todo);
  place.write("package.json", JSON.stringify({ name: "p", type: "module", scripts: { test: "node --test" } }));
  for (const name of names) place.write(`test/${name}.test.js`, test(name));
  place.write(".gitignore", ".ralph/\nagent.mjs\n");
  place.write("agent.mjs", agent);
  place.write(".ralph/steps.json", JSON.stringify(steps));
  place.commitAll();
  const ran = await place.run([
    ...["run", "--command", `${process.execPath} agent.mjs`, "--tasks", "TODO.md", "--json", "--max-iterations", "8"],
    ...["--no-detect", "--check", "tests=node --test"],
    ...args,
  ]);
  const events = jsonLines(ran.out) as Record<string, unknown>[];
  const of = (type: string) => events.filter((event) => event["type"] === type);
  const warnings = of("warning").map(({ text }) => String(text));
  const worked = of("iteration-start").map(({ task }) => (task as { id: string } | null)?.id ?? null);
  const last = (of("run-end")[0]?.["record"] as { decision: Record<string, unknown> } | undefined)?.decision;
  const summary = of("run-end")[0]?.["summary"] as Record<string, unknown> | undefined;
  return { place, ran, events, of, warnings, worked, last, summary };
}

describe("an edit of the list during a turn", () => {
  it("is the person's where the agent's tool calls show that it was not the agent's", async () => {
    const ticked = list([2], "- [x] T4: Call the bank\n");
    const { place, worked, last, warnings, ran } = await play(
      [honest("one", { calls: [shown("one")], write: { "TODO.md": ticked } }), honest("two")],
      ["--set", "knownFailures=accept"],
    );
    expect(ran.err).toBe("");
    expect(warnings.filter((text) => text.includes("taken as your edit"))).toHaveLength(1);
    expect({ worked, outcome: last?.["outcome"] }).toEqual({ worked: ["T1", "T2"], outcome: "completed" });
    expect(place.read("TODO.md")).toBe(list([0, 1, 2], "- [x] T4: Call the bank\n"));
  });

  it.each<{ why: string; more: Partial<Step> }>([
    { why: "no tool call is shown", more: { silent: true } },
    {
      why: "a call names the list",
      more: { calls: [shown("one"), { name: "Edit", input: { file_path: "TODO.md" } }] },
    },
    { why: "a command may have done it", more: { calls: [shown("one"), bash("sed -i s/a/b/ *.md")] } },
    { why: "tests ran, which may tick boxes", more: { calls: [shown("one"), bash("npm test")] } },
    { why: "a command runs a script", more: { calls: [shown("one"), bash("node tidy.mjs")] } },
  ])("stays owed where $why", async ({ more }) => {
    const { worked, warnings } = await play([
      honest("one", { ...more, write: { "TODO.md": list([2]) } }),
      honest("two"),
      honest("three"),
    ]);
    expect(warnings.filter((text) => text.includes("taken as your edit"))).toEqual([]);
    expect(worked).toEqual(["T1", "T2", "T3"]);
  });

  it("stays owed under --strict", async () => {
    const steps = [honest("one", { write: { "TODO.md": list([2]) } }), honest("two"), honest("three")];
    const { worked, warnings } = await play(steps, ["--strict"]);
    expect(warnings.filter((text) => text.includes("taken as your edit"))).toEqual([]);
    expect(worked).toContain("T3");
  });
});

describe("a list that disappears in a turn", () => {
  it.each<{ how: string; more: Partial<Step> }>([
    { how: "removed", more: { silent: true, remove: ["TODO.md"] } },
    { how: "moved", more: { calls: [shown("one"), bash("mv TODO.md done.md")], move: { "TODO.md": "done.md" } } },
  ])("is put back where the agent $how it", async ({ more }) => {
    const { place, worked, last, warnings } = await play([honest("one", more), honest("two"), honest("three")]);
    expect(warnings).toContainEqual(
      "TODO.md was moved or removed while the agent worked on T1: put back as it was before the turn",
    );
    expect({ worked, outcome: last?.["outcome"] }).toEqual({ worked: ["T1", "T2", "T3"], outcome: "completed" });
    expect(place.read("TODO.md")).toBe(list([0, 1, 2]));
  });

  it("is gone where the person removed it", async () => {
    const { last, ran } = await play([honest("one", { remove: ["TODO.md"] })]);
    expect({ rule: last?.["rule"], code: ran.code }).toEqual({ rule: "tracker-unusable", code: 2 });
  });
});

it("never works on sections that are left out, and says so at the start", async () => {
  const todo = `# Plan\n\n${list()}\n## Out of scope\n- [ ] T8: Rewrite it all\n\n## Später\n- [ ] T9: Telemetry\n`;
  const { worked, last, of } = await play([honest("one"), honest("two"), honest("three")], [], todo);
  expect({ worked, outcome: last?.["outcome"] }).toEqual({ worked: ["T1", "T2", "T3"], outcome: "completed" });
  expect(of("run-start")[0]?.["leftOut"]).toEqual([
    { section: "Out of scope", tasks: 1 },
    { section: "Später", tasks: 1 },
  ]);
});

describe("a run about some of the tasks", () => {
  it("is completed when those are done, and lists the others", async () => {
    const steps = [honest("one"), honest("three")];
    const { place, worked, last, summary, ran } = await play(steps, [
      "--only",
      "T1,T3",
      "--set",
      "knownFailures=accept",
    ]);
    expect(ran.err).toBe("");
    expect({ worked, outcome: last?.["outcome"], code: ran.code }).toEqual({
      worked: ["T1", "T3"],
      outcome: "completed",
      code: 0,
    });
    expect(summary).toMatchObject({ tasks: { done: 2, total: 2 }, leftOut: ["T2"] });
    expect(place.read("TODO.md")).toBe(list([0, 2]));
  });

  it("works on what a chosen task waits for, and says so", async () => {
    const todo = list().replace("Implement three", "Implement three (depends on T2)");
    const { worked, warnings } = await play(
      [honest("two"), honest("three")],
      ["--only", "T3", "--set", "knownFailures=accept"],
      todo,
    );
    expect(worked).toEqual(["T2", "T3"]);
    expect(warnings).toContain("also worked on, because a chosen task waits for it: T2");
  });

  it("is refused for a task that is not there, before the agent starts", async () => {
    const { ran, place } = await play([honest("one")], ["--only", "T1,T9"]);
    expect({ code: ran.code, out: ran.out }).toEqual({ code: 2, out: "" });
    expect(ran.err).toMatch(/there is no task T9 in TODO\.md[\s\S]*known: T1, T2, T3/);
    expect(() => place.read(".ralph/turns")).toThrow();
  });

  it("keeps its choice when it is resumed, and takes a new one", async () => {
    const first = await play([honest("one"), honest("three")], ["--skip", "T2", "--max-iterations", "1"]);
    expect({ worked: first.worked, rule: first.last?.["rule"] }).toEqual({ worked: ["T1"], rule: "budget-spent" });
    const again = await first.place.run(["run", "--resume", "--json", "--set", "knownFailures=accept"]);
    const events = jsonLines(again.out) as { type: string; task?: { id: string } }[];
    expect(events.filter(({ type }) => type === "iteration-start").map(({ task }) => task?.id)).toEqual(["T3"]);
    expect(again.code).toBe(0);
  });
});
