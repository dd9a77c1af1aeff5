// The time of a list of 12 tasks with dependencies: one after the other, and four at once. The agent works 8 s on each.
//   node bench/parallel.mjs [--seconds 8]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "8" } } });
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const agent = fileURLToPath(new URL("../scripts/task-agent.mjs", import.meta.url));
const waits = { T5: ["T1"], T6: ["T2"], T7: ["T3"], T8: ["T4"], T12: ["T5", "T6"] };
const ids = Array.from({ length: 12 }, (_, at) => `T${at + 1}`);

function run(more) {
  const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
  const cwd = join(place, "project");
  mkdirSync(cwd);
  const env = { ...process.env, HOME: place, XDG_STATE_HOME: join(place, "state") };
  const line = (id) => `- [ ] ${id}: make ${id}${waits[id] ? ` (depends on ${waits[id].join(", ")})` : ""}\n`;
  writeFileSync(join(cwd, "TODO.md"), ids.map(line).join(""));
  writeFileSync(join(cwd, ".gitignore"), ".ralph/\n");
  const step = (id) => [{ sleepMs: Number(values.seconds) * 1000, write: { [`${id}.txt`]: `${id}\n` } }];
  writeFileSync(join(place, "script.json"), JSON.stringify(Object.fromEntries(ids.map((id) => [id, step(id)]))));
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "Begin"],
  ])
    spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd, env });
  const words = ["run", "--command", `node ${agent} ${join(place, "script.json")}`, "--tasks", "TODO.md", "--json"];
  const begun = performance.now();
  const ran = spawnSync(process.execPath, [cli, ...words, "--check", "v=test -f TODO.md", "--no-detect", ...more], {
    ...{ cwd, env, encoding: "utf8", maxBuffer: 1 << 28 },
  });
  const seconds = (performance.now() - begun) / 1000;
  const [branch = ""] = spawnSync("git", ["branch", "--list", "untildone/*", "--format=%(refname)"], {
    ...{ cwd, env, encoding: "utf8" },
  }).stdout.split("\n");
  const tree = spawnSync("git", ["rev-parse", `${branch}^{tree}`], { cwd, env, encoding: "utf8" }).stdout.trim();
  rmSync(place, { recursive: true });
  return { seconds, tree, code: ran.status };
}

const parallel = run(["--parallel", "4"]);
const serial = run(["--worktree"]);
for (const [name, { seconds, code, tree }] of Object.entries({ serial, parallel }))
  console.log(`${name.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s  exit ${code}  tree ${tree.slice(0, 10)}`);
console.log(`--parallel 4 takes ${(parallel.seconds / serial.seconds).toFixed(2)} of the time of a serial run`);
process.exitCode = parallel.tree === serial.tree && parallel.code === 0 ? 0 : 1;
