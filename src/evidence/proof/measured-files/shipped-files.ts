import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import { type FileIndex, folderOf, joinPath } from "./file-index.js";
import { findModule } from "./import-lines.js";

/** The files by which a project is used from outside: they are source, whoever imports them here. */
export type Shipped = ReadonlySet<string>;

const entryKeys = ["main", "module", "browser", "types", "typings", "bin", "exports", "imports", "svelte", "source"];

/** Those that manifests name, and those that are found by their name. */
export function findShipped(files: FileIndex): Shipped {
  const found = new Set<string>();
  for (const path of files.endingWith("package.json"))
    for (const entry of entriesOf(files.text(path))) found.add(joinPath(folderOf(path), entry));
  for (const name of ["pyproject.toml", "setup.cfg", "setup.py"])
    for (const path of files.endingWith(name))
      for (const [, module = ""] of (files.text(path) ?? "").matchAll(/["'=]\s*([A-Za-z_][\w.]*):[A-Za-z_]\w*/g))
        for (const each of findModule(module, folderOf(path), files) ?? []) found.add(each);
  for (const path of files.names) if (entryName.test(path)) found.add(path);
  return found;
}

const entryName =
  /^(?:src\/)?(?:(?:index|main|cli|app|server|lib)\.(?:[cm]?[jt]sx?|rs|py)|bin\/[^/]+)$|(?:^|\/)__main__\.py$/;

function entriesOf(manifest: string | null): readonly string[] {
  const value = tryParseJson(manifest ?? "");
  return isRecord(value) ? entryKeys.flatMap((key) => textsIn(value[key])) : [];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}
