import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";

const wanted = /expect|want|out|result|answer/i;
const title = /^(?:name|title|description|label|test)$/i;
const maxCases = 500;

/** What goes in and what comes out, as a file of cases in JSON has it: rows, records, or an object from one to the other. */
export function readCases(text: string): readonly (readonly [input: string, wanted: string])[] {
  return casesIn(tryParseJson(text), 0).slice(0, maxCases);
}

function casesIn(value: unknown, depth: number): readonly (readonly [string, string])[] {
  if (depth > 2) return [];
  if (Array.isArray(value)) return value.flatMap((row) => rowOf(row) ?? casesIn(row, depth + 1));
  if (!isRecord(value)) return [];
  const entries = Object.entries(value);
  const plain = entries.filter(([, each]) => isPlain(each));
  return plain.length === entries.length
    ? plain.map(([key, each]) => [JSON.stringify(key), JSON.stringify(each)] as const)
    : entries.flatMap(([, each]) => casesIn(each, depth + 1));
}

/** One case; null where it holds others. */
function rowOf(row: unknown): readonly (readonly [string, string])[] | null {
  if (Array.isArray(row) && row.length > 1 && isPlain(row.at(-1)))
    return [
      [
        row
          .slice(0, -1)
          .map((cell) => JSON.stringify(cell))
          .join(","),
        JSON.stringify(row.at(-1)),
      ],
    ];
  if (!isRecord(row)) return null;
  const last = Object.keys(row).find((key) => wanted.test(key));
  if (last === undefined) return null;
  const inputs = Object.entries(row).filter(([key]) => key !== last && !title.test(key));
  return [[inputs.map(([, cell]) => JSON.stringify(cell)).join(","), JSON.stringify(row[last])]];
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";
