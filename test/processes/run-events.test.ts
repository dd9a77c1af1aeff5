import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, it } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";
import { LiveRun } from "./live-run.js";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const schema = JSON.parse(read("docs/run-events.schema.json"));
const types: readonly string[] = schema.oneOf.map(
  ({ properties }: { properties: { type: { const: string } } }) => properties.type.const,
);

it("has the schema that the types make", async () => {
  const script = "../../scripts/event-schema.mjs";
  const { makeEventSchema } = await import(script);
  expect(schema, "write it again with: node scripts/event-schema.mjs").toEqual(makeEventSchema());
});

it("explains every event in docs/events.md", () => {
  const listed = [...read("docs/events.md").matchAll(/^\| `([\w-]+)` \|/gm)].map(([, type = ""]) => type);
  expect(listed.filter((type) => types.includes(type)).sort()).toEqual([...types].sort());
});

/** Every field must be described, although readers are told that there may be more. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, held]) => [key, closeObjects(held)]));
  return "properties" in inner && !("additionalProperties" in inner) && inner["type"] === "object"
    ? { ...inner, additionalProperties: false }
    : inner;
}

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(closeObjects(schema) as object);
const seen = new Set<string>();

function expectValid(out: string): void {
  const events = jsonLines(out);
  expect(events.length).toBeGreaterThan(3);
  for (const event of events) {
    seen.add(String(event["type"]));
    const member = { $defs: schema.$defs, ...schema.oneOf[types.indexOf(String(event["type"]))] };
    if (validate(event)) continue;
    const alone = new Ajv2020({ strict: false }).compile(closeObjects(member) as object);
    alone(event);
    expect.fail(`${event["type"]}: ${JSON.stringify(alone.errors)}`);
  }
  expect(events.find(({ type }) => type !== "warning")?.["type"]).toBe("run-start");
  expect(events.at(-1)?.["type"]).toBe("run-end");
}

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const start = ["run", "--agent", "scripted", "--script", "script.json", "--tasks", "TODO.md", "--json"];

interface Scenario {
  readonly steps: readonly object[];
  readonly words?: readonly string[];
  readonly config?: object;
}

const scenarios: Readonly<Record<string, Scenario>> = {
  "completes with checks, a checkpoint and a worktree": {
    steps: [{ write: { "a.txt": "1\n" }, say: "Done.", status: done }],
    words: ["--check", "tests=test -d .", "--checkpoint", "commit", "--worktree"],
  },
  "waits for a limit": {
    steps: [{ limitSeconds: 4 }, { write: { "a.txt": "1\n" }, say: "Done.", status: done }],
    words: ["--limit-margin", "0"],
  },
  "asks and is blocked": { steps: [{ say: "I need to know. Which port should I use?" }] },
  "claims what it did not do": { steps: [{ say: "Done.", status: done }] },
  "changes files of ours": {
    steps: [{ write: { ".ralph/exit-state.json": "{}" }, say: "I went on." }],
    words: ["--max-iterations", "2"],
  },
  fails: { steps: [{ exit: 3, say: "" }], words: ["--max-iterations", "2", "--max-cost", "1"] },
  "has phases": {
    steps: [{ say: "I went on." }],
    words: ["--max-iterations", "1"],
    config: { phases: ["plan", "work"] },
  },
};

it.each(Object.entries(scenarios))(
  "describes the events of a run that %s",
  async (_, { steps, words = [], config }) => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: one\n");
    place.write("script.json", JSON.stringify({ steps }));
    if (config) place.write(".ralph/config.json", JSON.stringify(config));
    place.commitAll();
    expectValid((await place.runBeside([...start, ...words])).out);
  },
);

it("describes the events of a run that proves a task when it ends", async () => {
  using place = new Workplace();
  const step = (name: string) => ({
    write: {
      [`${name}.mjs`]: `export const ${name} = (x) => x + "${name}";\n`,
      [`test/${name}.test.mjs`]: `import assert from "node:assert";\nimport { test } from "node:test";\nimport { ${name} } from "../${name}.mjs";\ntest("${name}", () => assert.equal(${name}("a"), "a${name}"));\n`,
    },
    say: "Done.",
    status: { STATUS: "COMPLETE" },
  });
  place.write("TODO.md", "- [ ] T1: write red\n- [ ] T2: write blue\n");
  place.write("script.json", JSON.stringify({ steps: [step("red"), step("blue")] }));
  place.write("test/base.test.mjs", 'import { test } from "node:test";\ntest("base", () => undefined);\n');
  // A line of shell does not take single files, so that the whole suite has to run, which is too slow.
  place.write(
    "package.json",
    JSON.stringify({ scripts: { test: "node -e 'setTimeout(() => {}, 700)' && node --test && echo ok" } }),
  );
  place.commitAll();
  const { out } = await place.runBeside([...start, "--set", "proofSeconds=1"]);
  expectValid(out);
  expect(jsonLines(out).filter(({ type }) => type === "proof-end")).toMatchObject([{ task: "T1" }]);
});

it("describes the events of a run that parks the work of a task", async () => {
  using place = new Workplace();
  const claims = { STATUS: "COMPLETE" };
  const bad = (at: number) => ({
    write: {
      "test/bad.test.mjs": `import { test } from "node:test";\ntest("bad", () => { throw new Error("${at}"); });\n`,
    },
    status: claims,
  });
  place.write("TODO.md", "- [ ] T1: try it\n- [ ] T2: write blue\n");
  place.write("package.json", JSON.stringify({ scripts: { test: "node --test" } }));
  place.write("test/base.test.mjs", 'import { test } from "node:test";\ntest("base", () => undefined);\n');
  place.write(
    "script.json",
    JSON.stringify({ steps: [bad(1), bad(2), bad(3), { write: { blue: "" }, status: claims }] }),
  );
  place.commitAll();
  const { out } = await place.runBeside(start);
  expectValid(out);
  expect(jsonLines(out).filter(({ type }) => type === "work-parked")).toMatchObject([{ task: "T1", is: "parked" }]);
});

it("describes the events of a run that a person steers", async () => {
  await using run = new LiveRun();
  run.start(["--json"]);
  await run.prompt(1);
  run.cli("pause");
  run.cli("continue");
  run.cli("pause");
  run.cli("tell", "use the v2 API");
  run.go(1);
  await run.until(() => run.out.includes('"pause-start"'));
  run.cli("continue");
  await run.prompt(2);
  run.cli("stop");
  run.go(2);
  expectValid((await run.end()).out);
});

/** Only with a container, with several agents, with a real agent, or for programs that use the library. */
const elsewhere = [
  "review-start",
  "review-end",
  "limits-raised",
  "sandbox-entered",
  "agent-switch",
  "agent-retry",
  "agent-activity",
  "agent-message",
  "agent-output",
  "budget-warning",
];

afterAll(() => {
  expect(types.filter((type) => !seen.has(type) && !elsewhere.includes(type))).toEqual([]);
});
