import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { outside } from "../../src/agents/sandbox/check-room.js";
import { newTestReader } from "../../src/evidence/checks/tests/test-run.js";
import { makeCleanCopy } from "../../src/evidence/proof/original-tests/clean-copy.js";
import { runInCopy } from "../../src/evidence/proof/original-tests/run-in-copy.js";
import { WorkCopy } from "../../src/evidence/proof/original-tests/work-copy.js";
import { buildFor } from "../../src/evidence/proof/without-work/find-build.js";
import { lookAtWorkspace } from "../../src/evidence/workspace/state.js";
import type { RootState } from "../../src/evidence/workspace/workspace-state.js";
import { commandPlan } from "../evidence/command-plan.js";
import { isRunning, Place } from "../evidence/place.js";

/** Copies of projects: what is in them, what is not written through them, and what becomes of projects that are not fit. */

const scene = { signal: undefined, logDirectory: null, room: outside, newTestReader };

async function rootOf(place: Place): Promise<RootState> {
  const [root] = (await lookAtWorkspace(place.path)).roots;
  if (!root) throw new Error("nothing was seen");
  return root;
}

async function copyOf(place: Place) {
  const copy = await makeCleanCopy({ cwd: place.path, root: await rootOf(place), putBack: [], unseen: null });
  if (typeof copy !== "string") onTestFinished(copy.remove);
  return copy;
}

/** Runs a check in a copy, twice, as a proof does. */
async function runIn(place: Place, words: readonly string[], copied?: (copy: WorkCopy) => void) {
  const plan = commandPlan("tests", words);
  const build = buildFor(plan, { cwd: place.path, plans: [] });
  const root = await rootOf(place);
  const copy = await WorkCopy.open({ cwd: place.path, root, putBack: [], unseen: null, build });
  if (typeof copy === "string") return copy;
  try {
    copied?.(copy);
    const finding = await copy.run(plan, scene);
    return typeof finding === "string" ? finding : await copy.run(plan, scene);
  } finally {
    copy.remove();
  }
}

/** Every file, ignored or not, by its bytes. */
function bytesOf(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const [path, stats] = [join(folder, name), lstatSync(join(folder, name))];
    if (name.startsWith(".git/")) continue;
    if (stats.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (stats.isFile()) found[name] = createHash("sha1").update(readFileSync(path)).digest("hex");
    else found[name] = "";
  }
  return found;
}

const modules = dirname(
  dirname(execFileSync("node", ["-p", "require.resolve('typescript')"], { encoding: "utf8" }).trim()),
).replace(/\/typescript$/, "");
const isInstalled = (...words: readonly string[]): boolean =>
  spawnSync(words[0] ?? "", words.slice(1), { stdio: "ignore" }).status === 0;

describe("nothing is written into the project", () => {
  const rows = [
    {
      runner: "node:test",
      words: ["npm", "test"],
      isThere: true,
      files: {
        "package.json":
          '{ "type": "module", "scripts": { "pretest": "esbuild src/sums.ts --outdir=dist", "test": "node --test test/*.test.js" } }',
        "src/sums.ts": "export const add = (a: number, b: number) => a + b;\n",
        "test/sums.test.js": `import { test } from "node:test"; import { appendFileSync, mkdirSync } from "node:fs"; import { add } from "../dist/sums.js";
test("adds", () => { if (add(1, 2) !== 3) throw new Error(); appendFileSync("log.txt", "x"); appendFileSync(".env", "x"); mkdirSync("node_modules/.cache", { recursive: true }); appendFileSync("node_modules/.cache/a", "x"); appendFileSync("data/a.txt", "x"); mkdirSync("coverage", { recursive: true }); appendFileSync("coverage/a", "x"); });\n`,
        "dist/sums.js": "stale\n",
        "log.txt": "a\n",
        ".env": "A=1\n",
        "data/a.txt": "a\n",
        "node_modules/.cache/a": "a\n",
        "coverage/a": "a\n",
      },
      programs: ["esbuild"],
    },
    {
      runner: "vitest",
      words: ["node_modules/.bin/vitest", "run", "--coverage.enabled=false"],
      isThere: true,
      files: {
        "package.json": '{ "type": "module" }',
        "sums.js": "export const add = (a, b) => a + b;\n",
        "sums.test.js":
          'import { expect, test } from "vitest"; import { add } from "./sums.js"; test("adds", () => expect(add(1, 2)).toBe(3));\n',
        "node_modules/.vite/vitest/results.json": "{}\n",
      },
      programs: ["vitest"],
    },
    {
      runner: "pytest",
      words: ["python3", "-m", "pytest", "-q"],
      isThere: isInstalled("python3", "-m", "pytest", "--version"),
      files: {
        "pyproject.toml": "[tool.pytest.ini_options]\n",
        "src/sums/__init__.py": "def add(a, b):\n    return a + b\n",
        // As an editable install does it.
        "conftest.py": "import sys\nsys.path.append(open('where.txt').read())\n",
        "tests/test_sums.py":
          "from sums import add, __file__ as path\n\n\ndef test_add():\n    assert add(1, 2) == 3\n    assert 'copy-' in path\n",
        ".pytest_cache/README.md": "a\n",
        "__pycache__/a.pyc": "a\n",
      },
      programs: [],
    },
    {
      runner: "cargo",
      words: ["cargo", "test", "--offline"],
      isThere: isInstalled("cargo", "--version"),
      files: {
        "Cargo.toml": '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n',
        "src/lib.rs":
          "pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n",
      },
      programs: [],
    },
  ];

  it.each(rows)("by $runner", { timeout: 180_000 }, async ({ words, files, isThere, programs }) => {
    if (!isThere) return console.warn(`${words.join(" ")} is not installed here`);
    const place = new Place();
    place.write(
      ".gitignore",
      "node_modules\ndist\nlog.txt\n.env\ndata\ncoverage\n__pycache__\n.pytest_cache\ntarget\nCargo.lock\n",
    );
    place.writeAll(files);
    if (words.includes("pytest")) place.write("where.txt", join(place.path, "src"));
    for (const name of programs) {
      mkdirSync(join(place.path, "node_modules/.bin"), { recursive: true });
      symlinkSync(join(modules, name), join(place.path, "node_modules", name));
      symlinkSync(join(modules, ".bin", name), join(place.path, "node_modules/.bin", name));
    }
    if (words[0] === "cargo") execFileSync("cargo", ["test", "--offline"], { cwd: place.path, stdio: "ignore" });
    place.repository();
    const before = bytesOf(place.path);
    const finding = await runIn(place, words);
    expect(finding).toMatchObject({ state: "holds" });
    expect(bytesOf(place.path)).toEqual(before);
  });
});

describe("a copy", () => {
  it("is for its user alone, lies where the records of runs are, and is gone afterwards", async () => {
    const place = new Place().writeAll({ "a.txt": "a\n" }).repository();
    const copy = await copyOf(place);
    if (typeof copy === "string") throw new Error(copy);
    expect(copy.folder).toContain(join(process.env["XDG_STATE_HOME"] ?? "", "untildone/copies/"));
    expect(lstatSync(copy.folder).mode & 0o777).toBe(0o700);
    expect(lstatSync(dirname(copy.folder)).mode & 0o777).toBe(0o700);
    copy.remove();
    expect([existsSync(copy.folder), existsSync(copy.temporary)]).toEqual([false, false]);
  });

  it("leads to packages of the same project in the copy, however they are linked", async () => {
    const place = new Place().writeAll({
      "packages/a/index.js": "a\n",
      "node_modules/other/index.js": "o\n",
      ".gitignore": "node_modules\n",
    });
    mkdirSync(join(place.path, "node_modules/@own"), { recursive: true });
    symlinkSync("../../packages/a", join(place.path, "node_modules/@own/relative"));
    symlinkSync(join(place.path, "packages/a"), join(place.path, "node_modules/@own/absolute"));
    const copy = await copyOf(place.repository());
    if (typeof copy === "string") throw new Error(copy);
    const link = (name: string): string => readlinkSync(join(copy.folder, "node_modules", name));
    expect(link("@own/relative")).toBe("../../packages/a");
    expect(link("@own/absolute")).toBe(join(copy.folder, "packages/a"));
    expect(link("other")).toBe(join(place.path, "node_modules/other"));
  });

  it("has nothing of what an earlier run in it left", async () => {
    const place = new Place().writeAll({
      "package.json": "{}",
      ".gitignore": "node_modules\ndata\n",
      "src/a.js": "a\n",
      "data/deep/a.txt": "a\n",
      "node_modules/other/index.js": "",
      "a.test.mjs": `import assert from "node:assert"; import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"; import { tmpdir } from "node:os";
for (const name of ["left.txt", "src/left.txt", "data/deep/left.txt", "node_modules/left.txt", "new/left.txt", tmpdir() + "/left.txt"]) {
  assert.equal(existsSync(name), false);
  mkdirSync("new", { recursive: true });
  appendFileSync(name, "x");
}
for (const name of ["src/a.js", "data/deep/a.txt"]) {
  assert.equal(readFileSync(name, "utf8"), "a\\n");
  appendFileSync(name, "x");
}
`,
    });
    expect(await runIn(place.repository(), ["node", "--test"])).toMatchObject({ state: "holds" });
  });

  it.each([
    ["a golden file", "test/golden.txt", "b\n", "test/golden.txt was rewritten while the tests ran"],
    ["a golden file with the same content", "test/golden.txt", "a\n", null],
    ["a source", "src/a.js", "b\n", null],
    ["a new file", "test/new.txt", "b\n", null],
  ])("says nothing where old tests rewrite what they are measured by: %s", async (_, path, text, why) => {
    const write = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(text)});\n`;
    const place = new Place().writeAll({ "package.json": "{}", "src/a.js": "a\n", "test/golden.txt": "a\n" });
    const root = await rootOf(place.writeAll({ "test/a.test.mjs": write }).repository());
    const plan = commandPlan("tests", ["node", "--test"]);
    const build = buildFor(plan, { cwd: place.path, plans: [] });
    const ran = await runInCopy(plan, { ...scene, cwd: place.path }, { root, putBack: [], unseen: null, build });
    if (why === null) expect(ran).toMatchObject({ finding: { state: "holds" } });
    else expect(ran).toBe(why);
  });

  it("ends what tests left running in it", async () => {
    const place = new Place().writeAll({
      "package.json": "{}",
      "a.test.mjs": `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs"; import { test } from "node:test";
test("leaves", () => { const child = spawn("env", ["-i", "setsid", "-f", "sleep", "300"], { detached: true, stdio: "ignore" }); child.unref(); const other = spawn("sleep", ["300"], { detached: true, stdio: "ignore" }); other.unref(); writeFileSync(process.env.PIDS, String(other.pid)); });\n`,
    });
    const pids = join(place.path, "..", `pids-${process.pid}`);
    process.env["PIDS"] = pids;
    onTestFinished(() => rmSync(pids, { force: true }));
    await runIn(place.repository(), ["node", "--test"]);
    expect(isRunning(Number(readFileSync(pids, "utf8")))).toBe(false);
  });
});

describe("a project that is not fit", () => {
  it("for its sockets, pipes and read-only parts is copied without them", async () => {
    const place = new Place().writeAll({ "a.txt": "a\n", "locked/b.txt": "b\n", ".gitignore": "tmp\n" }).repository();
    mkdirSync(join(place.path, "tmp"));
    execFileSync("mkfifo", [join(place.path, "pipe"), join(place.path, "tmp/pipe")]);
    const server = createServer();
    await new Promise<void>((done) => void server.listen(join(place.path, "s.sock"), () => done()));
    onTestFinished(() => void server.close());
    chmodSync(join(place.path, "locked/b.txt"), 0o400);
    chmodSync(join(place.path, "locked"), 0o500);
    onTestFinished(() => chmodSync(join(place.path, "locked"), 0o700));
    const copy = await copyOf(place);
    if (typeof copy === "string") throw new Error(copy);
    expect(readdirSync(copy.folder).sort()).toEqual([".gitignore", "a.txt", "locked", "tmp"]);
    expect(readFileSync(join(copy.folder, "locked/b.txt"), "utf8")).toBe("b\n");
    chmodSync(join(copy.folder, "locked"), 0o500);
    copy.remove();
    expect(existsSync(copy.folder)).toBe(false);
  });

  it("for its many files is not copied", { timeout: 180_000 }, async () => {
    const place = new Place();
    place.write("a.txt", "a\n");
    const root = await rootOf(place.repository());
    const files = Object.fromEntries(
      Array.from({ length: 200_000 }, (_, at) => [`f/${at}`, { mode: "100644", hash: "" }]),
    );
    const copy = await makeCleanCopy({ cwd: place.path, root: { ...root, files }, putBack: [], unseen: null });
    expect(copy).toMatch(/too many files to be copied \(200001; at most 100000\)/);
  });

  const change = (what: string) => (place: Place) =>
    place.writeAll({
      "a.test.mjs": `import { writeFileSync, appendFileSync } from "node:fs"; ${what.replaceAll("HERE", JSON.stringify(place.path))}\n`,
    });
  it.each([
    ["its source", "appendFileSync(HERE + '/src/a.js', 'x');", "src/a.js"],
    ["its tests", "appendFileSync(HERE + '/a.test.mjs', '\\n');", "a.test.mjs"],
    ["a new file", "writeFileSync(HERE + '/src/new.js', 'x');", "src/new.js"],
    ["what is ignored", "writeFileSync(HERE + '/log.txt', 'x');", null],
    ["the copy alone", "writeFileSync('src/new.js', 'x'); appendFileSync('src/a.js', 'x');", null],
  ])("since its tests write to %s is not measured", async (_, what, path) => {
    const place = new Place().writeAll({ "src/a.js": "a\n", ".gitignore": "log.txt\n", "package.json": "{}" });
    change(what)(place).repository();
    const ran = await runIn(place, ["node", "--test"]);
    if (path === null) expect(ran).toMatchObject({ state: "holds" });
    else expect(ran).toBe(`the project itself changed while its tests ran in a copy: ${path}`);
  });

  it("since it does not fit on the disk is not copied, and nothing is left of it", { timeout: 120_000 }, async () => {
    const place = new Place().writeAll({ "a.txt": "a\n" });
    const small = new Place();
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", small.path]).status !== 0)
      return console.warn("a small disk needs the rights of root: not tried");
    onTestFinished(() => void spawnSync("umount", [small.path]));
    const home = process.env["XDG_STATE_HOME"];
    process.env["XDG_STATE_HOME"] = small.path;
    onTestFinished(() => {
      process.env["XDG_STATE_HOME"] = home;
    });
    place.write("large.bin", Buffer.alloc(20 * 1024 * 1024, 1));
    expect(await copyOf(place.repository())).toMatch(/does not fit on the disk \(21 MB are needed, \d+ MB free\)/);
    expect(readdirSync(small.path, { recursive: true })).toEqual(["untildone"]);
    expect(readdirSync(tmpdir()).filter((name) => name.includes(`copy-`) && name.includes(`-${process.pid}-`))).toEqual(
      [],
    );
    // It fits, and the tests fill it.
    place.remove("large.bin");
    place.write(
      "a.test.mjs",
      "import { writeFileSync } from 'node:fs'; try { writeFileSync('large.bin', Buffer.alloc(64 * 1024 * 1024)); } catch {}\n",
    );
    expect(await runIn(place.commit("more"), ["node", "--test"])).toBe("the disk is full");
    expect(readdirSync(small.path, { recursive: true })).toEqual(["untildone"]);
  });
});
