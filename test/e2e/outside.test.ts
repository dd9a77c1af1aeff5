import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decide/decision.js";
import type { RunSummary } from "../../src/run/loop/run-summary.js";
import { jsonLines, Workplace } from "./cli.js";

/** Runs in worktrees whose agent, or whose person, touches the checkout meanwhile. */

const status = { STATUS: "COMPLETE" };
const test = `import assert from "node:assert";
import { test } from "node:test";
import { double } from "../src/double.js";
test("double works", () => assert.equal(double(4), 8));
`;

function project(): Workplace {
  const place = new Workplace();
  place.write("package.json", JSON.stringify({ type: "module", scripts: { test: "node --test" } }));
  place.write(".gitignore", ".ralph/\n");
  place.write("TODO.md", "- [ ] T1: write double\n");
  place.write("test/double.test.js", test);
  place.write("src/old.js", "export const old = 1;\n");
  place.commitAll();
  for (const name of ["user.name", "user.email"]) spawnSync("git", ["config", name, "t"], { cwd: place.path });
  return place;
}

async function run(place: Workplace, shell: string, words: readonly string[] = []) {
  const write = { "src/double.js": "export const double = (x) => 2 * x;\n" };
  const steps = [{ write, shell, say: "Done.", status }];
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const { code, out } = await place.run([
    ...["run", "--agent", "scripted", "--script", `${place.path}/.ralph/script.json`, "--tasks", "TODO.md"],
    ...["--worktree", "--json", "--max-iterations", "3", ...words],
  ]);
  const events = jsonLines(out);
  const end = events.findLast(({ type }) => type === "run-end");
  const decisions = events.flatMap(({ type, record }) =>
    type === "decision-made" ? [(record as { decision: Decision }).decision] : [],
  );
  return {
    code,
    outside: (end?.["summary"] as RunSummary | undefined)?.outside,
    verified: decisions.flatMap(({ tasksDone }) => tasksDone),
    notProven: decisions.find(({ taskDone }) => taskDone !== null)?.notProven,
    warnings: events.flatMap(({ type, text }) => (type === "warning" ? [String(text)] : [])),
    reasons: decisions.map(({ reason }) => reason),
  };
}

describe("a run in a worktree", () => {
  it.concurrent("says nothing of a checkout that nobody touched, and the task is verified", async () => {
    using place = project();
    const ran = await run(place, "true");
    expect(ran).toMatchObject({ code: 0, outside: [], verified: [{ id: "T1", verified: true }] });
  });

  it.concurrent.each<[string, (path: string) => string, readonly string[]]>([
    ["a changed file", (path) => `echo 'x' > ${path}/src/old.js`, ["src/old.js"]],
    ["a new file", (path) => `echo 'x' > ${path}/src/new.js`, ["src/new.js"]],
    ["a new branch", () => "git branch mine", ["branch mine"]],
    ["a new tag", () => "git tag v1", ["tag v1"]],
    [
      "a moved branch of the checkout",
      (path) => `git -C ${path} commit -q --allow-empty -m x`,
      [expect.stringMatching(/^branch (?:main|master)$/)],
    ],
  ])("names %s, and the task is not verified", async (_, shell, outside) => {
    using place = project();
    const ran = await run(place, shell(place.path), ["--set", "unverified=accept"]);
    expect(ran).toMatchObject({ code: 0, outside, verified: [{ id: "T1", verified: false }] });
    expect(ran.notProven).toContain("outside its worktree");
    expect(ran.warnings.join("\n")).toContain("outside its worktree: ");
  });

  it.concurrent("refuses the claim where signs of cheating are refused", async () => {
    using place = project();
    const ran = await run(place, `echo 'x' > ${place.path}/src/old.js`, ["--set", "signs=refuse"]);
    expect(ran.code).not.toBe(0);
    expect(ran.verified).toEqual([]);
    expect(ran.reasons[0]).toContain("outside its worktree: src/old.js");
  });

  it.concurrent("does not take its own branches, nor what its agent put back, for something touched", async () => {
    using place = project();
    const ran = await run(place, `cd ${place.path} && echo x > src/old.js && git checkout -q src/old.js`, [
      "--checkpoint",
      "branch",
    ]);
    expect(ran).toMatchObject({ code: 0, outside: [] });
  });

  it.concurrent("names it with several tasks at once", async () => {
    using place = project();
    const ran = await run(place, `echo 'x' > ${place.path}/src/old.js`, [
      "--parallel",
      "2",
      "--set",
      "unverified=accept",
    ]);
    expect(ran.outside).toEqual(["src/old.js"]);
    expect(ran.verified).toContainEqual({ id: "T1", verified: false });
  });
});
