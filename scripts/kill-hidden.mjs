// Kills, interrupts or terminates runs with hidden checks at random moments, from the first copy to the last file that comes
// back, and sometimes the commands that put them back, too: no file is ever lost, changed or committed away.
//   node scripts/kill-hidden.mjs [--count 100] [--seed N] [--only K]
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { diceOf, manyTimes } from "./loop-trial.mjs";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    only: { type: "string" },
  },
});
const wishes = ["SIGKILL", "SIGKILL", "SIGTERM", "SIGINT", "SIGKILL"];
const counts = { cuts: {}, steps: {}, byRestorer: 0, byNext: 0, cutRestores: 0 };

/** It commits the deletion, writes a file of that name, and goes on until it is stopped. */
const agent = `
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
const prompt = readFileSync(0, "utf8");
const git = (...words) => spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@a", ...words]);
writeFileSync("work.txt", String(Math.random()));
git("update-index", "--force-remove", "acceptance/a.test.js");
git("add", "-A");
git("commit", "-qm", "work");
mkdirSync("acceptance", { recursive: true });
if (Math.random() < 0.5) writeFileSync("acceptance/b.test.js", "// mine\\n");
const nonce = /NONCE: (\\w+)/.exec(prompt)?.[1];
console.log("Done.\\n---TASK_STATUS---\\nSTATUS: COMPLETE\\nWORK: none\\nNOTE: none\\nNONCE: " + nonce + "\\n---END_TASK_STATUS---");
`;
const hiddenNames = ["acceptance/a.test.js", "acceptance/b.test.js", "acceptance/deep/er/data.bin", "private/spec.txt"];

class Place {
  path = mkdtempSync(join(tmpdir(), "untildone-hidden-"));
  state = `${this.path}-state`;
  env = { PATH: process.env.PATH, HOME: this.path, XDG_STATE_HOME: this.state };

  constructor() {
    const config = {
      checks: {
        acceptance: {
          command: "node --test acceptance/a.test.js acceptance/b.test.js",
          hidden: true,
          files: ["acceptance/**", "private/spec.txt"],
        },
      },
    };
    this.write("package.json", '{"type":"module"}\n');
    this.write("TODO.md", "- [ ] T1: write the work\n");
    this.write(".ralph/config.json", JSON.stringify(config));
    this.write("agent.mjs", agent);
    this.write(
      "acceptance/a.test.js",
      'import { test } from "node:test";\nimport "../never.js";\ntest("a", () => {});\n',
    );
    this.write("acceptance/deep/er/data.bin", randomBytes(300_000));
    this.write("private/spec.txt", "the specification\n");
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-qm", "start"],
    ])
      this.git(...words);
    this.write(
      "acceptance/b.test.js",
      'import { test } from "node:test";\ntest("b, which is not committed", () => {});\n',
    );
  }

  write(name, text) {
    mkdirSync(dirname(join(this.path, name)), { recursive: true });
    writeFileSync(join(this.path, name), text);
  }

  git(...words) {
    return spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: this.path,
      encoding: "utf8",
    });
  }

  prints() {
    return Object.fromEntries(
      hiddenNames.map((name) => {
        const path = join(this.path, name);
        if (!existsSync(path)) return [name, null];
        const { mode, mtimeMs } = lstatSync(path);
        const content = createHash("sha256").update(readFileSync(path)).digest("hex");
        return [name, `${mode} ${Math.round(mtimeMs)} ${content}`];
      }),
    );
  }

  start(...words) {
    const child = spawn(process.execPath, [cli, ...words], { cwd: this.path, stdio: "pipe", env: this.env });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      out += chunk;
    });
    return { child, ended: once(child, "exit"), read: () => out };
  }

  isAway = () => this.manifests().length > 0;

  manifests() {
    const names = existsSync(this.state) ? readdirSync(this.state, { recursive: true }) : [];
    return names.filter((name) => /\/hidden\/[^/]+\/manifest\.json$/.test(name));
  }

  close() {
    for (const path of [this.path, this.state]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Whether the processes that wait to put files back are ended, too: a power cut ends them as well. */
function restorers(pid) {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const isOne = readFileSync(`/proc/${name}/cmdline`, "utf8").includes("untildone-restorer");
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
      return isOne && Number(parent) === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

async function until(isSo, seconds, what) {
  const end = Date.now() + seconds * 1000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`${what} within ${seconds} s`);
    await setTimeout(10);
  }
}

async function killHidden(at, dice) {
  const place = new Place();
  const wish = wishes[at % wishes.length];
  try {
    const before = place.prints();
    const commits = place.git("rev-parse", "HEAD").stdout.trim();
    const run = place.start(
      "run",
      "--command",
      "node agent.mjs",
      "--no-detect",
      "--max-iterations",
      "4",
      "--json",
      "--grace",
      "0.5",
    );
    // A third while files are being put away, the others at any time until the run would end by itself.
    const isEarly = dice.chance(0.34);
    if (isEarly) {
      await until(
        () => existsSync(join(place.state, "untildone")) || run.child.exitCode !== null,
        60,
        "it did not begin",
      );
      await setTimeout(dice.random() * 250);
    } else await setTimeout(400 + dice.random() * 6000);
    const isPowerCut = wish === "SIGKILL" && dice.chance(0.5);
    const pids = isPowerCut ? restorers(run.child.pid) : [];
    const step = place.isAway() ? "away" : existsSync(join(place.path, hiddenNames[0])) ? "in place" : "between";
    if (run.child.exitCode === null) run.child.kill(wish);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    if (wish === "SIGINT") await setTimeout(100).then(() => run.child.kill(wish));
    await Promise.race([run.ended, setTimeout(60_000, null, { ref: false })]);
    counts.cuts[wish] = (counts.cuts[wish] ?? 0) + 1;
    counts.steps[step] = (counts.steps[step] ?? 0) + 1;
    if (isPowerCut || place.isAway()) await putBack(place, dice, isPowerCut);
    await until(
      () => JSON.stringify(place.prints()) === JSON.stringify(before),
      20,
      `the files did not come back: ${step}`,
    );
    await until(() => !place.isAway(), 20, "something is still away");
    place.start("state");
    judge(place, { before, commits });
  } catch (error) {
    error.message = `${wish}: ${error.message}`;
    throw error;
  } finally {
    place.close();
  }
}

/** By the process that waits for it, or by the next command, which may be killed while it does. */
async function putBack(place, dice, isPowerCut) {
  if (!isPowerCut) {
    counts.byRestorer++;
    return;
  }
  if (dice.chance(0.6)) {
    const first = place.start("hidden");
    await setTimeout(30 + dice.random() * 300);
    if (first.child.exitCode === null) counts.cutRestores++;
    first.child.kill("SIGKILL");
    await first.ended;
  }
  counts.byNext++;
  const next = place.start("state");
  await next.ended;
}

function judge(place, { before, commits }) {
  const now = JSON.stringify(place.prints());
  if (now !== JSON.stringify(before)) throw new Error(`changed: ${now}`);
  const changed = place.git("diff", "--name-only", commits, "HEAD", "--", "acceptance", "private").stdout;
  // What the agent committed in a turn that was cut off is taken back by the next run; the files are there all the same.
  const skipped = place
    .git("ls-files", "-v")
    .stdout.split("\n")
    .filter((line) => line.startsWith("S "));
  if (skipped.length > 0) throw new Error(`still skipped in the index: ${skipped}`);
  const drafts = readdirSync(place.path, { recursive: true }).filter((name) => name.includes(".untildone-back"));
  if (drafts.length > 0) throw new Error(`drafts are left: ${drafts}`);
  counts.committed = (counts.committed ?? 0) + (changed === "" ? 0 : 1);
}

const seed = Number(values.seed);
const begun = performance.now();
const count = values.only === undefined ? Number(values.count) : 0;
const failed = await manyTimes(count, seed, killHidden);
if (values.only !== undefined) await killHidden(Number(values.only), diceOf(seed * 1000 + Number(values.only)));
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
const list = (table) =>
  Object.entries(table)
    .map(([name, n]) => `${n} ${name}`)
    .join(", ");
console.log(
  `${count} runs cut short in ${seconds} s: ${list(counts.cuts)}; files ${list(counts.steps)}; ${counts.byRestorer} put back by the process beside, ${counts.byNext} by the next command, of which ${counts.cutRestores} were killed while they did; ${counts.committed ?? 0} with a commit still to take back: ${failed} failed (seed ${seed})`,
);
process.exitCode = failed > 0 ? 1 : 0;
