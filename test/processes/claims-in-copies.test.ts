import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bin, jsonLines, Workplace } from "../e2e/cli.js";

/** Whole runs whose proof needs a copy that is cut off, or that cannot be made or trusted. */

const source = (body: string) => `export function twice(n) {\n  ${body}\n}\n`;
const test = (more = "") =>
  `import assert from "node:assert/strict";\nimport { appendFileSync } from "node:fs";\nimport { test } from "node:test";\nimport { twice } from "../twice.js";\ntest("doubles", async () => {\n  ${more}\n  assert.equal(twice(4), 8);\n});\n`;

/** A project in which the agent writes `twice` with its test. */
function prepare(place: Workplace, more = ""): void {
  place.write("package.json", '{ "type": "module", "scripts": { "test": "node --test" } }\n');
  place.write("test/start.test.js", 'import { test } from "node:test";\ntest("starts", () => {});\n');
  place.write("TODO.md", "- [ ] T1: write twice in twice.js\n");
  place.write(".gitignore", ".ralph\n");
  place.commitAll();
  const step = {
    write: { "twice.js": source("return n * 2;"), "test/twice.test.js": test(more) },
    ...{ say: "Done.", status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true" } },
  };
  place.write(".ralph/script.json", JSON.stringify({ steps: [step] }));
}

const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md"];
const copiesIn = ({ stateHome }: Workplace): readonly string[] => {
  const folder = join(stateHome, "untildone/copies");
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Starts a run whose tests wait for ever in a copy, and waits until they do. */
async function untilInCopy(place: Workplace) {
  prepare(place, 'if (process.cwd().includes("/copies/")) await new Promise((done) => setTimeout(done, 600_000));');
  const child = spawn(process.execPath, [bin, ...words], { cwd: place.path, env: place.ownEnv, stdio: "ignore" });
  const ended = once(child, "exit");
  while (copiesIn(place).length === 0 && child.exitCode === null) await new Promise((done) => setTimeout(done, 20));
  expect(copiesIn(place)).toHaveLength(1);
  return { child, ended };
}

describe("a run that is cut off while it proves", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("by %s leaves no copy", async (signal) => {
    using place = new Workplace();
    const { child, ended } = await untilInCopy(place);
    child.kill(signal);
    // Once is a wish to stop after the turn.
    const again = setInterval(() => child.kill(signal), 500);
    await ended;
    clearInterval(again);
    expect(copiesIn(place)).toEqual([]);
  });

  it("by a kill leaves one that the next command removes", async () => {
    using place = new Workplace();
    const { child, ended } = await untilInCopy(place);
    child.kill("SIGKILL");
    await ended;
    expect(copiesIn(place)).toHaveLength(1);
    place.runProcess(["state"]);
    expect(existsSync(join(place.stateHome, "untildone/copies"))).toBe(false);
  });
});

describe("a claim", () => {
  interface Told {
    readonly decision: { readonly outcome: string; readonly verified: boolean; readonly notProven: string | null };
  }

  function claim(place: Workplace, args: readonly string[] = []) {
    const { out } = place.runProcess([...words, "--json", "--max-iterations", "1", ...args]);
    const [given] = jsonLines(out).filter(({ type }) => type === "decision-made");
    if (given === undefined) throw new Error(out);
    return (given["record"] as Told).decision;
  }

  it("is proved in a copy", () => {
    using place = new Workplace();
    prepare(place);
    const { outcome, verified, notProven } = claim(place);
    expect({ outcome, verified, notProven }).toEqual({ outcome: "completed", verified: true, notProven: null });
    expect(copiesIn(place)).toEqual([]);
  });

  it("is not where its tests write to the project from there", () => {
    using place = new Workplace();
    prepare(place, `appendFileSync(${JSON.stringify(join(place.path, "test/start.test.js"))}, "// x\\n");`);
    const { outcome, verified, notProven } = claim(place);
    expect({ outcome, verified }).toEqual({ outcome: "completed", verified: false });
    expect(notProven).toMatch(/project itself changed while its tests ran in a copy: test\/start\.test\.js/);
    expect(copiesIn(place)).toEqual([]);
  });

  it("is not where proofs are switched off, which is said at once and at the end", () => {
    using place = new Workplace();
    prepare(place);
    const { out, err } = place.runProcess([...words, "--max-iterations", "1", "--set", "proofSeconds=0"]);
    const told = out + err;
    expect(told.slice(0, told.indexOf("iteration 1"))).toMatch(/proofSeconds/);
    expect(told.slice(told.indexOf("Status:"))).toMatch(/Not proven: +T1.*proofSeconds/);
  });
});
