// Kills a run with several tasks at once (-9) at a random moment, sometimes the resumed run as well, and resumes it.
// Afterwards the work is complete, every task was merged once and none was worked on after that, and neither a worktree,
// a branch, a file of a unit nor a process is left.
//   node scripts/kill-parallel.mjs [--count 50] [--seed N] [--only K] [--at-once 2]
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { agree, wholeJournal } from "./journal-checks.mjs";
import { leftRunning, waitForNothingLeft } from "./left-running.mjs";
import { diceOf } from "./loop-trial.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    only: { type: "string" },
    "at-once": { type: "string", default: "2" },
  },
});
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const agent = fileURLToPath(new URL("task-agent.mjs", import.meta.url));

/** Two tasks of a layer change the same line, so that one of them meets a conflict. */
const waits = { T1: [], T2: [], T3: ["T1"], T4: ["T1"], T5: ["T2"], T6: ["T3", "T4", "T5"] };
const ids = Object.keys(waits);
const list = ids
  .map((id) => `- [ ] ${id}: make ${id}${waits[id].length > 0 ? ` (depends on ${waits[id].join(", ")})` : ""}\n`)
  .join("");
const part = (id) => ({ sleepMs: 400, write: { [`parts/${id}.txt`]: `${id}\n` } });
const both = { "shared.txt": "both\n" };

class Place {
  path = mkdtempSync(join(tmpdir(), "untildone-kill-"));
  #name = randomUUID();

  constructor() {
    this.log = `${this.path}.log`;
    const step = (id, more = {}) => ({ ...part(id), ...more, log: this.log });
    const script = Object.fromEntries(ids.map((id) => [id, [step(id)]]));
    for (const id of ["T3", "T4"])
      script[id] = [
        step(id, { replace: { "shared.txt": ["^zero", id] } }),
        { ...step(id), write: { ...both, ...part(id).write } },
      ];
    mkdirSync(`${this.path}.tmp`);
    const files = { "TODO.md": list, "shared.txt": "zero\n", ".gitignore": ".ralph/\n", "verify.sh": "exit 0\n" };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.path, name), text);
    writeFileSync(`${this.path}.json`, JSON.stringify(script));
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-qm", "Begin"],
    ])
      this.git("-c", "user.name=t", "-c", "user.email=t@t", ...words);
  }

  start(more) {
    const first = ["--command", `node ${agent} ${this.path}.json`, "--tasks", "TODO.md", "--check", "v=sh verify.sh"];
    const words = more.includes("--resume")
      ? more
      : [...first, "--no-detect", "--grace", "1", "--parallel", "4", ...more];
    const child = spawn(process.execPath, [cli, "run", "--json", ...words], {
      ...this.#place(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const seen = { child, out: "", err: "", ended: once(child, "close") };
    child.stdout.on("data", (chunk) => {
      seen.out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      seen.err += chunk;
    });
    return seen;
  }

  git = (...words) => spawnSync("git", words, this.#place()).stdout.trim();

  wasCutOff = () =>
    existsSync(`${this.path}.state`) &&
    readdirSync(`${this.path}.state`, { recursive: true }).some((name) => name.endsWith(".open"));

  unitFiles = () =>
    readdirSync(`${this.path}.state`, { recursive: true }).filter((name) => String(name).includes(".unit-"));

  nothingLeft = (withinMs) => waitForNothingLeft(this.#name, withinMs);

  close() {
    for (const line of leftRunning(this.#name)) process.kill(Number.parseInt(line, 10), "SIGKILL");
    for (const end of ["", ".tmp", ".state", ".json", ".log"])
      rmSync(`${this.path}${end}`, { recursive: true, force: true });
  }

  #place() {
    const { PATH } = process.env;
    const XDG_STATE_HOME = `${this.path}.state`;
    const env = { PATH, HOME: this.path, TMPDIR: `${this.path}.tmp`, XDG_STATE_HOME, KILL_TRIAL: this.#name };
    return { cwd: this.path, encoding: "utf8", env };
  }
}

function read(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** A run may have written its end before it was killed. */
function isCompleted(place) {
  const last = read(join(place.path, ".ralph/decisions.jsonl")).trim().split("\n").at(-1);
  return !place.wasCutOff() && /"outcome":"completed"/.test(last);
}

/** Kills it after so many events; false if it had ended by itself. */
async function kill(place, words, dice) {
  const seen = place.start(words);
  const running = { is: true };
  seen.ended.then(() => {
    running.is = false;
  });
  const after = Math.floor(dice.random() * 130);
  while (running.is && seen.out.split("\n").length <= after) await setTimeout(5);
  await setTimeout(dice.random() * 400);
  const wasRunning = running.is;
  seen.child.kill("SIGKILL");
  const [code] = await seen.ended;
  if (!wasRunning && code !== 0) throw new Error(`ended by itself, code ${code}:\n${seen.err}`);
  return wasRunning && !isCompleted(place);
}

const counts = { kills: 0, resumes: 0 };

async function trial(_at, dice) {
  const place = new Place();
  try {
    let isKilled = await kill(place, [], dice);
    counts.kills += isKilled ? 1 : 0;
    while (isKilled && dice.chance(0.4)) {
      isKilled = await kill(place, place.wasCutOff() ? ["--resume"] : [], dice);
      counts.kills += isKilled ? 1 : 0;
    }
    if (isKilled) await finish(place);
    judge(place);
    await place.nothingLeft(5_000);
  } finally {
    place.close();
  }
}

async function finish(place) {
  const seen = place.start(place.wasCutOff() ? ["--resume"] : []);
  counts.resumes++;
  const late = setTimeout(300_000, "late", { ref: false });
  const ended = await Promise.race([seen.ended, late]);
  if (ended === "late") throw new Error(`did not end:\n${seen.out.slice(-2000)}`);
  if (ended[0] !== 0) throw new Error(`code ${ended[0]}:\n${seen.out.slice(-3000)}\n${seen.err}`);
}

function judge(place) {
  const must = (holds, what) => {
    if (!holds) throw new Error(what);
  };
  const branches = place.git("branch", "--list", "untildone/*", "--format=%(refname:short)").split("\n");
  // A run that was killed before its first turn can be left for a new one.
  const branch = branches.toSorted().at(-1) ?? "";
  const show = (path) => place.git("show", `${branch}:${path}`);
  must(show("TODO.md") === list.replaceAll("[ ]", "[x]").trim(), `the list is ${JSON.stringify(show("TODO.md"))}`);
  for (const id of ids) must(show(`parts/${id}.txt`) === id, `the work of ${id} is lost`);
  must(show("shared.txt") === "both", `shared.txt is ${show("shared.txt")}`);
  const journal = readFileSync(join(place.path, ".ralph/decisions.jsonl"), "utf8").trim().split("\n").map(JSON.parse);
  const log = read(place.log)
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  for (const id of ids) {
    const merged = journal.filter(({ about }) => about?.unit === id && about.is === "merged");
    must(merged.length === 1, `${id} was merged ${merged.length} times`);
    const late = log.find(
      ([what, task, at]) => what === "start" && task === id && Number(at) > Date.parse(merged[0].at),
    );
    must(!late, `${id} was worked on after it was merged`);
    const commits = place.git("log", "--first-parent", "--format=%s", branch).split("\n");
    must(
      commits.filter((subject) => subject === `untildone: merge task ${id}`).length === 1,
      `${id} has not one merge`,
    );
  }
  wholeJournal(place.path, { tornEnd: false });
  agree(place.path);
  const trees = place.git("worktree", "list").split("\n");
  must(trees.filter((line) => /-T\d/.test(line)).length === 0, `worktrees are left: ${trees.join("; ")}`);
  must(branches.filter((name) => /-T\d$/.test(name)).length === 0, `branches are left: ${branches.join("; ")}`);
  const folders = readdirSync(join(place.path, ".ralph/worktrees")).filter((name) => /-T\d$/.test(name));
  must(folders.length === 0, `folders are left: ${folders.join("; ")}`);
  must(place.unitFiles().length === 0, `files are left: ${place.unitFiles().join("; ")}`);
  must(place.git("fsck", "--no-dangling") === "", "git fsck finds faults");
}

const seed = Number(values.seed);
const first = values.only === undefined ? 0 : Number(values.only);
const end = values.only === undefined ? Number(values.count) : first + 1;
let next = first;
let failed = 0;
const begun = performance.now();
async function worker() {
  while (next < end) {
    const at = next++;
    try {
      await trial(at, diceOf(seed * 1000 + at));
    } catch (error) {
      failed++;
      console.error(`run ${at} of seed ${seed}: ${error.message}`);
    }
  }
}
await Promise.all(Array.from({ length: Number(values["at-once"]) }, worker));
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
console.log(
  `${end - first} runs in ${seconds} s: killed ${counts.kills} times, finished ${counts.resumes} times by a resumed or new run: ${failed} failed (seed ${seed})`,
);
process.exitCode = failed === 0 ? 0 : 1;
