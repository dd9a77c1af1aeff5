import type { AskedFiles, OnlyArgs } from "./file-runners.js";
import { readCall } from "./runner-call.js";

const options = {
  valued:
    /^--?(?:run|skip|count|timeout|tags|p|parallel|cpu|bench|benchtime|covermode|coverpkg|coverprofile|ldflags|gcflags|mod|modfile|vet|shuffle|list|o|exec|fuzz|fuzztime|outputdir|asmflags)$/,
  plain: /^--?(?:v|race|short|failfast|cover|json|a|x|n|work|msan|asan|trimpath|fullpath)$/,
  refused: /^--?(?:args|C|c|list|fuzz)$/,
};

/** Go runs whole packages: the folders of the files. */
export function goPackages(args: readonly string[], { files }: AskedFiles): OnlyArgs | null {
  const call = readCall(args, options);
  if (call === null || files.some((file) => !file.endsWith("_test.go"))) return null;
  const patterns = call.paths.length === 0 ? ["."] : call.paths;
  const folders = [...new Set(files.map(folderOf))].filter((folder) =>
    patterns.some((pattern) => coversFolder(pattern, folder)),
  );
  if (folders.length === 0) return null;
  const packages = folders.map((folder) => (folder === "" ? "." : `./${folder}`));
  return { args: [...packages, ...call.options], added: null };
}

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf("/")));

/** A package that is named by its import path may be in any folder. */
function coversFolder(pattern: string, folder: string): boolean {
  if (!/^\.(?:\/|$)/.test(pattern)) return true;
  const path = pattern.replace(/^\.\/?/, "").replace(/\/$/, "");
  if (!path.endsWith("...")) return path === folder;
  return `${folder}/`.startsWith(path.slice(0, -"...".length));
}
