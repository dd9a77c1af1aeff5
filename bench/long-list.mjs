// What an iteration costs with a task list of 100,000 tasks, agent aside, beside `node` reading the file; and the peak of
// memory: the list unchanged, a task done in each turn, and a task ticked by the agent itself.
//   node bench/long-list.mjs [tasks]   (100,000)
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const count = Number(process.argv[2] ?? 100_000);
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const usage = `process.on("exit",()=>{const {maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();
process.stderr.write("peak "+maxRSS+" cpu "+(userCPUTime+systemCPUTime))})`;
const preload = `data:text/javascript,${encodeURIComponent(usage)}`;

const list = `# Plan\n\n${Array.from({ length: count }, (_, at) => {
  const section = at % 500 === 0 ? `## Part ${at / 500 + 1}\n\n` : "";
  return `${section}- [${at < count / 2 ? "x" : " "}] task number ${at + 1} of the list\n`;
}).join("")}`;

const doneBlock = { STATUS: "COMPLETE", EXIT_SIGNAL: "false" };
const tick = `node -e 'const fs=require("fs");fs.writeFileSync("TODO.md",fs.readFileSync("TODO.md","utf8").replace("- [ ]","- [x]"))'`;
const steps = {
  "list unchanged": { say: "I went on." },
  "a task done each turn": { append: { "work.txt": "more work\n" }, say: "The task is done.", status: doneBlock },
  "ticked by the agent": {
    append: { "work.txt": "more work\n" },
    shell: tick,
    say: "The task is done.",
    status: doneBlock,
  },
};

function run(name, step, iterations) {
  const cwd = join(place, `${name.replaceAll(" ", "-")}-${iterations}`);
  spawnSync("git", ["init", "-q", cwd]);
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ steps: [step] }));
  writeFileSync(join(cwd, "TODO.md"), list);
  const words = ["run", "--agent", "scripted", "--script", "script.json", "--tasks", "TODO.md", "--json"];
  const caps = ["--max-iterations", String(iterations), "--set", "stagnationLoops=0"];
  const env = { ...process.env, XDG_STATE_HOME: join(place, "state") };
  const begun = performance.now();
  const ran = spawnSync(process.execPath, ["--import", preload, cli, ...words, ...caps], {
    ...{ cwd, env, encoding: "utf8", maxBuffer: 1 << 28 },
  });
  const ms = performance.now() - begun;
  const events = ran.stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const agentMs = events
    .filter(({ type }) => type === "agent-end")
    .reduce((sum, { seconds }) => sum + seconds * 1e3, 0);
  const marked = events.filter(({ type }) => type === "task-marked").length;
  const [, kb = "0", cpu = "0"] = /peak (\d+) cpu (\d+)/.exec(ran.stderr) ?? [];
  return { ms: ms - agentMs, cpuMs: Number(cpu) / 1e3, mb: Number(kb) / 1024, marked };
}

/** The time of reading the file in a new process: the floor of this machine at this moment. */
function readingMs() {
  const path = join(place, "floor.md");
  writeFileSync(path, list);
  const begun = performance.now();
  spawnSync(process.execPath, ["-e", `require("fs").readFileSync(${JSON.stringify(path)},"utf8")`]);
  return performance.now() - begun;
}

try {
  for (const [name, step] of Object.entries(steps)) {
    const floor = Math.min(readingMs(), readingMs(), readingMs());
    const one = run(name, step, 1);
    const nine = run(name, step, 9);
    const each = (nine.ms - one.ms) / 8;
    const cpu = (nine.cpuMs - one.cpuMs) / 8;
    const figures = [
      `${(each / 1000).toFixed(2)} s an iteration (${(each / floor).toFixed(1)} x node reading the file)`,
      `${(cpu / 1000).toFixed(2)} s of CPU`,
      `the first ${(one.ms / 1000).toFixed(2)} s`,
      `peak ${nine.mb.toFixed(0)} MB`,
      `${nine.marked} marked`,
    ];
    console.log(`${`${name}:`.padEnd(24)} ${figures.join(", ")}`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
