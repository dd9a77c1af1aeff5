// One call of `hook` beside `node -e 0`: stops that are not ours, projects that ask for nothing, and judged stops.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const env = { PATH: process.env.PATH, HOME: place, XDG_STATE_HOME: join(place, "state") };
const rounds = Number(process.argv[2] ?? 25);

function project(name, files) {
  const path = join(place, name);
  for (const [file, text] of Object.entries({ "notes.txt": "a\n", ...files })) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["-c", "user.name=b", "-c", "user.email=b@example.invalid", "commit", "-qm", "start"],
  ])
    spawnSync("git", words, { cwd: path });
  return path;
}

function run(words, { cwd = place, input = "" } = {}) {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, env, input, encoding: "utf8" });
  if (status !== 0 || /did not judge/.test(stdout)) throw new Error(stdout + stderr);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

let session = 0;
const hook = (cwd, more = {}) =>
  run([cli, "hook", "claude"], {
    cwd,
    input: JSON.stringify({
      session_id: `bench-${session++}`,
      hook_event_name: "Stop",
      stop_hook_active: false,
      last_assistant_message: `${"I changed the rounding in money_format() and ran the suite. ".repeat(40)}`,
      background_tasks: [],
      ...more,
    }),
  });

const empty = project("empty", {});
const list = project("list", { "TODO.md": "- [x] one\n- [ ] two\n" });
const cases = {
  "node -e 0": () => run(["-e", "0"]),
  "a sub-agent's stop": () => hook(empty, { hook_event_name: "SubagentStop" }),
  "nothing asked for": () => hook(empty),
  "a talk, list unfinished": () => hook(list),
  "refused, list unfinished": () => hook(list, { last_assistant_message: "All tasks are complete." }),
};
const best = Object.fromEntries(Object.keys(cases).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let i = 0; i < rounds; i++)
  for (const [name, call] of Object.entries(cases)) best[name] = Math.min(best[name], call());
const floor = best["node -e 0"];
for (const [name, ms] of Object.entries(best))
  console.log(`${name.padEnd(26)}${ms.toFixed(0).padStart(5)} ms  ${(ms / floor).toFixed(2)} x node -e 0`);
rmSync(place, { recursive: true });
