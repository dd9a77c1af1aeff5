import type { Project } from "./project.js";

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

const signs: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["pnpm-workspace.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** By its name in package.json or by its lock file, in the project's folder or the nearest one above it. */
export function findManager(project: Project): PackageManager {
  for (const folder of ["", ...project.above]) {
    const text = project.text(`${folder}package.json`) ?? "";
    const named = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(text)?.[1];
    const found = named ?? signs.find(([file]) => project.has(`${folder}${file}`))?.[1];
    if (found !== undefined) return found as PackageManager;
  }
  return "npm";
}

/** Runs a script of the package in the folder, or of a workspace. */
export function scriptWords(manager: PackageManager, script: string, workspace?: string): readonly string[] {
  if (workspace === undefined) return [manager, "run", script];
  switch (manager) {
    case "npm":
      return [manager, "run", script, `--workspace=${workspace}`];
    case "pnpm":
      return [manager, `--filter=./${workspace}`, "run", script];
    case "yarn":
    case "bun":
      return [manager, `--cwd=${workspace}`, "run", script];
  }
}

/** Runs an installed program, and never installs one. */
export function programWords(manager: PackageManager, program: string): readonly string[] {
  switch (manager) {
    case "npm":
      return ["npx", "--no-install", program];
    case "pnpm":
      return ["pnpm", "exec", program];
    case "yarn":
      return ["yarn", "run", program];
    case "bun":
      return ["bunx", "--no-install", program];
  }
}
