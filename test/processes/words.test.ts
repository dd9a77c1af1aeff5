import { describe, expect, it } from "vitest";
import { LiveRun } from "./live-run.js";

/** Does something for the task and says that it is done. */
const claim = (iteration: number, note = ""): string =>
  `echo ${iteration} > work-${iteration}.txt
nonce=$(sed -n 's/^NONCE: //p' .git/prompt-${iteration} | tail -1)
printf -- '---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: work-${iteration}.txt\\n${note}NONCE: %s\\n---END_TASK_STATUS---\\n' "$nonce"`;

const asks = (question: string): string => `echo 'I need to know something. ${question}'`;

const done = (run: LiveRun): readonly string[] =>
  run.journal().flatMap(({ kind, decision }) => (kind === "decision" && decision?.["taskDone"]) || []);

describe("words during a turn", () => {
  it("hold the claim of its task for one turn, and then it is done", async () => {
    await using run = new LiveRun();
    run.start();
    await run.prompt(1);
    expect(run.cli("tell", "use the v2 API").out).toBe("the next prompt of T1 will have this\n");
    run.go(1, claim(1));
    const second = await run.prompt(2);
    expect(second).toContain("Your task: T1");
    expect(second).toContain("> use the v2 API");
    expect(second).not.toContain("that wait for this task");
    expect(run.cli("explain", "--all").out).toContain("words of a person that wait for this task");
    run.go(2, claim(2));
    const third = await run.prompt(3);
    expect(third).toContain("Your task: T2");
    expect(third).not.toContain("v2 API");
    run.go(3, claim(3));
    expect((await run.end()).code).toBe(1); // Nothing could check it.
    expect(done(run)).toEqual(["T1", "T2"]);
    expect(run.journal()[1]).toMatchObject({ observation: { pendingWords: 1 } });
  });

  it("wait for the task that is named", async () => {
    await using run = new LiveRun();
    run.start();
    await run.prompt(1);
    expect(run.cli("tell", "--task", "T2", "mind the gap").out).toBe("the next prompt of T2 will have this\n");
    run.go(1, claim(1));
    const second = await run.prompt(2);
    expect(second).toContain("Your task: T2");
    expect(second).toContain("> mind the gap");
    expect(done(run)).toEqual(["T1"]);
  });

  it("are refused for a task that is done or unknown, and nothing is written down", async () => {
    await using run = new LiveRun();
    run.start();
    await run.prompt(1);
    run.go(1, claim(1));
    await run.prompt(2);
    expect(run.cli("tell", "--task", "T1", "one more thing")).toMatchObject({
      code: 2,
      err: expect.stringContaining("T1 is done: no prompt of it will come"),
    });
    expect(run.cli("tell", "--task", "T9", "hello")).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no task T9 in the list"),
    });
    expect(run.journal().map(({ kind }) => kind)).toEqual(["decision"]);
  });

  it("are told of if a person ticks their task before a prompt had them", async () => {
    await using run = new LiveRun("- [ ] T1: one\n- [ ] T2: two\n");
    run.start();
    await run.prompt(1);
    run.cli("tell", "--task", "T2", "mind the gap");
    run.cli("pause");
    run.go(1, claim(1));
    await run.until(() => run.out.includes("paused (continue with"));
    run.place.write("TODO.md", "- [x] T1: one\n- [x] T2: two\n");
    run.cli("continue");
    const { out } = await run.end();
    expect(out).toContain('T2 was done before a prompt of it could have your words: "mind the gap"');
    expect(out).toMatch(/^Not given: +.*T2.*"mind the gap"/m);
  });

  it("give a task that was set aside another chance", async () => {
    await using run = new LiveRun();
    run.start(["--set", "waitingLimit=1", "--set", "maxSetAside=5"]);
    await run.prompt(1);
    run.go(1, asks("Which port should the server use?"));
    expect(await run.prompt(2)).toContain("Your task: T2");
    expect(run.cli("tell", "--task", "T1", "take 8080").out).toContain("T1 was set aside and is tried again");
    run.go(2);
    const third = await run.prompt(3);
    expect(third).toContain("Your task: T1");
    expect(third).toContain("> take 8080");
  });

  it("keep a run from ending as one that waits for a person", async () => {
    await using run = new LiveRun("- [ ] T1: one\n");
    run.start(["--set", "waitingLimit=1"]);
    await run.prompt(1);
    run.cli("tell", "take 8080");
    run.go(1, asks("Which port should the server use?"));
    expect(await run.prompt(2)).toContain("> take 8080");
  });

  it("for an ended run are checked against its list", async () => {
    await using run = new LiveRun();
    run.start(["--max-iterations", "1"]);
    await run.prompt(1);
    run.go(1, claim(1));
    await run.end();
    expect(run.cli("tell", "--task", "T1", "late")).toMatchObject({
      code: 2,
      err: expect.stringContaining("T1 is done"),
    });
    expect(run.cli("tell", "--task", "T2", "mind the gap").out).toContain(
      "is not going on: the first prompt of T2 after untildone run --resume will have this",
    );
    expect(run.cli("state").out).toContain("next prompt  T2: mind the gap");
    run.start(["--resume", "--max-iterations", "3"]);
    expect(await run.prompt(2)).toContain("> mind the gap");
  });
});

describe("two open questions", () => {
  const blocked = (iteration: number): string =>
    `nonce=$(sed -n 's/^NONCE: //p' .git/prompt-${iteration} | tail -1)
printf -- '---TASK_STATUS---\\nSTATUS: BLOCKED\\nNOTE: the name of the bucket is missing\\nNONCE: %s\\n---END_TASK_STATUS---\\n' "$nonce"`;
  const limits = ["--set", "waitingLimit=1", "--set", "maxSetAside=9"];

  it("are both kept, one of the text and one of the block, and answered at once", async () => {
    await using run = new LiveRun("- [ ] T1: one\n- [ ] T2: two\n- [ ] T3: three\n");
    run.start(limits);
    await run.prompt(1);
    run.go(1, asks("Which port should the server use?"));
    await run.prompt(2);
    run.go(2, blocked(2));
    await run.prompt(3);
    const state = run.cli("state").out;
    expect(state).toContain("question     T1: Which port should the server use?");
    expect(state).toContain("question     T2: the name of the bucket is missing");
    expect(run.cli("answer").err).toContain("asked: T2: the name of the bucket is missing");
    const { out } = run.cli("answer", "port 8080, and the bucket is called blue");
    expect(out).toContain("will have the answer to 2 questions:\n  T1: Which port");
    expect(out).toContain("\n  T2: the name of the bucket is missing\n");
    run.go(3);
    const fourth = await run.prompt(4);
    expect(fourth).toContain("Your task: T1");
    expect(fourth).toContain("> Which port should the server use?\n\nThe answer:\n\n> port 8080, and the bucket");
    expect(fourth).not.toContain("the name of the bucket is missing");
    run.go(4, claim(4));
    const fifth = await run.prompt(5);
    expect(fifth).toContain("Your task: T2");
    expect(fifth).toContain("> the name of the bucket is missing\n\nThe answer:\n\n> port 8080, and the bucket");
    expect(run.cli("state").out).not.toMatch(/^ {2}question /m);
  });

  it("of one turn are given back with one answer", async () => {
    await using run = new LiveRun("- [ ] T1: one\n");
    run.start();
    await run.prompt(1);
    run.go(1, asks("Which port should the server use? And which host should it bind to?"));
    await run.prompt(2);
    run.cli("answer", "8080 on localhost");
    run.go(2);
    expect(await run.prompt(3)).toContain(
      "You asked:\n\n> Which port should the server use?\n>\n> And which host should it bind to?\n\nThe answer:\n\n> 8080 on localhost",
    );
  });

  it("can be answered one by one, and stand in the summary until then", async () => {
    await using run = new LiveRun();
    run.start(limits);
    await run.prompt(1);
    run.go(1, asks("Which port should the server use?"));
    await run.prompt(2);
    run.go(2, blocked(2));
    const { out } = await run.end();
    expect(out).toMatch(
      /It asks: +T1: "Which port should the server use\?"\n +T2: "the name of the bucket is missing"/,
    );
    expect(run.cli("answer", "--task", "T2", "blue").code).toBe(0);
    expect(run.cli("state").out).toContain("question     T1: Which port");
    expect(run.cli("state").out).not.toContain("question     T2");
    expect(run.cli("answer", "--task", "T2", "red").err).toContain("T2 has not asked anything");
  });
});
