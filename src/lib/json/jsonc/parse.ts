import { jsonFault } from "../json-fault.js";
import { lineAt } from "../json-text.js";
import { blankJsonc } from "./blank.js";

export type ParsedJsonc =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line: number };

/** Deeper than any settings, and shallow enough for every stack. */
const deepest = 200;

/** JSON with comments and trailing commas, or its first fault. */
export function parseJsonc(text: string): ParsedJsonc {
  const json = blankJsonc(text);
  const fault = jsonFault(json, { deepest });
  if (fault) return { ok: false, message: fault.message, line: lineAt(text, fault.at) };
  return { ok: true, value: JSON.parse(json) };
}
