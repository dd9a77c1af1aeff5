// Runs each command once on a small sample and keeps what V8 compiled for it, beside its bundle.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const sample =
  "All tasks are complete and ready for review. I changed two files.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";
const inputs = {
  analyze: sample,
  tests:
    " FAIL  a.test.ts > adds\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n   Duration  1s\n",
  decide: JSON.stringify({ output: sample, tasks: { markdown: "- [x] a" } }),
  tasks: "- [x] a\n- [ ] b\n",
};

/** A project with an answer to judge and a list, where the commands find what they look for. */
export function samplePlace() {
  const path = mkdtempSync(join(tmpdir(), "untildone-build-"));
  mkdirSync(join(path, ".ralph"));
  writeFileSync(join(path, ".ralph/last-response.md"), sample);
  writeFileSync(join(path, ".ralph/fix_plan.md"), "- [x] a\n- [ ] b\n");
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

/** `compileCommand` is the CLI's own loader: a cache is of one text, so it must be made by what will read it. */
export async function compileAhead(folder, name, { compileCommand, cwd }) {
  const { command, script } = compileCommand(folder, name);
  // The demo starts this very program as its agent, which here would be the build: it is given nothing it could play.
  const text = (flag) => (name === "demo" && flag === "scenario" ? "" : undefined);
  const given = { words: inputs[name] ? ["-"] : [], flag: () => false, text, texts: () => [] };
  async function* stdin() {
    yield Buffer.from(inputs[name] ?? "");
  }
  const io = { cwd, home: cwd, env: {}, width: 80, isTerminal: false, isWatched: false, colour: false, ask: null };
  try {
    await command.run(given, { ...io, out() {}, err() {}, stdin: stdin() });
  } catch (error) {
    if (error.name !== "UserError") throw error; // The sample is not enough for it: less is compiled ahead.
  }
  writeFileSync(`${folder}/${name}.cache`, script.createCachedData());
}
