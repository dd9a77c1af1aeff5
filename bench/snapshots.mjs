// What the snapshots of a run cost beside the looks at the workspace that an iteration takes anyway.
//   node bench/snapshots.mjs [--files 50000] [--turns 5]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const { values } = parseArgs({
  options: { files: { type: "string", default: "50000" }, turns: { type: "string", default: "5" } },
});
const [files, turns] = [Number(values.files), Number(values.turns)];
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const source = (path) => JSON.stringify(fileURLToPath(new URL(`../src/${path}`, import.meta.url)));

async function load() {
  const outfile = join(place, "snapshots.mjs");
  const contents = `export { lookAtWorkspace } from ${source("evidence/workspace/state.ts")}; export { openSnapshots } from ${source("run/snapshots/open-snapshots.ts")};`;
  await build({ stdin: { contents, resolveDir: "/" }, bundle: true, platform: "node", format: "esm", outfile });
  return import(outfile);
}

function repository() {
  const path = join(place, "repository");
  for (let at = 0; at < files; at++) {
    const folder = join(path, `folder-${at % 250}`);
    if (at < 250) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${at}.js`), `export const value${at} = ${at};\n`.repeat(10));
  }
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], { cwd: path });
  git("init", "-q");
  git("config", "gc.auto", "0"); // It would still be at work when the folder is removed.
  git("add", "-A");
  git("commit", "-qm", "start");
  return path;
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

try {
  const { lookAtWorkspace, openSnapshots } = await load();
  const cwd = repository();
  const snapshots = await openSnapshots({ cwd, run: "bench", privateFolder: join(place, "private") });
  const [looks, saves] = [[], []];
  // The first look and snapshot of a run read the whole project: they come once, and are told apart.
  for (let turn = 0; turn <= turns; turn++) {
    let [look, save] = [0, 0];
    for (const side of ["before", "after"]) {
      if (side === "after")
        for (let at = 0; at < 5; at++)
          writeFileSync(join(cwd, `folder-${at}/turn.js`), `export const turn = ${turn};\n`);
      const begun = performance.now();
      const state = await lookAtWorkspace(cwd, { ignore: [] });
      const seen = performance.now();
      const failed = await snapshots.save({ iteration: turn + 1, side }, state);
      if (failed !== null) throw new Error(failed);
      look += seen - begun;
      save += performance.now() - seen;
    }
    looks.push(look);
    saves.push(save);
  }
  const ratio = median(saves.slice(1).map((save, at) => 1 + save / looks[at + 1]));
  const ms = (time) => `${time.toFixed(0)} ms`;
  console.log(`first turn of ${files} files      looks ${ms(looks[0])}, snapshots ${ms(saves[0])}`);
  console.log(
    `a turn of 5 changed files       looks ${ms(median(looks.slice(1)))}, snapshots ${ms(median(saves.slice(1)))}: ${ratio.toFixed(2)} x an iteration without them, agent and checks aside (limit 1.20)`,
  );
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
