import type { Environment } from "../lib/environment.js";
import { exists } from "../lib/files/disk.js";
import { textAt } from "../lib/files/folder.js";

export const defaultStateFolder = ".ralph";

/** Seed 000's file. */
export const seedFile = ".bb3/config.yaml";

export const isAbsolute = (path: string): boolean => /^(?:[\\/]|[a-z]:[\\/])/i.test(path);

/** `$XDG_CONFIG_HOME/untildone`, which counts only where it is absolute, or `~/.config/untildone`. */
export function userFolder(env: Environment, home: string): { readonly path: string; readonly shown: string } | null {
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  if (isAbsolute(xdg)) return { path: `${xdg}/untildone`, shown: `${xdg}/untildone` };
  return home === "" ? null : { path: `${home}/.config/untildone`, shown: "~/.config/untildone" };
}

/** A package.json that does not speak of us may be as broken as it likes. */
export const speaksOfUs = (packageJson: string): boolean => /"untildone"\s*:/.test(packageJson);

export const variablePrefix = "UNTILDONE_";

/** Names that begin as our settings do and are none. */
const notSettings: readonly string[] = [
  "UNTILDONE_RECORDINGS",
  "UNTILDONE_REDIS_URL",
  // What a run tells the agents and checks it starts.
  "UNTILDONE_RUN",
  "UNTILDONE_ITERATION",
  "UNTILDONE_PROCESS",
];

/** The variables that are settings, or are meant to be. */
export const settingVariables = (env: Environment): readonly string[] =>
  Object.keys(env).filter(
    (name) =>
      (name.startsWith(variablePrefix) && !notSettings.includes(name) && env[name] !== undefined) ||
      (name === "CUB_EXIT_THRESHOLD" && env[name]),
  );

/** Whether anything but the defaults may apply, found without reading any configuration. Flags aside. */
export function mayBeConfigured(cwd: string, { env, home }: { readonly env: Environment; readonly home: string }) {
  const user = userFolder(env, home);
  return (
    settingVariables(env).length > 0 ||
    (user !== null && exists(user.path)) ||
    [defaultStateFolder, seedFile].some((path) => exists(`${cwd}/${path}`)) ||
    (exists(`${cwd}/package.json`) && speaksOfUs(textAt(`${cwd}/package.json`) ?? '"untildone":'))
  );
}
