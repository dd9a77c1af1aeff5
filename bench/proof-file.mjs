// `verify` of a proof with 1,000 records, beside `node -e 0`: with content, and of the file alone.
//   node bench/proof-file.mjs [RECORDS] [--rounds N] [--check]
// --check: exit status 1 if it takes more than 300 ms beyond starting node.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, check: { type: "boolean", default: false } },
  allowPositionals: true,
});
const records = Number(positionals[0] ?? 1000);
const rounds = Number(values.rounds);
const limitMs = 300;

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const env = { ...process.env, HOME: place, XDG_STATE_HOME: `${place}-state` };

function start(program, words) {
  const begun = process.hrtime.bigint();
  const done = spawnSync(program, words, { cwd: place, env, encoding: "utf8", maxBuffer: 1 << 28 });
  return { ...done, ms: Number(process.hrtime.bigint() - begun) / 1e6 };
}

function must(program, words) {
  const done = start(program, words);
  if (done.status !== 0) throw new Error(`${program} ${words.join(" ")}: ${done.stdout}${done.stderr}`);
  return done;
}

/** A run whose record of one turn stands in its journal again and again, each with its own number. */
function makeProof() {
  const write = (name, text) => {
    mkdirSync(join(place, name, ".."), { recursive: true });
    writeFileSync(join(place, name), text);
  };
  write("TODO.md", "- [ ] T1: Write one\n");
  write(".gitignore", ".ralph/\n");
  must("git", ["init", "-q"]);
  must("git", ["add", "-A"]);
  must("git", ["-c", "user.name=b", "-c", "user.email=b@example.invalid", "commit", "-qm", "start"]);
  const steps = [{ write: { "one.txt": "1\n" }, say: "I am at it." }];
  write(".ralph/s.json", JSON.stringify({ steps }));
  const run = ["run", "--agent", "scripted", "--script", ".ralph/s.json", "--check", "tests=node --version"];
  start(process.execPath, [cli, ...run, "--max-iterations", "1"]);
  const journal = join(place, ".ralph/decisions.jsonl");
  const record = JSON.parse(readFileSync(journal, "utf8").trimEnd().split("\n").at(-1));
  const lines = Array.from({ length: records }, (_, at) => {
    const isLast = at === records - 1;
    const decision = isLast ? record.decision : { ...record.decision, decision: "CONTINUE", outcome: null };
    return JSON.stringify({ ...record, n: at + 1, iteration: at + 1, decision });
  });
  writeFileSync(journal, `${lines.join("\n")}\n`);
  must(process.execPath, [cli, "prove", "-o", "proof.json"]);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

try {
  makeProof();
  const verify = [cli, "verify", "proof.json", "--any-key"];
  const rows = { node: ["-e", "0"], verify, "verify --file-only": [...verify, "--file-only"] };
  const times = Object.fromEntries(Object.keys(rows).map((name) => [name, []]));
  // In turns: what else the machine does meets all of them.
  for (let round = 0; round < rounds; round++)
    for (const [name, words] of Object.entries(rows)) times[name].push(must(process.execPath, words).ms);
  const base = median(times.node);
  const size = (statSync(join(place, "proof.json")).size / 1024 / 1024).toFixed(1);
  console.log(
    `proof of ${records} records, ${size} MB; median of ${rounds}, ms beyond starting node (${base.toFixed(0)})`,
  );
  const beyond = Object.entries(times)
    .slice(1)
    .map(([name, all]) => [name, median(all) - base]);
  for (const [name, ms] of beyond) console.log(`${name.padEnd(20)}${ms.toFixed(0).padStart(6)}`);
  if (values.check && beyond.some(([, ms]) => ms > limitMs)) {
    console.error(`more than ${limitMs} ms`);
    process.exitCode = 1;
  }
} finally {
  for (const folder of [place, `${place}-state`]) rmSync(folder, { recursive: true, force: true });
}
