// `analyze` on outputs of growing size and on real prose of each language, as ratios to `node -e 0`: the median of pairs
// that run by turns, with the peak memory of each. On a busy machine --cpu compares the processor's time instead.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const big = process.argv.includes("--big");
const byCpu = process.argv.includes("--cpu");

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
  const piece = body.repeat(Math.max(1, Math.floor(Math.min(size, 1 << 20) / Math.max(1, body.length))));
  for (let written = head.length; piece !== "" && written + piece.length <= size; written += piece.length)
    writeSync(file, piece);
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

/** The messages of one language, whole: neither cut nor repeated. */
function proseOf(language) {
  const messages = new URL("../test/agents/messages/used.txt", import.meta.url);
  let tail = "";
  for (const part of readFileSync(messages, "utf8").split(/^(?=%% )/m)) {
    if (!part.startsWith(`%% ${language} `)) continue;
    tail += `${part.slice(part.indexOf("\n") + 1).trimEnd()}\n\n`;
    if (Buffer.byteLength(tail) >= 4e3) break;
  }
  return { body: "", tail };
}
const languages = ["en", "de", "fr", "es", "pt", "it", "ru", "zh", "ja", "ko"];

const sizes = [
  ["text, 4 KB", 4e3, text],
  ...languages.map((language) => [`prose, 4 KB, ${language}`, 4e3, proseOf(language)]),
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
/** Of the wall clock, or of the processor, which a shell tells of its child. */
function timeOf(words) {
  if (!byCpu) return run(words).ms;
  const script = `TIMEFORMAT='%U %S'; time "$@" >/dev/null`;
  const { stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, ...words], { encoding: "utf8" });
  return stderr
    .trim()
    .split("\n")
    .at(-1)
    .split(" ")
    .map(Number)
    .reduce((sum, seconds) => sum + seconds * 1000, 0);
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

/** By turns: a machine that slows down slows both. */
function ratio(words, times) {
  const [floors, taken] = [[], []];
  for (let i = 0; i < times; i++) {
    floors.push(timeOf(["-e", "0"]));
    taken.push(timeOf(words));
  }
  return { ratio: median(taken) / median(floors), floor: median(floors) };
}

for (const [name, size, content] of sizes) {
  const path = write(`${name.replaceAll(/\W+/g, "-")}.txt`, size, content);
  const { ratio: times, floor } = ratio([cli, "analyze", path], size > 1e8 ? 1 : size > 1e7 ? 5 : 15);
  const { mb, stdout } = run(["--import", preload, cli, "analyze", path]);
  const { claim } = JSON.parse(stdout);
  const told = `${times.toFixed(2).padStart(6)} x node -e 0 (${floor.toFixed(0)} ms)`;
  console.log(`${name.padEnd(20)} ${told}   peak ${mb.toFixed(0).padStart(4)} MB   claim ${claim}`);
  rmSync(path);
}
rmSync(place, { recursive: true });
