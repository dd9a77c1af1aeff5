// Interrupts or kills runs while they prove a task in a copy, and resumes them: nothing is left running, no copy is left,
// the project is as the agent left it, honest work is verified in the end, and hollow tests never prove anything.
//   node scripts/kill-proofs.mjs [--count 20] [--seed N] [--only K]
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { wholeJournal } from "./journal-checks.mjs";
import { claim, endOf, manyTimes, Trial } from "./loop-trial.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    only: { type: "string" },
  },
});

const wishes = ["SIGKILL", "SIGINT", "SIGKILL", "SIGTERM"];
const limits = ["--timeout", "60", "--idle-timeout", "60", "--grace", "0.5", "--no-detect"];
const source = (name) => `export function ${name}(text) {\n  return text + "-${name}";\n}\n`;
/** Slow enough to be killed in, and with a child that outlives what started it if nobody ends it. */
const test = (name, assertion) => `import assert from "node:assert";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ${name} } from "../src/${name}.js";

test("${name}", async () => {
  const child = spawn("sleep", ["600"], { stdio: "ignore", detached: true });
  await setTimeout(400);
  child.kill();
  ${assertion};
});
`;
const honest = (name) => test(name, `assert.equal(${name}("a"), "a-${name}")`);
const hollow = (name) => test(name, `assert.ok(${name}("a") !== undefined)`);
const project = (written) => ({
  tasks: 0,
  check: "tests=node --test",
  files: {
    "package.json": '{"type":"module"}\n',
    "TODO.md": "- [ ] T1: write first\n- [ ] T2: write second\n",
    "test/base.test.js": 'import { test } from "node:test";\ntest("base", () => undefined);\n',
  },
  steps: [
    ...["first", "second"].map((name) => ({
      write: { [`src/${name}.js`]: source(name), [`test/${name}.test.js`]: written(name) },
      ...claim,
    })),
    { append: { "notes.txt": "looked again\n" }, ...claim },
  ],
});

/** Ends the run some time after it began to prove, in the first or the second task. */
async function cut(trial, dice, wish) {
  const seen = trial.start(limits);
  let isOver = false;
  seen.ended.then(() => {
    isOver = true;
  });
  const wanted = dice.chance(0.5) ? 1 : 2;
  const proofs = () => seen.out.split('"type":"proof-start"').length - 1;
  while (!isOver && proofs() < wanted) await setTimeout(5);
  await setTimeout(dice.random() * 1200);
  const wasProving = !isOver && !seen.out.includes('"type":"run-end"');
  seen.child.kill(wish);
  const ended = await Promise.race([seen.ended, setTimeout(60_000, null, { ref: false })]);
  if (ended === null) throw new Error("it did not end");
  return { ...endOf({ ...seen, out: seen.out.slice(0, seen.out.lastIndexOf("\n") + 1) }, ended), wasProving };
}

const counts = { proving: 0, cuts: {} };

async function killProof(at, dice) {
  const wish = wishes[at % wishes.length];
  const isHonest = at % 3 !== 2;
  const trial = new Trial(project(isHonest ? honest : hollow));
  try {
    const ran = await cut(trial, dice, wish);
    if (ran.wasProving) counts.proving++;
    await trial.nothingLeft(5_000);
    if (wish !== "SIGKILL" && trial.copiesLeft().length > 0) throw new Error(`copies left: ${trial.copiesLeft()}`);
    const isCutOff = trial.wasCutOff() || ran.decision?.outcome === "interrupted";
    const next = isCutOff ? await trial.run([...limits, "--resume"], 90_000) : ran;
    await trial.nothingLeft(5_000);
    if (trial.copiesLeft().length > 0) throw new Error(`copies left: ${trial.copiesLeft()}`);
    wholeJournal(trial.path, { tornEnd: false });
    judge(trial, { isHonest, last: next, verified: verifiedIn(trial) });
    counts.cuts[wish] = (counts.cuts[wish] ?? 0) + 1;
  } catch (error) {
    error.message = `${wish}, ${isHonest ? "honest" : "hollow"}: ${error.message}`;
    throw error;
  } finally {
    trial.close();
  }
}

/** The tasks that the journal calls verified. */
function verifiedIn(trial) {
  const lines = trial.read(".ralph/decisions.jsonl").split("\n").slice(0, -1);
  const records = lines.map((line) => JSON.parse(line));
  const done = records.flatMap(({ decision }) => decision?.tasksDone ?? []).filter(({ verified }) => verified);
  // An interrupt names no task that is done, though one may be.
  const beside = records.flatMap(({ after }) => (after?.unverified === 0 ? (after.doneBeside ?? []) : []));
  // What was cut off is proved when the resumed run ends.
  const late = records.filter(({ kind, proof }) => kind === "proof" && proof.state === "proven");
  return [...done.map(({ id }) => id), ...beside, ...late.map(({ task }) => task)];
}

function judge(trial, { isHonest, last, verified }) {
  const { code, decision, err } = last;
  const said = `code ${code}, ${decision?.outcome}: ${decision?.reason}; verified: ${verified}\n${err}`;
  if (!isHonest && verified.length > 0) throw new Error(`a hollow test proved something: ${said}`);
  if (!isHonest) return;
  if (code !== 0 || decision?.outcome !== "completed") throw new Error(`not completed: ${said}`);
  for (const name of ["first", "second"])
    if (trial.read(`src/${name}.js`) !== source(name)) throw new Error(`src/${name}.js was changed: ${said}`);
  // What a file was before a cut turn is known to git here, as these files are new: both can still be proved.
  if (!verified.includes("T1") || !verified.includes("T2")) throw new Error(`not verified: ${said}`);
}

const seed = Number(values.seed);
const begun = performance.now();
const count = values.only === undefined ? Number(values.count) : 0;
const failed = await manyTimes(count, seed, killProof);
if (values.only !== undefined) {
  const { diceOf } = await import("./loop-trial.mjs");
  await killProof(Number(values.only), diceOf(seed * 1000 + Number(values.only)));
}
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
const told = Object.entries(counts.cuts).map(([name, n]) => `${n} by ${name}`);
console.log(
  `${count} runs cut short in ${seconds} s: ${told.join(", ")}, ${counts.proving} of them while proving: ${failed} failed (seed ${seed})`,
);
process.exitCode = failed === 0 ? 0 : 1;
