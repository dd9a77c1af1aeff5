import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import type { Command } from "./command.js";

/**
 * Loads a command's bundle with the code cache made when it was built. A command is started after every iteration of a
 * loop, and compiling it is a third of what it costs. A cache of another Node is refused by V8 and simply not used.
 */
export function loadCommand(folder: string, name: string): Command {
  const path = `${folder}/${name}.cjs`;
  const cachedData = readIfThere(`${folder}/${name}.cache`);
  const wrapped = wrap(readFileSync(path, "utf8"));
  const script = new Script(wrapped, { filename: path, ...(cachedData ? { cachedData } : {}) });
  const module: { exports: Record<string, Command> } = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  const command = module.exports[name];
  if (!command) throw new Error(`${path} holds no command ${name}`);
  return command;
}

/** As Node wraps a CommonJS file. The build wraps alike, or the cache would be of another text. */
export const wrap = (source: string): string =>
  `(function (exports, require, module, __filename, __dirname) {${source}\n})`;

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // Built without a cache: compiling takes its time, nothing else changes.
  }
}
