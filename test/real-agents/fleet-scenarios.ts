import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, type TestContext, vi } from "vitest";
import { hasRedis, RedisProcess } from "../../scripts/redis-process.mjs";
import { bin } from "../e2e/cli.js";
import type { Reply } from "./fake-model/reply.js";
import { type Installed, install } from "./install.js";
import { type Event, patience, RealPlace, type StartedRun } from "./place.js";
import type { RealCli } from "./real-cli.js";
import { claim, hangingCommand } from "./replies.js";
import "./row.js";

/** Each task is in a clone of its own, so the agent writes where it is. */
const write = (name: string, code: string): readonly Reply[] => [
  { shell: `mkdir -p src && echo '${code}' > src/${name}.js && node --test test/${name}.test.js` },
  claim(`Added ${name} and ran its test.`, `src/${name}.js`),
];
const double = write("double", "export const double = (n) => 2 * n;");

const isRedisThere = hasRedis();
if (!isRedisThere) console.warn("redis-server is not installed: the tests of a fleet are skipped");

/** Plays the tasks of a submission with a real CLI: the workers are the built command line. */
export function testFleet(cli: RealCli): void {
  let installed: Installed;
  beforeAll(async () => {
    installed = await install(cli);
  }, 600_000);

  describe.runIf(isRedisThere)(`${cli.name} in a fleet`, { timeout: 300_000 }, () => {
    it("goes on with a task whose worker was killed, after its last iteration", async (context) => {
      if (installed.bin === null) return context.skip(installed.why);
      await using place = await RealPlace.create({ cli, access: "key", folder: installed.bin });
      await using fleet = await Fleet.open(place, cli);
      place.model.play([claim("Added double.", "src/double.js"), hangingCommand]);
      const first = fleet.startWorker("first");
      await vi.waitFor(() => expect(place.model.turns.length).toBeGreaterThan(1), patience);
      await vi.waitFor(() => expect(eventsOf(first, "verdict-given").length).toBe(1), patience);
      first.child.kill("SIGKILL");
      await first.ended();
      await place.waitUntilNothingRuns();
      place.model.play(double);
      const turns = place.model.turns.length;
      const second = fleet.startWorker("second");
      await second.waitForEvent("repository-over");
      second.child.kill("SIGINT");
      expect(await second.ended(), second.err).toBe(0);
      fill(context, second);
      expect(second.eventsOf("task-taken").map((event) => event["isTakeover"])).toEqual([true]);
      expect(eventsOf(second, "verdict-given").map(iteration)).toEqual([2]);
      // The agent is told why the worker that was killed refused its claim.
      expect(place.model.turns[turns]?.text).toContain("double works");
      expect(fleet.readList()).toBe("- [x] T1: Add double() in src/double.js");
      await place.waitUntilNothingRuns();
    });

    it("finishes its turn on a worker that is told to leave, and another one goes on", async (context) => {
      if (installed.bin === null) return context.skip(installed.why);
      await using place = await RealPlace.create({ cli, access: "key", folder: installed.bin });
      await using fleet = await Fleet.open(place, cli);
      const waits = `touch ${place.project}/begun; while [ ! -e ${place.project}/go ]; do read -t 0.1 _ < /dev/null; done`;
      place.model.play([{ shell: waits }, claim("Added double.", "src/double.js"), ...double]);
      const first = fleet.startWorker("first");
      await place.waitForFile("begun");
      first.child.kill("SIGINT");
      await vi.waitFor(() => expect(first.err).toContain("leaving after the current iterations"), patience);
      place.write("go", "");
      expect(await first.ended(), first.err).toBe(0);
      expect(eventsOf(first, "verdict-given").map(iteration)).toEqual([1]);
      const second = fleet.startWorker("second");
      await second.waitForEvent("repository-over");
      second.child.kill("SIGINT");
      expect(await second.ended(), second.err).toBe(0);
      fill(context, second);
      expect(second.eventsOf("task-taken").map((event) => event["isTakeover"])).toEqual([false]);
      expect(eventsOf(second, "verdict-given").map(iteration)).toEqual([2]);
      // The test of greet() fails since before, and no task is about it: a person has to look.
      expect(second.eventsOf("repository-over")).toMatchObject([{ end: { outcome: "needs-review" } }]);
      expect(fleet.readList()).toBe("- [x] T1: Add double() in src/double.js");
      await place.waitUntilNothingRuns();
    });
  });

  function fill({ task }: TestContext, run: StartedRun): void {
    task.meta.row = {
      ...{ agent: cli.name, scenario: `fleet: ${task.name}`, code: run.child.exitCode, seconds: run.seconds },
      version: installed.bin === null ? "" : installed.version,
      outcome: "done",
    };
  }
}

const eventsOf = (run: StartedRun, type: string): readonly Event[] =>
  run
    .eventsOf("task-event")
    .map((event) => event["event"] as Event)
    .filter((event) => event["type"] === type);

const iteration = (event: Event): unknown => (event["record"] as Event)["iteration"];

/** A remote of the project with its Redis, and the submission of its list. */
class Fleet implements AsyncDisposable {
  readonly #place: RealPlace;
  readonly #cli: RealCli;
  readonly #redis: RedisProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), "untildone-fleet-"));

  static async open(place: RealPlace, cli: RealCli): Promise<Fleet> {
    const fleet = new Fleet(place, cli, await RedisProcess.start());
    const submitted = place.startProgram(
      [process.execPath, bin, "fleet", "submit", "--repo", fleet.#remote],
      fleet.#env,
    );
    expect(await submitted.ended(), submitted.err).toBe(0);
    return fleet;
  }

  private constructor(place: RealPlace, cli: RealCli, redis: RedisProcess) {
    this.#place = place;
    this.#cli = cli;
    this.#redis = redis;
    place.write("TODO.md", "- [ ] T1: Add double() in src/double.js\n");
    const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
    spawnSync("git", [...who, "commit", "-qam", "one task"], { cwd: place.project });
    spawnSync("git", ["clone", "-q", "--bare", place.project, this.#remote]);
  }

  get #remote(): string {
    return join(this.#folder, "exercise.git");
  }

  get #env(): Readonly<Record<string, string>> {
    return { UNTILDONE_REDIS_URL: this.#redis.url };
  }

  startWorker(name: string): StartedRun {
    const where = ["--allow-repo", this.#remote, "--work", join(this.#folder, name), "--name", name];
    const words = ["fleet", "worker", "--agent", this.#cli.name, "--takeover-after", "2s", "--json", ...where];
    return this.#place.startProgram([process.execPath, bin, ...words], this.#env);
  }

  /** The list as it is on the branch that the tasks were merged into. */
  readList(): string {
    const git = (...words: string[]): string =>
      spawnSync("git", words, { cwd: this.#remote, encoding: "utf8" }).stdout.trim();
    const branches = git("for-each-ref", "--format=%(refname)", "refs/heads/untildone").split("\n");
    expect(branches.length).toBe(1);
    return git("show", `${branches[0]}:TODO.md`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#redis.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
