import type { UserError } from "../../lib/errors.js";
import type { SandboxPlan } from "./sandbox.js";

/** What an engine says, and what helps. The first that fits. */
const knownCauses: readonly (readonly [cause: RegExp, fix: (plan: Pick<SandboxPlan, "kind" | "image">) => string])[] = [
  [
    /exec(?:utable file)?.*"?sh"?.*not found|"sh": .*no such file|sh: no such file/i,
    () => "the image needs /bin/sh (and what the agent needs)",
  ],
  [
    /exec format error|does not match the (?:detected )?host platform|platform/i,
    ({ kind, image }) => `the image is for another processor: ${kind} build -t ${image} . on this machine`,
  ],
  [/no space left|disk quota/i, ({ kind }) => `free some space: df -h, ${kind} system df, ${kind} system prune`],
  [
    /(?:subuid|subgid|newuidmap|newgidmap|cannot find.*mappings|insufficient UIDs)/i,
    () =>
      "give your user ids: usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $USER, then podman system migrate",
  ],
  [/keep-id is only supported in rootless/i, () => "run as the user that podman belongs to"],
  [
    /network.*(?:not found|failed|unable)|(?:netavark|slirp4netns|pasta|CNI|bridge)/i,
    () => "use --sandbox-network host or off, or set up the engine's network",
  ],
  [
    /permission denied.*(?:docker\.sock|daemon socket)|dial unix.*permission denied/i,
    () => "let your user use docker: usermod --append --groups docker $USER, and log in again",
  ],
  [
    /cannot connect to the docker daemon|is the docker daemon running/i,
    () => "start it: systemctl start docker (or Docker Desktop)",
  ],
  [
    /memory|pids|cgroup|\bCPUs?\b/i,
    () => "use other limits: --sandbox-memory, --sandbox-processes, --sandbox-cpus, or none",
  ],
  [/rlimit|ulimit/i, () => "set default_ulimits in containers.conf to what ulimit -Hn and ulimit -Hu allow"],
  [
    /invalid mount|mount option|bind source path does not exist|mounting|statfs/i,
    () => "see that the paths of the project and of --sandbox-mount exist and that the engine may share them",
  ],
  [/did not start within|no answer within/i, ({ kind }) => `see that ${kind} works: ${kind} version, ${kind} ps`],
];

/** What helps against what an engine says, if that is known. */
export function findFix(cause: string, plan: Pick<SandboxPlan, "kind" | "image">): string | null {
  return knownCauses.find(([pattern]) => pattern.test(cause))?.[1](plan) ?? null;
}

/** Why a container did not start, in the words of the engine, and a fix that fits them. */
export function describeNotStarted(
  { kind, image }: SandboxPlan,
  cause: string,
): Pick<UserError, "what" | "where"> & { fix: string } {
  return {
    what: `the container of ${image} did not start: ${cause}`,
    where: `--sandbox ${kind}`,
    fix: findFix(cause, { kind, image }) ?? `try it: ${kind} run --rm --entrypoint sh ${image} -c true`,
  };
}
