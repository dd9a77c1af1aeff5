// How fast a decision is, in process. Rates depend on the machine; the ratio to JSON.parse of the same situation does not.
import { performance } from "node:perf_hooks";
import { decide, decideSituation, makePolicy, parseSituation, policyDefinition } from "../dist/index.js";

const words = `I changed the rounding and ran the suite. All tests pass. ${"The totals carry the currency now. ".repeat(9)}`;
const given = {
  output: `${words}\n\nAll tasks are complete.\n\nEXIT_SIGNAL: true\n`,
  tasks: {
    list: [
      { id: "T1", status: "done" },
      { id: "T2", status: "todo" },
    ],
  },
  task: "T2",
  iteration: { filesChanged: 2, commits: 1, tasksDone: 0 },
  evidence: [{ name: "tests", state: "holds", required: true }],
  history: [{ filesChanged: 1 }, { filesChanged: 2 }, { filesChanged: 0 }],
  used: { iterations: 4 },
};
const { observation } = decideSituation(parseSituation(given));
const policy = makePolicy(policyDefinition("standard"));
const text = JSON.stringify(given);

function rate(name, act) {
  for (let i = 0; i < 5000; i++) act();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 1000) for (let i = 0; i < 500; i++, count++) act();
  const perSecond = Math.round(count / ((performance.now() - start) / 1000));
  console.log(`${name.padEnd(44)} ${perSecond.toLocaleString("en").padStart(12)} a second`);
  return perSecond;
}

const parse = rate("JSON.parse of the situation (for scale)", () => JSON.parse(text));
const prepared = rate("decide, prepared observation", () => decide(policy, observation));
const whole = rate(`situation to decision, ${given.output.length} bytes of output`, () =>
  decideSituation(parseSituation(given)),
);
console.log(
  `ratio to JSON.parse: decide ${(parse / prepared).toFixed(2)} x its time, whole ${(parse / whole).toFixed(1)} x`,
);
