// What sealed checks refuse and accept: tasks with a hidden truth, wrong solutions made by a mutation tool, right ones by
// refactoring, and authors of checks that are good or lazy. The seal is made by the CLI, each solution is judged by what a
// run does with it; with --whole some are judged in whole runs, too.
//   node scripts/sealed-mutants.mjs [--most N] [--only PROJECT] [--whole N] [--json]
// Exit status: 0, or 1 if fewer than 95 % of the wrong ones are refused, fewer than 98 % of the right ones accepted, or a
// lazy author gets through.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { rawText } from "./raw-text.mjs";
import { goodAuthor, lazyAuthors, sourceFile } from "./sealed-mutants/author.mjs";
import { javascriptProjects } from "./sealed-mutants/projects-javascript.mjs";
import { pythonProjects } from "./sealed-mutants/projects-python.mjs";
import { findSolutions } from "./sealed-mutants/solutions.mjs";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const { values } = parseArgs({
  options: {
    most: { type: "string" },
    only: { type: "string" },
    whole: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
  },
});

const projects = [
  ...javascriptProjects.map((project) => ({ ...project, language: "javascript" })),
  ...pythonProjects.map((project) => ({ ...project, language: "python" })),
].filter(({ name }) => values.only === undefined || name === values.only);

const room = mkdtempSync(join(tmpdir(), "untildone-mutants-"));
process.on("exit", () => rmSync(room, { recursive: true, force: true, maxRetries: 5 }));

class Place {
  constructor({ name, language, task }, kind) {
    this.path = join(room, `${name}-${kind.replaceAll(/\W/g, "-")}`);
    this.home = `${this.path}-home`;
    this.env = {
      PATH: process.env.PATH,
      HOME: this.home,
      XDG_STATE_HOME: `${this.home}/state`,
      PYTHONDONTWRITEBYTECODE: "1",
    };
    mkdirSync(this.home, { recursive: true });
    const tests = language === "python" ? "python3 -m unittest" : "node --test test/";
    this.write(".ralph/config.json", JSON.stringify({ checks: { tests } }));
    this.write("TODO.md", `- [ ] T1: ${task}\n`);
    this.write(".gitignore", ".ralph/\n__pycache__/\n");
    if (language === "python") {
      this.write(
        "test_base.py",
        "import unittest\n\nclass Base(unittest.TestCase):\n    def test_base(self):\n        pass\n",
      );
      this.write("other.py", "def other(n):\n    return n\n");
    } else {
      this.write("package.json", '{ "type": "module" }\n');
      this.write("test/base.test.js", 'import { test } from "node:test";\ntest("base", () => {});\n');
      this.write("src/other.js", "export const other = (n) => n;\n");
    }
    const git = (...words) =>
      spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: this.path, env: this.env });
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-qm", "start"],
    ])
      git(...words);
  }

  write(name, text) {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  remove(name) {
    rmSync(join(this.path, name), { force: true });
  }

  run(...words) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], {
      cwd: this.path,
      env: this.env,
      encoding: "utf8",
    });
    return { code: status, out: stdout + stderr };
  }

  seal(write) {
    this.write(".ralph/author.json", JSON.stringify({ steps: [{ write, say: "Written." }] }));
    return this.run("seal", "--author", "scripted", "--script", ".ralph/author.json");
  }

  /** Whether a whole run takes a solution for done. */
  play(file, text) {
    const step = { write: { [file]: text }, say: "Done.", status: { STATUS: "COMPLETE" } };
    this.write(".ralph/script.json", JSON.stringify({ steps: [step] }));
    const { code } = this.run("run", "--agent", "scripted", "--script", ".ralph/script.json", "--max-iterations", "1");
    return code === 0;
  }
}

async function bundle() {
  const outfile = join(room, "sealed-check.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("./sealed-mutants/sealed-check.mjs", import.meta.url))],
    ...{ bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" },
    plugins: [rawText],
    external: ["yaml", "@agentclientprotocol/sdk", "bullmq", "ioredis"],
    define: { __VERSION__: '"0.0.0"' },
    // The parsers are CommonJS.
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
  });
  return import(pathToFileURL(outfile).href);
}

const counts = {
  wrong: 0,
  refused: 0,
  right: 0,
  accepted: 0,
  equivalent: 0,
  endless: 0,
  lazy: 0,
  caught: 0,
  whole: 0,
  alike: 0,
};
const told = [];

async function tryProject(project, openSealedCheck) {
  const solutions = findSolutions(project, values.most === undefined ? Infinity : Number(values.most));
  counts.equivalent += solutions.equivalent;
  counts.endless += solutions.endless;
  const known = { ...project, answers: solutions.answers };
  const place = new Place(project, "good");
  const sealed = place.seal(goodAuthor(known));
  if (sealed.code !== 0) throw new Error(`${project.name}: the good author is refused: ${sealed.out}`);
  const judge = openSealedCheck({ cwd: place.path, env: place.env, home: place.home });
  const file = sourceFile[project.language](project.name);
  for (const { text, isRight, kind } of solutions.list) {
    place.write(file, text);
    const { state, detail, required } = await judge();
    const isTaken = state === "holds" && required !== false;
    counts[isRight ? "right" : "wrong"]++;
    if (isTaken === isRight) counts[isRight ? "accepted" : "refused"]++;
    else
      told.push(`${project.name}: ${isRight ? `right, refused (${detail})` : `wrong by ${kind}, accepted`}\n${text}`);
  }
  place.remove(file);
  tryWhole(project, solutions.list, place);
  for (const [kind, lazy] of Object.entries(lazyAuthors)) tryLazy(known, kind, lazy);
  console.error(
    `${project.name}: ${counts.refused} of ${counts.wrong} wrong refused, ${counts.accepted} of ${counts.right} right accepted, ${counts.caught} of ${counts.lazy} lazy authors caught so far`,
  );
}

/** Does a whole run say the same? */
function tryWhole({ name, language }, list, place) {
  const some = list.filter((_, at) => at % Math.ceil(list.length / Math.max(1, Number(values.whole))) === 0);
  for (const { text, isRight } of some.slice(0, Number(values.whole))) {
    spawnSync("git", ["checkout", "-q", "."], { cwd: place.path, env: place.env });
    counts.whole++;
    if (place.play(sourceFile[language](name), text) === isRight) counts.alike++;
    else told.push(`${name}: a whole run says otherwise of one that is ${isRight ? "right" : "wrong"}\n${text}`);
    place.remove(sourceFile[language](name));
  }
}

function tryLazy(project, kind, { write, says, isTold = false }) {
  counts.lazy++;
  const { code, out } = new Place(project, kind).seal(write(project));
  if (code === (isTold ? 0 : 1) && says.test(out)) counts.caught++;
  else told.push(`${project.name}: an author that is ${kind} gets through: ${out}`);
}

const begun = performance.now();
const { openSealedCheck } = await bundle();
for (const project of projects) await tryProject(project, openSealedCheck);
const seconds = Math.round((performance.now() - begun) / 1000);
for (const text of told) console.error(text);
if (values.json) console.log(JSON.stringify({ projects: projects.length, seconds, ...counts }));
else {
  const percent = (part, all) => `${part} of ${all} (${all === 0 ? 100 : ((100 * part) / all).toFixed(1)} %)`;
  console.log(
    `${projects.length} projects in ${seconds} s: refused ${percent(counts.refused, counts.wrong)} wrong, accepted ${percent(counts.accepted, counts.right)} right; left out ${counts.equivalent} equivalent and ${counts.endless} that do not end or are no program; lazy authors refused or told ${percent(counts.caught, counts.lazy)}; whole runs that say the same ${percent(counts.alike, counts.whole)}`,
  );
}
const isGood = counts.refused >= 0.95 * counts.wrong && counts.accepted >= 0.98 * counts.right;
process.exitCode = isGood && counts.caught === counts.lazy && counts.alike === counts.whole ? 0 : 1;
