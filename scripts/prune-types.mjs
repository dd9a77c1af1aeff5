// Removes the declarations that no entry of the library leads to: tsc writes one for every source file.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

export function pruneTypes(folder, entries) {
  const reached = new Set();
  for (const name of entries) reach(join(folder, `${name}.d.ts`), reached);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(path)) rmSync(path);
  }
}

function reach(path, reached) {
  if (reached.has(path)) return;
  reached.add(path);
  for (const [, name] of readFileSync(path, "utf8").matchAll(/\b(?:from|import\(|import) ?"(\.[^"]+)\.js"/g))
    reach(join(dirname(path), `${name}.d.ts`), reached);
}
