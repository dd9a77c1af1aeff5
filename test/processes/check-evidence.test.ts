import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codesInTurn, Workplace } from "../e2e/cli.js";

const yes = "All tasks are complete and ready for review.\n\nEXIT_SIGNAL: true\n";
const sum = (body: string): string => `export const add = (a, b) => ${body};\n`;
const test =
  'import test from "node:test";\nimport assert from "node:assert/strict";\nimport { add } from "../add.mjs";\ntest("adds two numbers", () => assert.equal(add(1, 1), 2));\ntest("adds nothing", () => assert.equal(add(1, 0), 1));\n';

/** A small project under git whose tests fail, with an agent that claims everything. */
function project(body: string): Workplace {
  const place = new Workplace();
  place.write("package.json", JSON.stringify({ name: "sum", type: "module", scripts: { test: "node --test" } }));
  place.write("add.mjs", sum(body));
  place.write("test/add.test.mjs", test);
  place.write(".ralph/last-response.md", yes);
  place.write(".gitignore", ".ralph\n");
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "start"],
  ])
    expect(spawnSync("git", words, { cwd: place.path }).status).toBe(0);
  return place;
}

const check = ["check", "--run-checks", "--json"];

describe("a claim with all signals", () => {
  it("is refused by the failing test's name, passes once it is mended, and not if the test is deleted", async () => {
    using place = project("a - b");
    expect((await place.run(["check", "--baseline"])).code).toBe(0);
    place.write("add.mjs", sum("a - b - 1"));
    const refused = await place.run(check);
    expect(refused.code).toBe(0);
    expect(JSON.parse(refused.out).feedback.join("\n")).toContain("adds nothing");
    rmSync(join(place.path, "test/add.test.mjs"));
    const cheated = await place.run(check);
    expect(cheated.code).toBe(0);
    expect(JSON.parse(cheated.out).reason).toMatch(/honest-tests fails: .*test\/add\.test\.mjs/);
    place.write("test/add.test.mjs", test);
    place.write("add.mjs", sum("a + b"));
    expect(await place.run(check)).toMatchObject({ code: 1, out: expect.stringContaining('"outcome":"completed"') });
  });

  it("is not forgiven a test that failed before, whoever named the check, unless the settings accept it", async () => {
    using place = project("a - b");
    await place.run(["check", "--baseline"]);
    place.write("notes.md", "work\n");
    expect(await place.run(check)).toMatchObject({ code: 0, out: expect.stringContaining("adds two numbers") });
    const accepted = await place.run([...check, "--set", "knownFailures=accept"]);
    expect(JSON.parse(accepted.out)).toMatchObject({ outcome: "completed", verified: false });
    using named = project("a - b");
    named.write(
      "package.json",
      JSON.stringify({
        type: "module",
        scripts: { test: "node --test" },
        untildone: { checks: { tests: "node --test" } },
      }),
    );
    await named.run(["check", "--baseline"]);
    named.write("notes.md", "work\n");
    const { code, out } = await named.run(check);
    expect(code).toBe(0);
    expect(JSON.parse(out).feedback.join("\n")).toContain("adds two numbers");
  });

  it("is refused by a configured check that nobody ran", async () => {
    using place = project("a + b");
    place.write(".ralph/config.json", JSON.stringify({ checks: { tests: "node --test" } }));
    expect(await place.run(["gate"])).toMatchObject({ code: 1, out: expect.stringContaining("--run-checks runs it") });
    // Green all along, and nobody knows what was there before: not yet.
    expect((await place.run(["gate", "--run-checks"])).code).toBe(1);
    await place.run(["check", "--baseline"]);
    place.write("notes.md", "work\n");
    expect((await place.run(["gate", "--run-checks"])).code).toBe(0);
  });

  it("without a start, and with a person's uncommitted change, needs review when it is repeated", async () => {
    using place = project("a + b");
    place.write("notes.md", "a person's\n");
    expect((await place.run(["check", "--run-checks"])).code).toBe(0);
    const again = await place.run(["check", "--run-checks", "--json"]);
    expect({ code: again.code, outcome: JSON.parse(again.out).outcome }).toEqual({ code: 1, outcome: "needs-review" });
  });

  it("has no baseline to begin with where a required check cannot run, and is told how to mend that", async () => {
    using place = project("a + b");
    place.write("package.json", JSON.stringify({ name: "sum", scripts: { test: "no-such-runner" } }));
    const { code, err } = await place.run(["check", "--baseline"]);
    expect(code).toBe(2);
    expect(err).toContain("the required check tests (npm run test) cannot run");
    expect(err).toContain("--optional-check tests");
    expect((await place.run(["check", "--baseline", "--optional-check", "tests"])).code).toBe(0);
  });

  it("takes evidence of others from a file, and says what is wrong with one", async () => {
    using place = project("a + b");
    place.write("ci.json", JSON.stringify([{ name: "tests", state: "fails", required: true, detail: "job 7" }]));
    expect(await place.run(["gate", "--evidence", "ci.json"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("job 7"),
    });
    place.write("ci.json", JSON.stringify({ evidence: [{ name: "tests", state: "holds", required: true }] }));
    expect((await place.run(["gate", "--evidence", "ci.json"])).code).toBe(0);
    place.write("ci.json", "[{}]");
    expect(await place.run(["gate", "--evidence", "ci.json"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("name"),
    });
    expect((await place.run(["gate", "--evidence", "gone.json"])).code).toBe(2);
  });
});

describe("progress that check sees itself", () => {
  it("ends a loop that changes nothing, and not one that does", async () => {
    using place = project("a + b");
    place.write(".ralph/last-response.md", "I read the code again.\n");
    const idle = await codesInTurn(4, () => place.run(["check", "--run-checks"]));
    expect(idle).toEqual([0, 0, 0, 1]);
    using busy = project("a + b");
    busy.write(".ralph/last-response.md", "I changed one more line.\n");
    for (let i = 0; i < 5; i++) {
      busy.write("notes.md", `line ${i}\n`);
      expect((await busy.run(["check", "--run-checks"])).code).toBe(0);
    }
  });

  it("and so does track, by itself", async () => {
    using place = project("a + b");
    expect(await codesInTurn(4, () => place.run(["breaker", "track"]))).toEqual([0, 0, 0, 1]);
    await place.run(["breaker", "reset"]);
    for (let i = 0; i < 4; i++) {
      place.write("notes.md", `line ${i}\n`);
      expect((await place.run(["breaker", "track"])).code).toBe(0);
    }
  });
});

/** The five test cases of seed 004, through check. */
describe("a list of any kind, through check", () => {
  const yaml = (...statuses: string[]): string =>
    `tasks:\n${statuses.map((status, at) => `  - id: T${at + 1}\n    title: task ${at + 1}\n    status: ${status}\n`).join("")}`;
  it.each([
    { what: "all done", list: yaml("done", "done"), code: 1, says: "completed" },
    { what: "all blocked", list: yaml("done", "blocked"), code: 1, says: "blocked" },
    { what: "mixed", list: yaml("done", "todo", "blocked"), code: 0, says: null },
    { what: "no list where one was named", list: null, code: 1, says: "aborted" },
    { what: "empty", list: "tasks: []\n", code: 1, says: "aborted" },
  ])("$what: $says", async ({ list, code, says }) => {
    using place = new Workplace();
    place.write("out.md", "I worked on it.\n");
    if (list !== null) place.write("tasks.yaml", list);
    const ran = await place.run(["check", "out.md", "tasks.yaml", "--policy", "gold", "--json"]);
    expect(ran.code).toBe(code);
    expect(JSON.parse(ran.out).outcome).toBe(says);
  });
});
