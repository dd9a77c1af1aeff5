import type { Evidence } from "../../decide/evidence.js";
import { UserError } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { wrong } from "../../lib/json/place.js";
import { parseSituation } from "./parse.js";

/** Evidence somebody else gathered: a JSON list of checks, or an object with one under `evidence`. Throws a UserError. */
export function readEvidenceFile(text: string, where: string): readonly Evidence[] {
  const value = parse(text, where);
  const list = isRecord(value) ? value["evidence"] : value;
  if (!Array.isArray(list)) throw wrong(list ?? null, where, "a list of checks, each with a name and a state");
  return parseSituation({ evidence: list }).evidence;
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError({
      what: `it is not JSON: ${why}`,
      where,
      fix: "write a list of checks, or an object with one under evidence",
    });
  }
}
