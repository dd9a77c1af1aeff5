import { matchesGlob } from "../../workspace/glob.js";

/** The options of a runner that decide how its words are read, by their names without a value. */
export interface RunnerOptions {
  /** Take the next word as their value. */
  readonly valued: RegExp;
  /** Take none. What is neither is not followed by a path, or nobody knows whose word that is. */
  readonly plain: RegExp;
  /** Make a run of some files something else than a part of the whole. */
  readonly refused: RegExp;
  /** Measure the whole suite, and are left out of a run of some files. */
  readonly dropped?: RegExp;
}

/** What a runner is told behind the words that start it. */
export interface RunnerCall {
  readonly options: readonly string[];
  readonly paths: readonly string[];
  /** Whether the last option may be followed by paths. */
  readonly isOpen: boolean;
  /** Whether options were left out. */
  readonly isCut: boolean;
}

/** Tells options from paths; null where that takes more knowledge of the runner than we have. */
export function readCall(args: readonly string[], kinds: RunnerOptions): RunnerCall | null {
  const options: string[] = [];
  const paths: string[] = [];
  let isOpen = true;
  let isCut = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (!word.startsWith("-")) {
      paths.push(word);
      continue;
    }
    const option = readOption(word, args[at + 1], kinds);
    if (option === null) return null;
    at += option.words.length - 1;
    if (option.isDropped) isCut = true;
    else {
      options.push(...option.words);
      isOpen = option.isClear;
    }
  }
  return { options, paths, isOpen, isCut };
}

interface Option {
  /** With its value, where that is a word of its own. */
  readonly words: readonly string[];
  readonly isDropped: boolean;
  /** Whether it is known where it ends. */
  readonly isClear: boolean;
}

function readOption(word: string, next: string | undefined, kinds: RunnerOptions): Option | null {
  const [name = word] = word.split("=", 1);
  if (word === "--" || kinds.refused.test(name)) return null;
  const isDropped = kinds.dropped?.test(name) ?? false;
  if (name === word && kinds.valued.test(name))
    return next === undefined ? null : { words: [word, next], isDropped, isClear: true };
  const isClear = name !== word || isDropped || kinds.plain.test(name);
  if (!isClear && next !== undefined && !next.startsWith("-")) return null;
  return { words: [word], isDropped, isClear };
}

/** The files that a call would run anyway: a path or pattern it is given names them, or it is given none. */
export const coveredFiles = ({ paths }: RunnerCall, files: readonly string[]): readonly string[] =>
  paths.length === 0 ? files : files.filter((file) => paths.some((path) => covers(plainPath(path), file)));

const covers = (path: string, file: string): boolean =>
  path === "" || file === path || file.startsWith(`${path}/`) || file.includes(path) || matchesGlob(file, path);

const plainPath = (path: string): string => path.replace(/^(?:\.\/)+|^\.$/, "").replace(/\/+$/, "");
