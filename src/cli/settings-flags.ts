import { readSettings } from "../config/settings.js";
import type { SettingsPatch } from "../core/settings.js";
import { UserError } from "../errors.js";
import type { Flag, Given } from "./command.js";

export const settingsFlags = {
  set: {
    type: "string",
    value: "NAME=VALUE",
    multiple: true,
    help: "any setting, e.g. indicatorThreshold=1 or breaker.noProgress=5 (repeatable)",
  },
} as const satisfies Record<string, Flag>;

/** `--set name=value`, as a settings object. Values are JSON where they can be, else text. */
export function settingsOf(given: Given): SettingsPatch {
  const settings: Record<string, unknown> = {};
  for (const text of given.texts("set")) {
    const at = text.indexOf("=");
    if (at < 1)
      throw new UserError({
        what: `--set takes NAME=VALUE, not ${JSON.stringify(text)}`,
        where: "--set",
        fix: "for example --set minScore=60",
      });
    place(settings, text.slice(0, at).split("."), parseValue(text.slice(at + 1)));
  }
  return readSettings(settings, "--set");
}

/** `--set policy=NAME`: a setting of the run, not of its rules. */
export const policySetting = (given: Given): string | undefined =>
  given
    .texts("set")
    .findLast((text) => text.startsWith("policy="))
    ?.slice("policy=".length);

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
  try {
    return JSON.parse(text);
  } catch {
    return text; // A word: the setting's own reader says whether it takes one.
  }
}
