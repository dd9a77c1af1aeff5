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
  const uncached: Compiled[] = [];
  const command = findCommand(compile({ folder, onUncached: (compiled) => uncached.push(compiled) }, name), name);
  return {
    ...command,
    async run(args, io) {
      const status = await command.run(args, io);
      for (const { cache, script } of uncached) writeCache(cache, script);
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
  analyze: "judge",
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

/**
 * A bundle that Node may load as well, as part of the library: then it is called at once. Under `node -e` there is a module,
 * too, but not this one.
 */
export const openWrapper = [
  `(f => typeof module === "object" && /judge\\.cjs$/.test(module.filename) ? f(exports, require, module, __filename, __dirname) : f)(${wrapper[0]}`,
  `${wrapper[1]})`,
] as const;

/** A bundle as it was compiled for a command, or for what a command loads on demand. */
interface Compiled {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly script: Script;
  readonly cache: string;
  readonly isCached: boolean;
}

/** What is loaded on demand from the shared bundle has a cache of its own, too. */
const onDemand = /^shared:(.+)$/;

/** The shared bundle takes from this one what both need. There is one of it in a process. */
const base = "./judge.cjs";

interface Loading {
  readonly folder: string;
  /** The exports of the base, once it is loaded. */
  base?: Compiled["exports"];
  onUncached(compiled: Compiled): void;
}

/** Compiles the bundle that holds a name. Reports each bundle without a cache, including those loaded later. */
function compile(loading: Loading, name: string, bundle = bundleOf(name)): Compiled {
  const { folder } = loading;
  const path = `${folder}/${bundle}.cjs`;
  const cache = `${folder}/${bundle === bundleOf(name) ? name : `${name}.${bundle}`}.cache`;
  const cachedData = readIfThere(cache);
  const text = readFileSync(path, "utf8");
  const script = new Script(bundle === "shared" ? wrapper.join(text) : text, {
    filename: path,
    ...(cachedData ? { cachedData } : {}),
  });
  const load = createRequire(path);
  const require = (id: string): unknown => {
    const part = onDemand.exec(id)?.[1];
    if (part !== undefined) return compile(loading, part).exports[`:${part}`];
    if (id !== base) return load(id);
    return loading.base ?? compile(loading, name, "judge").exports;
  };
  const module = { exports: {} };
  script.runInThisContext()(module.exports, Object.assign(require, load), module, path, dirname(path));
  const isCached = cachedData !== undefined && script.cachedDataRejected === false;
  const compiled = { exports: module.exports, script, cache, isCached };
  if (bundle === "judge") loading.base = compiled.exports;
  if (!isCached) loading.onUncached(compiled);
  return compiled;
}

function findCommand({ exports, cache }: Compiled, name: string): Command {
  const command = exports[name];
  if (!command) throw new Error(`unknown command ${name} in ${cache}`);
  return command as Command;
}

/** The command, and whether a cache was used. */
export function compileCommand(
  folder: string,
  name: string,
): { readonly command: Command; readonly isCached: boolean } {
  const compiled = compile({ folder, onUncached: () => undefined }, name);
  return { command: findCommand(compiled, name), isCached: compiled.isCached };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // Without a cache, compiling just takes longer.
  }
}
