import { type Agent, agentWords } from "../../agents/agent.js";
import { choosePassed, ownPlaces } from "../../agents/sandbox/agent-access.js";
import { listSettingsFiles } from "../../agents/sandbox/agent-settings.js";
import { bwrapSystemFolders } from "../../agents/sandbox/bwrap.js";
import { followLinks } from "../../agents/sandbox/follow-links.js";
import { findPrograms, type Lookup } from "../../agents/sandbox/installation.js";
import { findKeyVariables, isModelKey } from "../../agents/sandbox/key-variables.js";
import { openSandbox } from "../../agents/sandbox/open-sandbox.js";
import { hasOuter, orderMounts, ownFoldersBetween, type WantedMounts } from "../../agents/sandbox/order-mounts.js";
import type { NeededProgram, SandboxLimits, SandboxPlan } from "../../agents/sandbox/sandbox.js";
import { UserError } from "../../lib/errors.js";
import { exists, makeFolder } from "../../lib/files/disk.js";
import { pathResolve, realPath } from "../../lib/files/folder.js";
import type { Undone } from "../../lib/files/undo-odd-files.js";
import { findGitPlaces, type GitPlaces } from "../../lib/git/git-places.js";
import { ownProgramIn } from "../../lib/process/outer-path.js";
import { ownUser } from "../../lib/process/own-user.js";
import { totalMemory } from "../../lib/process/total-memory.js";
import type { PrivateFolder } from "../records/private-folder.js";
import type { RunOptions } from "./options.js";
import { avoidWritable, readMount } from "./sandbox-options.js";
import { type WatchedSandbox, watchProject, writableOf } from "./watch-project.js";

/** What a sandbox takes of a run's options. */
export type SandboxOptions = Pick<RunOptions, "config" | "env" | "home" | "cwd">;

/** What a sandbox depends on, beside the options of the run. */
export interface SandboxPlace {
  readonly run: string;
  /** The project, or its worktree. */
  readonly cwd: string;
  /** untildone's own folders: not to be seen. */
  readonly own: readonly string[];
  /** The file of the task list, which may be in one of them. */
  readonly tasksFile: string | null;
  readonly agents: readonly Agent[];
}

/** The place of a sandbox that agents work in. */
export interface WatchedPlace extends SandboxPlace {
  readonly privateFolder: PrivateFolder;
  /** What an agent left for others to run, and was taken back. */
  readonly report: (undone: Undone) => void;
}

export interface OpenedSandbox {
  readonly sandbox: WatchedSandbox;
  readonly plan: SandboxPlan;
}

/** The sandbox of a run; null if none was asked for. */
export async function openRunSandbox(options: SandboxOptions, place: WatchedPlace): Promise<OpenedSandbox | null> {
  const plan = planSandbox(options, place);
  if (plan === null) return null;
  avoidWritable(options.config, writableOf(plan));
  refuseOwnProgram(plan);
  const sandbox = await openSandbox(plan, place.agents.map(neededProgram));
  const warnings = [...sandbox.warnings, ...warnOfKeys(plan, findKeyVariables(place.agents, options))];
  const settings = listSettingsFiles(place.agents, options);
  return { plan, sandbox: watchProject({ ...sandbox, warnings }, plan, { ...place, settings }) };
}

/** Parts of this program are loaded when they are needed, outside and after a turn. */
export function refuseOwnProgram(plan: SandboxPlan): void {
  const file = ownProgramIn(writableOf(plan));
  if (file === null) return;
  throw new UserError({
    what: `the agent could change the program that judges it: ${file} is in a folder that the sandbox lets it write`,
    where: `--sandbox ${plan.kind}`,
    fix: "start an untildone that is installed elsewhere: npm install --global untildone; or use --worktree",
  });
}

const warnOfKeys = ({ env }: SandboxPlan, named: readonly string[]): readonly string[] =>
  named
    .filter((name) => env.dropped.includes(name))
    .map(
      (name) => `${name} is not passed to codex, although its config.toml names it: --sandbox-env ${name} passes it`,
    );

const neededProgram = (agent: Agent): NeededProgram => ({
  program: firstWords(agent)[0] ?? "",
  install: agent.setUp?.install ?? null,
});

const firstWords = (agent: Agent): readonly string[] => agentWords(agent.invoke({ prompt: "", resume: null }));

export function planSandbox(options: SandboxOptions, place: SandboxPlace): SandboxPlan | null {
  const { config, env } = options;
  const { sandbox: kind, sandboxImage: image, sandboxNetwork: network, sandboxEnv } = config;
  if (kind === "none") return null;
  const cwd = realPath(place.cwd);
  const mounts = orderMounts(listWanted(options, { ...place, cwd }));
  return {
    ...{ kind, image, network, cwd, limits: planLimits(config) },
    name: `untildone-${place.run}`,
    mounts: kind === "bwrap" ? mounts : ownFoldersBetween(mounts),
    env: choosePassed(env, place.agents, [
      ...sandboxEnv,
      ...findKeyVariables(place.agents, options).filter(isModelKey),
    ]),
    user: ownUser(),
    ...(kind === "bwrap" && env["PATH"] !== undefined ? { path: env["PATH"] } : {}),
  };
}

/** A container that may use everything can take the machine down, and the run with it. */
export function planLimits({
  sandbox,
  sandboxMemory,
  sandboxProcesses,
  sandboxCpus,
}: RunOptions["config"]): SandboxLimits {
  if (sandbox === "bwrap") return { memory: null, processes: null, cpus: null };
  const most = `${Math.floor((totalMemory() * 0.75) / 1024 / 1024)}m`;
  const processes = sandboxProcesses === 0 ? -1 : sandboxProcesses;
  return { memory: sandboxMemory ?? most, processes, cpus: sandboxCpus };
}

function listWanted(options: SandboxOptions, place: SandboxPlace): WantedMounts {
  const { config, home } = options;
  const git = findGitPlaces(place.cwd);
  for (const folder of place.own) if (hasOuter(folder, [place.cwd])) makeFolder(folder); // An engine would, as root.
  const mounts = config.sandboxMounts.map((mount) => readMount(mount, options.cwd));
  const project = git.root === null || holdsHome(git.root, home) ? place.cwd : git.root;
  const write = [
    ...[project, ...git.folders].map(realPath),
    ...(git.inside === null ? [] : [git.inside]),
    ...listHome(options, place.agents),
    ...mounts.filter(({ isWritable }) => isWritable).map(({ path }) => path),
  ];
  const read = [
    ...(home === "" ? [] : [`${home}/.gitconfig`, `${home}/.config/git/config`, `${home}/.config/git/ignore`]),
    ...git.objects,
    ...listCertificates(options),
    ...(config.sandbox === "bwrap" ? listForBwrap(options, { ...place, writable: write }) : []),
  ];
  const readable = [
    ...read.filter((path) => exists(path) && !holdsHome(path, home)),
    ...mounts.filter(({ isWritable }) => !isWritable).map(({ path }) => path),
  ];
  const system = config.sandbox === "bwrap" ? bwrapSystemFolders : [];
  const shown = { all: [...system, ...write, ...readable], writable: write };
  const follow = (path: string): readonly string[] => [followLinks(path, shown) ?? []].flat();
  return {
    write: write.flatMap(follow),
    lists: findList(place),
    read: readable.flatMap(follow).filter((path) => !hasOuter(path, system)),
    protect: protectGit(git),
    hide: place.own.map(realPath),
    scratch: home === "" ? [] : [home],
  };
}

/** Where agents tick their tasks, which may be in the state folder: as without a sandbox. */
function findList({ cwd, tasksFile }: Pick<SandboxPlace, "cwd" | "tasksFile">): readonly string[] {
  const file = tasksFile === null ? null : realPath(pathResolve(cwd, tasksFile));
  return file !== null && exists(file) ? [file] : [];
}

/** Certificates whose variables are passed. A path that is none of this machine is meant for the image. */
function listCertificates({ env }: SandboxOptions): readonly string[] {
  return ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"]
    .flatMap((name) => env[name] ?? [])
    .filter((path) => path.startsWith("/"));
}

/** Programs are those of the system; an image has its own. */
function listForBwrap(
  { env, cwd: project }: SandboxOptions,
  { cwd, agents, writable }: Pick<SandboxPlace, "cwd" | "agents"> & Pick<Lookup, "writable">,
): readonly string[] {
  const lookup = { path: env["PATH"] ?? "", cwd, writable, project };
  const needed = agents.flatMap((agent) => findPrograms(firstWords(agent), lookup));
  return [...needed, realPath("/etc/resolv.conf")];
}

/** Showing it would show the whole home folder. */
export const holdsHome = (path: string, home: string): boolean => home !== "" && hasOuter(home, [path]);

/** What the agents need to log in and to resume their sessions. */
function listHome({ home }: SandboxOptions, agents: readonly Agent[]): readonly string[] {
  if (home === "") return [];
  const places = agents.flatMap(ownPlaces);
  for (const { path, isFolder } of places) if (isFolder) makeFolder(`${home}/${path}`);
  return places.map(({ path }) => `${home}/${path}`).filter(exists);
}

/** Hooks and settings of a repository are commands that run outside the sandbox. */
function protectGit({ common, pointers }: GitPlaces): readonly string[] {
  if (common === null) return [];
  const names = ["hooks", "info", "config", "config.worktree"];
  for (const name of ["hooks", "info"]) makeFolder(`${common}/${name}`);
  return [...pointers, ...names.map((name) => `${common}/${name}`)].filter(exists);
}

/** For people: what the agent can change, and what it gets of our environment. */
export function describeSandbox({ kind, image, network, mounts, env }: SandboxPlan, home: string) {
  const short = (path: string): string =>
    home !== "" && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
  const paths = (as: string): readonly string[] =>
    mounts.filter((mount) => mount.as === as).map(({ path }) => short(path));
  const write = paths("write").filter(
    (path, _, all) => !all.some((other) => path !== other && hasOuter(path, [other])),
  );
  return { kind, image, network, write, read: paths("read"), hidden: paths("empty"), env: env.passed };
}
