import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorMessage, isUserError, UserError } from "../../lib/errors.js";
import { readText } from "../../lib/files/files.js";
import { parseYaml } from "../../lib/files/parse-yaml.js";
import { isRecord } from "../../lib/json/is-record.js";
import { checkSet } from "./check-set.js";
import { expandRow } from "./expand-family.js";
import { type Family, readFamily } from "./families.js";
import { type ProjectLayout, readLayout } from "./layouts.js";
import { type Piece, readPiece } from "./pieces.js";
import { type EvalRun, languages, type SetFault } from "./types.js";
import { readVoice, type Voice } from "./voices.js";

/** What runs are made of. */
export interface Shelf {
  readonly pieces: ReadonlyMap<string, Piece>;
  readonly layouts: ReadonlyMap<string, ProjectLayout>;
  readonly voices: ReadonlyMap<string, Voice>;
  /** How lists ask for something, by a short name. */
  readonly asks: ReadonlyMap<string, readonly string[]>;
}

export interface EvalSet {
  readonly runs: readonly EvalRun[];
  readonly faults: readonly SetFault[];
}

/** Reads all runs of a folder. What is damaged is a fault with its place, and everything else is still there. */
export function readSet(folder: string): EvalSet {
  if (!statSync(join(folder, "runs"), { throwIfNoEntry: false })?.isDirectory())
    throw new UserError({
      what: "there is no set of runs here",
      where: join(folder, "runs"),
      fix: "name the folder of a set: untildone eval FOLDER (docs/eval.md has the format)",
    });
  parseYaml(""); // Where nothing can read YAML, not every file of the set is damaged.
  const faults: SetFault[] = [];
  const shelf = readShelf(folder, faults);
  const families = yamlFiles(join(folder, "runs")).flatMap((file) => [...readMap(file, readFamily, faults).values()]);
  const runs = families.flatMap((family) => expandAll(family, shelf, faults));
  return { runs: checkSet(runs, faults), faults };
}

function readShelf(folder: string, faults: SetFault[]): Shelf {
  const pieces = languages.flatMap((language) => {
    const file = join(folder, "pieces", `${language}.yaml`);
    if (!statSync(file, { throwIfNoEntry: false })) return [];
    return [...readMap(file, readPiece, faults)].map(([name, piece]) => [`${language}/${name}`, piece] as const);
  });
  const asks = readMap(join(folder, "asks.yaml"), (_, value) => [value].flat().map(String), faults);
  return {
    pieces: new Map(pieces),
    layouts: readMap(join(folder, "layouts.yaml"), readLayout, faults),
    voices: readMap(join(folder, "voices.yaml"), readVoice, faults),
    asks,
  };
}

export const yamlFiles = (folder: string): readonly string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder)
        .filter((name) => /\.ya?ml$/.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];

/** Every entry of a YAML file, read on its own. */
export function readMap<T>(
  file: string,
  read: (name: string, value: unknown, where: string) => T,
  faults: SetFault[],
): ReadonlyMap<string, T> {
  const entries = new Map<string, T>();
  const value = attempt(file, faults, () => readYaml(file));
  for (const [name, entry] of Object.entries(value ?? {})) {
    const made = attempt(`${file}: ${name}`, faults, () => read(name, entry, file));
    if (made !== undefined) entries.set(name, made);
  }
  return entries;
}

export function readYaml(file: string): Readonly<Record<string, unknown>> {
  const parsed = parseYaml(readText(file, "."));
  if (!parsed.ok)
    throw new UserError({ what: `is not YAML: ${parsed.message}`, where: `${file}, line ${parsed.line}` });
  if (!isRecord(parsed.value)) throw new UserError({ what: "is not a map of names", where: file });
  return parsed.value;
}

const expandAll = (family: Family, shelf: Shelf, faults: SetFault[]): readonly EvalRun[] =>
  family.rows.flatMap((row) => attempt(family.where, faults, () => expandRow(family, row, shelf)) ?? []);

function attempt<T>(where: string, faults: SetFault[], act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    faults.push(
      isUserError(error) ? { where: error.where, what: withFix(error) } : { where, what: errorMessage(error) },
    );
    return undefined;
  }
}

/** What a value has to be; other fixes are about commands. */
const withFix = ({ what, fix }: UserError): string => (fix?.startsWith("give ") ? `${what}: ${fix}` : what);
