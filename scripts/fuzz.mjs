// Mutated outputs against the readers: nothing may throw, hang, or turn a stated "no" into a completion.
// usage: node scripts/fuzz.mjs [--count 1000000] [--seed 1] [--linear]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readAgentReport, readTranscript } from "../dist/index.js";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    linear: { type: "boolean", default: false },
  },
});
const count = Number(values.count);
const slowestAllowedMs = 2000;

/** Small, fast and the same everywhere: a failure can be run again from its seed. */
function dice(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    state ^= state >>> 12;
    return (state >>> 0) % below;
  };
}

const block = (...fields) => ["---RALPH_STATUS---", ...fields, "---END_RALPH_STATUS---"].join("\n");
/** Each says no, in a dialect of its own. */
const refusals = [
  block("STATUS: IN_PROGRESS", "TESTS_STATUS: PASSING", "EXIT_SIGNAL: false", "RECOMMENDATION: go on"),
  block("STATUS: COMPLETE", "EXIT_SIGNAL: false"),
  "RALPH_STATUS:\n  STATUS: IN_PROGRESS\n  EXIT_SIGNAL: false",
  "DOYAKEN_STATUS:\n  PHASE_COMPLETE: false\n  REMAINING_WORK: the parser",
  "EXIT_STATUS: CONTINUE\nEXIT_REASON: two files left\nREMAINING_WORK: two files",
  "EXIT_SIGNAL: false",
  "Four stories are left, so I should NOT output the <promise>COMPLETE</promise> signal.",
  '{"status":"IN_PROGRESS","exit_signal":false,"work_type":"IMPLEMENTATION"}',
];
const prose = [
  "All tasks are complete and ready for review.",
  "The implementation is finished. All acceptance criteria are met.",
  "I have completed everything; there is no remaining work.",
  "## Summary\n\n- ✅ the parser\n- ✅ the printer",
  "Should I go on with the next phase?",
  "全部のタスクが完了しました。",
  "Toutes les tâches sont terminées.",
  "API Error: 500 internal",
  "You've hit your limit · resets 9pm (UTC)",
  "> quoted words\n> and more",
  "| a | b |\n|---|---|\n| 1 | 2 |",
];
const dirt = [
  "```\n",
  "```bash\n",
  "~~~",
  "\n\n",
  "\r\n",
  "\u001b[31m",
  "\u0000",
  "\ufeff",
  "**",
  "`",
  '"',
  "{",
  "}",
  "<promise>",
  "</promise>",
  "<thinking>",
  "- [ ] ",
  "+",
  "@@ -1 +1 @@\n",
  "cat <<EOF\n",
  "User: ",
  "Assistant: ",
  "ÿ",
  "𝟘",
  ":",
  "---",
  "true",
  "false",
  "not ",
  "if ",
  " ".repeat(50),
  "a".repeat(200),
];

function recordings() {
  const root = fileURLToPath(new URL("../test/transcripts/", import.meta.url));
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".jsonl"))
    .map((file) => readFileSync(join(root, file), "utf8"));
}

const samples = [
  ...refusals,
  ...prose,
  ...recordings(),
  "EXIT_SIGNAL: true",
  "<promise>COMPLETE</promise>",
  "LOOP_COMPLETE",
];

/** Anything may happen to a text whose answer does not matter. */
function mutate(text, roll) {
  const at = roll(text.length + 1);
  const length = roll(40);
  const other = samples[roll(samples.length)];
  switch (roll(8)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + dirt[roll(dirt.length)] + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(Math.max(0, at - length), at) + text.slice(at);
    case 3:
      return `${text}\n${other}`;
    case 4:
      return text.slice(0, at);
    case 5:
      return text.slice(0, at) + String.fromCharCode(roll(0x3000)) + text.slice(at + 1);
    case 6:
      return JSON.stringify({ type: "result", subtype: "success", is_error: false, result: text, session_id: "s" });
    default:
      return `${other.slice(0, roll(other.length + 1))}${text}`;
  }
}

/** The no stays whole and last of its kind; everything around it may be anything that is no answer. */
function around(no, roll) {
  const noise = () =>
    Array.from({ length: roll(4) }, () => (roll(2) ? prose[roll(prose.length)] : dirt[roll(dirt.length)])).join(
      roll(2) ? "\n" : " ",
    );
  return `${noise()}\n\n${no}\n\n${noise()}`;
}

const isTurn = (text) => !/^(?:User|Assistant): /m.test(text);

function check(text, isNo, at) {
  const start = performance.now();
  let said;
  try {
    said = readAgentReport(readTranscript(text));
  } catch (error) {
    return fail(at, text, `it threw ${error}`);
  }
  const ms = performance.now() - start;
  if (ms > slowestAllowedMs) return fail(at, text, `it took ${ms.toFixed(0)} ms`);
  if (isNo && said.claim === "complete") return fail(at, text, "a stated no was read as complete");
  return ms;
}

let failures = 0;
function fail(at, text, what) {
  failures++;
  if (failures <= 5) console.error(`input ${at}: ${what}\n${JSON.stringify(text.slice(0, 600))}`);
  return 0;
}

function run() {
  const roll = dice(Number(values.seed));
  const start = performance.now();
  let slowest = 0;
  for (let at = 0; at < count; at++) {
    const isNo = roll(3) === 0;
    let text = isNo ? around(refusals[roll(refusals.length)], roll) : samples[roll(samples.length)];
    if (!isNo) for (let times = 1 + roll(4); times > 0; times--) text = mutate(text, roll);
    slowest = Math.max(slowest, check(text, isNo && isTurn(text), at));
    if (process.stderr.isTTY && at % 10_000 === 0) process.stderr.write(`\r${at} of ${count}`);
  }
  const seconds = (performance.now() - start) / 1000;
  if (process.stderr.isTTY) process.stderr.write("\r");
  console.log(`${count} inputs in ${seconds.toFixed(0)} s, slowest ${slowest.toFixed(0)} ms, ${failures} failures`);
}

/** Time at eight times the input, for fragments that have hurt others: near 8, never 64. */
function linear() {
  const fragments = [
    "all ",
    "all tasks ",
    "every item is ",
    "a/",
    "((",
    "`",
    '"',
    "<promise>",
    "{",
    "[",
    "not ",
    "1 of 2 ",
    "x",
    "- [ ] ",
    "if ",
    "\n",
    "error ",
    "EXIT_SIGNAL: ",
    "---RALPH_STATUS---\n",
    "| ",
    "> ",
    "```\n",
    "remaining ",
    "https://a.b/",
    "你好",
    ". ",
    "? ",
    "User: x\n",
    "<thinking>",
  ];
  /** The best of several in time of the processor: others may be busy beside us. */
  const time = (text) => {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 6; i++) {
      const start = process.cpuUsage();
      readAgentReport(readTranscript(text));
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  };
  // Both sides of the length from which a text is condensed, each pair on one side: the two ways cost differently.
  for (const bytes of [3_900, 40_000])
    for (const fragment of fragments) {
      const small = fragment.repeat(Math.ceil(bytes / fragment.length));
      const large = fragment.repeat(8 * Math.ceil(bytes / fragment.length));
      time(large); // Compiled before it is measured.
      const ratio = time(large) / Math.max(0.3, time(small));
      console.log(`${JSON.stringify(fragment).padEnd(26)} ${ratio.toFixed(1).padStart(6)} x at 8 x ${bytes} bytes`);
      if (ratio > 20) fail("linear", fragment, `time grows ${ratio.toFixed(0)} x at 8 x the input`);
    }
}

if (values.linear) linear();
run();
process.exitCode = failures === 0 ? 0 : 1;
