/** One scripted iteration: what the agent prints, and what we would have seen of its work. */
export interface DemoStep {
  readonly title: string;
  readonly task: string;
  readonly output: string;
  readonly iteration: Readonly<Record<string, unknown>>;
  readonly evidence: readonly {
    readonly name: string;
    readonly state: string;
    readonly required: boolean;
    readonly detail?: string;
  }[];
}

const status = (...fields: readonly string[]): string =>
  ["---RALPH_STATUS---", ...fields, "---END_RALPH_STATUS---"].join("\n");
const tests = (failing: number) => ({
  name: "tests",
  state: failing === 0 ? "holds" : "fails",
  required: true,
  ...(failing === 0 ? {} : { detail: `${failing} of 12 tests fail, first: "rounds half up"` }),
});
const work = (filesChanged: number, failingTests: number) => ({
  filesChanged,
  commits: filesChanged > 0 ? 1 : 0,
  tasksDone: 0,
  failingTests,
});

export const demoTasks = [
  { id: "T1", title: "Round amounts half up" },
  { id: "T2", title: "Print totals with the currency" },
  { id: "T3", title: "Document both" },
] as const;

/** A night in seven iterations: work, an early claim, a repair, a refusal, a usage limit, the end. */
export const demoScript: readonly DemoStep[] = [
  {
    title: "the agent begins",
    task: "T1",
    output: "I read the money module and changed the rounding. Two tests still need work.",
    iteration: work(2, 2),
    evidence: [tests(2)],
  },
  {
    title: "the agent says it is done, with every signal there is; the tests say otherwise",
    task: "T1",
    output: `The task is complete and ready for review. All acceptance criteria are met.\n\n${status("STATUS: COMPLETE", "TESTS_STATUS: PASSING", "EXIT_SIGNAL: true")}`,
    iteration: work(1, 1),
    evidence: [tests(1)],
  },
  {
    title: "told why, it repairs the last failing test and claims again",
    task: "T1",
    output: `The task is complete and ready for review.\n\n${status("STATUS: COMPLETE", "TESTS_STATUS: PASSING", "EXIT_SIGNAL: false", "RECOMMENDATION: Go on with T2")}`,
    iteration: work(1, 0),
    evidence: [tests(0)],
  },
  {
    title: "green tests and a mention of the promise are no claim",
    task: "T2",
    output:
      "T3 is not started, so I should NOT output the `<promise>COMPLETE</promise>` signal yet. Totals now carry the currency.",
    iteration: work(3, 0),
    evidence: [tests(0)],
  },
  {
    title: "the next task is claimed and verified",
    task: "T2",
    output: `Task T2 is done: totals carry the currency. All acceptance criteria are met.\n\n${status("STATUS: COMPLETE", "EXIT_SIGNAL: false")}`,
    iteration: work(1, 0),
    evidence: [tests(0)],
  },
  {
    title: "the vendor's usage limit is neither progress nor failure",
    task: "T3",
    output: JSON.stringify({
      type: "result",
      subtype: "success",
      is_error: true,
      result: "You've hit your limit · resets 3am (UTC)",
      session_id: "demo",
    }),
    iteration: {},
    evidence: [],
  },
  {
    title: "the last task: said, verified, and nothing left",
    task: "T3",
    output: "All tasks are complete and there is no remaining work.\n\n<promise>COMPLETE</promise>",
    iteration: work(1, 0),
    evidence: [tests(0)],
  },
];
