// `analyze` on outputs of growing size, as ratios to `node -e 0` in the same run, with the peak memory of each.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const big = process.argv.includes("--big");

const closing = "All tasks are complete and ready for review.\n\nEXIT_SIGNAL: true\n";
const prose =
  "I changed the rounding in money_format() and ran the suite; <b>two</b> of its cases still print the old sign.\n";
const event = (value) => `${JSON.stringify(value)}\n`;
const toolResult = event({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: "t1", content: prose.repeat(80) }] },
  session_id: "s",
});
const turn = event({
  type: "assistant",
  message: { content: [{ type: "text", text: "I read one more file." }] },
  session_id: "s",
});
const result = event({ type: "result", subtype: "success", is_error: false, result: closing, session_id: "s" });

function write(name, size, { head = "", body, tail }) {
  const path = join(place, name);
  const file = openSync(path, "w");
  writeSync(file, head);
  const piece = body.repeat(Math.max(1, Math.floor(Math.min(size, 1 << 20) / body.length)));
  for (let written = head.length; written + piece.length <= size; written += piece.length) writeSync(file, piece);
  writeSync(file, tail);
  closeSync(file);
  return path;
}

const stream = {
  head: event({ type: "system", subtype: "init", session_id: "s" }),
  body: toolResult + turn,
  tail: result,
};
const text = { body: prose, tail: closing };
const sizes = [
  ["text, 4 KB", 4e3, text],
  ["text, 1 MB", 1e6, text],
  ["text, 50 MB", 50e6, text],
  ["stream-json, 1 MB", 1e6, stream],
  ["stream-json, 50 MB", 50e6, stream],
  ...(big
    ? [
        ["text, 1 GB", 1e9, text],
        ["stream-json, 1 GB", 1e9, stream],
      ]
    : []),
];

const peak = `process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))`;
const preload = `data:text/javascript,${encodeURIComponent(peak)}`;
function run(words) {
  const start = process.hrtime.bigint();
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(stderr);
  return { ms, stdout, mb: Number(/peak (\d+)/.exec(stderr)?.[1] ?? 0) / 1024 };
}
/** The best of several, each beside a run of the floor: a machine that slows down slows both. */
function ratio(words, times) {
  let best = Number.POSITIVE_INFINITY;
  let floor = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    floor = Math.min(floor, run(["-e", "0"]).ms);
    best = Math.min(best, run(words).ms);
  }
  return { ratio: best / floor, floor };
}

for (const [name, size, content] of sizes) {
  const path = write(`${name.replaceAll(/\W+/g, "-")}.txt`, size, content);
  const { ratio: times, floor } = ratio([cli, "analyze", path], size > 1e8 ? 1 : size > 1e7 ? 10 : 25);
  const { mb, stdout } = run(["--import", preload, cli, "analyze", path]);
  const { claim } = JSON.parse(stdout);
  const told = `${times.toFixed(2).padStart(6)} x node -e 0 (${floor.toFixed(0)} ms)`;
  console.log(`${name.padEnd(20)} ${told}   peak ${mb.toFixed(0).padStart(4)} MB   claim ${claim}`);
  rmSync(path);
}
rmSync(place, { recursive: true });
