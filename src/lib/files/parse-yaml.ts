import { createRequire } from "node:module";
import type { Document, Node, Pair, YAMLError, YAMLMap } from "yaml";
import { UserError } from "../errors.js";
import type { Parsed } from "../json/parsed.js";
import type { Keys } from "../json/place.js";

type Yaml = typeof import("yaml");

/** Enough for people, too few for a "billion laughs" file. */
const maxAliases = 100;

/** Deeper than any configuration. Much deeper input overflows the parser's stack and crashes the process. */
const deepest = 100;
const widestIndent = 400;

/**
 * Parses YAML 1.2 into plain data, with the line of each key. Loads the package only here: loading it takes longer than
 * a whole `check`, which rarely has YAML to read.
 */
export function parseYaml(text: string): Parsed {
  const abyss = tooDeepAt(text);
  if (abyss !== undefined) return { ok: false, message: `nested deeper than ${deepest} levels`, line: abyss };
  const yaml = loadYaml();
  const lines = new yaml.LineCounter();
  const end = text.trimEnd().length;
  const lineAt = (at = 0): number => Math.max(1, lines.linePos(Math.min(at, end)).line);
  try {
    const document = yaml.parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false, // They quote the file; we report the line.
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: false, // The parser compares every key with every other; ours are compared by name.
    });
    const mistake: YAMLError | undefined = document.errors[0] ?? document.warnings[0]; // An unknown tag is only a warning.
    if (mistake) return { ok: false, message: mistake.message, line: lineAt(mistake.pos[0]) };
    const twice = findDuplicate(yaml, document);
    if (twice) return { ok: false, message: `the key ${twice.key} is a duplicate`, line: lineAt(twice.at) };
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    const find = indexKeys(yaml);
    return { ok: true, value, lineOf: (keys) => lineAt(findPlace(yaml, document, { keys, find })) };
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError)
      return { ok: false, message: error.message, line: 1 }; // Too many aliases, or nested too deep.
    throw error;
  }
}

/** The text with these keys set; comments and the order of what is there stay. */
export function setInYaml(text: string, entries: readonly (readonly [key: string, value: unknown])[]): string {
  const document = loadYaml().parseDocument(text);
  for (const [key, value] of entries) document.set(key, value);
  return document.toString({ lineWidth: 0 });
}

function loadYaml(): Yaml {
  try {
    return createRequire(import.meta.url)("yaml");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) throw error;
    throw new UserError({
      what: "the package yaml, which reads YAML, is not installed",
      where: "untildone",
      fix: "npm install yaml, or write the configuration as JSON",
    });
  }
}

/** The first key that its map has twice. */
function findDuplicate(yaml: Yaml, document: Document): { readonly key: string; readonly at: number } | undefined {
  let found: { readonly key: string; readonly at: number } | undefined;
  yaml.visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<string>();
      for (const { key } of items) {
        const name = keyName(yaml, key);
        if (name === undefined) continue;
        if (seen.has(name)) {
          found = { key: name, at: nodeStart(key) ?? 0 };
          return yaml.visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return found;
}

const keyName = (yaml: Yaml, key: unknown): string | undefined => (yaml.isScalar(key) ? String(key.value) : undefined);

type FindPair = (map: YAMLMap, key: string) => Pair | undefined;

/** Finds the pair of a key; the keys of a map are indexed when it is first asked about. */
function indexKeys(yaml: Yaml): FindPair {
  const indexes = new Map<YAMLMap, ReadonlyMap<string | undefined, Pair>>();
  return (map, key) => {
    const index = indexes.get(map) ?? new Map(map.items.map((pair) => [keyName(yaml, pair.key), pair]));
    indexes.set(map, index);
    return index.get(key);
  };
}

/** The first line that may be nested too deep: each level needs a bracket, or a column of indentation or indicators. */
function tooDeepAt(text: string): number | undefined {
  let brackets = 0;
  for (const [at, line] of text.split("\n").entries()) {
    for (const character of line) {
      if (character === "[" || character === "{") brackets++;
      else if (brackets > 0 && (character === "]" || character === "}")) brackets--;
      if (brackets > deepest) return at + 1;
    }
    if ((/^[ \t?:-]*/.exec(line)?.[0].length ?? 0) > widestIndent) return at + 1;
  }
  return undefined;
}

/** The offset of the deepest key of the path that exists. */
function findPlace(
  yaml: Yaml,
  document: Document,
  { keys, find }: { readonly keys: Keys; readonly find: FindPair },
): number | undefined {
  let node: unknown = document.contents;
  let place: number | undefined;
  for (const key of keys) {
    if (yaml.isAlias(node)) node = node.resolve(document);
    if (yaml.isMap(node)) {
      const pair = find(node, String(key));
      if (!pair) break;
      place = nodeStart(pair.key) ?? place;
      node = pair.value;
    } else if (yaml.isSeq(node) && typeof key === "number") {
      node = node.items[key];
      place = nodeStart(node) ?? place;
    } else break;
  }
  return place;
}

const nodeStart = (node: unknown): number | undefined => (node as Node | null)?.range?.[0];
