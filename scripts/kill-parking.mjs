// Interrupts or kills runs while they park the work of a task, bring it back or judge it again, and resumes them: nothing
// is lost, nothing is there twice, and the tree is as green as without the task.
//   node scripts/kill-parking.mjs [--count 12] [--seed N] [--only K]
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { wholeJournal } from "./journal-checks.mjs";
import { diceOf, endOf, manyTimes, Trial } from "./loop-trial.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "12" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    only: { type: "string" },
  },
});

const wishes = ["SIGKILL", "SIGINT", "SIGKILL", "SIGTERM"];
const limits = ["--timeout", "60", "--idle-timeout", "60", "--grace", "0.5", "--no-detect"];
/** Does what its prompt asks for, but for beta, which it cannot. */
const agent = `import { readFileSync, writeFileSync } from "node:fs";
const prompt = readFileSync(0, "utf8");
const name = /write (alpha|beta|gamma)/.exec(prompt)?.[1];
const test = 'import assert from "node:assert";\\nimport { test } from "node:test";\\nimport { ' + name + ' } from "../' + name + '.js";\\n'
  + 'test("' + name + '", () => assert.equal(' + name + '(), 1));\\n';
if (name) {
  writeFileSync(name + ".js", "export const " + name + " = () => " + (name === "beta" ? 2 + Math.random() : 1) + ";\\n");
  writeFileSync("test/" + name + ".test.js", test);
}
const nonce = /NONCE: (\\w+)/.exec(prompt)?.[1];
console.log("Done.\\n---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: none\\nNOTE: none\\nNONCE: " + nonce + "\\n---END_TASK_STATUS---");
`;
const project = (script) => ({
  tasks: 0,
  check: "tests=node --test",
  agent: ["--command", `node ${script}`],
  files: {
    "package.json": '{"type":"module"}\n',
    "TODO.md": "- [ ] T1: write alpha\n- [ ] T2: write beta\n- [ ] T3: write gamma\n",
    "test/base.test.js": 'import { test } from "node:test";\ntest("base", () => undefined);\n',
  },
  steps: [],
});

/** When a run is cut: while the work of T2 is parked, or while it is judged again, when all else is done. */
const moments = { parking: '"rule":"hollow-claims"', again: '"taskDone":"T3"' };

/** Ends the run some time after a moment. */
async function cut(trial, dice, { wish, moment }) {
  const seen = trial.start(limits);
  let isOver = false;
  seen.ended.then(() => {
    isOver = true;
  });
  while (!isOver && !seen.out.includes(moments[moment])) await setTimeout(2);
  await setTimeout(dice.random() * (dice.chance(0.7) ? 500 : 2500));
  const wasParking = !isOver && !seen.out.includes('"type":"work-parked"');
  seen.child.kill(wish);
  const ended = await Promise.race([seen.ended, setTimeout(60_000, null, { ref: false })]);
  if (ended === null) throw new Error("it did not end");
  return { ...endOf({ ...seen, out: seen.out.slice(0, seen.out.lastIndexOf("\n") + 1) }, ended), wasParking };
}

const counts = { parking: 0, again: 0, unparking: 0, cuts: {} };

async function killParking(at, dice) {
  const wish = wishes[at % wishes.length];
  const script = `${process.env.TMPDIR ?? "/tmp"}/untildone-agent-${process.pid}-${at}.mjs`;
  writeFileSync(script, agent);
  const trial = new Trial(project(script));
  try {
    const moment = dice.chance(0.6) ? "parking" : "again";
    const ran = await cut(trial, dice, { wish, moment });
    if (ran.wasParking) counts.parking++;
    if (moment === "again") counts.again++;
    await trial.nothingLeft(5_000);
    const isCutOff = trial.wasCutOff() || ran.decision?.outcome === "interrupted";
    const next = isCutOff ? await trial.run([...limits, "--resume"], 120_000) : ran;
    await trial.nothingLeft(5_000);
    wholeJournal(trial.path, { tornEnd: false });
    judge(trial, next);
    await cutUnparking(trial, dice);
    counts.cuts[wish] = (counts.cuts[wish] ?? 0) + 1;
  } catch (error) {
    error.message = `${wish}: ${error.message}`;
    throw error;
  } finally {
    trial.close();
    rmSync(script, { force: true });
  }
}

function judge(trial, { code, decision, err }) {
  const said = `code ${code}, ${decision?.outcome}: ${decision?.reason}\n${err}`;
  const list = trial.read("TODO.md");
  if (!/\[x\] T1.*\n.*\[ \] T2.*\n.*\[x\] T3/.test(list)) throw new Error(`the list is ${list}; ${said}`);
  const parked = findParked(`${trial.path}.state`);
  if (parked.length !== 1) throw new Error(`${parked.length} are parked; ${said}`);
  const [work] = parked;
  // A task that ends the run keeps its work in place.
  const isLast = decision?.rule !== "only-set-aside";
  if (isLast && work.state === "back" && existsSync(join(trial.path, "beta.js"))) return;
  if (work.task !== "T2" || work.state !== "parked") throw new Error(`${work.task} is ${work.state}; ${said}`);
  if (work.files.length !== 2) throw new Error(`${work.files.map(({ path }) => path)} are parked; ${said}`);
  if (existsSync(join(trial.path, "beta.js"))) throw new Error(`beta.js is still in the tree; ${said}`);
  const tests = spawnSync(process.execPath, ["--test"], { cwd: trial.path, encoding: "utf8" });
  if (tests.status !== 0) throw new Error(`the tree is red: ${tests.stdout.slice(-500)}; ${said}`);
}

/** A command that was killed while it brought the work back is given again, and nothing is missing then. */
async function cutUnparking(trial, dice) {
  if (findParked(`${trial.path}.state`)[0].state !== "parked") return;
  const first = trial.startCli("unpark", "T2");
  await setTimeout(80 + dice.random() * 250);
  if (first.child.exitCode === null) counts.unparking++;
  first.child.kill("SIGKILL");
  await first.ended;
  const again = trial.cli("unpark", "T2");
  const isOver = again.status === 0 || again.stderr.includes("no work of task T2 is parked");
  const left = ["beta.js", "test/beta.test.js"].filter((name) => !existsSync(join(trial.path, name)));
  if (!isOver || left.length > 0) throw new Error(`unpark: ${again.stderr}; missing: ${left}`);
  wholeJournal(trial.path, { tornEnd: false });
}

function findParked(state) {
  const names = existsSync(state) ? readdirSync(state, { recursive: true }) : [];
  const files = names.filter((name) => /\/parked\/[^/]+\.json$/.test(name));
  return files.map((name) => JSON.parse(readFileSync(join(state, name), "utf8")));
}

const seed = Number(values.seed);
const begun = performance.now();
const count = values.only === undefined ? Number(values.count) : 0;
const failed = await manyTimes(count, seed, killParking);
if (values.only !== undefined) await killParking(Number(values.only), diceOf(seed * 1000 + Number(values.only)));
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
const told = Object.entries(counts.cuts).map(([name, n]) => `${n} by ${name}`);
console.log(
  `${count} runs cut short in ${seconds} s: ${told.join(", ")}, ${counts.parking} of them before the work was parked, ${counts.again} when all else was done, ${counts.unparking} times while it was brought back: ${failed} failed (seed ${seed})`,
);
process.exitCode = failed === 0 ? 0 : 1;
