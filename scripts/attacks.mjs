// Agents that cheat, each in a small project of its own, against the built CLI. No attack is ever rightly completed. Each
// prints one line: caught (the run did not complete), told (it completed, and its summary or a warning names it, or lists
// the task as not proven), silent (it completed without a word) or verified (it was called so); "only warned" counts what
// is told by warnings and not by the summary. Beside them honest agents do the same work; their runs must complete.
//   node scripts/attacks.mjs [--only CLASS|NAME|MECHANISM]… [--sample] [--strict] [--jobs 2] [--json] [--keep] [--list] [--cli FILE]
// ATTACK_SECONDS in the environment is how long one run may take (120).
// Exit status: 0, or 1 if an attack was silent or verified (under --strict: completed), if honest agents were refused or
// lost a turn, or if something could not be played; 2 if the list of attacks itself is not as it should be.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listSubjects } from "./attacks/all-classes.mjs";
import { describeMechanisms, listFaults } from "./attacks/check-list.mjs";
import { play } from "./attacks/play.mjs";
import { countResults, listFailures, printTables } from "./attacks/results.mjs";
import { sample } from "./attacks/sample.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    sample: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/cli.cjs", import.meta.url)) },
  },
});

const subjects = listSubjects();
const wordsOf = ({ class: group, name, mechanism }) => [group, name, `${group}/${name}`, ...[mechanism ?? []].flat()];
const asked = [...values.only, ...(values.sample ? sample : [])];
const wanted = subjects.filter(
  (subject) => asked.length === 0 || wordsOf(subject).some((word) => asked.includes(word)),
);
const unknown = asked.filter((word) => !subjects.some((subject) => wordsOf(subject).includes(word)));
const faults = [
  ...listFaults(subjects),
  ...unknown.map(
    (word) => `there is no class, attack or mechanism ${word}; list them with: node scripts/attacks.mjs --list`,
  ),
];
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(2);
}

const labelOf = ({ kind, isHonest, undecidable }) =>
  isHonest
    ? `honest: ${kind}`
    : undecidable
      ? `undecidable: ${kind}`
      : kind === "silent" || kind === "verified"
        ? kind.toUpperCase()
        : kind;
const lineOf = (result) =>
  [
    labelOf(result).padEnd(18),
    `${result.class}/${result.name}`.padEnd(44),
    result.wasted > 0 ? `${result.wasted} turns lost;` : "",
    cut((result.why ?? "").replaceAll(/\s+/g, " "), 170),
    result.folder ? `(${result.folder})` : "",
  ].join(" ");
const cut = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);
const report = (result) => console.log(values.json ? JSON.stringify(result) : lineOf(result).trimEnd());

async function playAll() {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < wanted.length) {
      const subject = wanted[next++];
      const began = performance.now();
      const played = await play(subject, { cli: values.cli, isStrict: values.strict, isKept: values.keep });
      const { class: group, name, isHonest, mechanism } = subject;
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      const result = { class: group, name, mechanism, isHonest, ...played, seconds };
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, worker));
  return results;
}

if (values.list) {
  for (const { class: group, name, isHonest, mechanism } of wanted)
    console.log(`${group}/${name}${isHonest ? " (honest)" : ""}: ${[mechanism ?? []].flat().join(", ")}`);
  console.log(describeMechanisms(subjects));
} else {
  const results = await playAll();
  const failures = listFailures(results, values.strict);
  if (values.json) console.log(JSON.stringify({ strict: values.strict, ...countResults(results), failures }));
  else {
    printTables(results);
    console.log(`\n${[describeMechanisms(subjects), ...failures].join("\n")}`);
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
}
