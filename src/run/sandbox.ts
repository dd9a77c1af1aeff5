import { type Agent, agentWords } from "../agents/agent.js";
import { choosePassed, ownPlaces } from "../sandbox/agent-access.js";
import { bwrapSystemFolders } from "../sandbox/bwrap.js";
import { followLinks } from "../sandbox/follow-links.js";
import { findPrograms } from "../sandbox/installation.js";
import { type NeededProgram, openSandbox } from "../sandbox/open-sandbox.js";
import { hasOuter, orderMounts, type Wanted } from "../sandbox/order-mounts.js";
import { refuseWithoutSandbox } from "../sandbox/refuse-sandbox.js";
import type { Sandbox, SandboxPlan } from "../sandbox/sandbox.js";
import { exists, makeFolder } from "../system/disk.js";
import { pathResolve, realPath } from "../system/folder.js";
import { findGitPlaces, type GitPlaces } from "../system/git-places.js";
import { ownUser } from "../system/own-user.js";
import type { RunOptions } from "./options.js";

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

/** Fails early if the sandbox that was asked for cannot be had. */
export async function refuseSandbox({ cwd, config: { sandbox, sandboxImage } }: RunOptions): Promise<void> {
  if (sandbox !== "none") await refuseWithoutSandbox({ kind: sandbox, image: sandboxImage, cwd });
}

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  readonly plan: SandboxPlan;
}

/** The sandbox of a run; null if none was asked for. */
export async function openRunSandbox(options: RunOptions, place: SandboxPlace): Promise<OpenedSandbox | null> {
  const plan = planSandbox(options, place);
  return plan && { plan, sandbox: await openSandbox(plan, place.agents.map(neededProgram)) };
}

const neededProgram = (agent: Agent): NeededProgram => ({
  program: firstWords(agent)[0] ?? "",
  install: agent.setUp?.install ?? null,
});

const firstWords = (agent: Agent): readonly string[] => agentWords(agent.invoke({ prompt: "", resume: null }));

function planSandbox(options: RunOptions, place: SandboxPlace): SandboxPlan | null {
  const { config, env } = options;
  const { sandbox: kind, sandboxImage: image, sandboxNetwork: network, sandboxEnv } = config;
  if (kind === "none") return null;
  const cwd = realPath(place.cwd);
  return {
    ...{ kind, image, network, cwd },
    name: `untildone-${place.run}`,
    mounts: orderMounts(listWanted(options, { ...place, cwd })),
    env: choosePassed(env, place.agents, sandboxEnv),
    user: ownUser(),
  };
}

function listWanted(options: RunOptions, place: SandboxPlace): Wanted {
  const { config, home } = options;
  const git = findGitPlaces(place.cwd);
  const mounts = config.sandboxMounts.map((mount) => readMount(mount, options.cwd));
  const read = [
    ...(place.tasksFile === null ? [] : [realPath(pathResolve(place.cwd, place.tasksFile))]),
    ...(home === "" ? [] : [`${home}/.gitconfig`, `${home}/.config/git/config`, `${home}/.config/git/ignore`]),
    ...git.objects,
    ...(config.sandbox === "bwrap" ? listForBwrap(options, place) : []),
  ];
  const project = git.root === null || holdsHome(git.root, home) ? place.cwd : git.root;
  const write = [
    ...[project, ...git.folders].map(realPath),
    ...listHome(options, place.agents),
    ...mounts.filter(({ isWritable }) => isWritable).map(({ path }) => path),
  ];
  const readable = [
    ...read.filter((path) => exists(path) && !holdsHome(path, home)),
    ...mounts.filter(({ isWritable }) => !isWritable).map(({ path }) => path),
  ];
  const system = config.sandbox === "bwrap" ? bwrapSystemFolders : [];
  const follow = (path: string): string => followLinks(path, [...system, ...write, ...readable]);
  return {
    write: write.map(follow),
    read: readable.map(follow).filter((path) => !hasOuter(path, system)),
    protect: protectGit(git),
    hide: place.own.map(realPath),
    scratch: home === "" ? [] : [home],
  };
}

/** A folder that the user shows to the agent: read-only, or `:rw`. */
function readMount(mount: string, cwd: string): { readonly path: string; readonly isWritable: boolean } {
  const isWritable = mount.endsWith(":rw");
  return { path: pathResolve(cwd, mount.replace(/:r[wo]$/, "")), isWritable };
}

/** Programs are those of the system; an image has its own. */
function listForBwrap({ env }: RunOptions, { cwd, agents }: SandboxPlace): readonly string[] {
  const lookup = { path: env["PATH"] ?? "", cwd };
  const needed = agents.flatMap((agent) => findPrograms(firstWords(agent), lookup));
  const certificates = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"].flatMap((name) => env[name] ?? []);
  return [...needed, ...certificates, realPath("/etc/resolv.conf")];
}

/** Showing it would show the whole home folder. */
const holdsHome = (path: string, home: string): boolean => home !== "" && hasOuter(home, [path]);

/** What the agents need to log in and to resume their sessions. */
function listHome({ home }: RunOptions, agents: readonly Agent[]): readonly string[] {
  if (home === "") return [];
  const places = agents.flatMap(ownPlaces);
  for (const { path, isFolder } of places) if (isFolder) makeFolder(`${home}/${path}`);
  return places.map(({ path }) => `${home}/${path}`).filter(exists);
}

/** Hooks and settings of a repository are commands that run outside the sandbox. */
function protectGit({ common, pointers }: GitPlaces): readonly string[] {
  if (common === null) return [];
  makeFolder(`${common}/hooks`);
  return [...pointers, `${common}/hooks`, `${common}/config`].filter(exists);
}

/** For people: what the agent can change, and what it gets of our environment. */
export function describeSandbox({ kind, image, network, mounts, env }: SandboxPlan, home: string) {
  const short = (path: string): string =>
    home !== "" && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
  const paths = (as: string): readonly string[] =>
    mounts.filter((mount) => mount.as === as).map(({ path }) => short(path));
  return { kind, image, network, write: paths("write"), read: paths("read"), hidden: paths("empty"), env: env.passed };
}
