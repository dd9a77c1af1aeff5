// A warm `untildone mcp`: each tool without checks, and 1,000 calls with the memory before and after.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const calls = Number(process.argv[2] ?? 1000);

function project(name, files) {
  const cwd = join(place, name);
  mkdirSync(cwd);
  for (const [file, text] of Object.entries({ "notes.txt": "a\n", ...files })) writeFileSync(join(cwd, file), text);
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["-c", "user.name=b", "-c", "user.email=b@example.invalid", "commit", "-qm", "start"],
  ])
    spawnSync("git", words, { cwd });
  return cwd;
}

class Client {
  #next = 0;
  #waiting = new Map();

  constructor(cwd, flags = []) {
    const env = { PATH: process.env.PATH, HOME: place, XDG_STATE_HOME: join(place, "state") };
    this.child = spawn(process.execPath, [...flags, cli, "mcp"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const { id, result, error } = JSON.parse(line);
      if (error || result.isError) throw new Error(line);
      this.#waiting.get(id)(result);
      this.#waiting.delete(id);
    });
  }

  request(method, params) {
    const id = this.#next++;
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  call = (name, input = {}) => this.request("tools/call", { name, arguments: input });

  start = () =>
    this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "claude-code", version: "0" },
    });

  megabytes() {
    const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  }
}

async function time(call) {
  const start = process.hrtime.bigint();
  await call();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const message = "I changed the rounding in money_format() and ran the suite. ".repeat(40);
const stop = (client, more) => client.call("may_i_stop", { hook: "claude", last_assistant_message: message, ...more });
let session = 0;

const folders = { empty: project("empty", {}), list: project("list", { "TODO.md": "- [x] one\n- [ ] two\n" }) };
const started = [];
async function open(folder) {
  let client;
  const ms = await time(() => {
    client = new Client(folder);
    return client.start();
  });
  started.push(ms);
  return client;
}
for (let at = 0; at < 4; at++) (await open(folders.empty)).child.stdin.end();
const empty = await open(folders.empty);
const list = await open(folders.list);
console.log(`${"start to first answer".padEnd(30)} best ${Math.min(...started).toFixed(0)} ms`);
const cases = {
  next_task: () => list.call("next_task"),
  tasks: () => list.call("tasks"),
  "stop of a sub-agent": () => stop(empty, { session_id: "a", hook_event_name: "SubagentStop" }),
  "stop, nothing asked for": () => stop(empty, { session_id: "a" }),
  "stop, a talk": () => stop(list, { session_id: "a" }),
  "stop, refused by the list": () =>
    stop(list, { session_id: `s${session++}`, last_assistant_message: "All tasks are complete." }),
  "question, list unfinished": () => list.call("may_i_stop", { message: "All tasks are complete." }),
};
for (const [name, call] of Object.entries(cases)) {
  const times = [];
  for (let at = 0; at < 30; at++) times.push(await time(call));
  const [best, median] = [Math.min(...times), times.toSorted((a, b) => a - b)[15]];
  console.log(`${name.padEnd(30)} ${median.toFixed(1).padStart(6)} ms   best ${best.toFixed(1)}`);
}
// Without room to spare, what is kept shows at once.
const tight = new Client(folders.list, ["--max-semi-space-size=1", "--max-old-space-size=32"]);
await tight.start();
const mixed = [
  () => tight.call("next_task"),
  () => tight.call("tasks"),
  () => stop(tight, { session_id: "a", hook_event_name: "SubagentStop" }),
];
const seen = [];
for (let at = 1; at <= calls; at++) {
  await mixed[at % mixed.length]();
  if (at % (calls / 5) === 0) seen.push(tight.megabytes().toFixed(0));
}
console.log(`${calls} calls, memory after each fifth: ${seen.join(", ")} MB`);
for (const { child } of [empty, list, tight]) child.stdin.end();
rmSync(place, { recursive: true, force: true, maxRetries: 5 });
