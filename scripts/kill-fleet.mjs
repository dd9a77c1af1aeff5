// A fleet with a real Redis and several workers. At random, workers are killed (-9) and started again, frozen for longer
// than others wait for them, their disk (a small one of their own, if we are root) is full, their link to Redis is cut, remotes are away or refuse pushes, and Redis is
// restarted; the clocks of two workers are wrong. Afterwards every task ended once in the journal and was merged and marked
// once, no branch of a task is left, status says what the branches say, and nothing runs. Then a second submission with a
// budget, in the same way; a third of repositories as other people have them; a fourth whose branch somebody moves; one
// whose worker is killed while another is idle, to measure how soon that one takes over; and a last one that Redis forgets.
//   node scripts/kill-fleet.mjs [--tasks 200] [--repositories 10] [--workers 3] [--slots 2] [--every 6] [--away 5] [--long 0]
//     [--skew 20] [--lock 2] [--seconds 3600] [--seed N] [--parts main,budget,foreign,moved,forgotten,takeovers]
// --every: the average seconds between two faults. --away: for how many seconds a remote is away at most. --long: for how
// many one of them is, beside all else. --lock: the seconds after which others take over; more of them on a busy machine. --skew: by how many seconds clocks are wrong. --seconds: when it counts as failed if
// it is not over.

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
import { Disk } from "./kill-fleet/disk.mjs";
import { changedBeside, makeForeign } from "./kill-fleet/foreign.mjs";
import { Link } from "./kill-fleet/link.mjs";
import { measureTakeovers } from "./kill-fleet/takeovers.mjs";
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
    long: { type: "string", default: "0" },
    skew: { type: "string", default: "20" },
    lock: { type: "string", default: "2" },
    parts: { type: "string", default: "main,budget,foreign,moved,forgotten,takeovers" },
    keep: { type: "boolean", default: false },
  },
});
const number = (name) => Number(values[name]);
const isPlayed = (part) => values.parts.split(",").includes(part);
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const skewedClock = new URL("kill-fleet/skewed-clock.mjs", import.meta.url).href;
const agent = fileURLToPath(new URL("task-agent.mjs", import.meta.url));
const takeoverMs = number("lock") * 1000;
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

/** A bare repository with a list. A share of the tasks waits for the one before. */
function makeRepository(at, ids, waiting) {
  const [source, bare] = [join(folder, `r${at}.src`), join(folder, `r${at}.git`)];
  mkdirSync(join(source, "parts"), { recursive: true });
  const lines = ids.map((id, index) => {
    const waits = index > 0 && dice.chance(waiting) ? ` (depends on ${ids[index - 1]})` : "";
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
function makeWork({ first, repositories, tasks, twoTurns, script, waiting = 0.2 }) {
  return Array.from({ length: repositories }, (_, index) => {
    const at = first + index;
    const ids = Array.from({ length: Math.ceil(tasks / repositories) }, (_, task) => `T${at * 1000 + task + 1}`);
    for (const id of ids) script[id] = makeSteps(id, twoTurns);
    return makeRepository(at, ids, waiting);
  });
}

/** Null where none can be made. */
const disks = [];

class Worker {
  events = [];
  output = "";
  child = null;
  /** Why it takes no more tasks. */
  drained = null;
  /** Its disk is full for now: whoever did that starts it again. */
  isFull = false;

  /** `link`: it reaches Redis by that alone. `skew`: how many seconds its clock is ahead. */
  constructor(at, { link, skew }) {
    this.name = `w${at}`;
    this.link = link;
    this.skew = skew;
    this.disk = Disk.make(join(folder, `${this.name}-disk`));
    disks.push(this.disk);
    this.programs = join(folder, `${this.name}-programs`);
    mkdirSync(this.programs);
    // Without a disk of its own: what git says on a full one, while a file says that it is full.
    const git = `#!/bin/sh\nif [ -e ${this.programs}/full ]; then echo 'fatal: write error: No space left on device' >&2; exit 128; fi\nPATH=${PATH} exec git "$@"\n`;
    writeFileSync(join(this.programs, "git"), git, { mode: 0o755 });
  }

  start({ slots = values.slots, lockMs = takeoverMs } = {}) {
    const own = ["--name", this.name, "--slots", slots, "--takeover-after", `${lockMs / 1000}s`];
    const words = ["--command", `node ${agent} ${join(folder, "script.json")}`, "--check", "v=sh verify.sh"];
    const rest = ["--no-detect", "--grace", "1", "--json", "--allow-repo", `${folder}/*`, "--retry-after", "1s"];
    const url = this.link ? redis.url.replace("127.0.0.1", this.link.host) : redis.url;
    const disk = this.disk?.folder ?? folder;
    mkdirSync(join(disk, "tmp"), { recursive: true });
    const places = { XDG_STATE_HOME: join(disk, "state"), TMPDIR: join(disk, "tmp") };
    const ownEnv = {
      ...env,
      ...places,
      PATH: `${this.programs}:${PATH}`,
      UNTILDONE_REDIS_URL: url,
      SKEW_SECONDS: `${this.skew}`,
    };
    const more = this.link ? ["--insecure-redis"] : [];
    const program = [
      process.execPath,
      "--import",
      skewedClock,
      cli,
      "fleet",
      "worker",
      ...own,
      ...words,
      ...rest,
      ...more,
    ];
    const [file, ...args] = this.link ? this.link.wrap(program) : program;
    const child = spawn(file, args, {
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
    this.drained = null;
    this.output = "";
    this.ended = once(child, "close");
    child.on("close", (code) => {
      if (this.child !== child || code === null) return;
      if (this.drained !== null && code === 1) return this.isFull || this.start(); // It takes no more tasks, as it should.
      // Started on a full disk: whoever filled it starts it again.
      if (this.isFull && code === 2 && /the disk is full/.test(this.output)) {
        this.drained = "it does not start on a full disk";
        return;
      }
      // Started while Redis was away or its link was cut: whoever started it does so again.
      if (code === 2 && /Redis cannot be reached/.test(this.output))
        return void setTimeout(1_000).then(() => this.child === child && this.start());
      unexpected.push(`${this.name} ended with ${code}: ${this.output}`);
    });
  }

  #read(line) {
    this.output = (this.output + (line.includes(password) ? line : "")).slice(-20_000);
    const event = JSON.parse(line);
    if (event.type === "task-taken") noteTaken(event, this.name);
    if (event.type === "task-event") return;
    this.events.push({ ...event, heard: Date.now() });
    if (event.type === "task-lost") counts.lost++;
    if (event.type === "repository-paused") counts.pauses++;
    if (event.type === "worker-drained") this.drained = event.why;
    if (event.type === "worker-drained" && !/ is full/.test(event.why))
      unexpected.push(`${this.name} drained: ${event.why}`);
    if (event.type === "task-failed") failures.push(`${event.hold.task}: ${event.why}`);
  }

  /** Tasks it has at this moment, of those that it took after a number of events. */
  holds(since = 0) {
    const held = new Set();
    for (const { type, hold } of this.events.slice(since)) {
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

  fillDisk() {
    if (this.disk) this.disk.fill();
    else writeFileSync(join(this.programs, "full"), "");
  }

  emptyDisk() {
    if (this.disk) this.disk.empty();
    else rmSync(join(this.programs, "full"));
  }

  async stop() {
    const { child } = this;
    this.child = null;
    child?.kill("SIGTERM");
    const late = setTimeout(20_000, "late", { ref: false });
    if ((await Promise.race([this.ended, late])) === "late") throw new Error(`${this.name} does not end`);
  }
}

const counts = {
  cuts: 0,
  kills: 0,
  freezes: 0,
  restarts: 0,
  lost: 0,
  full: 0,
  fullNoticed: 0,
  away: 0,
  refusals: 0,
  pauses: 0,
  retried: 0,
};
const unexpected = [];
/** What went wrong and was tried again. */
const failures = [];
/** Jobs whose worker was killed or frozen, and when. */
const lostAt = new Map();
const takeovers = [];

function noteTaken({ hold, isTakeover }) {
  const since = lostAt.get(hold.job);
  if (since === undefined || !isTakeover) return;
  takeovers.push(Date.now() - since); // The clock of the worker may be wrong.
  lostAt.delete(hold.job);
}

/** One fault at a time, with its own length, until the work is over. */
async function disturb(workers, isOver, repositories) {
  while (!isOver() && workers.length > 0) {
    await setTimeout(number("every") * 1000 * (0.4 + dice.random() * 1.2));
    if (isOver()) return;
    const worker = dice.pick(workers);
    const what = dice.random();
    const there = repositories.filter(({ bare }) => existsSync(bare));
    const linked = workers.find(({ link }) => link !== null);
    if (what < 0.25) await killWorker(worker);
    else if (what < 0.4) await freezeWorker(worker);
    else if (what < 0.5) await restartRedis();
    else if (what < 0.6) await fillDisk(worker);
    else if (what < 0.72 && linked) await cutLink(linked);
    else if (what < 0.85) await takeAway(dice.pick(there), 1_000 + dice.random() * number("away") * 1000);
    else await refusePushes(dice.pick(there));
  }
}

/** It hears nothing more of Redis, without an error, for longer than others wait for it. */
async function cutLink(worker) {
  counts.cuts++;
  worker.link.cut();
  for (const job of worker.holds()) lostAt.set(job, Date.now());
  await setTimeout(takeoverMs * (1.5 + dice.random() * 2));
  worker.link.restore();
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
  worker.isFull = true;
  for (const end = Date.now() + 5_000; worker.drained === null && Date.now() < end; await setTimeout(50))
    worker.fillDisk();
  if (worker.drained !== null) {
    counts.fullNoticed++;
    await worker.ended;
  }
  worker.emptyDisk();
  worker.isFull = false;
  // Else it had nothing to do with its disk.
  if (worker.child.exitCode !== null) worker.start();
}

async function takeAway({ bare }, ms) {
  counts.away++;
  renameSync(bare, `${bare}.away`);
  await setTimeout(ms);
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
async function watch(client, id, { workers, repositories, longAway = null }) {
  let isOver = false;
  let tasks = [];
  let away = null;
  const disturbing = disturb(workers, () => isOver, repositories);
  const end = Date.now() + number("seconds") * 1000;
  for (let at = 0; !isOver; at++) {
    await setTimeout(500);
    tasks = await readTasks(client, id);
    isOver = tasks.every(({ status }) => overStatuses.has(status)) || Date.now() > end || unexpected.length > 0;
    const over = tasks.filter(({ status }) => overStatuses.has(status)).length;
    if (longAway && !away && over > tasks.length / 10 && existsSync(longAway.bare))
      away = takeAway(longAway, number("long") * 1000);
    if (at % 60 === 59) console.error(`  ${over} of ${tasks.length}`);
  }
  await disturbing;
  await away;
  if (unexpected.length > 0) throw new Error("it was given up");
  await ended(id, repositories.length);
  return readTasks(client, id);
}

const notDone = (tasks) => tasks.filter(({ status }) => status !== "done");
const named = (tasks) => tasks.map(({ task, status, why }) => `${task} ${status} (${why})`);

/** The same, and a task whose worker was lost too often is tried once more, undisturbed. */
async function watchToEnd(client, id, watched) {
  const tasks = await watch(client, id, watched);
  const undone = notDone(tasks);
  check(
    "every task is done, or was given up since its worker was lost too often",
    named(undone.filter(({ why }) => !/^its worker was lost|^it waits for task/.test(why))),
  );
  if (undone.length === 0) return tasks;
  counts.retried += undone.length;
  runCli("retry", id);
  return watch(client, id, { workers: [], repositories: watched.repositories });
}

/** Waits until it is written down how each repository ended, in its last round. */
async function ended(id, repositories) {
  for (const end = Date.now() + 180_000; Date.now() < end; await setTimeout(200)) {
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

/** As src/lib/text/pack-text.ts packs it. */
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
      if (new RegExp(`^[-*] \\[x\\] ${task}:`, "m").test(list) !== done.includes(task)) faults.boxes.push(task);
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

/** All tasks, in the middle of all faults. */
async function workOnAll(client, script) {
  const [tasks, repositories] = [number("tasks"), number("repositories")];
  const main = makeWork({ first: 1, repositories, tasks, twoTurns: 0.3, script });
  writeFileSync(join(folder, "script.json"), JSON.stringify(script));
  const since = Date.now();
  const id = submit(main);
  const longAway = number("long") > 0 ? main.at(-1) : null;
  const over = await watchToEnd(client, id, { workers, repositories: main, longAway });
  console.log(
    `${over.length} tasks in ${repositories} repositories, ${workers.length} workers with ${values.slots} slots, in ${seconds(Date.now() - since)}`,
  );
  await judge(client, id, { repositories: main, tasks: over });
  check("all tasks are done", named(notDone(over)));
  return id;
}

/** A budget, in the middle of the same faults. */
async function keepBudget(client, script) {
  const few = {
    repositories: Math.min(2, number("repositories")),
    tasks: Math.max(6, Math.round(number("tasks") / 10)),
  };
  const limited = makeWork({ first: 500, ...few, twoTurns: 1, script });
  writeFileSync(join(folder, "script.json"), JSON.stringify(script));
  const budget = Math.max(4, few.tasks);
  const id = submit(limited, ["--max-iterations", String(budget)]);
  const stopped = await watch(client, id, { workers, repositories: limited });
  await judge(client, id, { repositories: limited, tasks: stopped });
  const used = Number(await client.hget(`${prefix}:submission:${id}`, "iterations"));
  const slots = workers.length * number("slots");
  check(
    `a budget of ${budget} iterations is exceeded by at most one for each of ${slots} slots (${used} used)`,
    used > budget + slots || used < budget ? [`${used} used`] : [],
  );
  check(
    "tasks beyond the budget are stopped, with the reason",
    stopped.some(({ status, why }) => status === "stopped" && /budget/.test(why))
      ? []
      : stopped.map(({ status, why, iterations }) => `${status} after ${iterations}: ${why}`),
  );
  return id;
}

/** How soon a worker without work takes over, beside nothing else. */
async function measureIdle(client, script) {
  const rounds = number("tasks") < 50 ? 1 : 3;
  const measured = await measureTakeovers(rounds, { client, makeWork, submit, script, folder, workers, readTasks });
  check(
    `a worker that is idle takes over within 1.5 times the lock of ${seconds(measured.lockMs)}`,
    measured.took.filter((ms) => ms > 1.5 * measured.lockMs).map(seconds),
  );
  if (measured.took.length < measured.tasks) check("all tasks were taken over", [`${measured.took.length}`]);
  return measured;
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

/** Redis comes back with nothing: the workers say so, what is merged stays, and the command that they name goes on. */
async function forget(script) {
  const [repository] = makeWork({ first: 800, repositories: 1, tasks: 6, twoTurns: 1, script });
  writeFileSync(join(folder, "script.json"), JSON.stringify(script));
  const { bare, ids } = repository;
  const id = submit([repository]);
  const merged = () =>
    git(bare, "for-each-ref", `refs/heads/untildone/${id}`) === "" ? "" : git(bare, "show", `untildone/${id}:TODO.md`);
  for (const end = Date.now() + 120_000; !merged().includes("[x]") && Date.now() < end; ) await setTimeout(50);
  await redis.forget();
  const told = () => workers.flatMap(({ events }) => events).find(({ text }) => text?.includes(`submission ${id}`));
  for (const end = Date.now() + 60_000; !told() && Date.now() < end; ) await setTimeout(100);
  const [, words] = /To go on: untildone fleet submit (.+)$/.exec(told()?.text ?? "") ?? [];
  check("a submission that Redis forgot is told, with the command that goes on", words ? [] : ["it is not"]);
  if (!words) return null;
  const before = merged();
  const again = JSON.parse(runCli("submit", ...words.split(" "), "--json").out).id;
  const tasks = await watch(client, again, { workers: [], repositories: [repository] });
  const list = git(bare, "show", `untildone/${again}:TODO.md`);
  const lost = ids.filter((task) => !new RegExp(`^- \\[x\\] ${task}:`, "m").test(list));
  check("with that command all is done, and nothing that was merged is done again", [
    ...lost,
    ...named(notDone(tasks)),
    ...tasks.filter(({ task }) => before.includes(`[x] ${task}:`)).map(({ task }) => `${task} again`),
  ]);
  return again;
}

/** Other branches, other names, other kinds of git repositories, in the middle of the same faults. */
async function workOnForeign(client, script) {
  const repositories = makeForeign(folder, { git, first: 900, script, makeSteps });
  writeFileSync(join(folder, "script.json"), JSON.stringify(script));
  const id = submit(repositories);
  const tasks = await watchToEnd(client, id, { workers, repositories });
  await judge(client, id, { repositories, tasks });
  check("all tasks in repositories of other shapes are done", named(notDone(tasks)));
  check(
    "nothing else was changed in them",
    repositories.flatMap((each) => changedBeside(each, `untildone/${id}`).map((name) => `${each.name}: ${name}`)),
  );
  return id;
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
let redis = null;
const { Redis } = createRequire(import.meta.url)("ioredis");
const link = Link.make();
if (link === null) console.log("NOT RUN: a link that is cut (it needs root, and ip of iproute2)");
process.once("exit", () => {
  link?.remove();
  for (const line of leftRunning(name)) spawnSync("kill", ["-9", String(Number.parseInt(line, 10))]);
  for (const disk of disks) disk?.remove();
  redis?.end();
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
redis = await RedisProcess.start({ password, words: link ? ["--bind", "127.0.0.1", link.host] : [] });
const client = new Redis(redis.url, { maxRetriesPerRequest: null, retryStrategy: () => 200 });
client.on("error", () => undefined);
/** The last one has the link; the clocks of the second and the third are wrong. */
const workers = Array.from({ length: number("workers") }, (_, at) => {
  const skew = at === 1 ? number("skew") : at === 2 ? -number("skew") : 0;
  return new Worker(at + 1, { link: at === number("workers") - 1 ? link : null, skew });
});
try {
  for (const worker of workers) worker.start();
  const script = {};
  const ids = [];
  const before = readLog().length;
  if (isPlayed("main")) ids.push(await workOnAll(client, script));
  const turnsOfMain = readLog().length - before;
  if (isPlayed("budget")) ids.push(await keepBudget(client, script));
  if (isPlayed("foreign")) ids.push(await workOnForeign(client, script));
  if (isPlayed("moved")) await moveBranch(client, script);
  await setTimeout(1_000);
  await judgeQueue(client, ids);
  const again = isPlayed("forgotten") ? await forget(script) : null;
  await setTimeout(1_000);
  await judgeQueue(client, again ? [again] : []);
  const measured = isPlayed("takeovers") ? await measureIdle(client, script) : null;
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
    ["links cut", link ? counts.cuts : "not run"],
    ["clocks wrong by (two workers)", `${number("skew")} s`],
    ["a remote away for", `${number("long")} s`],
    ["restarts of Redis", counts.restarts],
    [workers[0].disk ? "full disks" : "full disks (in git's words)", counts.full],
    ["full disks that their worker noticed and left", counts.fullNoticed],
    ["remotes taken away", counts.away],
    ["remotes that refused pushes", counts.refusals],
    ["pauses of a repository", counts.pauses],
    ["tasks a worker found lost", counts.lost],
    ["tasks given up and tried again", counts.retried],
    ["turns of agents (main)", Math.round(turnsOfMain / 2)],
    ["turns of agents (all)", turns],
    ["takeovers measured", takeovers.length],
    [`takeover with all slots at work (lock ${seconds(takeoverMs)}), median`, seconds(median(takeovers))],
    ["the same, worst", seconds(Math.max(0, ...takeovers))],
    ...(measured === null
      ? []
      : [
          [`takeover by an idle worker (lock ${seconds(measured.lockMs)}), median`, seconds(median(measured.took))],
          ["the same, worst", seconds(Math.max(0, ...measured.took))],
        ]),
  ];
  for (const failure of new Set(failures)) console.log(`tried again: ${failure}`);
  for (const [what, value] of rows) console.log(`${what.padEnd(60)} ${value}`);
} catch (error) {
  check("the trial went to its end", [...unexpected, error.stack]);
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
  for (const disk of disks) disk?.remove();
  if (values.keep) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}
console.log(`fleet: ${passed} passed, ${failed} failed, in ${seconds(Date.now() - begun)} (seed ${values.seed})`);
process.exitCode = failed === 0 ? 0 : 1;
