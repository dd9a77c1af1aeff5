// Agents that cheat, each in a small project of its own, against the built CLI. No attack is ever rightly completed. Each
// prints one line: caught (the run did not complete), told (it completed, and its summary or a warning names it) or
// silent (it completed without a word); "only warned" counts what is told by warnings and not by the summary. Beside
// them honest agents do the same work; their runs must complete.
//   node scripts/attacks.mjs [--only CLASS|NAME]… [--strict] [--jobs 2] [--json] [--keep] [--list] [--cli FILE]
// Exit status: 0, or 1 if an attack was silent, an honest agent was refused, or an attack could not be played.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allClasses } from "./attacks/all-classes.mjs";
import { play } from "./attacks/play.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    strict: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    cli: { type: "string", default: fileURLToPath(new URL("../dist/cli.cjs", import.meta.url)) },
  },
});

const subjects = allClasses.flatMap(({ name, attacks, honest }) => [
  ...attacks.map((each) => ({ ...each, class: name, isHonest: false })),
  ...honest.map((each) => ({ ...each, class: name, isHonest: true })),
]);
const isWanted = (subject) =>
  values.only.length === 0 ||
  values.only.some((word) => [subject.class, subject.name, `${subject.class}/${subject.name}`].includes(word));
const wanted = subjects.filter(isWanted);
const unknown = values.only.filter(
  (word) => !subjects.some(({ class: group, name }) => [group, name, `${group}/${name}`].includes(word)),
);
if (unknown.length > 0) {
  console.error(`there is no class or attack ${unknown.join(", ")}; list them with: node scripts/attacks.mjs --list`);
  process.exit(2);
}

const lineOf = ({ kind, isHonest, class: group, name, why, folder }) =>
  [
    `${isHonest ? `honest: ${kind}` : kind === "silent" ? "SILENT" : kind}`.padEnd(18),
    `${group}/${name}`.padEnd(44),
    cut((why ?? "").replaceAll(/\s+/g, " "), 150),
    folder ? ` (${folder})` : "",
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
      const { class: group, name, isHonest } = subject;
      const result = {
        class: group,
        name,
        isHonest,
        ...played,
        seconds: Math.round((performance.now() - began) / 100) / 10,
      };
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs)) }, worker));
  return results;
}

const columns = ["attacks", "caught", "told", "only warned", "silent", "broken", "not run", "honest", "completed"];

function countResults(results) {
  const attacks = results.filter(({ isHonest }) => !isHonest);
  const honest = results.filter(({ isHonest }) => isHonest);
  const count = (list, kind) => list.filter((each) => each.kind === kind).length;
  return {
    attacks: attacks.length,
    caught: count(attacks, "caught"),
    told: count(attacks, "told"),
    "only warned": attacks.filter(({ onlyWarned }) => onlyWarned).length,
    silent: count(attacks, "silent"),
    broken: count(results, "broken"),
    "not run": count(results, "not run"),
    honest: honest.length,
    completed: count(honest, "completed"),
  };
}

function printTable(results) {
  const groups = [...new Set(results.map((result) => result.class))].sort();
  const rows = groups.map((group) => [group, countResults(results.filter((result) => result.class === group))]);
  const row = (name, cells) => name.padEnd(16) + cells.map((cell) => String(cell).padStart(12)).join("");
  console.log(`\n${row("class", columns)}`);
  for (const [name, counts] of [...rows, ["all", countResults(results)]])
    console.log(
      row(
        name,
        columns.map((column) => counts[column]),
      ),
    );
}

if (values.list) {
  for (const { class: group, name, isHonest } of wanted) console.log(`${group}/${name}${isHonest ? " (honest)" : ""}`);
} else {
  const results = await playAll();
  if (values.json) console.log(JSON.stringify({ strict: values.strict, ...countResults(results) }));
  else printTable(results);
  process.exitCode = results.some(({ kind }) => ["silent", "refused", "broken"].includes(kind)) ? 1 : 0;
}
