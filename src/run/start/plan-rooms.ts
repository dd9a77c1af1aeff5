import { agentStarts } from "../../agents/known-agents.js";
import { bwrapSystemFolders } from "../../agents/sandbox/bwrap.js";
import { chooseForChecks, withProxies } from "../../agents/sandbox/check-env.js";
import { followLinks } from "../../agents/sandbox/follow-links.js";
import { findPrograms } from "../../agents/sandbox/installation.js";
import { hasOuter, orderMounts, type WantedMounts } from "../../agents/sandbox/order-mounts.js";
import type { RoomPlans } from "../../agents/sandbox/room-plans.js";
import type { SandboxKind, SandboxPlan } from "../../agents/sandbox/sandbox.js";
import { toolFolders } from "../../agents/sandbox/tool-folders.js";
import { knownAgent } from "../../agents/start/start-agent.js";
import { exists } from "../../lib/files/disk.js";
import { pathResolve, realPath } from "../../lib/files/folder.js";
import { findGitPlaces } from "../../lib/git/git-places.js";
import { ownUser } from "../../lib/process/own-user.js";
import type { RoomPlace } from "./check-room.js";
import { holdsHome, planLimits, planSandbox, type SandboxOptions } from "./sandbox.js";
import { readMount } from "./sandbox-options.js";

type PlannedRoom = RoomPlace & { readonly copies: string | null };

/** The sandboxes for commands that check the work: no log-in of an agent, and a network only where one is asked for. */
export function planRooms(kind: SandboxKind, options: SandboxOptions, place: PlannedRoom): RoomPlans {
  const { config, env } = options;
  const given = chooseForChecks(env, config.sandboxEnv);
  const mounts = orderMounts(listWanted(kind, options, place));
  const closed = mounts.map((mount) => (mount.as === "scratch" ? { ...mount, as: "empty" as const } : mount));
  const plan: SandboxPlan = {
    ...{ kind, image: config.sandboxImage, cwd: place.cwd, network: "off", env: given },
    ...{ limits: planLimits(config), user: ownUser() },
    name: `untildone-${place.run}-checks`,
    // A container is there for all of them, and each has a home of its own: what one wrote here, later ones would read.
    mounts: kind === "bwrap" ? mounts : closed,
    ...(kind === "bwrap" && env["PATH"] !== undefined ? { path: env["PATH"] } : {}),
  };
  const online: SandboxPlan = {
    ...plan,
    ...{ name: `${plan.name}-network`, network: config.sandboxNetwork, env: withProxies(env, given) },
  };
  return { offline: plan, online, judge: planJudge(options, place) ?? plan };
}

/** A judge is an agent that changes nothing: it has its log-in and its model, and reads the project. */
function planJudge(options: SandboxOptions, place: PlannedRoom): SandboxPlan | null {
  const { judges, run, cwd, own, agents, copies } = place;
  if (judges.length === 0) return null;
  const named = judges.map(([program = ""]) => program.split("/").at(-1));
  const starts = agentStarts.filter(({ name, program = name }) => named.includes(program));
  const all = [...agents, ...starts.map(({ name }) => knownAgent(name))];
  const plan = planSandbox(options, {
    run: `${run}-judge`,
    cwd,
    own,
    tasksFile: null,
    agents: all,
  });
  if (plan === null) return null;
  const [project] = projectFolders(cwd, options.home);
  const programs =
    plan.kind === "bwrap"
      ? judges.flatMap((judge) =>
          findPrograms(judge, {
            ...{ path: options.env["PATH"] ?? "", cwd, writable: projectFolders(cwd, options.home) },
            project: options.cwd,
          }),
        )
      : [];
  const shown = programs.filter((path) => exists(path) && !hasOuter(path, bwrapSystemFolders));
  const known = new Set(plan.mounts.map(({ path }) => path));
  const more = shown.filter((path) => !known.has(path) && !hasOuter(path, [project]) && !holdsHome(path, options.home));
  return {
    ...plan,
    mounts: [
      ...plan.mounts.map((mount) =>
        mount.as === "write" && hasOuter(mount.path, projectFolders(cwd, options.home))
          ? { ...mount, as: "read" as const }
          : mount,
      ),
      ...more.map((path) => ({ path, as: "read" as const })),
      ...(copies === null ? [] : [{ path: copies, as: "write" as const }]),
    ],
  };
}

/** The working tree, which may be more than the project's folder, and the folders of its repository. */
function projectFolders(cwd: string, home: string): readonly [string, ...string[]] {
  const { root, folders } = findGitPlaces(cwd);
  const project = root === null || holdsHome(root, home) ? cwd : root;
  return [realPath(project), ...folders.map(realPath)];
}

function listWanted(kind: SandboxKind, options: SandboxOptions, place: PlannedRoom): WantedMounts {
  const { config, home } = options;
  const [project, ...gitFolders] = projectFolders(place.cwd, home);
  const mounts = config.sandboxMounts.map((mount) => readMount(mount, options.cwd));
  const write = [
    ...[project, ...(place.copies === null ? [] : [place.copies])],
    ...mounts.filter(({ isWritable }) => isWritable).map(({ path }) => path),
  ];
  const found = [...gitFolders, ...findGitPlaces(place.cwd).objects, ...listHome(kind, options, place)];
  const readable = [
    ...found.filter((path) => exists(path) && !holdsHome(path, home)),
    ...mounts.filter(({ isWritable }) => !isWritable).map(({ path }) => path),
  ];
  const system = kind === "bwrap" ? bwrapSystemFolders : [];
  const shown = { all: [...system, ...write, ...readable], writable: write };
  const follow = (path: string): readonly string[] => [followLinks(path, shown) ?? []].flat();
  return {
    write: write.flatMap(follow),
    lists: [],
    read: readable.flatMap(follow).filter((path) => !hasOuter(path, system)),
    // Tests may ask git. What they could write there, git would run outside.
    protect: [pathResolve(project, ".git")].filter(exists),
    hide: place.own.map(realPath),
    scratch: home === "" ? [] : [home],
  };
}

/** Who commits, and with bwrap the tools and packages that are installed in the home folder. */
function listHome(
  kind: SandboxKind,
  { env, home, cwd: project }: SandboxOptions,
  { cwd, commands }: PlannedRoom,
): readonly string[] {
  const own = home === "" ? [] : [".gitconfig", ".config/git/config", ".config/git/ignore"];
  const tools = kind === "bwrap" && home !== "" ? toolFolders : [];
  const lookup = { path: env["PATH"] ?? "", cwd, writable: projectFolders(cwd, home), project };
  const programs = kind === "bwrap" ? [["node"], ...commands].flatMap((words) => findPrograms(words, lookup)) : [];
  const certificates = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"].flatMap((name) => env[name] ?? []);
  const system = kind === "bwrap" ? [...certificates, realPath("/etc/resolv.conf")] : [];
  return [...[...own, ...tools].map((path) => `${home}/${path}`), ...new Set(programs), ...system];
}
