// Generates runs in which one turn breaks a test, and others: untildone bisect has to name that turn, untildone undo has to
// take out one task and leave the checks of before, and both have to refuse where a later task built on it.
//   node scripts/morning-after.mjs [--count 50] [--seed N]
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { diceOf } from "./loop-trial.mjs";

const { values } = parseArgs({
  options: { count: { type: "string", default: "50" }, seed: { type: "string", default: "1" } },
});
const cli = resolve("dist/cli.cjs");
const shared = "export const names = [\n  // one line for each task\n";

/** A project with tests, `tasks` tasks and a file in which all of them write, far from each other. */
function makeProject(folder, { tasks, hasGit }) {
  const put = (path, text) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put("package.json", '{"type":"module","scripts":{"test":"node --test"}}\n');
  put("src/base.js", "export const base = 1;\n");
  put("src/names.js", namesText(tasks, []));
  put("test/base.test.js", testText("base", "../src/base.js", 1));
  put("TODO.md", Array.from({ length: tasks }, (_, at) => `- [ ] T${at + 1}: Write m${at + 1}\n`).join(""));
  if (!hasGit) return;
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
}

const namesText = (tasks, written) =>
  `${shared}${Array.from({ length: tasks }, (_, at) => `${written.includes(at + 1) ? `  "m${at + 1}",\n` : ""}  // after m${at + 1}\n  // --\n  // --\n`).join("")}];\n`;

const testText = (name, from, value) =>
  `import assert from "node:assert";\nimport { test } from "node:test";\nimport { ${name} } from "${from}";\ntest("${name}", () => assert.equal(${name}, ${value}));\n`;

/** One turn per task; `breaks` also changes what another test reads, `builds` is the task that uses an earlier one. */
function makeScript({ tasks, breaks, builds }) {
  const steps = Array.from({ length: tasks }, (_, at) => {
    const n = at + 1;
    const uses = builds?.task === n ? builds.on : null;
    const source = uses
      ? `import { m${uses} } from "./m${uses}.js";\nexport const m${n} = m${uses} + ${n - uses};\n`
      : `export const m${n} = ${n};\n`;
    return {
      write: {
        [`src/m${n}.js`]: source,
        [`test/m${n}.test.js`]: testText(`m${n}`, `../src/m${n}.js`, n),
        "src/names.js": namesText(
          tasks,
          Array.from({ length: n }, (_, each) => each + 1),
        ),
        ...(breaks === n ? { "src/base.js": "export const base = 2;\n" } : {}),
      },
      say: "Done.",
      status: { STATUS: "COMPLETE", WORK: `src/m${n}.js, test/m${n}.test.js` },
    };
  });
  return JSON.stringify({ steps });
}

class Night {
  constructor(dice, { breaks, builds, tasks }) {
    this.folder = mkdtempSync(join(tmpdir(), "untildone-morning-"));
    this.env = { PATH: process.env.PATH, HOME: this.folder, XDG_STATE_HOME: `${this.folder}-state` };
    this.hasGit = dice.chance(0.7);
    makeProject(this.folder, { tasks, hasGit: this.hasGit });
    const script = `${this.folder}-script.json`;
    writeFileSync(script, makeScript({ tasks, breaks, builds }));
    this.script = script;
    // Each turn works on the next task, whether or not the last one was accepted.
    this.run(
      "run",
      "--agent",
      "scripted",
      "--script",
      script,
      "--max-iterations",
      String(tasks),
      "--set",
      "setAsideWork=keep",
      "--set",
      "proofSeconds=0",
    );
  }

  run(...words) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], {
      cwd: this.folder,
      encoding: "utf8",
      env: this.env,
    });
    return { code: status, out: stdout, err: stderr };
  }

  testsPass = () => spawnSync(process.execPath, ["--test"], { cwd: this.folder, env: this.env }).status === 0;
  has = (path) => existsSync(join(this.folder, path));
  read = (path) => readFileSync(join(this.folder, path), "utf8");

  end() {
    for (const path of [this.folder, `${this.folder}-state`, this.script])
      rmSync(path, { recursive: true, force: true });
  }
}

/** In words what went wrong, or null. */
function tryBisect(dice) {
  const tasks = 3 + Math.floor(dice.random() * 4);
  const breaks = 1 + Math.floor(dice.random() * tasks);
  const night = new Night(dice, { tasks, breaks });
  try {
    const { code, out, err } = night.run("bisect", "tests", "--json");
    if (code !== 0) return `bisect ended with ${code}: ${out}${err}`;
    const { iteration } = JSON.parse(out);
    return iteration === breaks ? null : `bisect names turn ${iteration}, not ${breaks}`;
  } finally {
    night.end();
  }
}

function tryUndo(dice) {
  const tasks = 3 + Math.floor(dice.random() * 3);
  const turn = 1 + Math.floor(dice.random() * tasks);
  const builds = dice.chance(0.4) && turn < tasks ? { task: tasks, on: turn } : undefined;
  const night = new Night(dice, { tasks, builds });
  try {
    if (!night.testsPass()) return "the run did not leave passing tests";
    const before = night.read("src/names.js");
    const { code, out, err } = night.run("undo", String(turn));
    if (!night.testsPass()) return `tests fail after undo ${turn}: ${out}${err}`;
    const isThere = night.has(`src/m${turn}.js`);
    if (builds)
      return code === 1 && isThere && before === night.read("src/names.js") && /built on it/.test(err)
        ? null
        : `undo ${turn} was not refused: ${code} ${out}${err}`;
    if (code !== 0 || isThere) return `undo ${turn} ended with ${code}: ${out}${err}`;
    const wanted = before.replace(`  "m${turn}",\n`, "");
    return night.read("src/names.js") === wanted ? null : `undo ${turn} left another src/names.js`;
  } finally {
    night.end();
  }
}

const count = Number(values.count);
const failed = [];
const right = { bisect: 0, undo: 0 };
for (let at = 0; at < count; at++)
  for (const [name, attempt] of Object.entries({ bisect: tryBisect, undo: tryUndo })) {
    const why = attempt(diceOf(Number(values.seed) * 1000 + at));
    if (why === null) right[name]++;
    else failed.push(`${name} ${at}: ${why}`);
  }
for (const line of failed) console.log(line);
console.log(
  `bisect named the turn in ${right.bisect} of ${count} runs; undo was right in ${right.undo} of ${count} runs (seed ${values.seed})`,
);
process.exit(failed.length > 0 ? 1 : 0);
