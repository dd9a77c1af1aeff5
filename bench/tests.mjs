// `tests` on 50 MB of output of several kinds, as ratios to `node -e 0` in the same run, with the peak memory of each.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const megabytes = process.argv.includes("--big") ? [50, 1000] : [1, 50];

const names = Array.from(
  { length: 400 },
  (_, at) => `keeps order ${at} when a row is moved and its neighbour is empty`,
);
const each = (line) => names.map(line).join("");
/** Kinds of output: what is repeated, and how the run ends. */
const kinds = {
  "vitest, a line a test": {
    head: "\n RUN  v4.1.0 /home/me/shop\n\n",
    body: each(
      (name, at) =>
        ` \u001b[32m✓\u001b[39m src/rows.test.ts\u001b[2m > \u001b[22m${name}\u001b[32m ${at}\u001b[2mms\u001b[22m\n`,
    ),
    tail: "\n Test Files  9 passed (9)\n      Tests  4000 passed (4000)\n   Start at  10:00:00\n   Duration  9.12s\n",
  },
  "jest, console and stacks": {
    head: "PASS src/rows.test.js\n",
    body: each(
      (name) =>
        `  console.error\n    Error: could not ${name}\n      at Object.<anonymous> (src/rows.js:10:5)\n      at node:internal/timers:5\n\n`,
    ),
    tail: "Test Suites: 1 passed, 1 total\nTests:       7 passed, 7 total\nSnapshots:   0 total\nTime:        2 s\nRan all test suites.\n",
  },
  "go test -v": {
    head: "",
    body: each(
      (_, at) =>
        `=== RUN   TestRows/case_${at}\n    rows_test.go:${at}: moved the row\n--- PASS: TestRows/case_${at} (0.00s)\n`,
    ),
    tail: "PASS\nok  \tshop/rows\t2.100s\n",
  },
  "go test -json": {
    head: '{"Time":"2026-01-02T03:04:05Z","Action":"start","Package":"shop/rows"}\n',
    body: each(
      (_, at) =>
        `{"Time":"2026-01-02T03:04:05Z","Action":"output","Package":"shop/rows","Test":"TestRows/case_${at}","Output":"    rows_test.go:${at}: moved the row\\n"}\n`,
    ),
    tail: '{"Action":"pass","Package":"shop/rows","Test":"TestRows","Elapsed":2}\n{"Action":"pass","Package":"shop/rows","Elapsed":2}\n',
  },
  "cargo test": {
    head: "running 4000 tests\n",
    body: each((_, at) => `test rows::tests::keeps_order_when_row_${at}_is_moved ... ok\n`),
    tail: "\ntest result: ok. 4000 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.10s\n",
  },
  "application log, then rspec": {
    head: "",
    body: each(
      (name, at) =>
        `2026-01-02 03:04:05 ERROR shop.rows: request ${at} failed: ${name}\nINFO: row ${at} was saved, nothing to do\n`,
    ),
    tail: "\nFinished in 14.26 seconds (files took 4.95 seconds to load)\n1280 examples, 0 failures, 8 pending\n",
  },
  "JUnit XML": {
    head: '<?xml version="1.0"?>\n<testsuites>\n<testsuite name="rows">\n',
    body: each((name, at) => `  <testcase classname="shop.Rows" name="${name} ${at}" time="0.01"/>\n`),
    tail: "</testsuite>\n</testsuites>\n",
  },
  "jest --json": {
    head: '{"numFailedTestSuites":0,"numFailedTests":0,"numPassedTests":7,"numPendingTests":0,"numRuntimeErrorTestSuites":0,"numTodoTests":0,"numTotalTests":7,"success":true,"testResults":[{"assertionResults":[{"status":"passed","title":"a"}',
    body: each(
      (name, at) =>
        `,{"ancestorTitles":["rows"],"fullName":"rows ${name} ${at}","status":"passed","title":"${name}","failureMessages":[]}`,
    ),
    tail: '],"name":"/home/me/shop/rows.test.js","status":"passed","message":""}],"wasInterrupted":false}\n',
  },
};

function write(name, size, { head, body, tail }) {
  const path = join(place, name);
  const file = openSync(path, "w");
  let written = writeSync(file, head);
  const piece = body.repeat(Math.max(1, Math.floor(Math.min(size, 1 << 20) / body.length)));
  while (written < size) written += writeSync(file, piece);
  writeSync(file, tail);
  closeSync(file);
  return path;
}

const peak = `process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))`;
const preload = `data:text/javascript,${encodeURIComponent(peak)}`;
function run(words) {
  const start = process.hrtime.bigint();
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: "utf8" });
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

let isSlow = false;
for (const [kind, content] of Object.entries(kinds))
  for (const size of megabytes) {
    const path = write("output.txt", size * 1e6, content);
    const { ratio: times, floor } = ratio([cli, "tests", path], size > 100 ? 1 : 8);
    const { mb, stdout } = run(["--import", preload, cli, "tests", path]);
    const { status } = JSON.parse(stdout);
    if (status !== "pass") throw new Error(`${kind} was read as ${status}`);
    isSlow ||= size === 50 && times > 6;
    const told = `${times.toFixed(2).padStart(6)} x node -e 0 (${floor.toFixed(0)} ms)`;
    console.log(`${kind.padEnd(28)} ${String(size).padStart(4)} MB ${told}   peak ${mb.toFixed(0).padStart(4)} MB`);
  }
rmSync(place, { recursive: true });
if (isSlow) {
  console.error("50 MB of some kind took longer than 6 x node -e 0");
  process.exitCode = 1;
}
