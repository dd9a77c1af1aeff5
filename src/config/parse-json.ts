import { jsonFault } from "../lib/json/json-fault.js";
import { indexLines, lineAt } from "../lib/json/json-text.js";
import type { Parsed } from "../lib/json/parsed.js";

/** Deeper than any configuration, and shallow enough for every stack. */
const deepest = 100;

/** JSON with the line of each key; a key given twice is a mistake. */
export function parseJson(text: string): Parsed {
  const fault = jsonFault(text, { deepest, uniqueKeys: true });
  if (fault) return { ok: false, message: fault.message, line: lineAt(text, fault.at) };
  return { ok: true, value: JSON.parse(text), lineOf: indexLines(text) };
}
