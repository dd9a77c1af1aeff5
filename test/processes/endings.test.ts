import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";
import { type Ending, endingText, honestEndings } from "../e2e/honest-endings.js";

const say = honestEndings.map((ending) => endingText(ending));
/** Counts the parts that are there: one more test passes with each. */
const suite =
  'n=$(ls src | wc -l); echo "1..$n"; i=1; while [ $i -le $n ]; do echo "ok $i - part $i"; i=$((i+1)); done\n';

/** Without git: what is seen of a folder is the same, and hundreds of iterations start no process for it. */
function project(files: Readonly<Record<string, string>>): Workplace {
  const place = new Workplace();
  for (const [name, text] of Object.entries({ "src/start.txt": "x\n", ...files })) place.write(name, text);
  return place;
}

interface Verdict {
  readonly outcome: string | null;
  readonly rule: string;
  readonly taskDone: string | null;
  readonly tasksDone: readonly unknown[];
  readonly reason: string;
}

async function run(place: Workplace, steps: readonly object[], args: readonly string[]): Promise<readonly Verdict[]> {
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md", "--json"];
  const { out } = await place.run([...words, "--max-iterations", "500", ...args]);
  return jsonLines(out)
    .filter(({ type }) => type === "decision-made")
    .map(({ record }) => (record as { decision: Verdict }).decision);
}

it("has more than sixty endings", () => expect(new Set(say).size).toBeGreaterThanOrEqual(60));

describe.concurrent("an honest ending", { timeout: 180_000 }, () => {
  it.concurrent.each([
    { what: "with tests", args: ["--check", "tests=sh suite.sh"], ends: "completed" },
    { what: "in a project without tests", args: [], ends: "needs-review" },
  ])("completes its task in that turn, $what", async ({ args, ends }) => {
    // Where no check runs, the agent's own word on failing tests stands against its claim.
    const isSaid = ({ status }: Ending): boolean => args.length > 0 || !/^FAIL/.test(status?.["TESTS_STATUS"] ?? "");
    const endings = honestEndings.filter(isSaid);
    const list = endings.map((_, at) => `- [ ] T${at + 1}: Part ${at + 1}\n`).join("");
    using place = project({ "TODO.md": list, "suite.sh": suite });
    const steps = endings.map((ending, at) => ({
      write: { [`src/part-${at + 1}.txt`]: `${at}\n` },
      say: endingText(ending),
    }));
    const verdicts = await run(place, steps, args);
    const refused = endings.flatMap(({ say }, at) =>
      verdicts[at]?.taskDone === `T${at + 1}` ? [] : [`${JSON.stringify(say)}: ${verdicts[at]?.reason}`],
    );
    expect(refused).toEqual([]);
    expect(verdicts.at(-1)?.outcome).toBe(ends);
    expect(verdicts.length).toBe(endings.length);
  });

  it.concurrent.each([
    { what: "with tests", args: ["--check", "tests=sh suite.sh"], said: say.filter((_, at) => at % 3 === 0) },
    { what: "in a project without tests", args: [], said: say },
  ])("without any change never marks a task, in run, $what", async ({ args, said }) => {
    using place = project({ "TODO.md": "- [ ] T1: Part 1\n- [ ] T2: Part 2\n", "suite.sh": suite });
    const idle = { say: "I looked around." };
    const off = [
      "breaker.noProgress=0",
      "stagnationLoops=0",
      "hollowClaimLimit=0",
      "maxIterationsPerTask=0",
      "waitingLimit=0",
      "testOnlyLimit=0",
    ];
    const verdicts = await run(
      place,
      said.flatMap((text) => [{ say: text }, idle]),
      [...args, "--max-iterations", String(2 * said.length), ...off.flatMap((setting) => ["--set", setting])],
    );
    expect(verdicts.length).toBe(2 * said.length);
    expect(verdicts.filter(({ tasksDone, outcome }) => tasksDone.length > 0 || outcome === "completed")).toEqual([]);
    expect(place.read("TODO.md")).not.toContain("[x]");
  });

  it.concurrent("without any change is never called done by check or gate that look themselves", async () => {
    using place = project({ "TODO.md": "- [ ] T1: Part 1\n", "suite.sh": suite });
    expect((await place.run(["check", "--baseline"])).code).toBe(0);
    const called: string[] = [];
    for (const [at, ending] of honestEndings.entries()) {
      const file = place.write(`.ralph/out-${at}.md`, endingText(ending, "none"));
      const words = [file, "TODO.md", "--task", "T1", "--run-checks", "--check", "tests=sh suite.sh", "--json"];
      const [checked, gated] = await Promise.all([place.run(["check", ...words]), place.run(["gate", ...words])]);
      for (const { out, err } of [checked, gated]) {
        expect(err.replaceAll(/^note: .*\n/gm, "")).toBe("");
        const { taskDone, outcome, rule } = JSON.parse(out) as Verdict;
        if (taskDone !== null || outcome === "completed") called.push(`${rule}: ${ending.say}`);
      }
      expect(gated.code).toBe(1);
    }
    expect(called).toEqual([]);
  });

  it.concurrent("without any change since a commit is not called done by gate", async () => {
    using place = project({ "TODO.md": "- [ ] T1: Part 1\n", ".gitignore": ".ralph/\n" });
    place.commitAll();
    for (const [at, ending] of honestEndings.entries()) {
      if (at % 10 !== 0) continue;
      const file = place.write(`.ralph/out-${at}.md`, endingText(ending, "none"));
      const { code } = await place.run(["gate", file, "TODO.md", "--task", "T1", "--run-checks", "--since", "HEAD"]);
      expect(code, ending.say).toBe(1);
    }
  });
});
