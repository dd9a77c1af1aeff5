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
  return compileCommand(folder, name).command;
}

/** The command with its compiled script: what the build keeps a cache of. */
export function compileCommand(folder: string, name: string): { command: Command; script: Script } {
  const path = `${folder}/${name}.cjs`;
  const cachedData = readIfThere(`${folder}/${name}.cache`);
  const script = new Script(wrap(readFileSync(path, "utf8")), {
    filename: path,
    ...(cachedData ? { cachedData } : {}),
  });
  const module: { exports: Record<string, Command> } = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  const command = module.exports[name];
  if (!command) throw new Error(`${path} holds no command ${name}`);
  return { command, script };
}

/** As Node wraps a CommonJS file. */
const wrap = (source: string): string => `(function (exports, require, module, __filename, __dirname) {${source}\n})`;

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // Built without a cache: compiling takes its time, nothing else changes.
  }
}
