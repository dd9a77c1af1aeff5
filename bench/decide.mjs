// How fast a decision is, in process. Rates depend on the machine; the ratio to JSON.parse of the same situation does not.
import { performance } from "node:perf_hooks";
import { decide, decideSituation, makePolicy, parseSituation, policyDefinition } from "../dist/index.js";

const line = (value) => `${JSON.stringify(value)}\n`;
const words = `I changed the rounding and ran the suite. All tests pass. ${"The totals carry the currency now. ".repeat(9)}`;
const report =
  "I moved the currency into the formatter, so that the template no longer has to know it; both callers of the old helper use the new one. I also wrote a test for the empty invoice, which used to print a lone dash.\n\nThe suite passes: 48 tests, none skipped. What I did not touch is the export to CSV, since it has a formatter of its own.";
const closing = "The implementation is complete and ready for review.";
/** About 500 bytes each, of the kinds agents print: a rate that holds for one of them only is worth nothing. */
const outputs = {
  "a lone signal": `${words}\n\nAll tasks are complete.\n\nEXIT_SIGNAL: true\n`,
  prose: `${report} ${closing} Nothing else in the folder refers to the old name.\n`,
  "a status block": `${report}\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nFILES_MODIFIED: 3\nTESTS_STATUS: PASSING\nWORK_TYPE: IMPLEMENTATION\nEXIT_SIGNAL: true\nRECOMMENDATION: ${closing}\n---END_RALPH_STATUS---\n`,
  "a promise": `${report}\n\n- ✅ US-1 rounding\n- ✅ US-2 **receipt**\n\nAll stories are done.\n\n<promise>COMPLETE</promise>\n`,
  "a JSON result": line({ type: "result", is_error: false, result: `${report}\n\n${closing}\n`, session_id: "s1" }),
  "a JSON stream": [
    line({ type: "system", subtype: "init", session_id: "s1" }),
    line({ type: "result", is_error: false, result: `${report}\n\nEXIT_SIGNAL: true\n`, session_id: "s1" }),
  ].join(""),
};
const situation = (output) => ({
  output,
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
});
const given = situation(outputs["a lone signal"]);
const { observation } = decideSituation(parseSituation(given));
const policy = makePolicy(policyDefinition("standard"));
const text = JSON.stringify(given);

function rate(name, act) {
  for (let i = 0; i < 5000; i++) act();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 1000) for (let i = 0; i < 500; i++, count++) act();
  const perSecond = Math.round(count / ((performance.now() - start) / 1000));
  console.log(`${name.padEnd(52)} ${perSecond.toLocaleString("en").padStart(12)} a second`);
  return perSecond;
}

const parse = rate("JSON.parse of the situation (for scale)", () => JSON.parse(text));
const prepared = rate("decide, prepared observation", () => decide(policy, observation));
const wholes = Object.entries(outputs).map(([name, output]) => {
  const asked = situation(output);
  return rate(`situation to decision, ${name} (${output.length} bytes)`, () => decideSituation(parseSituation(asked)));
});
const [whole = 0] = wholes;
console.log(
  `ratio to JSON.parse: decide ${(parse / prepared).toFixed(2)} x its time, whole ${(parse / whole).toFixed(1)} x (slowest ${(parse / Math.min(...wholes)).toFixed(1)} x)`,
);
