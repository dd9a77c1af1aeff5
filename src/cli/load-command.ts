import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import type { Command } from "./command.js";

/**
 * Loads a command from its bundle with its code cache. Commands start after every iteration of a loop, and compiling is
 * a third of their cost. A cache fits only one version of Node, so none is shipped: if none fits, it is written next to
 * the bundle after the command has run, with the functions it used.
 */
export function loadCommand(folder: string, name: string): Command {
  const { command, script, isCached } = compileCommand(folder, name);
  if (isCached) return command;
  return {
    ...command,
    async run(args, io) {
      const status = await command.run(args, io);
      writeCache(`${folder}/${name}.cache`, script);
      return status;
    },
  };
}

/** Atomic, since two processes may write it at once. Without write access there is no cache. */
function writeCache(path: string, script: Script): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}

/** Commands that a loop starts after every iteration are in small bundles; all others share one, with the library. */
const loopBundles: Readonly<Record<string, string>> = {
  analyze: "analyze",
  check: "judge",
  gate: "judge",
  hook: "hook",
  scripted: "scripted",
};

export const bundleOf = (name: string): string => loopBundles[name] ?? "shared";

/**
 * As Node wraps a CommonJS file. The build has wrapped the small bundles: done here, it would copy the text at every
 * start. The shared one is a plain CommonJS file, since the library loads it, too.
 */
export const wrapper = ["(function (exports, require, module, __filename, __dirname) {", "})"] as const;

/** The command with its compiled script, and whether a cache was used. */
export function compileCommand(
  folder: string,
  name: string,
): { readonly command: Command; readonly script: Script; readonly isCached: boolean } {
  const bundle = bundleOf(name);
  const path = `${folder}/${bundle}.cjs`;
  const cachedData = readIfThere(`${folder}/${name}.cache`);
  const text = readFileSync(path, "utf8");
  const script = new Script(bundle === "shared" ? wrapper.join(text) : text, {
    filename: path,
    ...(cachedData ? { cachedData } : {}),
  });
  const module: { exports: Record<string, Command> } = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  const command = module.exports[name];
  if (!command) throw new Error(`${path} holds no command ${name}`);
  return { command, script, isCached: cachedData !== undefined && script.cachedDataRejected === false };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // Without a cache, compiling just takes longer.
  }
}
