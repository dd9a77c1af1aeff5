import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorMessage, UserError } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { ownCommandLine } from "../own-command-line.js";
import type { RunResult } from "./results.js";

/** Results as they come in, one line each, so that an evaluation that was killed can go on. */
export class KeptResults {
  readonly #file: string;
  readonly #keys: RunKeys;
  readonly folder: string;

  private constructor(folder: string, keys: RunKeys) {
    this.folder = folder;
    this.#keys = keys;
    this.#file = join(folder, "results.jsonl");
  }

  /**
   * Begins, or goes on with what the same build measured. Results of runs that were changed since are measured again;
   * those of runs that were not asked for now stay in the file.
   */
  static open(
    folder: string,
    { build, keys, isResumed }: { build: string; keys: RunKeys; isResumed: boolean },
  ): {
    kept: KeptResults;
    results: readonly RunResult[];
  } {
    const kept = new KeptResults(folder, keys);
    try {
      mkdirSync(folder, { recursive: true });
      const rows = isResumed ? kept.#read(build) : [];
      const lines = [{ build }, ...rows].map((line) => `${JSON.stringify(line)}\n`);
      writeFileSync(kept.#file, lines.join("")); // Without half a line at its end.
      return { kept, results: rows.flatMap(({ key, ...row }) => (keys.has(nameOf(row)) ? [row] : [])) };
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError({
        what: `results cannot be kept: ${errorMessage(error)}`,
        where: folder,
        fix: "name another folder with --results",
      });
    }
  }

  #read(build: string): readonly KeptRow[] {
    if (!existsSync(this.#file)) return [];
    const [head, ...rows] = readFileSync(this.#file, "utf8").split("\n").map(tryParseJson);
    if (!isRecord(head) || head["build"] !== build)
      throw new UserError({
        what: "these results are of another build",
        where: this.#file,
        fix: "start again without --resume, or name another folder with --results",
      });
    const known = rows.filter((row): row is KeptRow & Record<string, unknown> => isRecord(row) && "run" in row);
    return known.filter((row) => [undefined, row.key].includes(this.#keys.get(nameOf(row))));
  }

  add(result: RunResult): void {
    const key = this.#keys.get(nameOf(result)) ?? "";
    appendFileSync(this.#file, `${JSON.stringify({ ...result, key })}\n`);
  }
}

/** What each run is, for each tool, by their names. */
export type RunKeys = ReadonlyMap<string, string>;
type KeptRow = RunResult & { readonly key: string };

export const nameOf = ({ tool, run }: Pick<RunResult, "tool" | "run">): string => `${tool} ${run}`;

export const keyOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** Tells one build of this program from another, wherever it lies. */
export function buildStamp(): string {
  const [entry = ""] = ownCommandLine("eval").slice(1);
  const folder = join(dirname(entry), "cli");
  if (!existsSync(folder)) return entry;
  const parts = readdirSync(folder).filter((name) => name.endsWith(".cjs"));
  return keyOf(parts.sort().map((name) => readFileSync(join(folder, name), "utf8")));
}
