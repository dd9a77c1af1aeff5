import { describe, expect, it } from "vitest";
import { Workplace } from "../e2e/cli.js";

/** An agent of the tests: `agent N` prints what it says in iteration N. */
const agents = {
  finisher: `agent() {
    sed -i "0,/- \\[ \\]/s//- [x]/" .ralph/@fix_plan.md
    echo "I am confident this is correct. Task $1 done."
  }`,
  idler: `agent() { echo "I am confident. I read the code once more."; }`,
  hedger: `agent() { echo "I think this might work, but maybe it could break. I am not sure."; }`,
};

const plan = (tasks: number): string => Array.from({ length: tasks }, (_, at) => `- [ ] task ${at + 1}\n`).join("");

/** The first loop of seed 000, "Integration in Ralph Loop", with our command in place of theirs. */
const integration = `
loops=0
while true; do
    loops=$((loops + 1))
    [ $loops -gt 20 ] && { echo "never ended"; exit 9; }
    agent $loops > .ralph/last-response.md
    if ! untildone check .ralph/last-response.md .ralph/@fix_plan.md --policy blackbox > /dev/null; then
        echo "Exiting: $(node -p 'JSON.parse(require("fs").readFileSync(".ralph/exit-state.json", "utf8")).decision_reason')"
        break
    fi
done
echo "loops: $loops"`;

/** The second, "Expected Workflow": the breaker is told of each iteration, then check decides. */
const workflow = (track: string): string => `
loops=0
while true; do
    loops=$((loops + 1))
    [ $loops -gt 20 ] && { echo "never ended"; exit 9; }
    agent $loops > .ralph/last-response.md
    untildone breaker track ${track} > /dev/null
    if ! untildone check --policy blackbox > /dev/null; then
        echo "autonomous work complete after $loops"
        untildone state --json
        exit 0
    fi
done`;

describe("the loops of seed 000", () => {
  it.each([
    { agent: "finisher", tasks: 5, loops: 4, why: "4 of 5 tasks (80 %) done" },
    { agent: "finisher", tasks: 1, loops: 1, why: "" },
    { agent: "idler", tasks: 5, loops: 3, why: "3 iterations in a row without a task done" },
    { agent: "hedger", tasks: 5, loops: 1, why: "confidence" },
  ] as const)("end as the document says: $agent with $tasks tasks", ({ agent, tasks, loops, why }) => {
    using place = new Workplace();
    place.write(".ralph/@fix_plan.md", plan(tasks));
    const { out, err } = place.bash(`${agents[agent]}\n${integration}`);
    expect(err).toBe("");
    expect(out).toContain(`loops: ${loops}`);
    expect(out.toLowerCase()).toContain(why);
  });

  it("end when every task is done", () => {
    using place = new Workplace();
    place.write(".ralph/@fix_plan.md", plan(2));
    const { out, err } = place.bash(`${agents.finisher}\n${workflow("--files-changed 1")}`);
    expect(err).toBe("");
    const [words, json = ""] = out.trim().split("\n");
    expect(words).toBe("autonomous work complete after 2");
    expect(JSON.parse(json)).toMatchObject({ last: { outcome: "completed" }, breaker: { state: "closed" } });
  });

  it("end when the breaker opens, whatever the agent says", () => {
    using place = new Workplace();
    place.write(".ralph/@fix_plan.md", plan(9));
    const { out } = place.bash(`${agents.idler}\n${workflow("--files-changed 0")}`);
    const [words, json = ""] = out.trim().split("\n");
    expect(words).toBe("autonomous work complete after 3");
    expect(JSON.parse(json)).toMatchObject({ last: { outcome: "stuck" }, breaker: { state: "open" } });
    expect(place.bash(`untildone check --policy blackbox`)).toMatchObject({
      code: 1,
      out: expect.stringContaining("breaker-open"),
    });
  });
});

/** Seed 002, "Integration with Circuit Breaker": the gate lets a task be completed, or the breaker is tripped. */
const gateLoop = `
no_exit_counter=0
stagnation_threshold=3
for iteration in 1 2 3 4 5 6; do
    agent $iteration > out.txt
    if untildone gate out.txt none --task T1 --policy cub > /dev/null; then
        echo "complete_task T1 in iteration $iteration"
        break
    fi
    no_exit_counter=$((no_exit_counter + 1))
    if [ $no_exit_counter -ge $stagnation_threshold ]; then
        untildone breaker trip "Exit gate not passing" > /dev/null
    fi
    untildone breaker status > /dev/null || { echo "breaker open in iteration $iteration"; break; }
done`;

describe("the loop of seed 002", () => {
  const done = "All acceptance criteria are met. The implementation is finished and ready for review.";
  it("completes the task once both halves of the gate are there", () => {
    using place = new Workplace();
    const agent = `agent() {
      if [ $1 -lt 3 ]; then echo "${done}"; else printf '%s\\n\\nEXIT_STATUS: COMPLETE\\nEXIT_REASON: verified\\nREMAINING_WORK: none\\n' "${done}"; fi
    }`;
    expect(place.bash(`${agent}\nstagnation_threshold=9\n${gateLoop.replace("=3", "=9")}`).out).toBe(
      "complete_task T1 in iteration 3\n",
    );
  });

  it("trips the breaker where the gate never passes", async () => {
    using place = new Workplace();
    const agent = `agent() { printf 'EXIT_STATUS: COMPLETE\\nREMAINING_WORK: the tests\\n'; }`;
    expect(place.bash(`${agent}\n${gateLoop}`).out).toBe("breaker open in iteration 3\n");
    expect((await place.run(["breaker", "status"])).out).toContain("Exit gate not passing");
  });

  it("ends by itself under cub, where check counts the refusals", () => {
    using place = new Workplace();
    const { out } = place.bash(`
agent() { printf 'EXIT_STATUS: COMPLETE\\nREMAINING_WORK: the tests\\n'; }
for iteration in 1 2 3 4 5 6 7 8 9; do
    agent > out.txt
    untildone check out.txt none --policy cub > /dev/null || { echo "ended in iteration $iteration"; break; }
done
untildone state --json`);
    const [words, json = ""] = out.trim().split("\n");
    expect(words).toBe("ended in iteration 5");
    expect(JSON.parse(json)).toMatchObject({
      last: { outcome: "stuck", rule: "breaker-tripped" },
      breaker: { state: "open" },
    });
  });
});
