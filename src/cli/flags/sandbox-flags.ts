import { sandboxKinds, sandboxNetworks } from "../../agents/sandbox/sandbox.js";
import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import type { ParsedArgs } from "../command.js";

/** The flags as settings, `NAME=VALUE`. */
export function readSandboxFlags(args: ParsedArgs): readonly string[] {
  const list = (flag: string, name: string): readonly string[] =>
    args.texts(flag).length === 0 ? [] : [`${name}=${JSON.stringify(args.texts(flag))}`];
  const plain = (flag: string, name: string): readonly string[] =>
    args.text(flag) === undefined ? [] : [`${name}=${args.text(flag)}`];
  return [
    ...word(args, "sandbox", [...sandboxKinds, "none"]).map((kind) => `sandbox=${kind}`),
    ...(args.text("sandbox-image") === undefined ? [] : [`sandboxImage=${JSON.stringify(args.text("sandbox-image"))}`]),
    ...word(args, "sandbox-network", sandboxNetworks).map((state) => `sandboxNetwork=${state}`),
    ...(args.text("sandbox-memory") === undefined
      ? []
      : [`sandboxMemory=${JSON.stringify(args.text("sandbox-memory"))}`]),
    ...plain("sandbox-processes", "sandboxProcesses"),
    ...plain("sandbox-cpus", "sandboxCpus"),
    ...list("sandbox-env", "sandboxEnv"),
    ...list("sandbox-mount", "sandboxMounts"),
    ...(args.flag("checks-outside") ? ["checksOutside=true"] : []),
  ];
}

function word(args: ParsedArgs, flag: string, known: readonly string[]): readonly string[] {
  const given = args.text(flag);
  if (given === undefined || known.includes(given)) return given === undefined ? [] : [given];
  throw new UserError({
    what: `--${flag} is ${JSON.stringify(given)}`,
    where: `--${flag}`,
    fix: suggest(given, known),
  });
}
