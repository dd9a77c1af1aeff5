import { entriesIn, isThere, pathJoin, pathResolve } from "../lib/files/folder.js";
import { findByMarker } from "./find/by-marker.js";
import { findInCargo } from "./find/cargo.js";
import { findInComposer } from "./find/composer.js";
import { findInGo } from "./find/go.js";
import { findInDeno, findInPackageJson } from "./find/javascript.js";
import { findInJustfile, findInMakefile, findInTaskfile } from "./find/make.js";
import { type CheckKind, checkKinds, type Finder, type FoundCommand, type Project } from "./find/project.js";
import { findInPython } from "./find/python.js";
import type { CommandPlan } from "./plan.js";
import { projectFilesAt } from "./project-files.js";

/** In this order: what a project says of itself outright comes before what its kind implies. */
const finders: readonly Finder[] = [
  findInPackageJson,
  findInDeno,
  findInComposer,
  findInMakefile,
  findInJustfile,
  findInTaskfile,
  findInPython,
  findInCargo,
  findInGo,
  findByMarker,
];

export interface Findings {
  readonly plans: readonly CommandPlan[];
  readonly notes: readonly string[];
}

/** The test, build and lint commands of a project, by what lies in its folder. Nothing is run. */
export function findChecks(cwd: string): Findings {
  return chooseChecks(projectAt(cwd));
}

/** The same of a project that need not lie on a disk. */
export function chooseChecks(project: Project): Findings {
  const found = finders.flatMap((find) => find(project));
  const commands = found.filter((each): each is FoundCommand => "check" in each);
  const notes = new Set(found.flatMap((each) => ("note" in each ? [each.note] : [])));
  const chosen: FoundCommand[] = [];
  for (const check of checkKinds) {
    const { used, unused } = choose(commands.filter((each) => each.check === check));
    // Those of every workspace would cost a command each, and be optional.
    const isTooMuch = check !== "tests" && chosen.some((each) => each.check === "tests");
    if (used.length === 0) notes.add(`no command for ${check} was found in the project`);
    chosen.push(...used.filter(({ workspace }) => workspace === undefined || !isTooMuch));
    for (const other of unused)
      notes.add(`${check}: ${other.words.join(" ")} (${other.from}) was found too and is not used`);
  }
  return { plans: withNames(chosen, requiredKind(chosen)), notes: [...notes] };
}

/** The first command for the whole project, and those of the workspaces that it does not run. */
function choose(found: readonly FoundCommand[]) {
  const [first, ...others] = found.filter(({ workspace }) => workspace === undefined);
  const workspaces = found.filter(({ workspace }) => workspace !== undefined);
  if (first?.runsWorkspaces) return { used: [first], unused: [...others, ...workspaces] };
  return { used: first ? [first, ...workspaces] : workspaces, unused: others };
}

/** Tests; without any a build or type check, else lint: nobody asked for those to be green beside tests. */
const requiredKind = (chosen: readonly FoundCommand[]): CheckKind | undefined =>
  checkKinds.find((kind) => chosen.some(({ check }) => check === kind));

function withNames(chosen: readonly FoundCommand[], required: CheckKind | undefined): readonly CommandPlan[] {
  const taken = new Set<string>();
  return chosen.map((found) => {
    const name = freeName(found.workspace === undefined ? found.check : `${found.check}:${found.workspace}`, taken);
    taken.add(name);
    return toPlan(found, name, found.check === required);
  });
}

/** A folder may hold a workspace of two tools. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let at = 2; taken.has(free); at++) free = `${name}-${at}`;
  return free;
}

function toPlan({ check, words, from, env }: FoundCommand, name: string, required: boolean): CommandPlan {
  return {
    name,
    kind: "command",
    words,
    // Many runners wait for changes, or ask, where they believe a person is watching.
    env: { CI: "true", ...env },
    reads: check === "tests" ? "tests" : "status",
    found: true,
    required,
    when: "claim",
    timeoutSeconds: 600,
    origin: `${from} (found)`,
    parallel: false,
  };
}

function projectAt(cwd: string): Project {
  const files = projectFilesAt(cwd);
  return {
    ...files,
    folders: (path) =>
      entriesIn(pathJoin(cwd, path))
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    above: files.names.includes(".git") ? [] : foldersAbove(cwd),
  };
}

/** Up to the root of the repository; none where there is no repository. */
function foldersAbove(cwd: string): readonly string[] {
  const above: string[] = [];
  for (let folder = pathResolve(cwd); ; ) {
    const next = pathResolve(folder, "..");
    if (next === folder) return [];
    above.push(`${above.at(-1) ?? ""}../`);
    if (isThere(pathJoin(next, ".git"))) return above;
    folder = next;
  }
}
