import { UserError } from "../lib/errors.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";

/** `NAME=VALUE` texts as one object. A dot goes a level deeper; values are JSON where they can be, else text. */
export function readAssignments(texts: readonly string[], flag = "--set"): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 1)
      throw new UserError({
        what: `${flag} takes NAME=VALUE, not ${JSON.stringify(text)}`,
        where: flag,
        fix: `for example ${flag} minScore=60`,
      });
    place(settings, text.slice(0, at).split("."), parseValue(text.slice(at + 1)));
  }
  return settings;
}

function place(into: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const held = Object.hasOwn(into, name) ? into[name] : undefined;
  const inner: Record<string, unknown> = typeof held === "object" && held !== null ? { ...held } : {};
  place(inner, rest, value);
  place(into, [name], inner);
}

function parseValue(text: string): unknown {
  const value = tryParseJson(text);
  return value === undefined ? text : value; // A word: the setting's own reader says whether it takes one.
}
