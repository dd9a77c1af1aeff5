// A fleet with a real Redis and several workers. At random, workers are killed (-9) and started again, frozen for longer
// than others wait for them, their disk is full, remotes are away or refuse pushes, and Redis is restarted. Afterwards every
// task ended once in the journal and was merged and marked once, no branch of a task is left, status says what the branches
// say, and nothing runs. Then a second submission with a budget, in the same way; a third whose branch somebody moves; and a
// fourth that Redis forgets.
//   node scripts/kill-fleet.mjs [--tasks 200] [--repositories 10] [--workers 3] [--slots 2] [--every 6] [--away 5] [--seconds 3600] [--seed N]
// --every: the average seconds between two faults. --away: for how many seconds a remote is away at most. --seconds: when it counts as failed if it is not over.

import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inflateRawSync } from "node:zlib";
import { leftRunning, waitForNothingLeft } from "./left-running.mjs";
import { diceOf } from "./loop-trial.mjs";
import { hasRedis, RedisProcess } from "./redis-process.mjs";

const { values } = parseArgs({
  options: {
    tasks: { type: "string", default: "200" },
    repositories: { type: "string", default: "10" },
    workers: { type: "string", default: "3" },
    slots: { type: "string", default: "2" },
    every: { type: "string", default: "6" },
    seconds: { type: "string", default: "3600" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    away: { type: "string", default: "5" },
    keep: { type: "boolean", default: false },
  },
});
const number = (name) => Number(values[name]);
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const agent = fileURLToPath(new URL("task-agent.mjs", import.meta.url));
const takeoverMs = 2_000;
const password = "sesame-of-the-fleet";
const prefix = "{untildone}";

const folder = mkdtempSync(join(tmpdir(), "untildone-fleet-"));
const log = join(folder, "turns.log");
const name = randomUUID();
const dice = diceOf(number("seed"));

/** Turns of agents, workers and git take from it; Redis does not, and is not looked for at the end. */
const { PATH } = process.env;
const env = {
  PATH,
  HOME: folder,
  XDG_STATE_HOME: join(folder, "state"),
  TMPDIR: join(folder, "tmp"),
  KILL_TRIAL: name,
};

const git = (cwd, ...words) => {
  const { status, stdout, stderr } = spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
    ...{ cwd, encoding: "utf8", env: { PATH, HOME: folder } },
  });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout.trim();
};

/** Every part that is there has to be whole: what needs two turns fails the check after the first. */
const verify = `for file in parts/*.txt; do grep -q whole "$file" || { echo "$file is not whole"; exit 1; }; done\n`;

/** A bare repository with a list. A task may wait for the one before it. */
function makeRepository(at, ids) {
  const [source, bare] = [join(folder, `r${at}.src`), join(folder, `r${at}.git`)];
  mkdirSync(join(source, "parts"), { recursive: true });
  const lines = ids.map((id, index) => {
    const waits = index > 0 && dice.chance(0.2) ? ` (depends on ${ids[index - 1]})` : "";
    return `- [ ] ${id}: write part ${id}${waits}\n`;
  });
  writeFileSync(join(source, "TODO.md"), lines.join(""));
  writeFileSync(join(source, "verify.sh"), verify);
  writeFileSync(join(source, "parts/0.txt"), "whole\n");
  git(source, "init", "-q", "-b", "main");
  git(source, "add", "-A");
  git(source, "commit", "-qm", "Begin");
  git(folder, "clone", "-q", "--bare", source, bare);
  return { bare, ids };
}

/** What the agent does for a task: one turn, or two of which the first does half. */
function makeSteps(id, share) {
  const turn = (text, more = {}) => ({
    ...{ sleepMs: Math.round(200 + dice.random() * 800), write: { [`parts/${id}.txt`]: `${text}\n` }, log },
    ...more,
  });
  const half = turn("half", { silent: true, say: "Half of it is written. The rest comes next." });
  return dice.chance(share) ? [half, turn("whole")] : [turn("whole")];
}

/** Repositories with ids of their own, so that a turn in the log names its task. */
function makeWork({ first, repositories, tasks, twoTurns, script }) {
  return Array.from({ length: repositories }, (_, index) => {
    const at = first + index;
    const ids = Array.from({ length: Math.ceil(tasks / repositories) }, (_, task) => `T${at * 1000 + task + 1}`);
    for (const id of ids) script[id] = makeSteps(id, twoTurns);
    return makeRepository(at, ids);
  });
}

class Worker {
  events = [];
  output = "";
  child = null;
  isFrozen = false;

  constructor(at) {
    this.name = `w${at}`;
    this.programs = join(folder, `${this.name}-programs`);
    mkdirSync(this.programs);
    // What git says on a full disk, while a file says that it is full.
    const git = `#!/bin/sh\nif [ -e ${this.programs}/full ]; then echo 'fatal: write error: No space left on device' >&2; exit 128; fi\nPATH=${PATH} exec git "$@"\n`;
    writeFileSync(join(this.programs, "git"), git, { mode: 0o755 });
  }

  get isFull() {
    return existsSync(join(this.programs, "full"));
  }

  start() {
    const own = ["--name", this.name, "--slots", values.slots, "--takeover-after", `${takeoverMs / 1000}s`];
    const words = ["--command", `node ${agent} ${join(folder, "script.json")}`, "--check", "v=sh verify.sh"];
    const rest = ["--no-detect", "--grace", "1", "--json", "--allow-repo", `${folder}/*`, "--retry-after", "1s"];
    const ownEnv = { ...env, PATH: `${this.programs}:${PATH}`, UNTILDONE_REDIS_URL: redis.url };
    const child = spawn(process.execPath, [cli, "fleet", "worker", ...own, ...words, ...rest], {
      ...{ cwd: folder, env: ownEnv, stdio: ["ignore", "pipe", "pipe"] },
    });
    let pending = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      const lines = (pending + chunk).split("\n");
      pending = lines.pop();
      for (const line of lines) this.#read(line);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      this.output += chunk;
    });
    this.child = child;
    this.ended = once(child, "close");
    child.on("exit", (code) => {
      if (this.isFull && code === 1) return; // It takes no more tasks, as it should.
      if (this.child === child && code !== null) unexpected.push(`${this.name} ended with ${code}: ${this.output}`);
    });
  }

  #read(line) {
    this.output = (this.output + (line.includes(password) ? line : "")).slice(-20_000);
    const event = JSON.parse(line);
    if (event.type === "task-taken") noteTaken(event, this.name);
    if (event.type === "task-event") return;
    this.events.push(event);
    if (event.type === "task-lost") counts.lost++;
    if (event.type === "repository-paused") counts.pauses++;
    if (event.type === "worker-drained" && !this.isFull) unexpected.push(`${this.name} drained: ${event.why}`);
    if (event.type === "warning" && event.text.includes("no longer knows")) counts.forgotten++;
    if (event.type === "task-failed") failures.push(`${event.hold.task}: ${event.why}`);
  }

  /** Tasks it has at this moment. */
  holds() {
    const held = new Set();
    for (const { type, hold } of this.events) {
      if (type === "task-taken") held.add(hold.job);
      else if (hold) held.delete(hold.job);
    }
    return held;
  }

  signal(signal) {
    this.child?.kill(signal);
  }

  async kill() {
    const { child } = this;
    this.child = null;
    child.kill("SIGKILL");
    await this.ended;
    for (const job of this.holds()) lostAt.set(job, Date.now());
    this.events.push(...[...this.holds()].map((job) => ({ type: "killed", hold: { job } })));
  }

  async stop() {
    const { child } = this;
    this.child = null;
    child?.kill("SIGTERM");
    const late = setTimeout(20_000, "late", { ref: false });
    if ((await Promise.race([this.ended, late])) === "late") throw new Error(`${this.name} does not end`);
  }
}

const counts = { kills: 0, freezes: 0, restarts: 0, lost: 0, full: 0, away: 0, refusals: 0, pauses: 0, forgotten: 0 };
const unexpected = [];
/** What went wrong and was tried again. */
const failures = [];
/** Jobs whose worker was killed or frozen, and when. */
const lostAt = new Map();
const takeovers = [];

function noteTaken({ at, hold, isTakeover }) {
  const since = lostAt.get(hold.job);
  if (since === undefined || !isTakeover) return;
  takeovers.push(Date.parse(at) - since);
  lostAt.delete(hold.job);
}

/** One fault at a time, with its own length, until the work is over. */
async function disturb(workers, isOver, repositories) {
  while (!isOver() && workers.length > 0) {
    await setTimeout(number("every") * 1000 * (0.4 + dice.random() * 1.2));
    if (isOver()) return;
    const worker = dice.pick(workers);
    const what = dice.random();
    if (what < 0.3) await killWorker(worker);
    else if (what < 0.5) await freezeWorker(worker);
    else if (what < 0.6) await restartRedis();
    else if (what < 0.7) await fillDisk(worker);
    else if (what < 0.85) await takeAway(dice.pick(repositories));
    else await refusePushes(dice.pick(repositories));
  }
}

async function killWorker(worker) {
  counts.kills++;
  await worker.kill();
  await setTimeout(dice.random() * 3_000);
  worker.start();
}

async function freezeWorker(worker) {
  counts.freezes++;
  worker.signal("SIGSTOP");
  for (const job of worker.holds()) lostAt.set(job, Date.now());
  await setTimeout(takeoverMs * (1.5 + dice.random() * 2));
  worker.signal("SIGCONT");
}

/** Until the worker has noticed and left; then there is room again, and it is started. */
async function fillDisk(worker) {
  counts.full++;
  const { child, ended } = worker;
  writeFileSync(join(worker.programs, "full"), "");
  const late = setTimeout(4_000, "late", { ref: false });
  await Promise.race([ended, late]);
  const hasLeft = child.exitCode !== null;
  if (!hasLeft) return void rmSync(join(worker.programs, "full")); // It had nothing to do with its disk.
  worker.child = null;
  rmSync(join(worker.programs, "full"));
  worker.start();
}

async function takeAway({ bare }) {
  counts.away++;
  renameSync(bare, `${bare}.away`);
  await setTimeout(1_000 + dice.random() * number("away") * 1000);
  renameSync(`${bare}.away`, bare);
}

async function refusePushes({ bare }) {
  counts.refusals++;
  const hook = join(bare, "hooks/pre-receive");
  mkdirSync(join(bare, "hooks"), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\necho frozen >&2\nexit 1\n", { mode: 0o755 });
  await setTimeout(1_000 + dice.random() * 4_000);
  rmSync(hook);
}

async function restartRedis() {
  counts.restarts++;
  await redis.down(dice.chance(0.5) ? "SIGKILL" : "SIGTERM");
  lostAt.clear(); // What follows is the absence of Redis, not of a worker.
  await setTimeout(dice.random() * takeoverMs * 2);
  await redis.up();
}

function runCli(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "fleet", ...words], {
    ...{ cwd: folder, encoding: "utf8", env: { ...env, UNTILDONE_REDIS_URL: redis.url }, timeout: 60_000 },
  });
  if (stderr.includes(password)) unexpected.push(`the password is in what fleet ${words[0]} prints`);
  return { status, out: stdout, err: stderr };
}

function submit(repositories, more = []) {
  const words = repositories.flatMap(({ bare }) => ["--repo", bare]);
  const { out, err } = runCli("submit", ...words, "--tasks", "TODO.md", "--json", ...more);
  if (out === "") throw new Error(`submit: ${err}`);
  return JSON.parse(out).id;
}

const overStatuses = new Set(["done", "set-aside", "stopped", "cancelled", "failed"]);

async function readTasks(client, id) {
  const fields = await client.hgetall(`${prefix}:submission:${id}:tasks`);
  return Object.entries(fields).map(([field, json]) => ({ task: field.replace(/^\d+\//, ""), ...JSON.parse(json) }));
}

/** Waits until all tasks of a submission are over, while it is disturbed. */
async function watch(client, id, { workers, repositories }) {
  let isOver = false;
  let tasks = [];
  const disturbing = disturb(workers, () => isOver, repositories);
  const end = Date.now() + number("seconds") * 1000;
  for (let at = 0; !isOver; at++) {
    await setTimeout(500);
    tasks = await readTasks(client, id);
    isOver = tasks.every(({ status }) => overStatuses.has(status)) || Date.now() > end || unexpected.length > 0;
    if (at % 60 === 59)
      console.error(`  ${tasks.filter(({ status }) => overStatuses.has(status)).length} of ${tasks.length}`);
  }
  await disturbing;
  await ended(id, repositories.length);
  return readTasks(client, id);
}

/** Waits until it is written down how each repository ended, in its last round. */
async function ended(id, repositories) {
  for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(200)) {
    const { status, out } = runCli("status", id, "--json");
    const states = out === "" ? [] : JSON.parse(out).repositories.map(({ state }) => state);
    const isOver = states.length === repositories && !states.some((state) => /^(?:working|checking)$/.test(state));
    if (isOver) return { status, states };
  }
  throw new Error(`${id} has no end`);
}

let passed = 0;
let failed = 0;
function check(what, faults) {
  if (faults.length === 0) passed++;
  else failed++;
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"}  ${what}${faults.length === 0 ? "" : `: ${show(faults)}`}`);
}
const show = (faults) => `${faults.slice(0, 8).join("; ")}${faults.length > 8 ? `; ${faults.length - 8} more` : ""}`;

async function readJournal(client, id) {
  const entries = await client.xrange(`${prefix}:submission:${id}:journal`, "-", "+");
  return entries.map(([, fields]) => JSON.parse(unpack(fields[fields.indexOf("record") + 1])));
}

/** As src/system/pack-text.ts packs it. */
function unpack(text) {
  return inflateRawSync(Buffer.from(text, "base64")).toString("utf8");
}

const countBy = (list) => {
  const found = new Map();
  for (const each of list) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
};

async function judge(client, id, { repositories, tasks }) {
  const journal = await readJournal(client, id);
  const merged = countBy(journal.filter(({ about }) => about?.is === "merged").map(({ about }) => about.unit));
  const done = tasks.filter(({ status }) => status === "done").map(({ task }) => task);
  const undone = tasks
    .filter(({ status }) => !overStatuses.has(status))
    .map(({ task, status }) => `${task} is ${status}`);
  check("every task is over", undone);
  check(
    "every task that is done ended once in the journal, and no other",
    [...new Set([...done, ...merged.keys()])]
      .filter((task) => merged.get(task) !== 1 || !done.includes(task))
      .map((task) => `${task}: ${merged.get(task) ?? 0} times`),
  );
  const branch = `untildone/${id}`;
  const faults = { merges: [], boxes: [], parts: [], branches: [], fsck: [] };
  for (const { bare, ids } of repositories) {
    const heads = git(bare, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
    const known = tasks.filter(({ status }) => status === "done").map(({ task }) => task);
    faults.branches.push(...heads.filter((head) => known.some((task) => head === `${branch}-${task}`)));
    if (!heads.includes(branch)) {
      if (ids.some((task) => done.includes(task))) faults.merges.push(`${bare} has no ${branch}`);
      continue;
    }
    const subjects = countBy(git(bare, "log", "--first-parent", "--format=%s", branch).split("\n"));
    const list = git(bare, "show", `${branch}:TODO.md`);
    for (const task of ids) {
      const times = [...subjects]
        .filter(([subject]) => isMark(subject, task))
        .reduce((sum, [, count]) => sum + count, 0);
      if (times !== (done.includes(task) ? 1 : 0)) faults.merges.push(`${task}: ${times} times`);
      if (new RegExp(`^- \\[x\\] ${task}:`, "m").test(list) !== done.includes(task)) faults.boxes.push(task);
      if (done.includes(task) && git(bare, "show", `${branch}:parts/${task}.txt`) !== "whole") faults.parts.push(task);
    }
    if (git(bare, "fsck", "--no-dangling") !== "") faults.fsck.push(bare);
  }
  check("each was marked by one commit on the common branch", faults.merges);
  check("the lists have a tick for each, and no other", faults.boxes);
  check("the work of each is there", faults.parts);
  check("no branch of a task is left", faults.branches);
  check("git finds no fault in the repositories", faults.fsck);
  const shown = JSON.parse(runCli("status", id, "--json").out).repositories;
  check(
    "status says of every repository what its branch says",
    shown.flatMap(({ name, state, end, tasks: own }) => {
      const isDone = own.every(({ status }) => status === "done");
      return (state === "completed") === isDone ? [] : [`${name} is ${state} (${end?.reason})`];
    }),
  );
  return journal;
}

const isMark = (subject, task) => new RegExp(`\\b${task}\\b.*merged`).test(subject);

async function judgeQueue(client, ids) {
  const lists = ["wait", "active", "paused"];
  const sizes = await Promise.all(lists.map(async (list) => [list, await client.llen(`${prefix}:tasks:${list}`)]));
  for (const set of ["delayed", "prioritized"]) sizes.push([set, await client.zcard(`${prefix}:tasks:${set}`)]);
  const states = await client.keys(`${prefix}:state:*`);
  const faults = sizes.filter(([, size]) => size > 0).map(([list, size]) => `${size} in ${list}`);
  for (const id of ids) {
    const fields = await client.hgetall(`${prefix}:submission:${id}`);
    for (const [field, value] of Object.entries(fields))
      if (field.startsWith("open:") && value !== "0") faults.push(`${id} ${field} is ${value}`);
  }
  check("the queue is empty, and nothing is kept for a next worker", [...faults, ...states]);
}

/** Somebody moves the common branch back to its start while tasks are merged: what was there is not done any more. */
async function moveBranch(client, script) {
  const [repository] = makeWork({ first: 700, repositories: 1, tasks: 4, twoTurns: 1, script });
  writeFileSync(join(folder, "script.json"), JSON.stringify(script));
  const { bare } = repository;
  const id = submit([repository]);
  const branch = `refs/heads/untildone/${id}`;
  const isThere = () => git(bare, "for-each-ref", branch) !== "";
  for (const end = Date.now() + 60_000; !isThere() && Date.now() < end; ) await setTimeout(50);
  git(bare, "update-ref", branch, "refs/heads/main");
  const tasks = await watch(client, id, { workers: [], repositories: [repository] });
  const list = git(bare, "show", `untildone/${id}:TODO.md`);
  check(
    "after a branch was moved, a task is done if the branch has it, and only then",
    tasks
      .filter(({ task, status }) => new RegExp(`^- \\[x\\] ${task}:`, "m").test(list) !== (status === "done"))
      .map(({ task, status }) => `${task} is ${status}`),
  );
}

/** Redis loses everything: the workers say so, and what is merged stays. */
async function forget(client, script) {
  const [repository] = makeWork({ first: 800, repositories: 1, tasks: 6, twoTurns: 1, script });
  writeFileSync(join(folder, "script.json"), JSON.stringify(script));
  const id = submit([repository]);
  const begun = readLog().length;
  for (const end = Date.now() + 60_000; readLog().length < begun + 2 && Date.now() < end; ) await setTimeout(50);
  const kept = [...(await client.keys(`${prefix}:submission*`))].filter((key) => key.includes(id));
  await client.del(
    ...kept,
    ...(await client.keys(`${prefix}:tasks:*${id}*`)),
    ...(await client.keys(`${prefix}:state:*`)),
  );
  await client.zrem(`${prefix}:submissions`, id);
  for (const end = Date.now() + 30_000; counts.forgotten === 0 && Date.now() < end; ) await setTimeout(100);
  check(
    "a submission that Redis forgot is told, with the command that goes on",
    counts.forgotten > 0 ? [] : ["it is not"],
  );
  await client.del(...["wait", "active", "prioritized", "delayed", "marker"].map((list) => `${prefix}:tasks:${list}`));
}

const readLog = () => {
  try {
    return readFileSync(log, "utf8").trim().split("\n");
  } catch {
    return [];
  }
};

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

if (!hasRedis()) {
  console.log("NOT RUN: redis-server is not installed (apt-get install redis-server)");
  process.exit(0);
}
mkdirSync(join(folder, "tmp"));
const begun = Date.now();
const { Redis } = createRequire(import.meta.url)("ioredis");
const redis = await RedisProcess.start({ password });
const client = new Redis(redis.url, { maxRetriesPerRequest: null, retryStrategy: () => 200 });
client.on("error", () => undefined);
const workers = Array.from({ length: number("workers") }, (_, at) => new Worker(at + 1));
try {
  const script = {};
  const [tasks, repositories] = [number("tasks"), number("repositories")];
  const main = makeWork({ first: 1, repositories, tasks, twoTurns: 0.3, script });
  const few = { repositories: Math.min(2, repositories), tasks: Math.max(6, Math.round(tasks / 10)) };
  const limited = makeWork({ first: 500, ...few, twoTurns: 1, script });
  writeFileSync(join(folder, "script.json"), JSON.stringify(script));
  const id = submit(main);
  for (const worker of workers) worker.start();
  let over = await watch(client, id, { workers, repositories: main });
  const took = Date.now() - begun;
  console.log(
    `${over.length} tasks in ${repositories} repositories, ${workers.length} workers with ${values.slots} slots, in ${seconds(took)}`,
  );
  const undone = over.filter(({ status }) => status !== "done");
  const lostTooOften = undone.filter(({ why }) => /^its worker was lost|^it waits for task/.test(why));
  check(
    "every task is done, or was given up since its worker was lost too often",
    undone.filter((task) => !lostTooOften.includes(task)).map(({ task, status, why }) => `${task} ${status} (${why})`),
  );
  if (undone.length > 0) {
    runCli("retry", id);
    over = await watch(client, id, { workers: [], repositories: main });
  }
  await judge(client, id, { repositories: main, tasks: over });
  check(
    "all tasks are done",
    over.filter(({ status }) => status !== "done").map(({ task, status, why }) => `${task} ${status} (${why})`),
  );

  const before = readLog().length;
  const budget = Math.max(4, few.tasks);
  const second = submit(limited, ["--max-iterations", String(budget)]);
  const stopped = await watch(client, second, { workers, repositories: limited });
  await judge(client, second, { repositories: limited, tasks: stopped });
  const used = Number(await client.hget(`${prefix}:submission:${second}`, "iterations"));
  const slots = workers.length * number("slots");
  check(
    `a budget of ${budget} iterations is exceeded by at most one for each of ${slots} slots (${used} used)`,
    used > budget + slots || used < budget ? [`${used} used`] : [],
  );
  check(
    "tasks beyond the budget are stopped, with the reason",
    stopped.some(({ status, why }) => status === "stopped" && /budget/.test(why)) ? [] : ["none is"],
  );

  await moveBranch(client, script);
  await forget(client, script);
  await setTimeout(1_000);
  await judgeQueue(client, [id, second]);
  await Promise.all(workers.map((worker) => worker.stop()));
  check("the workers went on through all of it", unexpected);
  check(
    "the password is in no output",
    workers.filter(({ output }) => output.includes(password)).map((worker) => worker.name),
  );
  await waitForNothingLeft(name, 10_000).then(
    () => check("nothing is left running", []),
    (error) => check("nothing is left running", [error.message]),
  );
  const turns = readLog().filter((line) => line.startsWith("start")).length;
  const rows = [
    ["workers killed with -9", counts.kills],
    ["workers frozen", counts.freezes],
    ["restarts of Redis", counts.restarts],
    ["full disks", counts.full],
    ["remotes taken away", counts.away],
    ["remotes that refused pushes", counts.refusals],
    ["pauses of a repository", counts.pauses],
    ["tasks a worker found lost", counts.lost],
    ["tasks given up and tried again", undone.length],
    ["turns of agents (first submission)", Math.round(before / 2)],
    ["turns of agents (all)", turns],
    ["takeovers measured", takeovers.length],
    ["takeover, median", seconds(median(takeovers))],
    ["takeover, worst", seconds(Math.max(0, ...takeovers))],
  ];
  for (const failure of new Set(failures)) console.log(`tried again: ${failure}`);
  for (const [what, value] of rows) console.log(`${what.padEnd(36)} ${value}`);
} catch (error) {
  check("the trial went to its end", [error.stack]);
} finally {
  for (const worker of workers) {
    const { child } = worker;
    worker.child = null;
    child?.kill("SIGCONT");
    child?.kill("SIGKILL");
  }
  client.disconnect();
  await redis.close();
  for (const line of leftRunning(name)) process.kill(Number.parseInt(line, 10), "SIGKILL");
  if (values.keep) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}
console.log(`fleet: ${passed} passed, ${failed} failed, in ${seconds(Date.now() - begun)} (seed ${values.seed})`);
process.exitCode = failed === 0 ? 0 : 1;
