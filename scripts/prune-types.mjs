// Removes the declarations that no entry of the library leads to: tsc writes one for every source file. Of those that no
// entry names itself the comments go, too: they are for who works on the source, and half of the size.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function pruneTypes(folder, entries) {
  const reached = new Set();
  for (const name of entries) reach(join(folder, `${name}.d.ts`), reached);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(path)) rmSync(path);
  }
  const named = new Set(entries.flatMap((name) => importsOf(join(folder, `${name}.d.ts`))));
  for (const path of reached) if (!named.has(path) && !isEntry(path, folder, entries)) removeComments(path);
}

const isEntry = (path, folder, entries) => entries.some((name) => path === join(folder, `${name}.d.ts`));

const removeComments = (path) =>
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm, ""));

function reach(path, reached) {
  if (reached.has(path)) return;
  reached.add(path);
  for (const imported of importsOf(path)) reach(imported, reached);
}

const importsOf = (path) =>
  [...readFileSync(path, "utf8").matchAll(/\b(?:from|import\(|import) ?"(\.[^"]+)\.js"/g)].map(([, name]) =>
    join(dirname(path), `${name}.d.ts`),
  );
