// Whole runs through the built CLI, each with its project, list and agent, against a truth that was written down first:
// which tasks are really done in the end, what the run must be called, and how few calls of the agent are possible.
// Prints a line for each scenario: ok, wasteful (right, with more calls than needed) or wrong.
//   node scripts/trial.mjs [--only NAME]… [--sample] [--jobs 2] [--json] [--keep] [--list] [--cli FILE]
// Exit status: 0, or 1 if anything was wrong or the calls in sum are above 1.15 × the best; 2 if the scenarios are not
// written as they should be.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { scenarios } from "./trial/all-scenarios.mjs";
import { listMistakes } from "./trial/check-list.mjs";
import { play } from "./trial/play.mjs";
import { countResults, formatTable, isGoodEnough } from "./trial/results.mjs";
import { sample } from "./trial/sample.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    sample: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/cli.cjs", import.meta.url)) },
  },
});

const asked = [...values.only, ...(values.sample ? sample : [])];
const unknown = asked.filter((name) => !scenarios.some((each) => each.name === name));
const mistakes = [...listMistakes(scenarios), ...unknown.map((name) => `there is no scenario ${name}`)];
if (mistakes.length > 0) {
  for (const mistake of mistakes) console.error(mistake);
  process.exit(2);
}

const wanted = scenarios.filter(({ name }) => asked.length === 0 || asked.includes(name));
const cut = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);
const lineOf = ({ name, kind, calls, best, why, seconds, folder }) =>
  [
    (kind === "wrong" ? "WRONG" : kind).padEnd(9),
    name.padEnd(34),
    `${calls} calls, best ${best}`.padEnd(20),
    `${seconds} s`.padEnd(8),
    cut(why.replaceAll(/\s+/g, " "), 420),
    folder ? `(${folder})` : "",
  ].join(" ");

async function playAll() {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < wanted.length) {
      const scenario = wanted[next++];
      const began = performance.now();
      const played = await play(scenario, { cli: values.cli, isKept: values.keep });
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      const result = { name: scenario.name, best: scenario.truth.best, ...played, seconds };
      results.push(result);
      console.log(values.json ? JSON.stringify(result) : lineOf(result).trimEnd());
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, worker));
  return results;
}

if (values.list) for (const { name, about } of wanted) console.log(`${name.padEnd(34)} ${about}`);
else {
  const counts = countResults(await playAll());
  console.log(values.json ? JSON.stringify(counts) : `\n${formatTable(counts)}`);
  process.exitCode = isGoodEnough(counts) ? 0 : 1;
}
