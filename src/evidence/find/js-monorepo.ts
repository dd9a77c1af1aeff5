import { isRecord } from "../../lib/json/is-record.js";
import { parseJsonc } from "../../lib/json/jsonc/parse.js";
import type { Members } from "./members.js";
import { type PackageManager, programWords, scriptWords } from "./package-manager.js";
import { type CheckKind, checkKinds, type FoundCheck, type Project } from "./project.js";
import { pickScript, readScripts } from "./scripts.js";

interface Monorepo {
  readonly manager: PackageManager;
  readonly members: Members;
  /** What the root's own scripts gave. */
  readonly own: readonly FoundCheck[];
}

const targets: Readonly<Record<CheckKind, string>> = { tests: "test", build: "build", lint: "lint" };

/** What runs the scripts of all workspaces: turbo or nx where the project has them, else the workspaces one by one. */
export function findInMonorepo(project: Project, { manager, members, own }: Monorepo): readonly FoundCheck[] {
  return checkKinds.flatMap((check): readonly FoundCheck[] => {
    const root = own.find((found) => "check" in found && found.check === check);
    if (root && "check" in root && root.runsWorkspaces) return [];
    const tool = findTurbo(project, targets[check]) ?? findNx(project, targets[check], members);
    if (!tool) return scriptsOf(project, check, { manager, members });
    const [program = "", ...rest] = tool.words;
    const words = [...programWords(manager, program), ...rest];
    return [{ check, words, from: tool.from, runsWorkspaces: true, ...(root ? { workspace: program } : {}) }];
  });
}

function scriptsOf(
  project: Project,
  check: CheckKind,
  { manager, members }: Pick<Monorepo, "manager" | "members">,
): readonly FoundCheck[] {
  const leftOut = new Map<string, string[]>();
  const found = members.folders.flatMap((workspace): readonly FoundCheck[] => {
    const file = `${workspace}/package.json`;
    const picked = pickScript(readScripts(project.text(file)), check);
    for (const { name, why } of picked.leftOut) {
      const key = `scripts.${name} ${why}`;
      leftOut.set(key, [...(leftOut.get(key) ?? []), workspace]);
    }
    if (picked.name === null) return [];
    const words = scriptWords(manager, picked.name, workspace);
    return [{ check, words, from: `${file} scripts.${picked.name}`, workspace }];
  });
  const notes = [...leftOut].map(([what, folders]) => {
    const more = folders.length > 5 ? ` and ${folders.length - 5} more` : "";
    return { note: `${check}: ${what} and is not used in ${folders.slice(0, 5).join(", ")}${more}` };
  });
  return [...found, ...notes];
}

interface WorkspaceTool {
  readonly words: readonly string[];
  readonly from: string;
}

/** Turbo, if it knows the task. */
function findTurbo(project: Project, target: string): WorkspaceTool | null {
  const file = ["turbo.json", "turbo.jsonc"].find((name) => project.has(name));
  const settings = file === undefined ? {} : readObject(project.text(file));
  const tasks = Object.keys(objectAt(settings, "tasks") ?? objectAt(settings, "pipeline") ?? {});
  if (file === undefined || !tasks.some((task) => task === target || task.endsWith(`#${target}`))) return null;
  return { words: ["turbo", "run", target, "--force"], from: `${file} ${target}` };
}

/** Nx, if a project has the target. Started in a project's folder it runs that project's alone. */
function findNx(project: Project, target: string, members: Members): WorkspaceTool | null {
  const hasTarget = (file: string): boolean =>
    Object.hasOwn(objectAt(readObject(project.text(file)), "targets") ?? {}, target);
  if (project.has("nx.json")) {
    const usual = ["apps", "libs", "packages"].flatMap((top) => project.folders(top).map((name) => `${top}/${name}`));
    const folders = new Set([...members.folders, ...usual.slice(0, 200)]);
    const isInferred = /@nx\/(?:jest|vite|vitest)\b/.test(project.text("nx.json") ?? "") && target === "test";
    const from = [...folders].map((folder) => `${folder}/project.json`).find(hasTarget);
    if (from === undefined && !isInferred) return null;
    return { words: ["nx", "run-many", "-t", target, "--skip-nx-cache"], from: "nx.json" };
  }
  const isBelow = project.above.some((folder) => project.has(`${folder}nx.json`));
  return isBelow && hasTarget("project.json")
    ? { words: ["nx", target, "--skip-nx-cache"], from: `project.json targets.${target}` }
    : null;
}

function readObject(text: string | null): Record<string, unknown> {
  const parsed = parseJsonc(text ?? "{}");
  return parsed.ok && isRecord(parsed.value) ? parsed.value : {};
}

function objectAt(value: Record<string, unknown>, key: string): Record<string, unknown> | undefined {
  const held = value[key];
  return isRecord(held) ? held : undefined;
}
