import { digest, namesIn, pathJoin, textAt } from "../../../lib/files/folder.js";
import { findProgram, homeFolder } from "../../../lib/process/programs.js";
import type { Suspicion } from "./suspicion.js";

/**
 * What lies outside the project and rules how its tests run: the programs that are found, and settings in the home
 * folder. By name, with what it was.
 */
export interface ScriptSurroundings {
  readonly programs: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
}

/** Programs that run tests, or that those are started by. */
const programNames =
  "node npm npx pnpm yarn bun deno tsx sh bash env make just task python python3 pytest tox uv poetry ruby bundle rspec rake perl prove php composer go cargo java mvn gradle dotnet git".split(
    " ",
  );

/** Lines of ~/.npmrc that rule how scripts run. Others, such as tokens, may change at any time. */
const npmLine = /^\s*(?:node-options|script-shell|ignore-scripts|prefix|if-present)\s*=/;
const settingsFiles: readonly (readonly [path: string, line: RegExp])[] = [
  [".npmrc", npmLine],
  [".cargo/config.toml", /\S/],
  [".cargo/config", /\S/],
  [".gradle/init.gradle", /\S/],
  [".proverc", /\S/],
];
const pythonHooks = ["usercustomize.py", "sitecustomize.py"];

export function lookAtSurroundings(): ScriptSurroundings {
  const programs = programNames.flatMap((name) => {
    const found = findProgram(name);
    return found === null ? [] : [[name, found] as const];
  });
  return { programs: Object.fromEntries(programs), settings: lookAtSettings(homeFolder()) };
}

function lookAtSettings(home: string): ScriptSurroundings["settings"] {
  const libraries = namesIn(pathJoin(home, ".local/lib")).filter((name) => name.startsWith("python"));
  const hooks = libraries.flatMap((name) =>
    pythonHooks.map((hook) => [`.local/lib/${name}/site-packages/${hook}`, /\S/] as const),
  );
  const entries = [...settingsFiles, ...hooks].flatMap(([path, line]) => {
    const lines = (textAt(pathJoin(home, path)) ?? "").split("\n").filter((text) => line.test(text));
    return lines.length === 0 ? [] : [[`~/${path}`, digest(lines.join("\n"))] as const];
  });
  return Object.fromEntries(entries);
}

/** What changed since the start of the run. */
export function compareSurroundings(before: ScriptSurroundings, now: ScriptSurroundings): readonly Suspicion[] {
  const suspicion = (file: string, what: string): Suspicion => ({
    kind: "check-weakened",
    file,
    line: null,
    what,
    veto: true,
  });
  const settings = new Set([...Object.keys(before.settings), ...Object.keys(now.settings)]);
  return [
    ...Object.entries(before.programs)
      .filter(([name, was]) => now.programs[name] !== undefined && now.programs[name] !== was)
      .map(([name, was]) => suspicion(pathOf(now.programs[name] ?? ""), describeProgram(name, pathOf(was)))),
    ...[...settings]
      .filter((file) => before.settings[file] !== now.settings[file])
      .map((file) => suspicion(file, "this file rules how tests run, and was changed during the run")),
  ];
}

const pathOf = (found: string): string => found.split("\0", 1)[0] ?? "";

const describeProgram = (name: string, was: string): string =>
  `${name} is not the program of the start of the run, which was ${was}`;
