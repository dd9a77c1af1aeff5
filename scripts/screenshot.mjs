// Makes docs/live-view.svg from a real screen: a run in tmux, captured while its agent works.
//   npm run build && node scripts/screenshot.mjs [FOLDER]   (docs)
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { drawScreen } from "./draw-screen.mjs";

const cli = resolve("dist/cli.cjs");
const size = { columns: 84, rows: 26 };
const place = mkdtempSync(join(tmpdir(), "untildone-picture-"));
const project = join(place, "shop");
const server = `untildone-picture-${process.pid}`;

const files = {
  "TODO.md": [
    "- [x] T1: Set up the project",
    "- [ ] T2: Round the total of a cart once, at the end",
    "- [ ] T3: Print an order with its currency",
    "",
  ].join("\n"),
  "package.json": JSON.stringify({ name: "shop", type: "module", scripts: { test: "node --test" } }),
  "src/cart.js": "export const total = (lines) => lines.reduce((sum, each) => sum + Math.round(each), 0);\n",
  "test/cart.test.js": [
    'import assert from "node:assert/strict";',
    'import test from "node:test";',
    'import { total } from "../src/cart.js";',
    'test("adds up", () => assert.equal(total([1, 2]), 3));',
    'test("rounds once", () => assert.equal(total([0.6, 0.6]), 1));',
    "",
  ].join("\n"),
};

/** An agent that prints what Claude Code prints. In its first turn it claims what is not true. */
const agent = `
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
const nonce = /NONCE: (\\w+)/.exec(readFileSync(0, "utf8"))?.[1];
const print = (event) => process.stdout.write(JSON.stringify({ session_id: "s", ...event }) + "\\n");
const write = (...content) => print({ type: "assistant", message: { role: "assistant", content } });
const say = (text) => write({ type: "text", text });
const use = (name, input) => write({ type: "tool_use", id: "t", name, input });
print({ type: "system", subtype: "init" });
say("The total is rounded once per line and once more at the end. I will round only at the end.");
use("Edit", { file_path: process.cwd() + "/src/cart.js" });
if (process.env.UNTILDONE_ITERATION !== "1") {
  await setTimeout(2000);
  use("Bash", { command: "npm test" });
  await setTimeout(600_000);
}
writeFileSync("src/cart.js", "export const total = (lines) => Math.round(lines[0]);\\n");
const status = ["---TASK_STATUS---", "STATUS: COMPLETE", "WORK: src/cart.js", "NONCE: " + nonce, "---END_TASK_STATUS---"];
const result = "Rounded once, and all tests pass.\\n\\n" + status.join("\\n");
say(result);
const usage = { input_tokens: 18_240, output_tokens: 960 };
print({ type: "result", subtype: "success", is_error: false, result, total_cost_usd: 0.11, usage });
`;

const run = (program, words, options = {}) => execFileSync(program, words, { encoding: "utf8", ...options });
const tmux = (...words) =>
  run("tmux", ["-L", server, "-f", "/dev/null", ...words], { env: { ...process.env, LC_ALL: "C.UTF-8" } });

function prepare() {
  for (const [name, text] of Object.entries({ ...files, "../agent.mjs": agent })) {
    mkdirSync(join(project, name, ".."), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  writeFileSync(join(place, "claude"), `#!/bin/sh\nexec "${process.execPath}" "${place}/agent.mjs"\n`);
  chmodSync(join(place, "claude"), 0o755);
  const git = (...words) =>
    run("git", ["-C", project, "-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words]);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
}

/** Waits until the text is on the screen. */
async function waitFor(text) {
  for (let tries = 0; tries < 300; tries++, await setTimeout(200)) {
    if (tmux("capture-pane", "-p").includes(text)) return;
  }
  throw new Error(`"${text}" never came:\n${tmux("capture-pane", "-p")}`);
}

try {
  prepare();
  const env = [`PATH=${place}:${process.env.PATH}`, `HOME=${place}`, `XDG_STATE_HOME=${place}/state`];
  const words = ["env", "-i", ...env, "ANTHROPIC_API_KEY=none", "LC_ALL=C.UTF-8", "TERM=screen", process.execPath, cli];
  const flags = ["run", "--agent", "claude", "--tasks", "TODO.md", "--max-time", "8h", "--max-cost", "5"];
  const command = [...words, ...flags].map((word) => `'${word}'`).join(" ");
  tmux("new-session", "-d", "-x", String(size.columns), "-y", String(size.rows), "-c", project, command);
  await waitFor("claude runs npm test");
  await setTimeout(3000);
  const screen = tmux("capture-pane", "-p", "-e");
  writeFileSync(
    join(process.argv[2] ?? "docs", "live-view.svg"),
    drawScreen(screen, { columns: size.columns, title: "untildone run" }),
  );
  tmux("send-keys", "C-c", "C-c");
  await setTimeout(2000);
} finally {
  spawnSync("tmux", ["-L", server, "kill-server"]);
  rmSync(place, { recursive: true, force: true });
}
