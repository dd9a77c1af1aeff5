// A list of 100,000 tasks: read, select and mark, as ratios to reading the file in the same run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const count = 100_000;

const markdown = `# Plan\n\n${Array.from({ length: count }, (_, at) => {
  const section = at % 500 === 0 ? `## Part ${at / 500 + 1}\n\n` : "";
  const waits = at % 10 === 9 ? `\n  - Depends on: ${at}` : "";
  return `${section}- [${at < count / 2 ? "x" : " "}] task number ${at + 1} of the list${waits}\n`;
}).join("")}`;
const records = Array.from({ length: count }, (_, at) => ({
  id: `US-${at + 1}`,
  title: `story number ${at + 1}`,
  acceptanceCriteria: ["it works"],
  priority: at + 1,
  passes: at < count / 2,
}));
const files = [
  ["Markdown", "fix_plan.md", markdown, String(count / 2 + 1)],
  ["JSON", "prd.json", JSON.stringify({ project: "p", userStories: records }, null, 2), `US-${count / 2 + 1}`],
  [
    "JSON Lines",
    "issues.jsonl",
    records.map((record) => `${JSON.stringify(record)}\n`).join(""),
    `US-${count / 2 + 1}`,
  ],
];

function time(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function run(words) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [cli, "tasks", ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** The best of several, each beside the floor: a machine that slows down slows both. */
function best(times, work, floor) {
  let least = Number.POSITIVE_INFINITY;
  let leastFloor = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    leastFloor = Math.min(leastFloor, time(floor));
    least = Math.min(least, time(work));
  }
  return { ms: least, ratio: least / leastFloor };
}

for (const [name, file, text, next] of files) {
  const path = join(place, file);
  writeFileSync(path, text);
  const reading = () =>
    spawnSync(process.execPath, ["-e", `require("fs").readFileSync(${JSON.stringify(path)},"utf8")`]);
  const size = `${(text.length / 1e6).toFixed(1)} MB`;
  const steps = [
    ["read", () => run([path, "--lint"])],
    ["read and select", () => run([path, "--next", "--json"])],
    ["read and mark", () => run([path, "--mark", next, readFileSync(path, "utf8") === text ? "done" : "todo"])],
  ];
  if (JSON.parse(run([path, "--next", "--json"])).next.id !== next) throw new Error(`${name}: ${next} should be next`);
  for (const [step, work] of steps) {
    const { ms, ratio } = best(5, work, reading);
    const told = `${ms.toFixed(0).padStart(5)} ms, ${ratio.toFixed(1)} x node reading the file`;
    console.log(`${`${name}, ${count} tasks, ${size}`.padEnd(38)} ${step.padEnd(16)} ${told}`);
  }
}
rmSync(place, { recursive: true });
