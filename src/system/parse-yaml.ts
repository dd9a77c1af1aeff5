import { createRequire } from "node:module";
import type { Document, Node, YAMLError } from "yaml";
import { UserError } from "../base/errors.js";
import type { Parsed } from "../base/parsed.js";
import type { Keys } from "../base/place.js";

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
    });
    const mistake: YAMLError | undefined = document.errors[0] ?? document.warnings[0]; // An unknown tag is only a warning.
    if (mistake) return { ok: false, ...toProblem(mistake, text, lineAt) };
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    return { ok: true, value, lineOf: (keys) => lineAt(findPlace(yaml, document, keys)) };
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError)
      return { ok: false, message: error.message, line: 1 }; // Too many aliases, or nested too deep.
    throw error;
  }
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

function toProblem({ code, message, pos }: YAMLError, text: string, lineAt: (at: number) => number) {
  if (code !== "DUPLICATE_KEY") return { message, line: lineAt(pos[0]) };
  const [blank = "", key = ""] = /^\s*([^\s:]*)/.exec(text.slice(pos[0], pos[0] + 1000)) ?? [];
  return { message: `the key ${key} is a duplicate`, line: lineAt(pos[0] + blank.length - key.length) };
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
function findPlace(yaml: Yaml, document: Document, keys: Keys): number | undefined {
  let node: unknown = document.contents;
  let place: number | undefined;
  for (const key of keys) {
    if (yaml.isAlias(node)) node = node.resolve(document);
    if (yaml.isMap(node)) {
      const pair = node.items.find((item) => yaml.isScalar(item.key) && String(item.key.value) === String(key));
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
