import { leadsOut } from "../../agents/sandbox/installation.js";
import { hasOuter } from "../../agents/sandbox/order-mounts.js";
import { refuseWithoutSandbox } from "../../agents/sandbox/refuse-sandbox.js";
import { findLoosened } from "../../config/loosened.js";
import { UserError } from "../../lib/errors.js";
import { exists } from "../../lib/files/disk.js";
import { pathResolve, realPath } from "../../lib/files/folder.js";
import { findGitPlaces } from "../../lib/git/git-places.js";
import { avoidPrograms } from "../../lib/process/outer-path.js";
import type { RunOptions } from "./options.js";

/** Fails early if the sandbox that was asked for cannot be had. */
export async function refuseSandbox({ cwd, config }: Pick<RunOptions, "cwd" | "config">): Promise<void> {
  const { sandbox, sandboxImage } = config;
  const loosened = findLoosened(config.sources.given);
  if (loosened && (sandbox !== "none" || loosened.name === "sandbox")) {
    const { what, where, fix } = loosened;
    throw new UserError({ what, where, fix });
  }
  if (sandbox === "none") return;
  for (const mount of config.sandboxMounts) refuseMissingMount(mount, cwd);
  refuseLimits(config);
  await refuseWithoutSandbox({ kind: sandbox, image: sandboxImage, cwd });
}

/** Programs of ours are not looked for where the agent of this run, or of one before, may have put its own. */
export function avoidProject({ cwd, config, home }: Pick<RunOptions, "cwd" | "config" | "home">): void {
  const { root } = findGitPlaces(cwd);
  avoidWritable(config, [root === null || (home !== "" && hasOuter(home, [root])) ? cwd : root]);
}

/** Checks outside of the sandbox are made as without one: they need the programs of the project. */
export function avoidWritable(
  { sandbox, checksOutside }: Pick<RunOptions["config"], "sandbox" | "checksOutside">,
  folders: readonly string[],
): void {
  if (sandbox !== "none" && !checksOutside) avoidPrograms(folders);
}

/** A folder that the user shows to the agent: read-only, or `:rw`. */
export function readMount(mount: string, cwd: string): { readonly path: string; readonly isWritable: boolean } {
  const isWritable = mount.endsWith(":rw");
  return { path: pathResolve(cwd, mount.replace(/:r[wo]$/, "")), isWritable };
}

const limitFlags = { sandboxMemory: "memory", sandboxCpus: "cpus", sandboxProcesses: "processes" } as const;

/** A limit that nobody keeps is worse than none. */
function refuseLimits(config: RunOptions["config"]): void {
  if (config.sandbox !== "bwrap") return;
  for (const [name, flag] of Object.entries(limitFlags)) {
    const isGiven = config.origins[name]?.from !== "default";
    const isLimit = config[name as keyof typeof limitFlags] !== null && config[name as keyof typeof limitFlags] !== 0;
    if (!isGiven || !isLimit) continue;
    throw new UserError({
      what: "bwrap limits neither memory nor processors nor processes",
      where: `--sandbox-${flag}`,
      fix: "use --sandbox docker or podman, or limit the run: systemd-run --user --scope -p MemoryMax=8G -p TasksMax=4096 untildone run …",
    });
  }
}

function refuseMissingMount(mount: string, cwd: string): void {
  const { path } = readMount(mount, cwd);
  if (leadsOut(path, [realPath(findGitPlaces(cwd).root ?? cwd)]))
    throw new UserError({
      what: `${path} leads out of the project by a link, which an agent can change`,
      where: `--sandbox-mount ${mount}`,
      fix: `name the folder that it leads to: --sandbox-mount ${realPath(path)}`,
    });
  if (exists(path)) return;
  throw new UserError({
    what: `there is no folder ${path} to show in the sandbox`,
    where: `--sandbox-mount ${mount}`,
    fix: "name one that exists, or make it",
  });
}
