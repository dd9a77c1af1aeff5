import { describe, expect, it } from "vitest";
import { jsonLines, type Ran, Workplace } from "./cli.js";

/** Whole loops in which the agent says yes and no in one turn. A no lasts until the agent has had another turn. */

const block = (fields: Readonly<Record<string, string>>, nonce = "{{nonce}}"): string =>
  [
    "---RALPH_STATUS---",
    ...Object.entries({ ...fields, NONCE: nonce }).map(([name, value]) => `${name}: ${value}`),
    "---END_RALPH_STATUS---",
  ].join("\n");
const yes = block({ STATUS: "COMPLETE", EXIT_SIGNAL: "true" });
const json = '{"status":"COMPLETE","exit_signal":true,"tests_status":"PASSING","nonce":"{{nonce}}"}';

async function play(steps: readonly object[], isReal = false) {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1: Write the parser\n");
  place.write("src/start.txt", "x\n");
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const words = [
    "run",
    "--set",
    "unverified=accept",
    "--agent",
    "scripted",
    "--script",
    ".ralph/script.json",
    "--tasks",
    "TODO.md",
    "--json",
  ];
  const all = [...words, "--max-iterations", "4"];
  const ran: Ran = isReal ? await place.runBeside(all) : await place.run(all);
  const events = jsonLines(ran.out);
  const last = events.filter(({ type }) => type === "decision-made").at(-1) as {
    record: { decision: { outcome: string; rule: string } };
  };
  return { ...last.record.decision, turns: events.filter(({ type }) => type === "agent-end").length };
}

const work = { "src/parser.txt": "1\n" };
const idle = { say: "I looked around." };

describe.concurrent("a plain no", () => {
  it.concurrent.each([
    { say: `The task is not complete.\n\nAll tasks are complete.\n\n${yes}`, isReal: true },
    { say: `${yes}\n\nThe task is not complete.` },
    { say: `This task is not done yet.\n\n${yes}` },
    { say: `T1 is not complete.\n\n${yes}` },
    { say: `Task T1 is only partially done.\n\n${yes}` },
    { say: `I did not finish the task.\n\n${yes}` },
    { say: `I couldn't complete this task.\n\n${yes}` },
    { say: `I was unable to finish.\n\n${yes}` },
    { say: `We haven't been able to finish it.\n\n${yes}` },
    { say: `The work is incomplete.\n\n${yes}` },
    { say: `The implementation is 60% complete.\n\n${yes}` },
    { say: `The task is still not fully implemented, because the tests are missing.\n\n${yes}` },
    { say: `The task was not completed.\n\n${yes}` },
    { say: `The task is not complete.\n\n${json}`, isReal: true },
    { say: `${json}\nThe task is not done.` },
    { say: `I will not print <promise>COMPLETE</promise>.\n\n${yes}`, isReal: true },
    { say: `I cannot give the completion signal.\n\n${yes}` },
    { say: `I should NOT output EXIT_SIGNAL: true here.\n\n${yes}` },
  ])("in the same message stands against every yes: $say", async ({ say, isReal = false }) => {
    const ended = await play([{ write: work, say }, idle], isReal);
    expect(ended.outcome).not.toBe("completed");
    expect(ended.turns).toBeGreaterThan(1);
  });

  it.concurrent.each([
    `Note: the deploy script is not complete, but that was not part of the task.\n\n${yes}`,
    `The task was not complete before; now it is.\n\n${yes}`,
    `The task was not finished when I started. I have finished it.\n\n${yes}`,
    `The README said "the task is not complete". I changed it.\n\n${yes}`,
    `> The task is not complete.\n\nThat comment is gone.\n\n${yes}`,
    `If the task is not complete, the command now exits with 1.\n\n${yes}`,
    `The banner says the task is not complete; I corrected it.\n\n${yes}`,
    `I did not print <promise>COMPLETE</promise> last time.\n\n${yes}`,
    `I did not implement a cache.\n\n${yes}`,
  ])("of something else, of the past or of a case holds nothing up: %s", async (say) => {
    expect(await play([{ write: work, say }, idle])).toMatchObject({ outcome: "completed", turns: 1 });
  });

  it.concurrent.each(["Not all tasks are complete.", "Two tasks remain."])(
    "of the run lasts until the agent speaks again: %s",
    async (say) => {
      const again = { say: "Everything is done." };
      const ended = await play([{ write: work, say: `${say}\n\n${yes}` }, again]);
      expect(ended).toMatchObject({ outcome: "completed", turns: 2 });
      const stays = await play([{ write: work, say: `${say}\n\n${yes}` }, { say }, { say }]);
      expect(stays).toMatchObject({ outcome: "needs-review", rule: "no-work-left" });
    },
  );
});

describe("an old answer", () => {
  const refused = { say: `All tasks are complete.\n\n${yes}` };
  const again = (nonce: string) => `All tasks are complete.\n\n${block({ STATUS: "COMPLETE" }, nonce)}`;

  it("that is printed again is no claim, not even a weak one", async () => {
    const stale = { say: again("0123abcd") };
    const { outcome } = await play([refused, { ...stale, write: work }, stale, stale]);
    expect(outcome).not.toBe("completed");
  });

  it("that is given anew is one", async () => {
    const ended = await play([refused, { write: work, say: again("{{nonce}}") }]);
    expect(ended).toMatchObject({ outcome: "completed", turns: 2 });
  });

  it("without any nonce is a weak claim, as before", async () => {
    const weak = { say: again("none") };
    expect(await play([refused, { ...weak, write: work }, weak])).toMatchObject({ outcome: "completed", turns: 3 });
  });

  it("in a file that check judges twice does not confirm itself", async () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: Write the parser\n");
    place.write("out.md", "The task is complete.\n");
    const words = [
      "check",
      "out.md",
      "TODO.md",
      "--task",
      "T1",
      "--run-checks",
      "--check",
      "tests=sh suite.sh",
      "--json",
    ];
    place.write("suite.sh", 'echo "1..1"; echo "ok 1 - parses"\n');
    await place.run(["check", "--baseline"]);
    place.write("src/parser.txt", "1\n");
    const outcomes = [];
    for (let time = 0; time < 3; time++) outcomes.push(JSON.parse((await place.run(words)).out));
    expect(outcomes.map(({ outcome, taskDone }) => outcome ?? taskDone)).not.toContain("completed");
    place.write("out.md", "The task is complete. \n");
    expect(JSON.parse((await place.run(words)).out)).toMatchObject({ rule: "confirmed-completion" });
  });
});
