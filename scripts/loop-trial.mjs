// A small project for a loop with a scripted agent, and the ways to look at what a run left there.
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { leftRunning, waitForNothingLeft } from "./left-running.mjs";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const peak = `process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS))`;
const tellPeak = `data:text/javascript,${encodeURIComponent(peak)}`;

/** Each task needs its part; the part of the first task not done is asked for as well. */
export const testFile = "tests/parts.test.mjs";
export const testSource = `import assert from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const boxes = readFileSync("TODO.md", "utf8").split("\\n").filter((line) => line.startsWith("- ["));
const done = boxes.filter((line) => line.startsWith("- [x]")).length;
for (let part = 1; part <= Math.min(boxes.length, done + 1); part++)
  test(\`part \${part}\`, () => {
    const file = \`parts/\${part}.txt\`;
    assert.equal(existsSync(file) ? readFileSync(file, "utf8") : "missing", "right\\n");
  });
`;
export const claim = {
  say: "The task is done. All tests pass.",
  status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true", TESTS_STATUS: "PASSING" },
};

/** Numbers that look random and come back with their seed. */
export function diceOf(seed) {
  let state = (seed * 2654435761 + 97) >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { random, pick: (list) => list[Math.floor(random() * list.length)], chance: (share) => random() < share };
}

export class Trial {
  path = mkdtempSync(join(tmpdir(), "untildone-trial-"));
  #name = randomUUID();

  constructor({ tasks, steps, files = { [testFile]: testSource }, check = `tests=node ${testFile}`, agent }) {
    const list = Array.from({ length: tasks }, (_, at) => `- [ ] make part ${at + 1}\n`).join("");
    for (const [name, text] of Object.entries({ ".gitignore": ".ralph/\n", "TODO.md": list, ...files })) {
      mkdirSync(dirname(join(this.path, name)), { recursive: true });
      writeFileSync(join(this.path, name), text);
    }
    this.check = check;
    const git = (...words) => spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], this.#place());
    git("init", "-q");
    git("add", "-A");
    if (git("commit", "-qm", "Begin").status !== 0) throw new Error("no git here");
    // Outside the folder: some agents remove all of .ralph.
    this.script = `${this.path}.json`;
    this.agent = agent ?? ["--agent", "scripted", "--script", this.script];
    mkdirSync(`${this.path}.tmp`);
    writeFileSync(this.script, JSON.stringify({ steps }));
  }

  start(words) {
    const args = [
      ...["--import", tellPeak, cli, "run", ...this.agent, "--tasks", "TODO.md"],
      ...["--check", this.check, "--json", ...words],
    ];
    const child = spawn(process.execPath, args, { ...this.#place(), stdio: ["ignore", "pipe", "pipe"] });
    const seen = { child, out: "", err: "", ended: once(child, "close") };
    child.stdout.on("data", (chunk) => {
      seen.out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      seen.err += chunk;
    });
    return seen;
  }

  /** Runs to its end; one that does not come to an end is a failure. */
  async run(words, mostMs) {
    const seen = this.start(words);
    const late = setTimeout(mostMs, "late", { ref: false });
    const first = await Promise.race([seen.ended, late]);
    if (first === "late") {
      seen.child.kill("SIGKILL");
      throw new Error(`did not end within ${mostMs} ms:\n${seen.out.slice(-2000)}`);
    }
    return endOf(seen, first);
  }

  nothingLeft = (withinMs) => waitForNothingLeft(this.#name, withinMs);

  /** Whether the work is there, by the tests as they were before anybody could touch them. */
  isDone() {
    const list = readFileSync(join(this.path, "TODO.md"), "utf8");
    const parts = list.split("\n").filter((line) => line.startsWith("- ["));
    return (
      parts.every((line) => line.startsWith("- [x]")) &&
      parts.every((_, at) => read(join(this.path, `parts/${at + 1}.txt`)) === "right\n")
    );
  }

  /** Whether a run began here and was killed: only then is a new one refused. */
  wasCutOff() {
    const records = `${this.path}.state`;
    return existsSync(records) && readdirSync(records, { recursive: true }).some((name) => name.endsWith(".open"));
  }

  has = (name) => existsSync(join(this.path, name));
  read = (name) => readFileSync(join(this.path, name), "utf8");
  cli = (...words) => spawnSync(process.execPath, [cli, ...words], this.#place());
  startCli(...words) {
    const child = spawn(process.execPath, [cli, ...words], { ...this.#place(), stdio: "ignore" });
    return { child, ended: once(child, "close") };
  }
  git = (...words) => spawnSync("git", words, this.#place());

  /** Copies of the project that a proof made, wherever such a copy may lie. */
  copiesLeft() {
    const places = [`${this.path}.tmp`, `${this.path}.state`].filter((place) => existsSync(place));
    const names = places.flatMap((place) => readdirSync(place, { recursive: true }).map((name) => join(place, name)));
    return names.filter((name) => /\/(?:untildone-)?copy-[^/]+$/.test(name));
  }

  /** Ends what a failed run left, which would carry this trial's name for ever. */
  close() {
    for (const line of leftRunning(this.#name)) process.kill(Number.parseInt(line, 10), "SIGKILL");
    rmSync(this.path, { recursive: true, force: true });
    rmSync(`${this.path}.tmp`, { recursive: true, force: true });
    rmSync(`${this.path}.state`, { recursive: true, force: true });
    rmSync(this.script, { force: true });
  }

  #place() {
    const env = {
      PATH: process.env.PATH,
      HOME: this.path,
      TMPDIR: `${this.path}.tmp`,
      XDG_STATE_HOME: `${this.path}.state`,
      LOOP_TRIAL: this.#name,
    };
    return { cwd: this.path, encoding: "utf8", env };
  }
}

/** What a run said: its events, its end, and the most memory it had, in MB. */
export function endOf({ out, err }, [code, signal]) {
  const lines = out.split("\n").slice(0, -1);
  const events = lines.map((line) => JSON.parse(line));
  const last = events.findLast(({ type }) => type === "run-end");
  const memory = /\npeak (\d+)/.exec(err);
  return {
    code,
    signal,
    err: err.replace(/\npeak \d+/, ""),
    events,
    of: (type) => events.filter((event) => event.type === type),
    decision: last?.record.decision ?? null,
    peakMb: memory ? Number(memory[1]) / 1024 : null,
  };
}

/** A process may end between being listed and being read. */
function read(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Does it `count` times, several at once; prints what failed, and returns how many did. */
export async function manyTimes(count, seed, act) {
  let next = 0;
  let failed = 0;
  const worker = async () => {
    while (next < count) {
      const at = next++;
      try {
        await act(at, diceOf(seed * 1000 + at));
      } catch (error) {
        failed++;
        console.error(`run ${at} of seed ${seed}: ${error.message}`);
      }
    }
  };
  // Most of the time is spent waiting for timeouts.
  await Promise.all(Array.from({ length: availableParallelism() * 3 }, worker));
  return failed;
}
