// A fleet without agents and without git: what the queue itself can do. Many workers with instant agents on a real
// Redis. Throughput, memory of Redis for each task, and how both grow with the number of tasks.
// Then a submission of many tasks is looked at, drained and cancelled through the command line.
// node bench/fleet.mjs [--tasks 10000] [--workers 200] [--iterations 2] [--steered 20000]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { rawText } from "../scripts/raw-text.mjs";
import { hasRedis, RedisProcess } from "../scripts/redis-process.mjs";

const { values } = parseArgs({
  options: {
    tasks: { type: "string", default: "10000" },
    workers: { type: "string", default: "200" },
    iterations: { type: "string", default: "2" },
    repositories: { type: "string", default: "50" },
    steered: { type: "string", default: "20000" },
  },
});
const [tasks, workers, iterations, repositories, steered] = [
  ...["tasks", "workers", "iterations", "repositories", "steered"],
].map((name) => Number(values[name]));

const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const root = fileURLToPath(new URL("..", import.meta.url));
if (!hasRedis()) {
  console.log("redis-server is not installed: nothing measured");
  process.exit(0);
}
const server = await RedisProcess.start();

try {
  const { connect, Fleet, FleetWorker } = await loadFleet();
  const address = { url: server.url, shown: "bench" };
  for (const count of [Math.round(tasks / 10), tasks]) {
    const connection = await connect(address);
    await connection.redis.flushall();
    const before = await memory(connection);
    const fleet = new Fleet(connection);
    const submission = makeSubmission(count);
    const submitted = await timed(() => fleet.submit(submission));
    const filled = await memory(connection);
    const worked = await timed(() => workAll({ fleet, connection, submission, FleetWorker, connect, address }));
    const after = await memory(connection);
    const entries = await connection.redis.xlen(`{untildone}:submission:${submission.id}:journal`);
    const perTask = (bytes) => `${(bytes / count / 1024).toFixed(2)} KB a task`;
    console.log(
      [
        `${count} tasks, ${workers} workers, ${iterations} iterations each`,
        `  submitted in ${submitted.toFixed(2)} s: ${Math.round(count / submitted)} tasks/s`,
        `  worked off in ${worked.toFixed(1)} s: ${Math.round(count / worked)} tasks/s, ${Math.round((count * iterations) / worked)} iterations/s`,
        `  Redis: waiting ${perTask(filled - before)}, over ${perTask(after - before)} (${Math.round((after - before) / 2 ** 20)} MB), journal ${entries} entries`,
        `  append-only file ${Math.round((await aofSize(connection)) / 2 ** 20)} MB`,
      ].join("\n"),
    );
    await fleet.close();
    await connection.close();
  }
  await steer({ connect, Fleet, address });
} finally {
  await server.close();
  rmSync(place, { recursive: true, force: true });
}
process.exit(0);

async function steer({ connect, Fleet, address }) {
  const connection = await connect(address);
  await connection.redis.flushall();
  const fleet = new Fleet(connection);
  const submission = makeSubmission(steered);
  await fleet.submit(submission);
  console.log(`${steered} waiting tasks`);
  for (const [what, ...words] of [
    ["status", "status"],
    ["status of one", "status", submission.id],
    ["drain", "drain"],
    ["cancel", "cancel", submission.id],
    ["status of one, cancelled", "status", submission.id],
  ]) {
    let lines = 0;
    const seconds = await timed(() => {
      const ran = spawnSync(process.execPath, [join(root, "dist/cli.cjs"), "fleet", ...words], {
        ...{ encoding: "utf8", env: { ...process.env, UNTILDONE_REDIS_URL: server.url } },
      });
      if (ran.status > 1) throw new Error(ran.stderr);
      lines = ran.stdout.split("\n").length - 1;
    });
    console.log(`  ${what.padEnd(26)} ${seconds.toFixed(2)} s, ${lines} lines`);
  }
  await fleet.close();
  await connection.close();
}

/** The modules of the fleet, which are not part of the library. */
async function loadFleet() {
  const entry = join(place, "entry.ts");
  const names = { connect: "connect", Fleet: "fleet", FleetWorker: "worker" };
  writeFileSync(
    entry,
    Object.entries(names)
      .map(([name, file]) => `export { ${name} } from ${JSON.stringify(join(root, `src/fleet/${file}.ts`))};`)
      .join("\n"),
  );
  const outfile = join(root, "node_modules/.cache/bench-fleet.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    plugins: [rawText],
  });
  return import(outfile);
}

function makeSubmission(count) {
  const each = Math.ceil(count / repositories);
  const base = "0".repeat(40);
  return {
    version: 1,
    id: `bench-${count}`,
    at: new Date().toISOString(),
    limits: { iterations: null, usd: null, tokens: null, until: null },
    priority: 100,
    pullRequest: false,
    repositories: Array.from({ length: repositories }, (_, at) => ({
      ...{ name: `r${at}`, url: `https://example.invalid/r${at}`, from: "main", base, list: "TODO.md" },
      tasks: Array.from({ length: Math.min(each, Math.max(0, count - at * each)) }, (_, n) => ({
        ...{ id: `T${n + 1}`, title: `Write part ${n + 1} of the project`, after: [] },
      })),
    })).filter((repository) => repository.tasks.length > 0),
  };
}

/** As long as a real decision. */
function makeLine(n) {
  const words = Array.from({ length: 550 }, (_, at) => `word${(at * 7919 + n) % 1000}`).join(" ");
  return JSON.stringify({
    ...{ version: 1, n, at: new Date().toISOString(), run: "20260101-000000-aaaaaa", kind: "decision", iteration: n },
    ...{ policy: "standard", settings: {}, taskKind: null, origins: {}, events: [] },
    observation: { turn: { words }, selection: { is: "none" }, tasks: { is: "not-asked" }, history: [] },
    decision: {
      ...{ decision: "CONTINUE", rule: "not-done", reason: words.slice(0, 200), taskDone: null, setAside: null },
      ...{ outcome: null, score: {}, completion: {}, abstained: [] },
    },
    after: {
      breaker: { state: "closed", openedAt: null, reason: null, noProgress: 0, sameError: 0, gateRefused: 0 },
      ...{ past: {}, historyLimit: 10, stagnation: 0 },
      ...{ seconds: 1, tokens: 100, usd: 0.01, done: 0, response: null },
    },
  });
}

async function workAll({ fleet, submission, FleetWorker, connect, address }) {
  const patience = { firstMs: 60_000, mostMs: 3_600_000 };
  const trade = {
    refuse: () => null,
    async work(session) {
      let journal = "";
      for (let at = 1; at <= iterations; at++) {
        journal += `${makeLine(at)}\n`;
        await session.mayGoOn();
        const state = { run: "20260101-000000-aaaaaa", base: "0".repeat(40), commit: "0".repeat(40), journal };
        await session.count(journal);
        await session.save({ ...state, ledger: {}, feedback: null, sentBack: 0 });
      }
      return { status: "done", why: "", record: null };
    },
    finish: async () => null,
  };
  const open = [];
  for (let at = 0; at < workers; at++) {
    const connection = await connect(address);
    const worker = new FleetWorker({
      ...{ connection, fleet, name: `w${at}`, slots: 1, lockMs: 30_000, patience, trade, tell: () => undefined },
    });
    void worker.run();
    open.push({ connection, worker });
  }
  const isOver = async () => {
    const standing = await fleet.board.standing(submission.id);
    return submission.repositories.every((_, at) => standing.countOpen(at) === 0);
  };
  while (!(await isOver())) await new Promise((done) => setTimeout(done, 200));
  await Promise.all(open.map(({ worker }) => worker.close(2)));
  for (const { connection } of open) await connection.close();
}

async function timed(act) {
  const start = performance.now();
  await act();
  return (performance.now() - start) / 1000;
}

function field(info, name) {
  return Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1] ?? 0);
}

async function memory({ redis: client }) {
  return field(await client.info("memory"), "used_memory");
}

async function aofSize({ redis: client }) {
  return field(await client.info("persistence"), "aof_current_size");
}
