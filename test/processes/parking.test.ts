import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";

/** Whole runs in which one task cannot be done, and leaves a failing test behind. */

const claims = { STATUS: "COMPLETE" };
const source = (name: string, answer: number): string => `export const ${name} = () => ${answer};\n`;
const testOf = (name: string): string =>
  `import assert from "node:assert";\nimport { test } from "node:test";\nimport { ${name} } from "../src/${name}.js";\n` +
  `test("${name} answers 1", () => assert.equal(${name}(), 1));\n`;
const make = (name: string, answer = 1) => ({
  write: { [`src/${name}.js`]: source(name, answer), [`test/${name}.test.js`]: testOf(name) },
  say: `Wrote ${name}.`,
  status: claims,
});

interface Started {
  readonly steps: readonly object[];
  readonly words?: readonly string[];
  readonly isGit?: boolean;
}

const run = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json"];

function prepare({ steps, isGit = true }: Started): Workplace {
  const place = new Workplace();
  place.write("package.json", JSON.stringify({ type: "module", scripts: { test: "node --test" } }));
  place.write("test/base.test.js", 'import { test } from "node:test";\ntest("base", () => {});\n');
  place.write(".gitignore", ".ralph/\n");
  place.write("TODO.md", ["alpha", "beta", "gamma"].map((name, at) => `- [ ] T${at + 1}: write ${name}\n`).join(""));
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  if (isGit) place.commitAll();
  return place;
}

async function play(place: Workplace, words: readonly string[] = []) {
  const { out, code } = await place.run([...run, ...words]);
  const events = jsonLines(out);
  const turns = events.filter(({ type }) => type === "agent-end").length;
  const parked = events.filter(({ type }) => type === "work-parked");
  const done = events.filter(({ type }) => type === "task-marked").map(({ task }) => task);
  return { code, turns, parked, done };
}

describe.each([
  ["with git", true],
  ["without git", false],
])("a task that leaves a failing test, %s", (_, isGit) => {
  it("is parked, and no other task is refused for it", async () => {
    using place = prepare({
      steps: [make("alpha"), make("beta", 2), make("beta", 3), make("beta", 4), make("gamma")],
      isGit,
    });
    const ended = await play(place);
    expect(ended).toMatchObject({ code: 1, turns: 5, done: ["T1", "T3"], parked: [{ task: "T2", is: "parked" }] });
    expect(existsSync(join(place.path, "src/beta.js"))).toBe(false);
    expect(existsSync(join(place.path, "src/gamma.js"))).toBe(true);
    expect((await place.run(["tasks", "--json"])).out).toContain('"parked":{"files":2');
    expect((await place.run(["unpark"])).out).toMatch(/^T2 {2}.*: 2 files/);
    const unparked = await place.run(["unpark", "T2"]);
    expect(unparked).toMatchObject({ code: 0, out: "2 files of T2 brought back\n" });
    expect(place.read("src/beta.js")).toBe(source("beta", 4));
    expect((await place.run(["unpark"])).out).toBe("no work is parked\n");
  });
});

describe("parked work", () => {
  it("is back in the tree when the run is resumed, and done once it is finished", async () => {
    const steps = [make("alpha"), make("beta", 2), make("beta", 2), make("beta", 2), make("gamma")];
    using place = prepare({ steps: [...steps, { write: { "src/beta.js": source("beta", 1) }, status: claims }] });
    expect(await play(place)).toMatchObject({ code: 1, parked: [{ is: "parked" }] });
    const resumed = await play(place, ["--resume"]);
    expect(resumed).toMatchObject({ code: 0, turns: 1, done: ["T2"], parked: [{ task: "T2", is: "back" }] });
    expect((await place.run(["unpark"])).out).toBe("no work is parked\n");
  });

  it("does not come back over a person's edit, who is told where it is", async () => {
    using place = prepare({ steps: [make("alpha"), make("beta", 2), make("beta", 2), make("beta", 2), make("gamma")] });
    await play(place);
    place.write("src/beta.js", "// mine\n");
    const { code, err } = await place.run(["unpark", "T2"]);
    expect(code).toBe(1);
    expect(err).toMatch(/not brought back, and nothing was changed: changed since.*src\/beta\.js/);
    expect(err).toMatch(/it is kept in .*T2\.patch and refs\/untildone\/parked\//);
    expect(place.read("src/beta.js")).toBe("// mine\n");
  });

  it("stays in the tree with setAsideWork keep", async () => {
    using place = prepare({ steps: [make("alpha"), make("beta", 2), make("beta", 2), make("beta", 2), make("gamma")] });
    const ended = await play(place, ["--set", "setAsideWork=keep"]);
    expect(ended.parked).toEqual([]);
    expect(existsSync(join(place.path, "src/beta.js"))).toBe(true);
  });

  it("names a task that nothing is parked of, and what is", async () => {
    using place = prepare({ steps: [make("alpha"), make("beta", 2), make("beta", 2), make("beta", 2), make("gamma")] });
    await play(place);
    const { code, err } = await place.run(["unpark", "T7"]);
    expect(code).toBe(2);
    expect(err).toContain("no work of task T7 is parked");
    expect(err).toContain("T2");
  });
});
