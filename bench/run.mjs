// What the loop itself costs an iteration, agent and checks aside, beside `node -e 0`; and its memory with a flood.
//   node bench/run.mjs [--big]   (--big floods 1 GB)
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const peak = `process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))`;
const preload = `data:text/javascript,${encodeURIComponent(peak)}`;

function run(words, cwd = place) {
  const start = process.hrtime.bigint();
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  return { ms: Number(process.hrtime.bigint() - start) / 1e6, stdout, stderr, status };
}

/** A run of so many iterations with an agent that ends at once; the time the agent took is told by the events. */
function loop(name, steps, iterations) {
  const cwd = join(place, name);
  spawnSync("git", ["init", "-q", cwd]);
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ steps }));
  writeFileSync(join(cwd, "TODO.md"), "- [ ] T1: one\n");
  const words = ["run", "--agent", "scripted", "--script", "script.json", "--tasks", "TODO.md", "--json"];
  const caps = ["--max-iterations", String(iterations), "--set", "stagnationLoops=0"];
  const ran = run(["--import", preload, cli, ...words, ...caps], cwd);
  const events = ran.stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const agentMs = events
    .filter(({ type }) => type === "agent-end")
    .reduce((sum, { seconds }) => sum + seconds * 1000, 0);
  const mb = Number(/peak (\d+)/.exec(ran.stderr)?.[1] ?? 0) / 1024;
  return { ms: ran.ms, agentMs, mb, outcome: events.at(-1)?.record?.decision?.rule };
}

const floor = Math.min(...Array.from({ length: 10 }, () => run(["-e", "0"]).ms));
const few = loop("few", [{ say: "I went on." }], 2);
const many = loop("many", [{ say: "I went on." }], 22);
const own = (many.ms - many.agentMs - (few.ms - few.agentMs)) / 20;
console.log(
  `an iteration of our own    ${own.toFixed(1)} ms, ${(own / floor).toFixed(2)} x node -e 0 (${floor.toFixed(0)} ms)`,
);
const bytes = process.argv.includes("--big") ? 1e9 : 1e8;
const flood = loop("flood", [{ flood: bytes, say: "I went on." }], 1);
console.log(
  `an output of ${(bytes / 1e6).toFixed(0)} MB          peak ${flood.mb.toFixed(0)} MB, ${(flood.ms / 1000).toFixed(1)} s, ended by ${flood.outcome}`,
);
rmSync(place, { recursive: true });
