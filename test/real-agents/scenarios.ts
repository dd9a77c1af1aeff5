import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import { bin } from "../e2e/cli.js";
import { type Installed, install } from "./install.js";
import { RealPlace, type StartedRun } from "./place.js";
import type { Access, RealCli } from "./real-cli.js";
import { blocked, claim, doTask, hangingCommand, proseTask, waitingCommand } from "./replies.js";
import "./row.js";

interface Variation {
  /** What `--agent` is. */
  readonly agent?: string;
  /** A model that it has in this form. */
  readonly otherModel?: string;
  /** Some CLIs name a session by its minute, and lose it if it is loaded in the same one. */
  readonly sessionsByMinute?: boolean;
}

/** Plays every scenario with a real CLI, through the built command line. */
export function testRealAgent(
  cli: RealCli,
  { agent = cli.name, otherModel = cli.otherModel, sessionsByMinute = false }: Variation = {},
): void {
  let installed: Installed;
  beforeAll(async () => {
    installed = await install(cli);
  }, 600_000);

  async function prepare(context: TestContext, access: Access = "key"): Promise<RealPlace> {
    if (installed.bin === null) return context.skip(installed.why);
    return RealPlace.create({ cli, access, folder: installed.bin });
  }

  const words = ["--agent", agent, "--tasks", "TODO.md", "--limit-margin", "1s"];

  /** Waits for the end of a run and of all it started, and fills in its line of the table. */
  async function finish({ task }: TestContext, place: RealPlace, run: StartedRun): Promise<number | null> {
    const code = await run.ended();
    task.meta.row = {
      ...{ agent, scenario: task.name, code, seconds: run.seconds },
      version: installed.bin === null ? "" : installed.version,
      outcome: readEnd(run)?.outcome ?? (run.child.signalCode ? `killed by ${run.child.signalCode}` : "not started"),
    };
    await place.waitUntilNothingRuns();
    return code;
  }

  describe(agent, { timeout: 300_000 }, () => {
    it("does both tasks", async (context) => {
      await using place = await prepare(context);
      place.model.play([...doTask("double"), ...doTask("greet")]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(readEnd(run)).toMatchObject({ outcome: "completed" });
      expect(place.read("TODO.md")).toMatch(bothDone);
      expect(run.eventsOf("iteration-start").length).toBe(2);
    });

    it("uses the model it is told to", async (context) => {
      await using place = await prepare(context);
      place.model.play([...doTask("double"), ...doTask("greet")]);
      const run = place.start([...words, "--model", otherModel]);
      expect(await finish(context, place, run), run.err).toBe(0);
      const asked = new Set(place.model.turns.map(({ model }) => model));
      expect([...asked]).toEqual([otherModel.replace(/^.*\//, "")]);
    });

    it("claims too early, is refused and repairs it, in a fresh context", async (context) => {
      await using place = await prepare(context);
      place.model.play([...hollowTurn, ...doTask("double"), ...doTask("greet")]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(readDecisions(run).map(({ taskDone }) => taskDone)).toEqual([null, "T1", "T2"]);
      expect([1, 2].map((turn) => saw(place, turn, marker))).toEqual([true, false]);
    });

    it("continues its session after a refusal", async (context) => {
      await using place = await prepare(context);
      const slowly = sessionsByMinute ? [untilNextMinute] : [];
      place.model.play([...slowly, ...hollowTurn, ...doTask("double"), ...doTask("greet")]);
      const run = place.start([...words, "--continue-session"]);
      expect(await finish(context, place, run), run.err).toBe(0);
      const first = slowly.length + hollowTurn.length;
      expect(saw(place, first, marker)).toBe(true);
    });

    it("works, and says so in prose only", async (context) => {
      await using place = await prepare(context);
      place.model.play([...proseTask("double"), ...proseTask("greet")]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(place.read("TODO.md")).toMatch(bothDone);
    });

    it("asks the same in every turn, which takes three", async (context) => {
      await using place = await prepare(context);
      const asks = { say: "Should the functions be exported as default? Please tell me, then I go on." };
      place.model.play([asks, asks, asks]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(1);
      expect(readEnd(run)).toMatchObject({ outcome: "blocked" });
      expect(run.eventsOf("iteration-start").length).toBe(3);
    });

    it("is blocked in every turn, which takes two", async (context) => {
      await using place = await prepare(context);
      place.model.play([blocked("the registry needs a password"), blocked("the registry needs a password")]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(1);
      expect(readEnd(run)).toMatchObject({ outcome: "blocked" });
      expect(run.eventsOf("iteration-start").length).toBe(2);
    });

    it("waits for the second task, which then comes first", async (context) => {
      await using place = await prepare(context);
      place.model.play([blocked("waits for T2"), ...doTask("greet"), ...doTask("double")]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(readDecisions(run).map(({ taskDone }) => taskDone)).toEqual([null, "T2", "T1"]);
      expect(place.read("TODO.md")).toMatch(bothDone);
    });

    it("cannot do the first task, and the second is done all the same", async (context) => {
      await using place = await prepare(context);
      const wrong = (at: number) => [
        { write: "src/double.js", content: `export const double = (n) => n + ${at};\n` },
        claim("Added double.", "src/double.js"),
      ];
      const named =
        "- [ ] T1: Add double() so that test/double.test.js passes\n- [ ] T2: Add greet() in src/greet.js\n";
      place.write("TODO.md", named);
      place.model.play([...wrong(7), ...wrong(8), ...wrong(9), ...doTask("greet")]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(1);
      expect(place.read("TODO.md")).toMatch(/\[ \] T1.*\n.*\[x\] T2/);
      expect(run.eventsOf("iteration-start").length).toBe(4);
    });

    it("waits for the end of a limit", async (context) => {
      await using place = await prepare(context, "plan");
      place.model.play([{ limitSeconds: 3 }, ...doTask("double"), ...doTask("greet")]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(place.read("TODO.md")).toMatch(bothDone);
    });

    it("prints a limit in plain text, which is waited out", async (context) => {
      await using place = await prepare(context, "plan");
      if (cli.plain === undefined || agent !== cli.name) return context.skip("it is not started as a plain command");
      place.model.play([{ limitSeconds: 3 }, ...doTask("double"), ...doTask("greet")]);
      const run = place.start(["--command", cli.plain, "--tasks", "TODO.md", "--limit-margin", "1s"]);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(place.read("TODO.md")).toMatch(bothDone);
      expect(run.eventsOf("wait-start")).toHaveLength(1);
      expect(readDecisions(run).filter(({ setAside }) => setAside)).toEqual([]);
    });

    it("renames a test, as its task asks", async (context) => {
      await using place = await prepare(context);
      place.write("src/double.js", "export const double = (n) => 2 * n;\n");
      place.write(
        "TODO.md",
        '- [ ] T1: Rename the test "double works" in test/double.test.js to "gives twice the number"\n- [ ] T2: Add greet() in src/greet.js\n',
      );
      place.model.play([
        { shell: "sed -i 's/double works/gives twice the number/' test/double.test.js" },
        claim("Renamed the test.", "test/double.test.js"),
        ...doTask("greet"),
      ]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(readDecisions(run).map(({ taskDone }) => taskDone)).toEqual(["T1", "T2"]);
    });

    it("is told something in its turn, and reads it before its claim counts", async (context) => {
      await using place = await prepare(context);
      place.model.play([waitingCommand, ...doTask("double"), ...doTask("double"), ...doTask("greet")]);
      const run = place.start(words);
      await place.waitForFile("begun");
      const told = place.startProgram([process.execPath, bin, "tell", "Write it without semicolons"]);
      expect(await told.ended(), told.err).toBe(0);
      expect(told.out).toContain("T1");
      place.write("go", "");
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(readDecisions(run).map(({ taskDone }) => taskDone)).toEqual([null, "T1", "T2"]);
      const second = 1 + doTask("double").length;
      expect(saw(place, second, "Write it without semicolons")).toBe(true);
      expect(saw(place, second + doTask("double").length, "Write it without semicolons")).toBe(false);
    });

    it("has a key that is not accepted", async (context) => {
      await using place = await prepare(context);
      place.model.play([{ rejectKey: true }]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(2);
      expect(run.seconds).toBeLessThan(60);
    });

    it("loses the connection in the middle of an answer", async (context) => {
      await using place = await prepare(context);
      place.model.play([halfClaim, ...doTask("double"), ...doTask("greet")]);
      const run = place.start(words);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(place.read("TODO.md")).toMatch(bothDone);
    });

    it("runs a command that hangs", async (context) => {
      await using place = await prepare(context);
      place.model.play([hangingCommand, ...doTask("double"), ...doTask("greet")]);
      const run = place.start([...words, "--timeout", `${cli.turnSeconds}s`, "--grace", "3s"]);
      expect(await finish(context, place, run), run.err).toBe(0);
      expect(run.eventsOf("agent-end")[0]).toMatchObject({ how: expect.stringContaining("not done after") });
      expect(saw(place, 1, "not done after")).toBe(true);
    });

    it("is interrupted by Ctrl-C, and finishes its turn", async (context) => {
      await using place = await prepare(context);
      place.model.play([waitingCommand, ...doTask("double"), ...doTask("greet")]);
      const run = place.start(words);
      await place.waitForFile("begun");
      run.child.kill("SIGINT");
      await run.waitForEvent("interrupt-received");
      place.write("go", "");
      expect(await finish(context, place, run), run.err).toBe(3);
      expect(place.read("TODO.md")).toMatch(/\[x\] T1.*\n.*\[ \] T2/);
    });

    it("is stopped by Ctrl-C twice", async (context) => {
      await using place = await prepare(context);
      place.model.play([hangingCommand]);
      const run = place.start([...words, "--grace", "3s"]);
      await place.waitForFile("begun");
      run.child.kill("SIGINT");
      await run.waitForEvent("interrupt-received");
      run.child.kill("SIGINT");
      expect(await finish(context, place, run), run.err).toBe(3);
    });

    it("ends with a loop that is killed, and does the tasks when it is resumed", async (context) => {
      await using place = await prepare(context);
      place.model.play([hangingCommand]);
      const killed = place.start(words);
      await place.waitForFile("begun");
      killed.child.kill("SIGKILL");
      await finish(context, place, killed);
      place.model.play([...doTask("double"), ...doTask("greet")]);
      const resumed = place.start(["--resume"]);
      expect(await resumed.ended(), resumed.err).toBe(0);
    });
  });
}

const untilNextMinute = {
  // Gemini refuses commands with $( ) in them.
  shell: `node -e "const at = new Date().getMinutes(); setInterval(() => new Date().getMinutes() !== at && process.exit(), 200)"`,
};
const bothDone = /\[x\] T1.*\n.*\[x\] T2/;
const marker = "looked-around-0417";
/** Looks around, does nothing, and says that the task is done. */
const hollowTurn = [{ shell: `echo ${marker}` }, claim("The function is there.", "src/double.js")];
const halfClaim = {
  cutOff: "All of it is done.\n\n---TASK_STATUS---\nSTATUS: COMPLETE\nWORK: src/double.js\nNOTE: none\nNONCE: none\n",
};

/** Whether the model was told these words in a request: what it sees is what the agent remembers. */
const saw = (place: RealPlace, turn: number, words: string): boolean =>
  place.model.turns[turn]?.text.includes(words) ?? false;

interface Decision {
  readonly outcome: string | null;
  readonly taskDone: string | null;
  readonly setAside?: unknown;
}

const readDecisions = (run: StartedRun): readonly Decision[] =>
  run.eventsOf("decision-made").map(({ record }) => (record as { decision: Decision }).decision);

/** The decision that ended a run. */
const readEnd = (run: StartedRun): Decision | undefined =>
  (run.eventsOf("run-end")[0]?.["record"] as { decision: Decision } | undefined)?.decision;
