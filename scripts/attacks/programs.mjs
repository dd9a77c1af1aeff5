// The programs of this machine that attacks need.
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

const ask = (program, ...words) => {
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
};

/** Version managers find their programs through HOME, which every attack has of its own: name the real folders first. */
const python = ask("python3", "-c", "import sys; print(sys.executable)");
const rust = ask("rustc", "--print", "sysroot");
export const programFolders = [
  ...(python === null ? [] : [dirname(python)]),
  ...(rust === null ? [] : [join(rust, "bin")]),
  ...(process.env.PATH ?? "").split(delimiter),
];

const known = new Map([
  ["python3", () => python !== null],
  ["pytest", () => ask("python3", "-c", "import pytest") !== null],
  ["cargo", () => rust !== null],
]);
const found = new Map();

/** Whether this machine has a program that an attack needs. */
export function hasProgram(name) {
  if (!found.has(name)) found.set(name, (known.get(name) ?? (() => ask("which", name) !== null))());
  return found.get(name);
}
