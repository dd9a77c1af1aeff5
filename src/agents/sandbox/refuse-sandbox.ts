import { UserError } from "../../lib/errors.js";
import { type ProgramEnd, runProgram } from "../../lib/process/run-program.js";
import { findCause } from "../../lib/text/find-cause.js";
import { findFix } from "./not-started.js";
import type { SandboxKind } from "./sandbox.js";

/** How to get a sandbox program. */
export const sandboxFixes: Readonly<Record<SandboxKind, string>> = {
  docker: "install it: https://docs.docker.com/engine/install",
  podman: "install it: apt-get install podman, or https://podman.io/docs/installation",
  bwrap: "install it: apt-get install bubblewrap (dnf install bubblewrap, pacman -S bubblewrap)",
};

interface SandboxRequest {
  readonly kind: SandboxKind;
  readonly image: string | null;
  readonly cwd: string;
}

/** Why a sandbox cannot be used, and what to do about it. Null if it can be. */
export async function findSandboxFault({
  kind,
  image,
  cwd,
}: SandboxRequest): Promise<Pick<UserError, "what" | "fix"> | null> {
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
  const found = await ask("image", "inspect", "--format", "{{.Os}}/{{.Architecture}}", image);
  if (found.is === "ended" && found.code === 0) return describePlatform(found.out.trim(), { kind, image });
  const cause = describeEnd(found);
  if (!/no such image|image not known|no such object/i.test(cause)) return describeEngine(kind, found);
  return { what: `there is no image ${image} here`, fix: `${kind} pull ${image}, or ${kind} build -t ${image} .` };
}

/** An engine would start it, and none of its programs would. */
function describePlatform(platform: string, { kind, image }: { readonly kind: string; readonly image: string }) {
  const [system = "", processor = ""] = platform.split("/");
  const own = process.arch === "x64" ? "amd64" : process.arch;
  const isOther = ["amd64", "arm64"].includes(processor) && processor !== own;
  if (!isOther && system !== "windows") return null;
  return {
    what: `the image ${image} is for ${platform}, and this machine is linux/${own}`,
    fix: `${kind} pull --platform linux/${own} ${image}, or build it here: ${kind} build -t ${image} .`,
  };
}

/** Before anything starts: a run that was asked for a sandbox never goes on without one. */
export async function refuseWithoutSandbox(asked: SandboxRequest): Promise<void> {
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
  const cause = describeEnd(end);
  const fix = findFix(cause, { kind, image: "IMAGE" }) ?? `see that ${kind} version works for your user`;
  return { what: `${kind} cannot be used: ${cause}`, fix };
}

function describeEnd(end: ProgramEnd): string {
  if (end.is === "timed-out") return `no answer within ${end.afterMs / 1000} s`;
  if (end.is === "not-found") return "not installed";
  return findCause(end.err) || `it exited ${end.code}`;
}
