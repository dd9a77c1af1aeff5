import { UserError } from "../base/errors.js";
import { type ProgramEnd, runProgram } from "../system/run-program.js";
import type { SandboxKind } from "./sandbox.js";

/** How to get a sandbox program. */
export const sandboxFixes: Readonly<Record<SandboxKind, string>> = {
  docker: "install it: https://docs.docker.com/engine/install",
  podman: "install it: apt-get install podman, or https://podman.io/docs/installation",
  bwrap: "install it: apt-get install bubblewrap (dnf install bubblewrap, pacman -S bubblewrap)",
};

interface Asked {
  readonly kind: SandboxKind;
  readonly image: string | null;
  readonly cwd: string;
}

/** Why a sandbox cannot be used, and what to do about it. Null if it can be. */
export async function findSandboxFault({ kind, image, cwd }: Asked): Promise<Pick<UserError, "what" | "fix"> | null> {
  const ask = (...words: readonly string[]): Promise<ProgramEnd> =>
    runProgram(kind, words, { cwd, env: {}, timeoutMs });
  if (kind === "bwrap") return describeBwrap(await ask(...smallest));
  if (image === null)
    return {
      what: `--sandbox ${kind} needs an image that holds the agent`,
      fix: `name one: --sandbox ${kind} --sandbox-image NAME (docs/sandbox.md has a Dockerfile)`,
    };
  const engine = await ask("version");
  if (engine.is !== "ended" || engine.code !== 0) return describeEngine(kind, engine);
  const found = await ask("image", "inspect", image);
  if (found.is === "ended" && found.code === 0) return null;
  return { what: `there is no image ${image} here`, fix: `${kind} pull ${image}, or ${kind} build -t ${image} .` };
}

/** Before anything starts: a run that was asked for a sandbox never goes on without one. */
export async function refuseWithoutSandbox(asked: Asked): Promise<void> {
  const fault = await findSandboxFault(asked);
  if (fault) throw new UserError({ ...fault, where: `--sandbox ${asked.kind}` });
}

const timeoutMs = 20_000;

const smallest = ["--ro-bind", "/", "/", "--unshare-pid", "--dev", "/dev", "--proc", "/proc", "--", "true"];

function describeBwrap(end: ProgramEnd): Pick<UserError, "what" | "fix"> | null {
  if (end.is === "not-found") return { what: "bwrap (bubblewrap) is not installed", fix: sandboxFixes.bwrap };
  if (end.is === "ended" && end.code === 0) return null;
  return {
    what: `bwrap cannot make a sandbox here: ${describeEnd(end)}`,
    fix: "allow it: sysctl kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0; or use --sandbox docker",
  };
}

function describeEngine(kind: SandboxKind, end: ProgramEnd): Pick<UserError, "what" | "fix"> {
  if (end.is === "not-found") return { what: `${kind} is not installed`, fix: sandboxFixes[kind] };
  const fix =
    kind === "docker"
      ? "start it: systemctl start docker (or Docker Desktop), and see that docker version works for your user"
      : "see that podman version works for your user";
  return { what: `${kind} cannot be used: ${describeEnd(end)}`, fix };
}

function describeEnd(end: ProgramEnd): string {
  if (end.is === "timed-out") return `no answer within ${end.afterMs / 1000} s`;
  if (end.is === "not-found") return "not installed";
  return end.err.trim().split("\n").at(-1) || `it exited ${end.code}`;
}
