import { namesIn, pathJoin, sizeAt, textAt } from "../system/folder.js";
import { findByMarker, findInComposer } from "./find/by-marker.js";
import { findInDeno, findInPackageJson } from "./find/javascript.js";
import { findInJustfile, findInMakefile, findInTaskfile } from "./find/make.js";
import type { Finder, FoundCommand, Project } from "./find/project.js";
import { findInPython } from "./find/python.js";
import type { CommandPlan } from "./plan.js";

/** In this order: what a project says of itself outright comes before what its kind implies. */
const finders: readonly Finder[] = [
  findInPackageJson,
  findInDeno,
  findInComposer,
  findInMakefile,
  findInJustfile,
  findInTaskfile,
  findInPython,
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
  const plans: CommandPlan[] = [];
  const notes: string[] = [];
  for (const check of ["tests", "build", "lint"] as const) {
    const [first, ...others] = found.filter((each) => each.check === check);
    if (!first) notes.push(`no command for ${check} was found in the project`);
    else plans.push(toPlan(first));
    for (const other of others)
      notes.push(`${check}: ${other.words.join(" ")} (${other.from}) was found too and is not used`);
  }
  return { plans, notes };
}

/** Tests are required, build and lint are not: nobody asked for those to be green. */
function toPlan({ check, words, from }: FoundCommand): CommandPlan {
  return {
    name: check,
    kind: "command",
    words,
    // Many runners wait for changes, or ask, where they believe a person is watching.
    env: { CI: "true" },
    reads: check === "tests" ? "tests" : "status",
    found: true,
    required: check === "tests",
    when: "claim",
    timeoutSeconds: 600,
    origin: `${from} (found)`,
    parallel: false,
  };
}

function projectAt(cwd: string): Project {
  const names = namesIn(cwd);
  return {
    names,
    text: (path) => (path.includes("/") || names.includes(path) ? textAt(pathJoin(cwd, path)) : null),
    has: (path) => (path.includes("/") ? sizeAt(pathJoin(cwd, path)) !== null : names.includes(path)),
  };
}
