import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decide/decision.js";
import type { Proof } from "../../src/decide/proof.js";
import { jsonLines, Workplace } from "./cli.js";

/** Whole runs in which a copy without the work decides what is called verified. */

const complete = { STATUS: "COMPLETE" };
const packageJson = (test: string): string => JSON.stringify({ type: "module", scripts: { test } });
const head =
  'import assert from "node:assert";\nimport { existsSync } from "node:fs";\nimport { test } from "node:test";\n';

interface Ended {
  readonly code: number | null;
  readonly decisions: readonly Decision[];
  readonly proofs: readonly { readonly task: string; readonly proof: Proof }[];
  readonly text: string;
}

interface Played {
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly object[];
  readonly words?: readonly string[];
}

async function play({ files, steps, words = [] }: Played): Promise<{ place: Workplace; ended: Ended }> {
  const place = new Workplace();
  const all = { "package.json": packageJson("node --test"), ".gitignore": ".ralph/\n*.flag\n", ...files };
  for (const [name, text] of Object.entries(all)) place.write(name, text);
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  place.commitAll();
  const run = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json", ...words];
  const { code, out, err } = await place.run(run);
  const events = jsonLines(out);
  const decisions = events.flatMap(({ type, record }) =>
    type === "decision-made" ? [(record as { decision: Decision }).decision] : [],
  );
  const proofs = events.flatMap(({ type, task, proof }) =>
    type === "proof-end" ? [{ task: task as string, proof: proof as Proof }] : [],
  );
  return { place, ended: { code, decisions, proofs, text: `${out}\n${err}` } };
}

const doneIn = ({ decisions }: Ended): readonly string[] =>
  decisions.flatMap(({ tasksDone }) => tasksDone.map(({ id, verified }) => `${id} ${verified ? "verified" : "done"}`));

describe("an old test that is no task's own", () => {
  const files = {
    "TODO.md": "- [ ] T1: Let people sign in\n",
    "src/port.js": "export const port = () => 1;\n",
    "test/start.test.js": `${head}import { port } from "../src/port.js";\ntest("starts", () => assert.equal(port(), 8080));\n`,
    "test/other.test.js": `${head}test("other", () => undefined);\n`,
  };

  it.concurrent("verifies the task if it fails again without its work", async () => {
    const steps = [{ write: { "src/port.js": "export const port = () => 8080;\n" }, say: "Done.", status: complete }];
    const { place, ended } = await play({ files, steps });
    using _ = place;
    expect(doneIn(ended)).toEqual(["T1 verified"]);
    expect(ended.decisions.at(-1)?.proof[0]).toMatchObject({ kind: "old-test", tests: ["test/start.test.js: starts"] });
  });

  it.concurrent("does not, if it turned green by what no copy without the work lacks", async () => {
    const waits = `${head}test("starts", () => assert.ok(existsSync("ready.flag")));\n`;
    const steps = [
      {
        write: { "ready.flag": "yes\n", "src/port.js": "export const port = () => 2;\n" },
        say: "Done.",
        status: complete,
      },
    ];
    const { place, ended } = await play({ files: { ...files, "test/start.test.js": waits }, steps });
    using _ = place;
    expect(doneIn(ended)).toEqual(["T1 done"]);
    expect(ended.decisions.at(-1)).toMatchObject({ verified: false, notProven: "its tests pass without it, too" });
  });

  it.concurrent("whose file could not be loaded before verifies it, too", async () => {
    const missing = `${head}import { host } from "../src/host.js";\ntest("starts", () => assert.equal(host(), "a"));\n`;
    const steps = [{ write: { "src/host.js": 'export const host = () => "a";\n' }, say: "Done.", status: complete }];
    const { place, ended } = await play({ files: { ...files, "test/start.test.js": missing }, steps });
    using _ = place;
    expect(doneIn(ended)).toEqual(["T1 verified"]);
  });
});

describe("a copy that mixes old and new source", () => {
  const before = `export class Stack {
  constructor() { this.items = []; }
  push(item) { this.items.push(item); }
  get size() { return this.items.length; }
}
`;
  const after = `export class Stack {
  constructor() { this.list = new Map(); }
  push(item) { this.list.set(this.list.size, item); }
  get size() { return this.list.size; }
  clear() { this.list.clear(); }
}
`;
  const files = {
    "TODO.md": "- [ ] T1: Keep the items of a stack in a map\n",
    "src/stack.js": before,
    "test/other.test.js": `${head}test("other", () => undefined);\n`,
  };
  const grows = `${head}import { Stack } from "../src/stack.js";\ntest("grows", () => { const s = new Stack(); s.push(1); assert.equal(s.size, 1); });\n`;

  it.concurrent("proves nothing by tests that pass on the old source alone", async () => {
    const write = { "src/stack.js": after, "test/stack.test.js": grows };
    const { place, ended } = await play({ files, steps: [{ write, say: "Done.", status: complete }] });
    using _ = place;
    expect(doneIn(ended).filter((done) => done.endsWith("verified"))).toEqual([]);
  });

  it.concurrent("proves it by tests that fail there, too", async () => {
    const fixed = after.replace("return this.list.size", "return this.list.size * 2");
    const doubles = grows.replace("s.size, 1", "s.size, 2");
    const write = { "src/stack.js": fixed, "test/stack.test.js": doubles };
    const { place, ended } = await play({ files, steps: [{ write, say: "Done.", status: complete }] });
    using _ = place;
    expect(doneIn(ended)).toEqual(["T1 verified"]);
  });
});

describe("comments that changed in code and tests", () => {
  it.concurrent("are no work to take back, and no question either", async () => {
    const headed = (name: string, text: string) => ({ [name]: `// Copyright ${text}` });
    const code = "export const one = () => 1;\n";
    const test = `${head}import { one } from "../src/one.js";\ntest("one", () => assert.equal(one(), 1));\n`;
    const files = {
      "TODO.md": "- [ ] T1: Renew the licence headers\n",
      ...headed("src/one.js", `A\n${code}`),
      ...headed("test/one.test.js", `A\n${test}`),
    };
    const write = { ...headed("src/one.js", `B\n${code}`), ...headed("test/one.test.js", `B\n${test}`) };
    const { place, ended } = await play({ files, steps: [{ write, say: "Done.", status: complete }] });
    using _ = place;
    expect(doneIn(ended)).toEqual(["T1 done"]);
    expect(ended.decisions.at(-1)?.notProven).toBe("nothing but comments changed in the code");
  });
});

describe("tests in two languages", () => {
  const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0;
  if (!hasPytest) console.warn("pytest is not installed here: a project of two languages is not tried");

  it.skipIf(!hasPytest).concurrent("each prove the work in the check that runs their language", async () => {
    const files = {
      "TODO.md": "- [ ] T1: Make slugs\n",
      "test/base.test.js": `${head}test("base", () => undefined);\n`,
      "tests/test_base.py": "def test_base():\n    assert True\n",
      "pytest.ini": "[pytest]\npythonpath = .\n",
    };
    const write = {
      "words.py": 'def slug(text):\n    return text.replace(" ", "-")\n',
      "tests/test_words.py": 'from words import slug\n\n\ndef test_slug():\n    assert slug("a b") == "a-b"\n',
    };
    const checks = ["--no-detect", "--check", "js=node --test", "--check", "py=python3 -B -m pytest -q"];
    const { place, ended } = await play({ files, steps: [{ write, say: "Done.", status: complete }], words: checks });
    using _ = place;
    expect(ended.decisions.at(-1)?.proof).toMatchObject([{ kind: "new-test", check: "py" }]);
    expect(doneIn(ended)).toEqual(["T1 verified"]);
  });
});

describe("a proof that takes longer than proofSeconds", () => {
  // No runner that takes single files, so that the whole suite has to run each time.
  const slow = 'node -e "setTimeout(() => {}, 700)" && node --test && echo ok';
  const make = (name: string) => `export function ${name}(x) {\n  return x + "${name}";\n}\n`;
  const testFor = (name: string, expected: string) =>
    `${head}import { ${name} } from "../src/${name}.js";\ntest("${name} works", () => assert.${expected});\n`;
  const files = {
    "package.json": packageJson(slow),
    "TODO.md": "- [ ] T1: write red\n- [ ] T2: write blue\n",
    "test/base.test.js": `${head}test("base", () => undefined);\n`,
  };
  const step = (name: string, expected: string) => ({
    write: { [`src/${name}.js`]: make(name), [`test/${name}.test.js`]: testFor(name, expected) },
    say: "Done.",
    status: complete,
  });
  const words = ["--set", "proofSeconds=1"];

  it.concurrent("is made when the run ends, each task by its own tests, and is a record of its own", async () => {
    const steps = [step("red", 'equal(red("a"), "ared")'), step("blue", 'equal(blue("a"), "ablue")')];
    const { place, ended } = await play({ files, steps, words });
    using _ = place;
    expect(ended.code).toBe(0);
    expect(doneIn(ended)).toEqual(["T1 done", "T2 verified"]);
    expect(ended.decisions[0]?.notProven).toContain("proofSeconds");
    expect(ended.proofs).toMatchObject([{ task: "T1", proof: { state: "proven", kind: "new-test" } }]);
    expect(ended.decisions.at(-1)).toMatchObject({ outcome: "completed", verified: true });
    const kinds = place
      .read(".ralph/decisions.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).kind);
    expect(kinds).toEqual(["decision", "proof", "decision"]);
    const report = await place.run(["report", "--format", "json"]);
    expect(JSON.parse(report.out)).toMatchObject({ summary: { verified: ["T1", "T2"], notProven: [] } });
    expect((await place.run(["history"])).code).toBe(0);
    expect((await place.run(["replay"])).code).toBe(0);
  });

  it.concurrent("finds hollow tests then, and says so", async () => {
    const steps = [step("red", 'ok(typeof red === "function")'), step("blue", 'equal(blue("a"), "ablue")')];
    const { place, ended } = await play({ files, steps, words });
    using _ = place;
    expect(ended.proofs).toMatchObject([{ task: "T1", proof: { state: "not-proven" } }]);
    expect(ended.decisions.at(-1)).toMatchObject({ outcome: "completed", verified: false });
  });

  it.concurrent("is made at the claim under --strict", async () => {
    const steps = [step("red", 'equal(red("a"), "ared")'), step("blue", 'equal(blue("a"), "ablue")')];
    const { place, ended } = await play({ files, steps, words: [...words, "--strict"] });
    using _ = place;
    expect(doneIn(ended)).toEqual(["T1 verified", "T2 verified"]);
    expect(ended.proofs).toEqual([]);
  });

  it.concurrent("is never made where proofSeconds is 0: nothing is verified, and the run says so", async () => {
    const red = { ...files, "test/red.test.js": testFor("red", 'equal(red("a"), "ared")') };
    const steps = [{ write: { "src/red.js": make("red") }, say: "Done.", status: complete }];
    const todo = { "TODO.md": "- [ ] T1: write red\n" };
    const { place, ended } = await play({ files: { ...red, ...todo }, steps, words: ["--set", "proofSeconds=0"] });
    using _ = place;
    expect(doneIn(ended)).toEqual(["T1 done"]);
    expect(ended.decisions.at(-1)?.notProven).toBe("no proof is made (proofSeconds is 0)");
  });
});

describe("the same content, checked again", () => {
  it.concurrent("runs nothing twice, the proof included", async () => {
    using place = new Workplace();
    const ran = `${place.path}-ran`;
    const count = `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(ran)}, "x");\n`;
    place.write("package.json", packageJson("node --test"));
    place.write(".gitignore", ".ralph/\n");
    place.write("test/base.test.js", `${head}test("base", () => undefined);\n`);
    place.commitAll();
    await place.run(["check", "--baseline"]);
    place.write("src/red.js", "export const red = (x) => x + 1;\n");
    place.write(
      "test/red.test.js",
      `${count}${head}import { red } from "../src/red.js";\ntest("red", () => assert.equal(red(1), 2));\n`,
    );
    const input = "Done.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";
    const ask = async () => {
      const { out } = await place.run(["gate", "-", "--run-checks", "--json"], input);
      return { decision: JSON.parse(out) as Decision, ran: readFileSync(ran, "utf8").length };
    };
    using _ = { [Symbol.dispose]: () => rmSync(ran, { force: true }) };
    const first = await ask();
    expect(first.decision).toMatchObject({ verified: true, outcome: "completed" });
    const second = await ask();
    expect(second.decision).toMatchObject({ verified: true, outcome: "completed" });
    expect(first.ran).toBeGreaterThan(1);
    expect(second.ran).toBe(first.ran);
  });
});
