import { isRecord } from "../../../lib/json/is-record.js";
import { blankJsonc } from "../../../lib/json/jsonc/blank.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import type { CheatingSign, Touches } from "./sign.js";
import { lineAt } from "./source-text.js";

const settings: readonly (readonly [RegExp, readonly Touches[]])[] = [
  [/(?:^|\/)(?:[tj]sconfig(?:\.[\w-]+)?\.json|pyrightconfig\.json|mypy\.ini|\.mypy\.ini)$/, ["types"]],
  [/(?:^|\/)(?:biome\.jsonc?|\.eslintrc(?:\.json)?|\.oxlintrc\.json|\.?ruff\.toml|\.flake8|\.pylintrc)$/, ["lint"]],
  [/(?:^|\/)(?:\.nycrc(?:\.json)?|\.c8rc(?:\.json)?|\.coveragerc)$/, ["coverage"]],
  [/(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini|deno\.jsonc?)$/, ["types", "lint", "coverage"]],
];

/** Files that left what a check looks at: a list of what it reads that lost an entry, or got one that takes away. */
export function findLeftOut(changes: readonly TextChange[]): readonly CheatingSign[] {
  return changes.flatMap(({ path, oldPath, old, now }) => {
    const touched = settings.find(([file]) => file.test(path))?.[1] ?? [];
    if (touched.length === 0 || old === null || now === null) return [];
    const what = narrowed(listsIn(oldPath, old), listsIn(path, now));
    if (what === null) return [];
    const line = lineAt(now, Math.max(0, now.indexOf(what.key)));
    const sign = { name: "left-out", strength: "weak" as const, file: path, line };
    return touched.map((touches) => ({ ...sign, touches, what: `the check looks at less than before (${what.key})` }));
  });
}

/** The entries of each list by the path of its key. */
type Lists = ReadonlyMap<string, readonly string[]>;

const listed = /^(?:include|includes|files|src|source|sources|packages|paths|entry|project)$/;
const everything = /^(?:\.|\.\/|\*\*?|\.?\/?\*\*\/\*(?:\.\w+)?)$/;

function narrowed(before: Lists, after: Lists): { readonly key: string } | null {
  for (const [key, entries] of after) {
    const old = before.get(key);
    const fresh = entries.filter((entry) => !old?.includes(entry));
    const name = key.split(".").at(-1) ?? key;
    if (fresh.some((entry) => entry.startsWith("!"))) return { key: name };
    if (entries.some((entry) => everything.test(entry))) continue;
    if (!old ? fresh.length > 0 && !isOnlyMore(key, before) : old.some((entry) => isLost(entry, entries)))
      return { key: name };
  }
  return null;
}

/** An entry that takes files away may go. */
const isLost = (entry: string, left: readonly string[]): boolean => !entry.startsWith("!") && !left.includes(entry);

/** A list beside another one of the same settings adds to it, as `files` does to `include`. */
const isOnlyMore = (key: string, before: Lists): boolean => key === "files" && (before.get("include")?.length ?? 0) > 0;

function listsIn(path: string, text: string): Lists {
  if (/\.jsonc?$|rc$/.test(path)) return new Map(jsonLists(tryParseJson(blankJsonc(text)), ""));
  const section = { name: "" };
  return new Map(
    text.split("\n").flatMap((line): readonly (readonly [string, readonly string[]])[] => {
      section.name = /^\s*\[([^\]]+)\]\s*$/.exec(line)?.[1] ?? section.name;
      const [, key = "", value = ""] = /^\s*([\w-]+)\s*=\s*(.+)$/.exec(line) ?? [];
      return listed.test(key) ? [[`${section.name}.${key}`, value.match(/[^\s"',[\]]+/g) ?? []]] : [];
    }),
  );
}

function jsonLists(value: unknown, at: string): readonly (readonly [string, readonly string[]])[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, each]): readonly (readonly [string, readonly string[]])[] => {
    const path = at === "" ? key : `${at}.${key}`;
    if (!Array.isArray(each)) return jsonLists(each, path);
    // What a package publishes is no list of what is checked.
    const isList = listed.test(key) && !(path === "files" && isRecord(value["scripts"]));
    return isList ? [[path, each.filter((entry) => typeof entry === "string")]] : [];
  });
}
