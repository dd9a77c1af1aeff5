// What the page of a report costs: its first paint with 300 turns beside that of an empty page of the same server, in a real
// Chromium, and the bytes of its script and of the file.
//   npm run build && node bench/page.mjs [turns]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const turns = Number(process.argv[2] ?? 300);
const rounds = 15;
const place = mkdtempSync(join(tmpdir(), "untildone-page-"));
const program = spawnSync(
  "sh",
  ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"],
  {
    encoding: "utf8",
  },
).stdout.trim();

/** A run of many turns: what it did is told by another loop, turn by turn. */
function writeReport() {
  const settings = ["--set", "maxIterations=0", "--set", "stagnationLoops=0", "--set", "breaker.noProgress=0"];
  const cli = (...words) =>
    spawnSync(process.execPath, [resolve("dist/cli.cjs"), ...words], { cwd: place, encoding: "utf8" });
  writeFileSync(
    join(place, "TODO.md"),
    Array.from({ length: 40 }, (_, at) => `- [ ] T${at + 1}: Task ${at + 1}\n`).join(""),
  );
  writeFileSync(join(place, "response.md"), "I changed a file.\n\nEXIT_SIGNAL: false\n");
  cli("check", "response.md", "TODO.md", ...settings);
  const journal = join(place, ".ralph/decisions.jsonl");
  const record = JSON.parse(readFileSync(journal, "utf8").split("\n")[0]);
  const start = Date.parse("2026-01-31T22:00:00Z");
  const lines = Array.from({ length: turns }, (_, at) => {
    const task = `T${1 + Math.floor((at * 40) / turns)}`;
    const observation = { ...record.observation, selection: { is: "task", id: task } };
    const after = { ...record.after, seconds: 60, usd: 0.02, past: { ...record.after.past, task } };
    const time = new Date(start + at * 60_000).toISOString();
    return JSON.stringify({ ...record, n: at + 1, iteration: at + 1, at: time, observation, after });
  });
  writeFileSync(journal, `${lines.join("\n")}\n`);
  const made = cli("report", "-o", "report.html");
  if (made.status !== 0) throw new Error(made.stderr);
}

/** Milliseconds to the first paint. */
async function firstPaint(browser, url) {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: "load" });
  let painted = null;
  while (painted === null)
    painted = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null");
  await page.close();
  return painted;
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** In turns, so that what else the machine does meets both pages alike. */
async function comparePaints(browser, base) {
  const times = { empty: [], report: [] };
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? ["empty", "report"] : ["report", "empty"])
      times[name].push(await firstPaint(browser, `${base}/${name}`));
  return { empty: median(times.empty), report: median(times.report) };
}

async function measure() {
  writeReport();
  const pages = {
    "/empty": "<!doctype html><title>empty</title><p>empty",
    "/report": readFileSync(join(place, "report.html")),
  };
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(pages[request.url] ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  try {
    const base = `http://127.0.0.1:${server.address().port}`;
    await firstPaint(browser, `${base}/empty`); // The first page of a browser is always slow.
    const { empty, report } = await comparePaints(browser, base);
    const size = (path) => `${(statSync(path).size / 1000).toFixed(1)} kB`;
    console.log(
      `first paint of ${turns} turns   ${report.toFixed(0)} ms, ${(report / empty).toFixed(2)} of an empty page (${empty.toFixed(0)} ms)`,
    );
    console.log(`its file                  ${size(join(place, "report.html"))}`);
    console.log(`the script of the page    ${size("dist/page/page.js")}`);
  } finally {
    await browser.close();
    server.close();
  }
}

try {
  if (program === "") console.log("NOT RUN: no Chromium was found");
  else await measure();
} finally {
  rmSync(place, { recursive: true, force: true });
}
