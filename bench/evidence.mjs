// What evidence costs: a look at a workspace beside `git status`, and the memory of reading a flood beside that of silence.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const source = (path) => JSON.stringify(fileURLToPath(new URL(`../src/${path}`, import.meta.url)));

async function bundle(name, contents) {
  const outfile = join(place, `${name}.mjs`);
  await build({ stdin: { contents, resolveDir: "/" }, bundle: true, platform: "node", format: "esm", outfile });
  return outfile;
}

const best = (times, act) => Math.min(...Array.from({ length: times }, () => timed(act)));
function timed(act) {
  const begun = performance.now();
  act();
  return performance.now() - begun;
}
async function bestOf(times, act) {
  let least = Infinity;
  for (let at = 0; at < times; at++) {
    const begun = performance.now();
    await act();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

function repository(files) {
  const path = join(place, `repository-${files}`);
  for (let at = 0; at < files; at++) {
    const folder = join(path, `folder-${at % 100}`);
    if (at < 100) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${at}.js`), `export const value${at} = ${at};\n`.repeat(40));
  }
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], { cwd: path });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
  writeFileSync(join(path, "folder-0/file-0.js"), "export const other = 1;\n");
  writeFileSync(join(path, "new.js"), "export const fresh = 1;\n");
  return path;
}

const { lookAtWorkspace, changesBetween } = await import(
  await bundle(
    "workspace",
    `export { lookAtWorkspace } from ${source("evidence/workspace/state.ts")}; export { changesBetween } from ${source("evidence/workspace/changes.ts")};`,
  )
);

try {
  for (const files of [100, 10_000]) {
    const cwd = repository(files);
    const floor = best(10, () =>
      execFileSync("git", ["status", "--porcelain=v2", "-z", "--untracked-files=all"], { cwd }),
    );
    const look = await bestOf(10, () => lookAtWorkspace(cwd));
    const before = await lookAtWorkspace(cwd);
    writeFileSync(join(cwd, "folder-1/file-1.js"), "export const another = 1;\n");
    const now = await lookAtWorkspace(cwd);
    const compare = await bestOf(10, () => changesBetween(before, now));
    console.log(
      `${files} files: git status ${floor.toFixed(1)} ms, look ${(look / floor).toFixed(1)} x, compare ${(compare / floor).toFixed(1)} x`,
    );
  }
  const flood = await bundle(
    "flood",
    `import { checkCommand } from ${source("evidence/checks/command.ts")};
     import { newTestReader } from ${source("evidence/checks/tests/test-run.ts")};
     const [, , bytes] = process.argv;
     const plan = { name: "tests", kind: "command", words: ["sh", "-c", "yes 'not quite a line of tests' | head -c " + bytes], env: {}, reads: "tests", found: false, required: true, when: "claim", timeoutSeconds: 600, origin: "bench", parallel: false };
     const finding = await checkCommand(plan, { cwd: ".", signal: undefined, logDirectory: ${JSON.stringify(place)}, newTestReader }, null);
     console.log(JSON.stringify({ state: finding.state, bytes: finding.logs[0].bytes, ms: finding.logs[0].durationMs, peak: process.resourceUsage().maxRSS }));`,
  );
  const run = (bytes) => JSON.parse(spawnSync(process.execPath, [flood, String(bytes)], { encoding: "utf8" }).stdout);
  const silence = run(100);
  for (const bytes of [1e7, 1e8, 1e9]) {
    const { ms, peak } = run(bytes);
    console.log(
      `${bytes / 1e6} MB of output: ${ms} ms, peak memory ${(peak / silence.peak).toFixed(2)} x that of silence (${Math.round(silence.peak / 1024)} MB)`,
    );
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
