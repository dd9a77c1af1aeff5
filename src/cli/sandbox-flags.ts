import { UserError } from "../base/errors.js";
import { suggest } from "../base/nearest.js";
import { sandboxKinds } from "../sandbox/sandbox.js";
import type { Flag, ParsedArgs } from "./command.js";

export const sandboxFlags = {
  sandbox: {
    type: "string",
    value: "KIND",
    choices: [...sandboxKinds, "none"],
    help: "run the agent in docker, podman or bwrap: it sees the project and its own log-in, and nothing else of yours",
  },
  "sandbox-image": { type: "string", value: "NAME", help: "container image, which must hold the agent" },
  "sandbox-network": {
    type: "string",
    value: "WORD",
    choices: ["on", "off"],
    help: "on (default) or off, which cuts off the model, too",
  },
  "sandbox-env": {
    type: "string",
    value: "NAME",
    multiple: true,
    help: "pass this variable into the sandbox, beside those of the agent (repeatable)",
  },
  "sandbox-mount": {
    type: "string",
    value: "FOLDER",
    multiple: true,
    help: "show this folder in the sandbox, read-only or FOLDER:rw (repeatable)",
  },
} as const satisfies Record<string, Flag>;

/** The flags as settings, `NAME=VALUE`. */
export function readSandboxFlags(args: ParsedArgs): readonly string[] {
  const list = (flag: string, name: string): readonly string[] =>
    args.texts(flag).length === 0 ? [] : [`${name}=${JSON.stringify(args.texts(flag))}`];
  return [
    ...word(args, "sandbox", [...sandboxKinds, "none"]).map((kind) => `sandbox=${kind}`),
    ...(args.text("sandbox-image") === undefined ? [] : [`sandboxImage=${JSON.stringify(args.text("sandbox-image"))}`]),
    ...word(args, "sandbox-network", ["on", "off"]).map((state) => `sandboxNetwork=${state}`),
    ...list("sandbox-env", "sandboxEnv"),
    ...list("sandbox-mount", "sandboxMounts"),
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
