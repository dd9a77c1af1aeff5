import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { cannotFail, isPlaceholder } from "../cannot-fail.js";
import type { CheckKind } from "./project.js";

/** The scripts of a package.json that are taken for a check, the best first. */
export const scriptNamesFor: Readonly<Record<CheckKind, readonly string[]>> = {
  tests: ["test", "tests", "test:ci", "test:run", "test:unit"],
  build: ["build", "compile", "typecheck", "types"],
  lint: ["lint", "lint:check", "eslint"],
};

export type Scripts = Readonly<Record<string, string>>;

/** The scripts of a package.json. A broken one has none; whoever runs it will hear of it. */
export function readScripts(text: string | null): Scripts {
  return Object.fromEntries(
    Object.entries(scriptsIn(text)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The scripts in a JSON file, whatever they are made of. */
export function scriptsIn(text: string | null): Record<string, unknown> {
  const value = tryParseJson(text ?? "{}");
  return isRecord(value) && isRecord(value["scripts"]) ? value["scripts"] : {};
}

/** Why a script is no check; null where it is one. */
export function whyNoCheck(script: string): string | null {
  if (isPlaceholder(script)) return "is a placeholder";
  if (cannotFail(script)) return "cannot fail";
  return /(?:^|\s)--?watch(?:All)?(?:$|\s|=true)/.test(script) ? "waits for changes" : null;
}

export interface PickedScript {
  readonly name: string | null;
  /** Those that come before it and are no check, with the reason. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

/** The script that a check runs. */
export function pickScript(scripts: Scripts, check: CheckKind): PickedScript {
  const leftOut: { name: string; why: string }[] = [];
  for (const name of scriptNamesFor[check]) {
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    if (script === undefined) continue;
    const why = whyNoCheck(script);
    if (why === null) return { name, leftOut };
    leftOut.push({ name, why });
  }
  return { name: null, leftOut };
}
