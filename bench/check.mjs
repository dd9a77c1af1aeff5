// `check` on 4 KB: beside `node -e 0`, and with 100,000 records in the journal beside none; `replay` of those records.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const records = Number(process.argv[2] ?? 100_000);

function project(name) {
  const path = join(place, name);
  mkdirSync(join(path, ".ralph"), { recursive: true });
  const words =
    "I changed the rounding in money_format() and ran the suite; two of its cases still print the old sign.\n";
  writeFileSync(join(path, ".ralph/last-response.md"), `${words.repeat(38)}\nEXIT_SIGNAL: false\n`);
  writeFileSync(join(path, ".ralph/fix_plan.md"), "- [x] one\n- [ ] two\n");
  return path;
}

function run(words, cwd = place) {
  const start = process.hrtime.bigint();
  const { stderr, status, stdout } = spawnSync(process.execPath, words, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === null || status > 1) throw new Error(stderr);
  return { ms: Number(process.hrtime.bigint() - start) / 1e6, stdout };
}

/** One record of a real check, written again and again with its number and a run of its own each 40. */
function fill(path) {
  for (let i = 0; i < 8; i++) check(path);
  const journal = join(path, ".ralph/decisions.jsonl");
  const record = JSON.parse(readFileSync(journal, "utf8").trimEnd().split("\n").at(-1));
  const file = openSync(journal, "w");
  let lines = [];
  for (let n = 1; n <= records; n++) {
    const iteration = ((n - 1) % 40) + 1;
    const ends = iteration === 40 && n < records;
    const decision = ends
      ? { ...record.decision, decision: "EXIT", outcome: "stuck", rule: "stagnation" }
      : record.decision;
    lines.push(JSON.stringify({ ...record, n, run: `run-${Math.floor((n - 1) / 40)}`, iteration, decision }));
    if (n % 1000 === 0 || n === records) {
      writeSync(file, `${lines.join("\n")}\n`);
      lines = [];
    }
  }
  closeSync(file);
  check(path); // The snapshot does not fit the journal now: made again here, outside the measurement.
  return statSync(journal).size;
}

const check = (path) => run([cli, "check", "--set", "maxIterations=0", "--set", "stagnationLoops=0"], path);
const none = project("none");
const full = project("full");
const size = fill(full);
const best = { floor: Number.POSITIVE_INFINITY, none: Number.POSITIVE_INFINITY, full: Number.POSITIVE_INFINITY };
for (let i = 0; i < 25; i++) {
  rmSync(join(none, ".ralph/decisions.jsonl"), { force: true });
  rmSync(join(none, ".ralph/exit-state.json"), { force: true });
  rmSync(join(none, ".ralph/circuit-state.json"), { force: true });
  best.floor = Math.min(best.floor, run(["-e", "0"]).ms);
  best.none = Math.min(best.none, check(none).ms);
  best.full = Math.min(best.full, check(full).ms);
}
const x = (a, b) => `${(a / b).toFixed(2)} x`;
console.log(`check, no journal          ${x(best.none, best.floor)} node -e 0 (${best.floor.toFixed(0)} ms)`);
console.log(
  `check, ${records} records     ${x(best.full, best.none)} the time without, journal ${(size / 1e6).toFixed(0)} MB`,
);
const replay = run([cli, "replay", "--policy", "cub"], full);
console.log(
  `replay --policy cub        ${(replay.ms / 1000).toFixed(1)} s, ${x(replay.ms, best.floor)} node -e 0: ${replay.stdout.trim().split("\n").at(-1)}`,
);
rmSync(place, { recursive: true });
