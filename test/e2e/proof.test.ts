import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decide/decision.js";
import { jsonLines, Workplace } from "./cli.js";

/** Whole runs: what is called done, what is called verified, and how many turns of the agent that takes. */

const complete = { STATUS: "COMPLETE" };
const source = (name: string, body: string): string => `export function ${name}(x) {\n  ${body}\n}\n`;
const testOf = (name: string, input: string, expected: string): string =>
  `import assert from "node:assert";\nimport { test } from "node:test";\nimport { ${name} } from "../src/${name}.js";\n` +
  `test("${name} works", () => assert.equal(${name}(${input}), ${expected}));\n`;

const parts = {
  double: { body: "return 2 * x;", test: testOf("double", "4", "8") },
  shout: { body: "return x.toUpperCase();", test: testOf("shout", '"a"', '"A"') },
  negate: { body: "return -x;", test: testOf("negate", "1", "-1") },
};
type Part = keyof typeof parts;
const names = Object.keys(parts) as readonly Part[];
const make = (...of: readonly Part[]) =>
  Object.fromEntries(of.map((name) => [`src/${name}.js`, source(name, parts[name].body)]));
const testsOf = (...of: readonly Part[]) =>
  Object.fromEntries(of.map((name) => [`test/${name}.test.js`, parts[name].test]));
const packageJson = JSON.stringify({ type: "module", scripts: { test: "node --test" } });
const list = "- [ ] T1: write double\n- [ ] T2: write shout\n- [ ] T3: write negate\n";

interface Ended {
  readonly code: number | null;
  readonly outcome: string | null;
  readonly turns: number;
  readonly done: readonly string[];
  readonly text: string;
}

async function play(files: Readonly<Record<string, string>>, steps: readonly object[], words: readonly string[] = []) {
  const place = new Workplace();
  const all = { "package.json": packageJson, ".gitignore": ".ralph/\n", "TODO.md": list, ...files };
  for (const [name, text] of Object.entries(all)) place.write(name, text);
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  place.commitAll();
  const run = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json", ...words];
  const { code, out, err } = await place.run(run);
  const events = jsonLines(out);
  const decisions = events
    .filter(({ type }) => type === "decision-made")
    .map(({ record }) => (record as { decision: Pick<Decision, "outcome" | "tasksDone"> }).decision);
  const ended: Ended = {
    code,
    outcome: decisions.at(-1)?.outcome ?? null,
    turns: events.filter(({ type }) => type === "iteration-start").length,
    done: decisions.flatMap(({ tasksDone }) =>
      tasksDone.map(({ id, verified }) => `${id} ${verified ? "verified" : "done"}`),
    ),
    text: `${out}\n${err}`,
  };
  return { place, ended };
}

const end = ({ code, outcome, turns, done }: Ended) => ({ code, outcome, turns, done });

describe("tests that were there first, red for the whole list", () => {
  const files = testsOf(...names);

  it.concurrent("take one turn a task, and each is verified by its own test", async () => {
    const steps = names.map((name) => ({ write: make(name), say: "Done.", status: complete }));
    const { place, ended } = await play(files, steps);
    using _ = place;
    expect(end(ended)).toEqual({
      ...{ code: 0, outcome: "completed", turns: 3 },
      done: ["T1 verified", "T2 verified", "T3 verified"],
    });
  });

  it.concurrent("take one turn a task with an agent that only writes prose", async () => {
    const steps = names.map((name) => ({ write: make(name), say: `I implemented ${name}. The task is complete.` }));
    const { place, ended } = await play(files, steps);
    using _ = place;
    expect(end(ended)).toEqual({
      ...{ code: 0, outcome: "completed", turns: 3 },
      done: ["T1 verified", "T2 verified", "T3 verified"],
    });
  });

  it.concurrent("are done in one turn that ticks all three, each by its own test", async () => {
    const ticked = { "TODO.md": list.replaceAll("[ ]", "[x]") };
    const { place, ended } = await play(files, [
      { write: { ...make(...names), ...ticked }, say: "Done.", status: complete },
    ]);
    using _ = place;
    expect(end(ended)).toEqual({
      ...{ code: 0, outcome: "completed", turns: 1 },
      done: ["T1 verified", "T2 verified", "T3 verified"],
    });
  });

  it.concurrent("are done in one turn that names the work of each in its block, and the list is ticked", async () => {
    const status = { ...complete, WORK: "src/double.js; T2: src/shout.js; T3: src/negate.js" };
    const { place, ended } = await play(files, [{ write: make(...names), say: "Done.", status }]);
    using _ = place;
    expect(end(ended)).toMatchObject({ code: 0, turns: 1, done: ["T1 verified", "T2 verified", "T3 verified"] });
    expect(place.read("TODO.md")).toBe(list.replaceAll("[ ]", "[x]"));
  });

  it.concurrent("made ahead without a word of it, the others are claimed one by one without an idle edit", async () => {
    const claim = { say: "It was there already.", status: complete };
    const { place, ended } = await play(files, [
      { write: make(...names), say: "Done.", status: complete },
      claim,
      claim,
    ]);
    using _ = place;
    expect(end(ended)).toMatchObject({ code: 0, turns: 3, done: ["T1 verified", "T2 verified", "T3 verified"] });
  });

  it.concurrent("refuse a claim while the task's own test fails", async () => {
    const wrong = { write: { "src/double.js": source("double", "return x;") }, say: "Done.", status: complete };
    const right = names.map((name) => ({ write: make(name), say: "Done.", status: complete }));
    const { place, ended } = await play(files, [wrong, ...right]);
    using _ = place;
    expect(end(ended)).toMatchObject({ code: 0, turns: 4, done: ["T1 verified", "T2 verified", "T3 verified"] });
    expect(ended.text).toMatch(/still failing, and about this task: [^"]*double/);
  });
});

describe("work that a sign of cheating touches", () => {
  const one = { "TODO.md": "- [ ] T1: write double\n", "test/double.test.js": testOf("double", "40", "80") };
  const special = { "src/double.js": source("double", "if (x === 40) return 80;\n  return x;") };
  const honest = { "src/double.js": source("double", "if (x === 0) return 0;\n  return 2 * x;") };

  it.concurrent("is done and not proven where its code holds what its tests expect", async () => {
    const { place, ended } = await play(one, [{ write: special, say: "Done.", status: complete }]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 0, outcome: "completed", turns: 1, done: ["T1 done"] });
    expect(ended.text).toContain("the values its tests expect stand in src/double.js:2");
  });

  it.concurrent("is refused under --strict until it does the work", async () => {
    const steps = [special, honest].map((write) => ({ write, say: "Done.", status: complete }));
    const { place, ended } = await play(one, steps, ["--strict"]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 0, outcome: "completed", turns: 2, done: ["T1 verified"] });
  });

  it.concurrent("stays open where another task is claimed with it", async () => {
    const files = { ...testsOf("double"), "test/shout.test.js": testOf("shout", '"hello"', '"HELLO"') };
    const cheat = { "src/shout.js": source("shout", 'return x === "hello" ? "HELLO" : x;') };
    const status = { ...complete, WORK: "src/double.js; T2: src/shout.js" };
    const tasks = "- [ ] T1: write double\n- [ ] T2: write shout\n";
    const { place, ended } = await play({ ...files, "TODO.md": tasks }, [
      { write: { ...make("double"), ...cheat }, say: "Done.", status },
      { write: make("shout"), say: "Done.", status: complete },
    ]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 0, outcome: "completed", turns: 2, done: ["T1 verified", "T2 verified"] });
  });
});

describe("the tick attack", () => {
  it.concurrent("three unrelated tasks, one file, three tests: one task is done", async () => {
    const tasks = "- [ ] T1: Add a login page\n- [ ] T2: Delete old accounts nightly\n- [ ] T3: Translate the manual\n";
    const tests = [1, 2, 3].map((at) => `test("works ${at}", () => assert.ok(add(1, ${at})));`).join("\n");
    const step = {
      write: {
        "src/add.js": "export const add = (a, b) => a + b;\n",
        "test/add.test.js": `import assert from "node:assert";\nimport { test } from "node:test";\nimport { add } from "../src/add.js";\n${tests}\n`,
        "TODO.md": tasks.replaceAll("[ ]", "[x]"),
      },
      say: "All three tasks are complete.",
      status: complete,
    };
    const { place, ended } = await play({ "TODO.md": tasks, ...testsOf("double"), ...make("double") }, [
      step,
      { say: "Complete.", status: complete },
    ]);
    using _ = place;
    expect(ended.done).toEqual(["T1 done"]);
    expect(ended).toMatchObject({ code: 1, outcome: "needs-review" });
    expect(ended.turns).toBeLessThanOrEqual(6);
  });
});

describe("a test that the task's text names", () => {
  const named = "- [ ] T1: Fix rounding so that test/double.test.js passes\n";

  it.concurrent("red at the claim: refused with its name, then verified once it passes", async () => {
    const wrong = { write: { "src/double.js": source("double", "return x;") }, say: "Done.", status: complete };
    const right = { write: make("double"), say: "Done.", status: complete };
    const { place, ended } = await play({ ...testsOf("double"), "TODO.md": named }, [wrong, right]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 0, outcome: "completed", turns: 2, done: ["T1 verified"] });
    expect(ended.text).toContain("test/double.test.js, which this task names, fails or is missing");
  });

  it.concurrent("green from the start, and nothing to do: done in one turn as held before, not verified", async () => {
    const { place, ended } = await play({ ...testsOf("double"), ...make("double"), "TODO.md": named }, [
      { say: "It is there already. The task is complete." },
    ]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 0, outcome: "completed", turns: 1, done: ["T1 done"] });
    expect(ended.text).toContain("held-before");
  });

  it.concurrent("only mentioned and green: nothing changed is refused, and never done", async () => {
    const mentioned = "- [ ] T1: Round half up (see test/double.test.js)\n";
    const { place, ended } = await play({ ...testsOf("double"), ...make("double"), "TODO.md": mentioned }, [
      { say: "It is there already.", status: complete },
    ]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 1, outcome: "needs-review", turns: 2, done: [] });
  });

  it.concurrent("that does not exist: the claim is refused until it is there", async () => {
    const missing = "- [ ] T1: Write shout so that test/shout.test.js passes\n";
    const steps = [
      { write: make("shout"), say: "Done.", status: complete },
      { write: testsOf("shout"), say: "Done.", status: complete },
    ];
    const { place, ended } = await play({ ...testsOf("double"), ...make("double"), "TODO.md": missing }, steps);
    using _ = place;
    expect(end(ended)).toEqual({ code: 0, outcome: "completed", turns: 2, done: ["T1 verified"] });
    expect(ended.text).toContain(`"kind":"new-test","check":"tests","tests":["test/shout.test.js: shout works"]`);
  });
});

describe("new tests alone", () => {
  it.concurrent("that fail without the work verify it", async () => {
    const steps = names.map((name) => ({ write: { ...make(name), ...testsOf(name) }, say: "Done.", status: complete }));
    const base = { "test/base.test.js": 'import { test } from "node:test";\ntest("base", () => undefined);\n' };
    const { place, ended } = await play(base, steps);
    using _ = place;
    expect(end(ended)).toEqual({
      code: 0,
      outcome: "completed",
      turns: 3,
      done: ["T1 verified", "T2 verified", "T3 verified"],
    });
  });

  it.concurrent("of a suite that was empty are accepted with the first of them", async () => {
    const steps = names.map((name) => ({ write: { ...make(name), ...testsOf(name) }, say: "Done.", status: complete }));
    const { place, ended } = await play({}, steps);
    using _ = place;
    expect(end(ended)).toMatchObject({ code: 0, outcome: "completed", turns: 3 });
  });
});

describe("a command beside a task", () => {
  const verify = "- [ ] T1: write double\n  - verify: `node check.js`\n";
  const check =
    'import { readFileSync } from "node:fs";\nif (!readFileSync("src/double.js", "utf8").includes("2 * x")) process.exit(1);\n';

  it.concurrent("that failed when the run began and holds now verifies it, without any other check", async () => {
    const { place, ended } = await play({ "package.json": '{"type":"module"}', "TODO.md": verify, "check.js": check }, [
      { write: make("double"), say: "Done.", status: complete },
    ]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 0, outcome: "completed", turns: 1, done: ["T1 verified"] });
  });

  it.concurrent("whose script the agent changed proves nothing", async () => {
    const { place, ended } = await play({ "package.json": '{"type":"module"}', "TODO.md": verify, "check.js": check }, [
      { write: { "check.js": "process.exit(0);\n" }, say: "Done.", status: complete },
    ]);
    using _ = place;
    expect(ended.done).not.toContain("T1 verified");
  });
});

describe("a command beside the task that a script of the project runs", () => {
  const script = (text: string): string => JSON.stringify({ type: "module", scripts: { ready: text } });
  const list = "- [ ] T1: Make it ready\n  - verify: `npm run ready`\n";
  const files = {
    "package.json": script("node -e \"process.exit(require('fs').existsSync('ready.txt') ? 0 : 1)\""),
    "TODO.md": list,
  };

  it.concurrent("verifies it", async () => {
    const { place, ended } = await play(files, [{ write: { "ready.txt": "yes\n" }, say: "Done.", status: complete }]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 0, outcome: "completed", turns: 1, done: ["T1 verified"] });
  });

  it.concurrent("and that the agent changed proves nothing", async () => {
    const write = { "package.json": script("node -e 0"), "other.txt": "something\n" };
    const { place, ended } = await play(files, [{ write, say: "Done.", status: complete }]);
    using _ = place;
    expect(ended.done).not.toContain("T1 verified");
  });
});

describe("what turns green without any work in the project", () => {
  it.concurrent("proves nothing: the claim is refused as unchanged", async () => {
    using elsewhere = new Workplace();
    const flag = `${elsewhere.path}/flag`;
    const test = `import assert from "node:assert";\nimport { existsSync } from "node:fs";\nimport { test } from "node:test";\ntest("service is up", () => assert.ok(existsSync(${JSON.stringify(flag)})));\n`;
    const files = { "test/env.test.js": test, "TODO.md": "- [ ] T1: Delete old accounts nightly\n" };
    const { place, ended } = await play(files, [{ shell: `touch ${flag}`, say: "Done.", status: complete }]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 1, outcome: "needs-review", turns: 2, done: [] });
  });

  it.concurrent("a command beside the task that cannot fail is no fact", async () => {
    const files = { "TODO.md": "- [ ] T1: write double (verify: `true`)\n", ...testsOf("shout"), ...make("shout") };
    const { place, ended } = await play(files, [{ say: "It is there already.", status: complete }]);
    using _ = place;
    expect(end(ended)).toEqual({ code: 1, outcome: "needs-review", turns: 2, done: [] });
  });
});

describe("a tick that stands", () => {
  it.concurrent("is a claim in a turn that changes nothing and says nothing against it: its checks run", async () => {
    const tasks = "- [ ] T1: write double\n- [ ] T2: explain shouting in the manual\n";
    const steps = [
      {
        write: { ...make("double"), "MANUAL.md": "Shout.\n", "TODO.md": tasks.replaceAll("[ ]", "[x]") },
        say: "Done.",
        status: { ...complete, WORK: "src/double.js" },
      },
      { say: "The manual has it." },
    ];
    const { place, ended } = await play({ "TODO.md": tasks, ...testsOf("double") }, steps);
    using _ = place;
    expect(end(ended)).toEqual({ code: 1, outcome: "needs-review", turns: 3, done: ["T1 verified"] });
    expect(ended.text).toContain("T2 was claimed twice");
    expect(ended.text).not.toContain("not run: it is made when completion is claimed");
  });
});
