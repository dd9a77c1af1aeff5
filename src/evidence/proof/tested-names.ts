import { textInside } from "../../lib/files/unlinked.js";
import { joinPath } from "./measured-files/file-index.js";

/** What a test file takes from the project: names of functions and classes, and paths of files. */
export interface TestedNames {
  readonly names: readonly string[];
  readonly files: readonly string[];
}

export type TestedNamesOf = (file: string) => TestedNames;

/** What a file takes stands at its beginning. */
const maxRead = 100_000;
const nothing: TestedNames = { names: [], files: [] };

/** Reads what the test files below a folder import, each once. */
export function testedNamesIn(cwd: string): TestedNamesOf {
  const known = new Map<string, TestedNames>();
  return (file) => {
    const found = known.get(file) ?? readTestedNames(file, (textInside(cwd, file) ?? "").slice(0, maxRead));
    known.set(file, found);
    return found;
  };
}

/** Only scripts and Python say by name what they take; a test in Go or Java sees its whole package. */
export function readTestedNames(file: string, text: string): TestedNames {
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : "";
  if (/\.py$/.test(file)) return readPython(text);
  return /\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(file) ? readScript(text, folder) : nothing;
}

const scriptImport = /\bimport\s{1,9}([\w${*][^;"'`=()]{0,2000})\bfrom\s{0,9}["'](\.{1,2}\/[^"'\n]{1,300})["']/g;
const scriptRequire =
  /\b(?:const|let|var)\s{1,9}([\w${][^;"'`=()]{0,2000})=\s{0,9}(?:await\s{1,9}import|require)\s{0,9}\(\s{0,9}["'](\.{1,2}\/[^"'\n]{1,300})["']/g;

function readScript(text: string, folder: string): TestedNames {
  const found = [...text.matchAll(scriptImport), ...text.matchAll(scriptRequire)];
  return {
    names: found.flatMap(([, clause = ""]) => namesInClause(clause, /\s+as\s+|:/)),
    files: found.map(([, , spec = ""]) => joinPath(folder, spec)),
  };
}

const pythonImport =
  /^[ \t]{0,40}from[ \t]{1,9}([.\w]{1,200})[ \t]{1,9}import[ \t]{1,9}(?:\(([^()]{0,2000})\)|([\w, \t]{1,500}))/gm;

function readPython(text: string): TestedNames {
  const found = [...text.matchAll(pythonImport)].filter(([, from = ""]) => !standard.test(from));
  return {
    names: found.flatMap(([, , inBrackets, inLine = ""]) => namesInClause(inBrackets ?? inLine, /\s+as\s+/)),
    files: found.flatMap(([, from = ""]) => (/^\w/.test(from) ? [`${from.replaceAll(".", "/")}.py`] : [])),
  };
}

const standard =
  /^(?:unittest|pytest|typing|pathlib|collections|datetime|dataclasses|functools|itertools|__future__)\b/;

/** The names that a file exports, not those it has in the test. */
const namesInClause = (clause: string, renamed: RegExp): readonly string[] =>
  clause
    .replaceAll(/[{}]/g, ",")
    .split(",")
    .map(
      (part) =>
        part
          .trim()
          .replace(/^type\s+/, "")
          .split(renamed)[0]
          ?.trim() ?? "",
    )
    .filter((name) => /^[\w$]+$/.test(name));
