import { checkKind } from "../../../decide/evidence.js";
import { readScripts, type Scripts } from "../../find/scripts.js";
import { findChecks } from "../../find-checks.js";
import type { CheckPlan, CommandPlan } from "../../plan.js";
import { type ProjectFiles, projectFilesAt } from "../../project-files.js";
import { buildsIn, scriptLines } from "./script-lines.js";

/** Finds the command that makes again what was left out of a copy. */
export interface BuildFinder {
  /** Whether the check itself makes it. */
  readonly isOwn: boolean;
  /** The simple commands that the check comes to. */
  readonly lines: readonly (readonly string[])[];
  /** Null where nobody knows how. */
  find(): CommandPlan | null;
}

export interface BuildTerms {
  readonly cwd: string;
  readonly plans: readonly CheckPlan[];
}

/** The build of a project as the given check needs it. */
export function buildFor(suite: CommandPlan, { cwd, plans }: BuildTerms): BuildFinder {
  const project = projectFilesAt(cwd);
  const scripts = readScripts(project.text("package.json"));
  const builds = ({ words }: Pick<CommandPlan, "words">): boolean => buildsIn(scriptLines(words, scripts));
  const isBuild = (plan: CheckPlan): plan is CommandPlan =>
    plan.kind === "command" &&
    plan.name !== suite.name &&
    checkKind(plan.name) === "build" &&
    (!plan.found || builds(plan)); // What is found may only look at types.
  return {
    lines: scriptLines(suite.words, scripts),
    isOwn: checkKind(suite.name) === "build" || builds(suite),
    find: () =>
      plans.find(isBuild) ??
      findChecks(cwd).plans.find(isBuild) ??
      byScript(suite, scripts, builds) ??
      byCompiler(suite, project),
  };
}

/** Scripts that are run when a package is made or installed, as far as they build something. */
function byScript(
  suite: CommandPlan,
  scripts: Scripts,
  builds: (plan: Pick<CommandPlan, "words">) => boolean,
): CommandPlan | null {
  const name = ["prepare", "prepack", "prepublishOnly", "bundle", "dist"].find(
    (each) => Object.hasOwn(scripts, each) && builds({ words: ["npm", "run", each] }),
  );
  return name === undefined ? null : toBuild(suite, ["npm", "run", name], `package.json scripts.${name}`);
}

/** TypeScript by its own compiler, where its settings say where to write. */
function byCompiler(suite: CommandPlan, project: ProjectFiles): CommandPlan | null {
  const text = project.text("tsconfig.json") ?? "";
  if (!project.has("node_modules/.bin/tsc") || /"noEmit"\s*:\s*true/.test(text)) return null;
  const isWhole = /"references"\s*:\s*\[\s*\{/.test(text);
  if (!isWhole && !/"outDir"\s*:/.test(text)) return null;
  return toBuild(suite, ["node_modules/.bin/tsc", ...(isWhole ? ["--build"] : [])], "tsconfig.json");
}

const toBuild = ({ timeoutSeconds, env }: CommandPlan, words: readonly string[], origin: string): CommandPlan => ({
  ...{ kind: "command", name: "build", words, env, reads: "status", found: true, required: true, when: "claim" },
  ...{ timeoutSeconds, origin, parallel: false },
});
