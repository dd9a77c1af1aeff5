import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { takeBaseline } from "../../src/evidence/baseline.js";
import { gather } from "../../src/evidence/gather.js";
import type { Gathered, GatherOptions } from "../../src/evidence/gathered.js";
import { openKeptResults } from "../../src/evidence/kept-results.js";
import { planChecks } from "../../src/evidence/plan-checks.js";
import { Workplace } from "../e2e/cli.js";
import { Place } from "../evidence/place.js";

/** A project whose checks leave a letter outside of it each time they run. */
class Counted {
  readonly place = new Place();
  readonly #beside = `${this.place.path}-ran`;

  constructor(files: Readonly<Record<string, string>> = {}) {
    onTestFinished(() => rmSync(this.#beside, { force: true }));
    this.place.writeAll({
      ".gitignore": "dist/\nnode_modules/\n.env\ncoverage/\n",
      "tests.sh": `printf t >> "${this.#beside}"\n[ -e broken ] && { echo "1 failed, 2 passed in 0.01s"; exit 1; }\nmkdir -p coverage; date +%N > coverage/report.txt\necho "3 passed in 0.01s"\n`,
      "build.sh": `printf b >> "${this.#beside}"\n[ ! -e unbuildable ]\n`,
      ...files,
    });
    this.place.repository();
  }

  get ran(): string {
    return existsSync(this.#beside) ? readFileSync(this.#beside, "utf8") : "";
  }

  /** As a process of its own would. */
  check(checks: object = onlyTests, more: Partial<GatherOptions> = {}): Promise<Gathered> {
    const { plans } = planChecks({ cwd: this.place.path, checks, detect: false });
    const kept = openKeptResults({ path: join(this.place.path, ".ralph/kept.json"), now: () => Date.now() });
    return gather({ cwd: this.place.path, plans, claimed: true, kept, ...more });
  }
}

const onlyTests = { tests: "sh tests.sh" };
const both = { ...onlyTests, build: { command: "sh build.sh", reads: "status" } };
const again = "(same content as before, not run again)";

describe("a check that held", () => {
  it("is not run again on the same content, and says so", async () => {
    const project = new Counted();
    const first = await project.check();
    const second = await project.check();
    expect(project.ran).toBe("t");
    const [one, two] = [first, second].map(({ evidence }) => evidence.find(({ name }) => name === "tests"));
    // How long it took is said of a check that ran.
    expect({ ...two, seconds: one?.seconds }).toEqual({ ...one, detail: `${one?.detail} ${again}` });
    expect(second.results).toEqual(first.results);
    expect(second.logs).toEqual([]);
  });

  it("is run without results to look at", async () => {
    const project = new Counted();
    for (let time = 0; time < 2; time++) await project.check(onlyTests, { kept: null });
    expect(project.ran).toBe("tt");
  });

  const changes: readonly (readonly [string, (place: Place) => unknown, string])[] = [
    ["a commit of the same content", (place) => place.commit("again"), "t"],
    ["coverage that it wrote itself", (place) => place.write("coverage/report.txt", "other"), "t"],
    ["the text of a file", (place) => place.write("a.txt", "new"), "tt"],
    ["local settings that git ignores", (place) => place.write(".env", "A=1"), "tt"],
    ["a dependency that is new", (place) => place.write("node_modules/a/index.js", ""), "tt"],
    ["a build", (place) => place.write("dist/a.js", "new"), "tt"],
    ["a program of a dependency", (place) => place.write("node_modules/.bin/vitest", "#!/bin/sh"), "tt"],
  ];
  it.each(changes)("meets %s", async (_, change, ran) => {
    const project = new Counted();
    await project.check();
    change(project.place);
    await project.check();
    expect(project.ran).toBe(ran);
  });

  it.each([
    [{ tests: "sh tests.sh -x" }, "tt"],
    [{ tests: { command: "sh tests.sh", timeout: 99 } }, "t"],
    [{ tests: { command: "A=1 sh tests.sh" } }, "tt"],
  ])("as another command: %j", async (checks, ran) => {
    const project = new Counted();
    await project.check();
    await project.check(checks);
    expect(project.ran).toBe(ran);
  });
});

it("a check that fails is run again", async () => {
  const project = new Counted({ broken: "" });
  await project.check(onlyTests, { retries: 0 });
  await project.check(onlyTests, { retries: 0 });
  expect(project.ran).toBe("tt");
});

it("a check that changes the work itself is run again", async () => {
  const project = new Counted({ "tests.sh": "" });
  const beside = `${project.place.path}-ran`;
  project.place.write("tests.sh", `printf t >> "${beside}"; date +%N >> written.txt; echo "3 passed in 0.01s"\n`);
  await project.check();
  await project.check();
  expect(project.ran).toBe("tt");
});

it("a build is made again for other checks that run", async () => {
  const project = new Counted();
  await project.check(both);
  expect(project.ran).toBe("tb");
  await project.check(both);
  expect(project.ran).toBe("tb");
  await project.check({ ...both, more: "sh tests.sh more" });
  expect(project.ran).toBe("tbbt"); // The tests held, whatever else runs.
});

it("is compared with the start of this run: tests that are gone are told by running it", async () => {
  const project = new Counted();
  const { plans } = planChecks({ cwd: project.place.path, checks: onlyTests, detect: false });
  await project.check();
  const { baseline } = await takeBaseline({ cwd: project.place.path, plans });
  const more = baseline.checks.map((check) => ({
    ...check,
    census: { ran: 5, skipped: 0, isPartial: false, names: { ran: [], skipped: [] } },
  }));
  expect(project.ran).toBe("tt"); // A baseline is always measured.
  const { evidence } = await project.check(onlyTests, { baseline: { ...baseline, checks: more } });
  expect(evidence.find(({ name }) => name === "tests")?.state).toBe("fails");
  expect(project.ran.slice(0, 3)).toBe("ttt");
});

it("check --run-checks and gate --run-checks share results, and --no-cache runs all", {
  timeout: 240_000,
}, async () => {
  using place = new Workplace();
  const beside = `${place.path}-ran`;
  onTestFinished(() => rmSync(beside, { force: true }));
  place.write("tests.sh", `printf t >> "${beside}"\necho "3 passed in 0.01s"\n`);
  place.write("TODO.md", "- [ ] T1: do it\n");
  place.write("out.log", "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n");
  place.commitAll();
  const words = ["out.log", "TODO.md", "--run-checks", "--no-detect", "--check", "tests=sh tests.sh"];
  const ran = (): number => readFileSync(beside, "utf8").length;
  await place.run(["check", "--baseline", ...words.slice(3)]);
  expect(ran()).toBe(1);
  await place.run(["gate", ...words]);
  expect(ran()).toBe(2);
  await place.run(["check", ...words]);
  expect(ran()).toBe(2);
  expect(place.read(".ralph/decisions.jsonl")).toContain(again);
  await place.run(["check", ...words, "--no-cache"]);
  expect(ran()).toBe(3);
});
