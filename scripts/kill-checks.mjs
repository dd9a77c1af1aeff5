// Kills a process that appends decisions, at random moments, again and again: no acknowledged record may be missing, none
// doubled, the snapshots agree with the journal, and the next check works. Then two checks at once, again and again.
//   node scripts/kill-checks.mjs [--kills 500] [--pairs 200] [--seed N]
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { agree, numbersIn } from "./journal-checks.mjs";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "500" },
    pairs: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const worker = fileURLToPath(new URL("./append-decisions.mjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-kill-"));
let dice = Number(values.seed) + 1;
const random = () => {
  dice = (Math.imul(dice, 1103515245) + 12345) & 0x7fffffff;
  return dice / 0x7fffffff;
};

function project(name) {
  const path = join(place, name);
  mkdirSync(join(path, ".ralph"), { recursive: true });
  writeFileSync(join(path, ".ralph/last-response.md"), "I changed one file.\n\nEXIT_SIGNAL: false\n");
  writeFileSync(join(path, ".ralph/fix_plan.md"), "- [x] a\n- [ ] b\n");
  return path;
}

const call = (cwd, ...words) => spawnSync(process.execPath, [cli, ...words], { cwd, encoding: "utf8" });
const settings = ["--set", "maxIterations=0", "--set", "stagnationLoops=0"];

async function kill(path, run) {
  const child = spawn(process.execPath, [worker, join(path, ".ralph"), run], { stdio: ["ignore", "pipe", "pipe"] });
  let told = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    told += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const closed = once(child, "close");
  if (random() > 0.2) await Promise.race([once(child.stdout, "data"), closed]);
  await setTimeout(random() * 40);
  child.kill("SIGKILL");
  await closed;
  if (err !== "") throw new Error(err);
  return told.split("\n").slice(0, -1).map(Number);
}

async function killRound(path, round) {
  const acknowledged = await kill(path, `run-${round % 3}`);
  const numbers = numbersIn(path);
  const seen = new Set(numbers);
  const missing = acknowledged.filter((n) => !seen.has(n));
  if (missing.length > 0) throw new Error(`acknowledged, but not in the journal: ${missing}`);
  if (seen.size !== numbers.length) throw new Error("a record is in the journal twice");
  const next = call(path, "check", ...settings);
  if (next.status !== 0) throw new Error(`the next check ended with ${next.status}: ${next.stderr}`);
  if (numbersIn(path).length !== numbers.length + 1) throw new Error("the next check was not recorded");
  agree(path);
  return acknowledged.length;
}

async function pairRound(path) {
  const before = numbersIn(path).length;
  const both = [0, 1].map(() =>
    spawn(process.execPath, [cli, "check", ...settings], { cwd: path, stdio: ["ignore", "ignore", "pipe"] }),
  );
  const codes = await Promise.all(both.map(async (child) => (await once(child, "close"))[0]));
  const numbers = numbersIn(path);
  if (codes.some((code) => code !== 0)) throw new Error(`two checks at once ended with ${codes}`);
  if (numbers.length !== before + 2 || new Set(numbers).size !== numbers.length)
    throw new Error(`two checks at once left ${numbers.length - before} records`);
}

const kills = Number(values.kills);
const pairs = Number(values.pairs);
let records = 0;
let failed = 0;
const attempt = async (what, act) => {
  try {
    await act();
  } catch (error) {
    failed++;
    console.error(`${what} (seed ${values.seed}): ${error.message}`);
  }
};
for (let round = 0; round < kills; round++)
  await attempt(`kill ${round}`, async () => {
    records += await killRound(project(`kill-${Math.floor(round / 25)}`), round);
  });
for (let round = 0; round < pairs; round++) await attempt(`pair ${round}`, () => pairRound(project("pair")));
agree(project("pair"));
console.log(
  `${kills} kills over ${records} acknowledged records, ${pairs} pairs of checks at once: ${failed} failed (seed ${values.seed})`,
);
rmSync(place, { recursive: true });
process.exitCode = failed === 0 ? 0 : 1;
