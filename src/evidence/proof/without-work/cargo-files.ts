import type { AskedFiles, OnlyArgs } from "./file-runners.js";

/** They choose what is run, or where. */
const chooses =
  /^--(?:lib|bins?|tests?|examples?|benches|bench|doc|all-targets|manifest-path|no-run|exclude)(?:=|$)|^-[CE]$/;

/** Cargo runs the tests of a file in `tests` by its name; what stands beside the code it cannot be told by file. */
export function runsCargo(args: readonly string[], { files, project }: AskedFiles): OnlyArgs | null {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  if (own.some((word) => chooses.test(word))) return null;
  const isWorkspace = own.some((word) => /^--(?:workspace|all)$/.test(word));
  // Targets may be named by hand.
  if (/^\s*\[\[test\]\]|^\s*autotests\b/m.test(project.text("Cargo.toml") ?? "")) return null;
  const names = files.map((file) => testName(file, isWorkspace));
  if (names.includes(null)) return null;
  return { args: [...new Set(names)].flatMap((name) => ["--test", name ?? ""]).concat(args), added: null };
}

function testName(file: string, isWorkspace: boolean): string | null {
  const [, above, name] = /^(.*\/)?tests\/([\w-]+)(?:\.rs|\/main\.rs)$/.exec(file) ?? [];
  return name === undefined || (above !== undefined && !isWorkspace) ? null : name;
}
