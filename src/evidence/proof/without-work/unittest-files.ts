import type { AskedFiles, OnlyArgs } from "./file-runners.js";
import { type RunnerCall, readCall } from "./runner-call.js";

const options = {
  valued: /^(?:-[kstp]|--(?:durations|start-directory|top-level-directory|pattern))$/,
  plain: /^(?:-[vqfbc]+|--(?:verbose|quiet|failfast|buffer|catch|locals))$/,
  refused: /^(?:-h|--help)$/,
};

/** Tests by the names of their modules, or, where these begin at another folder, those of one file name. */
export function unittestArgs(args: readonly string[], { files }: AskedFiles): OnlyArgs | null {
  const isDiscovery = args[0] === "discover" || args.every((word) => word.startsWith("-"));
  const call = readCall(args[0] === "discover" ? args.slice(1) : args, options);
  if (call === null || files.some((file) => !/^(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*\.py$/.test(file))) return null;
  return isDiscovery ? discovered(call, files) : named(call, files);
}

const toModule = (file: string): string => file.replace(/\.py$/, "").replaceAll("/", ".");

function named({ options, paths }: RunnerCall, files: readonly string[]): OnlyArgs | null {
  const modules = files.map(toModule).filter((name) => paths.some((path) => covers(path, name)));
  return modules.length === 0 ? null : { args: [...modules, ...options], added: null };
}

function covers(path: string, name: string): boolean {
  const given = path.endsWith(".py") ? toModule(path.replace(/^\.\//, "")) : path;
  return name === given || name.startsWith(`${given}.`);
}

/** Discovery takes the folder to start in, the pattern and the top folder as options, or in that order. */
function discovered({ options, paths }: RunnerCall, files: readonly string[]): OnlyArgs | null {
  const value = (short: string, long: string, at: number): string | undefined => {
    const word = options.findIndex((option) => option === short || option === long);
    const joined = options.find((option) => option.startsWith(`${long}=`))?.slice(long.length + 1);
    return word < 0 ? (joined ?? paths[at]) : options[word + 1];
  };
  const start = plainFolder(value("-s", "--start-directory", 0) ?? ".");
  const top = value("-t", "--top-level-directory", 2);
  const rest = withoutPlaces(options);
  const inside = files.filter((file) => start === "" || file.startsWith(`${start}/`));
  if (inside.length === 0) return null;
  if (start === "" || (top !== undefined && plainFolder(top) === ""))
    return { args: [...inside.map(toModule), ...rest], added: null };
  const names = [...new Set(inside.map((file) => file.slice(file.lastIndexOf("/") + 1)))];
  if (names.length > 1) return null;
  const place = ["-s", start, ...(top === undefined ? [] : ["-t", top]), "-p", names[0] ?? ""];
  return { args: ["discover", ...place, ...rest], added: null };
}

const plainFolder = (path: string): string => path.replace(/^(?:\.\/)+|^\.$/, "").replace(/\/+$/, "");

function withoutPlaces(words: readonly string[]): readonly string[] {
  const isPlace = (word: string): boolean =>
    /^(?:-[stp]$|--(?:start-directory|top-level-directory|pattern)(?:=|$))/.test(word);
  return words.filter((word, at) => !isPlace(word) && !(isPlace(words[at - 1] ?? "") && !words[at - 1]?.includes("=")));
}
