// Runs a command once on a small sample and keeps what V8 compiled for it, beside its bundle.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { Script } from "node:vm";

const [name] = process.argv.slice(2);
const path = resolve("dist/cli", `${name}.cjs`);
// The same wrapping as in src/cli/load-command.ts: a cache is of one text.
const script = new Script(
  `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, "utf8")}\n})`,
  { filename: path },
);
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(path), module, path, resolve("dist/cli"));

const sample =
  "All tasks are complete and ready for review. I changed two files.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";
const inputs = { analyze: sample, decide: JSON.stringify({ output: sample, tasks: { markdown: "- [x] a" } }) };
const given = { words: inputs[name] ? ["-"] : [], flag: () => false, text: () => undefined, texts: () => [] };
async function* stdin() {
  yield Buffer.from(inputs[name] ?? "");
}
const silent = { cwd: ".", isTerminal: false, colour: false, out() {}, err() {}, stdin: stdin() };
await module.exports[name].run(given, silent);
writeFileSync(resolve("dist/cli", `${name}.cache`), script.createCachedData());
