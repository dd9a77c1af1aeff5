// Plays generated runs with the scripted agent, proves each, and asks verify --replay for the recorded verdict.
//   node scripts/replay-proofs.mjs [--runs 100] [--seed 1] [--min 99]
// Says for how many of 100 it was given; each that was not is named, with what verify said. Exit status 1 below --min percent.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    min: { type: "string", default: "99" },
  },
});
const runs = Number(values.runs);
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const done = { STATUS: "COMPLETE" };

/** One task each, whose check passes only with its file; some turns claim too early, write it wrong, or break another one. */
function generate(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const tasks = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, at) => `f${at + 1}`);
  const files = {
    "TODO.md": tasks.map((name, at) => `- [ ] T${at + 1}: Write ${name}.txt\n`).join(""),
    ".gitignore": ".ralph/\n",
  };
  const kind = pick(["one", "each", "node"]);
  const test = (name) => `test "$(cat ${name}.txt)" = ${name} && echo ${name} is right`;
  if (kind === "node") {
    files["package.json"] = '{"type":"module","scripts":{"test":"node --test"}}\n';
    for (const name of tasks)
      files[`test/${name}.test.js`] =
        `import assert from "node:assert";\nimport { readFileSync } from "node:fs";\nimport { test } from "node:test";\ntest("${name}", () => assert.equal(readFileSync("${name}.txt", "utf8"), "${name}\\n"));\n`;
  }
  for (const name of kind === "node" ? [] : tasks) files[`${name}.sh`] = `${test(name)}\n`;
  if (kind === "one") files["all.sh"] = `${tasks.map((name) => `sh ${name}.sh`).join(" && ")}\n`;
  const checks =
    kind === "one" ? ["all=sh all.sh"] : kind === "each" ? tasks.map((name) => `${name}=sh ${name}.sh`) : [];
  const right = (name) => ({ [`${name}.txt`]: `${name}\n` });
  const steps = tasks.flatMap((name) => {
    const before = pick([
      [],
      [{ say: "It is done.", status: done }],
      [{ write: { [`${name}.txt`]: "wrong\n" }, say: "Done.", status: done }],
      [{ say: "I am at it." }],
      [{ write: { [`${pick(tasks)}.txt`]: "broken\n" }, say: "Cleaned up.", status: done }],
    ]);
    return [...before, { write: right(name), say: "Done.", status: done }];
  });
  if (random() < 0.6) steps.push({ write: Object.assign({}, ...tasks.map(right)), say: "All done.", status: done });
  const words = [
    ...(random() < 0.3 ? ["--max-iterations", String(1 + Math.floor(random() * 6))] : ["--max-iterations", "12"]),
    ...(random() < 0.3 ? ["--checkpoint", "commit"] : []),
    ...(random() < 0.2 ? ["--strict"] : []),
    ...checks.flatMap((check) => ["--check", check]),
  ];
  return { files, steps, words, hasGit: random() < 0.8, isDirtied: random() < 0.3 };
}

/** What verify says of the proof of one run: its exit status, and its text. */
function play(seed) {
  const { files, steps, words, hasGit, isDirtied } = generate(seeded(seed));
  const place = mkdtempSync(join(tmpdir(), "untildone-replay-"));
  const env = { PATH: process.env.PATH, HOME: `${place}-home`, XDG_STATE_HOME: `${place}-state` };
  const start = (program, args) => spawnSync(program, args, { cwd: place, env, encoding: "utf8" });
  const untildone = (...args) => start(process.execPath, [cli, ...args]);
  const git = (...args) => start("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args]);
  const write = (name, text) => {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  };
  try {
    for (const [name, text] of Object.entries(files)) write(name, text);
    if (hasGit)
      for (const args of [
        ["init", "-q"],
        ["add", "-A"],
        ["commit", "-qm", "start"],
      ])
        git(...args);
    write(".ralph/s.json", JSON.stringify({ steps }));
    const run = ["run", "--agent", "scripted", "--script", ".ralph/s.json", ...words];
    const ran = untildone(...run.filter((word) => hasGit || !["--checkpoint", "commit"].includes(word)));
    const made = untildone("prove", "-o", "proof.json");
    if (made.status !== 0)
      return { status: null, told: `no proof of a run that ended with ${ran.status}: ${made.stderr}` };
    // What is not committed is not what was proved, and must not be replayed.
    if (hasGit && isDirtied) {
      for (const args of [
        ["add", "-A", "--", ":!proof.json"],
        ["commit", "-qm", "work"],
      ])
        git(...args);
      write("f1.txt", "changed later\n");
    }
    const { status, stdout, stderr } = untildone("verify", "proof.json", "--any-key", "--replay");
    return { status, told: `run ${ran.status}, ${words.join(" ")}: ${stdout.split("\n")[0]} ${stderr.trim()}` };
  } finally {
    for (const folder of [place, `${place}-home`, `${place}-state`]) rmSync(folder, { recursive: true, force: true });
  }
}

const first = Number(values.seed);
let same = 0;
const ended = new Map();
for (let at = 0; at < runs; at++) {
  const { status, told } = play(first + at);
  const outcome = /^run (\d)/.exec(told)?.[1] ?? "none";
  ended.set(outcome, (ended.get(outcome) ?? 0) + 1);
  if (status === 0) same++;
  else console.log(`seed ${first + at}: ${told}`);
}
const percent = (100 * same) / runs;
console.log(`exit statuses of the runs: ${[...ended].map(([code, count]) => `${code}: ${count}`).join(", ")}`);
console.log(`${same} of ${runs} replayed as recorded (${percent.toFixed(1)} %)`);
process.exitCode = percent < Number(values.min) ? 1 : 0;
