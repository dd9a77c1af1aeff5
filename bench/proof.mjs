// What a claim costs beside one run of the project's test suite, the copies included; a repeated check of the same content;
// and 50,000 files of dependencies, or 5,000 of the project's own, beside none. Beside the seconds, which a busy machine changes, it counts the test files
// that ran, as parts of the suite.
//   node bench/proof.mjs [--small]   (--small: suites of 3 s and 5,000 files, to try it out)
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const isSmall = process.argv.includes("--small");
const files = isSmall ? 6 : 40;
const wait = 0.5;
const dependencies = isSmall ? 5_000 : 50_000;
const ran = join(place, "ran");
const env = {
  ...process.env,
  ...{ XDG_STATE_HOME: join(place, "state"), PYTHONDONTWRITEBYTECODE: "1", CI: "1", BENCH_RAN: ran },
};

const pause = `appendFileSync(process.env.BENCH_RAN, "x");\n  await new Promise((done) => setTimeout(done, ${wait * 1000}));`;
const numbers = Array.from({ length: files }, (_, at) => at);
const pack = (scripts) => `${JSON.stringify({ name: "app", type: "module", private: true, scripts }, null, 2)}\n`;

/** A language and a runner: the suite as files, and how a module and its tests are written. */
const kinds = {
  "node:test, built": {
    files: {
      "package.json": pack({
        build: "esbuild src/*.ts --outdir=dist --log-level=error",
        pretest: "npm run build",
        test: "node --test --test-concurrency=1 test/*.test.js",
      }),
    },
    words: ["npm", "test"],
    source: (name) => `src/${name}.ts`,
    test: (name) => `test/${name}.test.js`,
    write: (name, sign) => `export function ${name}(a: number, b: number): number {\n  return a ${sign} b;\n}\n`,
    check: (name, value, more = "") =>
      `import assert from "node:assert/strict";\nimport { appendFileSync } from "node:fs";\nimport { test } from "node:test";\nimport { ${name} } from "../dist/${name}.js";\n\ntest("${name}", async () => {\n  ${pause}\n  assert.equal(${name}(6, 3), ${value});\n${more}});\n`,
    more: (name, value) => `  assert.equal(${name}(12, 6), ${value * 2});\n`,
  },
  vitest: {
    files: { "package.json": pack({ test: "vitest run --no-file-parallelism" }) },
    words: ["npm", "test"],
    source: (name) => `src/${name}.js`,
    test: (name) => `test/${name}.test.js`,
    write: (name, sign) => `export function ${name}(a, b) {\n  return a ${sign} b;\n}\n`,
    check: (name, value, more = "") =>
      `import { appendFileSync } from "node:fs";\nimport { expect, test } from "vitest";\nimport { ${name} } from "../src/${name}.js";\n\ntest("${name}", async () => {\n  ${pause}\n  expect(${name}(6, 3)).toBe(${value});\n${more}});\n`,
    more: (name, value) => `  expect(${name}(12, 6)).toBe(${value * 2});\n`,
  },
  pytest: {
    files: { "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["."]\n' },
    words: ["python3", "-m", "pytest", "-p", "no:cacheprovider"],
    source: (name) => `app/${name}.py`,
    test: (name) => `tests/test_${name}.py`,
    write: (name, sign) => `def ${name}(a, b):\n    return a ${sign} b\n`,
    check: (name, value, more = "") =>
      `import os\nimport time\n\nfrom app.${name} import ${name}\n\n\ndef test_${name}():\n    open(os.environ["BENCH_RAN"], "a").write("x")\n    time.sleep(${wait})\n    assert ${name}(6, 3) == ${value}\n${more}`,
    more: (name, value) => `    assert ${name}(12, 6) == ${value * 2}\n`,
  },
};

/** A project in its own folder; `add0` may be wrong at the start, and its test says so. */
function project(name, kind, isBroken = false) {
  const cwd = join(place, name);
  put(cwd, { ...kind.files, ".gitignore": "node_modules\ndist\n__pycache__\n.ralph\nscript.json\n" });
  for (const at of numbers)
    put(cwd, {
      [kind.source(`add${at}`)]: kind.write(`add${at}`, at === 0 && isBroken ? "-" : "+"),
      [kind.test(`add${at}`)]: kind.check(`add${at}`, 9),
    });
  put(cwd, { "TODO.md": "- [ ] T1: fix add0 or write mul\n" });
  mkdirSync(join(cwd, "node_modules"));
  for (const entry of readdirSync(modules))
    if (!entry.startsWith(".vite")) symlinkSync(join(modules, entry), join(cwd, "node_modules", entry));
  commit(cwd);
  return cwd;
}

function put(cwd, texts) {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
}

function commit(cwd) {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    [...who, "commit", "-qm", "start"],
  ])
    if (spawnSync("git", words, { cwd, encoding: "utf8" }).status !== 0) throw new Error(`git ${words.join(" ")}`);
}

function timed(words, cwd, input = "") {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(words[0], words.slice(1), { cwd, env, input, encoding: "utf8" });
  return { seconds: (performance.now() - begun) / 1000, status, output: `${stdout}${stderr}` };
}

/** A run of one turn that writes these files and claims to be done: seconds until the turn, and from its end to the run's. */
async function claim(cwd, write) {
  const step = { write, say: "All done.", status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true" } };
  put(cwd, { "script.json": JSON.stringify({ steps: [step] }) });
  const words = ["run", "--agent", "scripted", "--script", "script.json", "--tasks", "TODO.md", "--json"];
  const begun = performance.now();
  const child = spawn(process.execPath, [cli, ...words, "--max-iterations", "1"], { cwd, env });
  const at = {};
  let decision = null;
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("{")) continue;
    const { type, record } = JSON.parse(line);
    at[type] ??= (performance.now() - begun) / 1000;
    if (type === "agent-end") writeFileSync(ran, "");
    decision = record?.decision ?? decision;
  }
  if (child.exitCode === null) await once(child, "exit");
  if (at["agent-end"] === undefined) throw new Error(`the run did not start: ${errors}`);
  return { start: at["agent-start"], seconds: at["run-end"] - at["agent-end"], suites: suitesRan(), decision };
}

const suitesRan = () => statSync(ran).size / files;

const told = ({ decision }) => (decision?.verified ? "verified" : (decision?.notProven ?? decision?.rule ?? "?"));

/** The four situations of a claim, each in a project of its own. */
async function measure(name, kind) {
  const right = { [kind.source("add0")]: kind.write("add0", "+") };
  const added = { [kind.source("mul")]: kind.write("mul", "*"), [kind.test("mul")]: kind.check("mul", 18) };
  const changed = { [kind.test("add1")]: kind.check("add1", 9, kind.more("add1", 9)) };
  const slug = name.replaceAll(/\W+/g, "-");
  const suite = timed(kind.words, project(`${slug}-suite`, kind)).seconds;
  const old = await claim(project(`${slug}-old`, kind, true), right);
  const fresh = await claim(project(`${slug}-new`, kind), added);
  const worst = await claim(project(`${slug}-worst`, kind), { ...added, ...changed });
  const again = repeat(project(`${slug}-again`, kind, true), right);
  const rows = [
    ["no measured file changed", old, 1.0, told(old)],
    ["new tests", fresh, 2.2, told(fresh)],
    ["old test changed, new tests", worst, 4.2, told(worst)],
    ["the same content checked again", again, 0.05, ""],
  ];
  console.log(`${name}: one run of the suite takes ${suite.toFixed(1)} s`);
  for (const [what, { seconds, suites }, most, how] of rows) {
    const ratio = `${(seconds / suite).toFixed(2).padStart(6)} x (at most ${most})`;
    console.log(`  ${what.padEnd(32)} ${ratio}  ${seconds.toFixed(2)} s, ${suites.toFixed(2)} suites  ${how}`);
  }
}

/** The second of two checks of a claim. */
function repeat(cwd, write) {
  const done = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";
  const words = [process.execPath, cli, "check", "-", "TODO.md", "--run-checks"];
  timed([process.execPath, cli, "check", "--baseline"], cwd);
  put(cwd, write);
  timed(words, cwd, done);
  writeFileSync(ran, "");
  return { ...timed(words, cwd, done), suites: suitesRan() };
}

const testOf = (name, value) =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../${name}.js";\ntest("${name}", () => assert.equal(${name}(6, 3), ${value}));\n`;
const sum = (name, sign) => `export const ${name} = (a, b) => a ${sign} b;\n`;
/** What a turn writes: one is proved by an old test, the other by a new one in a copy. */
const turns = {
  seconds: { "add.js": sum("add", "+") },
  copied: { "add.js": sum("add", "+"), "mul.js": sum("mul", "*"), "test/mul.test.js": testOf("mul", 18) },
};

/** A project with a quick test and so many more files: the least seconds at the start, at a claim, and at one with a copy. */
async function withFiles(count, fill) {
  const best = {};
  for (const [key, write] of Object.entries(turns))
    for (let time = 0; time < 3; time++) {
      const cwd = join(place, `files-${count}-${key}-${time}`);
      put(cwd, {
        ".gitignore": "node_modules\n.ralph\nscript.json\n",
        "package.json": pack({ test: "node --test" }),
        "TODO.md": "- [ ] T1: make add right\n",
        "add.js": sum("add", "-"),
        "test/add.test.js": testOf("add", 9),
      });
      fill(cwd, count);
      commit(cwd);
      const seen = await claim(cwd, write);
      if (key === "copied" && !seen.decision?.verified) throw new Error(`not proved: ${told(seen)}`);
      best.start = Math.min(best.start ?? Number.POSITIVE_INFINITY, seen.start);
      best[key] = Math.min(best[key] ?? Number.POSITIVE_INFINITY, seen.seconds);
      rmSync(cwd, { recursive: true });
    }
  return best;
}

function writeSources(cwd, count) {
  for (let at = 0; at < count; at++)
    put(cwd, { [`src/part-${at % 100}/file-${at}.js`]: `export const value = ${at};\n`.repeat(50) });
}

function install(cwd, count) {
  mkdirSync(join(cwd, "node_modules"));
  for (let at = 0; at < count; at++) {
    const folder = join(cwd, "node_modules", `package-${Math.floor(at / 100)}`, `lib-${at % 10}`);
    if (at % 100 < 10) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${at}.js`), `module.exports = ${at};\n`);
  }
}

try {
  for (const [name, kind] of Object.entries(kinds)) {
    if (timed([kind.words[0], "--version"], place).status === 0) await measure(name, kind);
    else console.log(`${name}: not installed here`);
  }
  const none = await withFiles(0, install);
  const compare = (title, many, most) => {
    console.log(title);
    for (const [key, what] of [
      ["start", "at the start"],
      ["seconds", "at a claim"],
      ["copied", "at a claim proved in a copy"],
    ]) {
      const more = `${(many[key] - none[key]).toFixed(2).padStart(6)} s more  (at most ${most[key]})`;
      console.log(`  ${what.padEnd(32)} ${more}  ${none[key].toFixed(2)} -> ${many[key].toFixed(2)} s`);
    }
  };
  const installed = await withFiles(dependencies, install);
  compare(`${dependencies} files of dependencies`, installed, { start: 0.5, seconds: 0.3, copied: 0.3 });
  const worked = await withFiles(dependencies / 10, writeSources);
  compare(`${dependencies / 10} files of its own`, worked, { start: 1, seconds: 0.5, copied: 1.5 });
} finally {
  rmSync(place, { recursive: true, force: true });
}
