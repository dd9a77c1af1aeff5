// Runs each command once on a small sample and keeps what V8 compiled for it, beside its bundle.
import { writeFileSync } from "node:fs";

const sample =
  "All tasks are complete and ready for review. I changed two files.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";
const inputs = {
  analyze: sample,
  tests:
    " FAIL  a.test.ts > adds\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n   Duration  1s\n",
  decide: JSON.stringify({ output: sample, tasks: { markdown: "- [x] a" } }),
};

/** `compileCommand` is the CLI's own loader: a cache is of one text, so it must be made by what will read it. */
export async function compileAhead(folder, name, compileCommand) {
  const { command, script } = compileCommand(folder, name);
  const given = { words: inputs[name] ? ["-"] : [], flag: () => false, text: () => undefined, texts: () => [] };
  async function* stdin() {
    yield Buffer.from(inputs[name] ?? "");
  }
  await command.run(given, { cwd: ".", isTerminal: false, colour: false, out() {}, err() {}, stdin: stdin() });
  writeFileSync(`${folder}/${name}.cache`, script.createCachedData());
}
