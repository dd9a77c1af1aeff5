import type { SandboxNetwork } from "../agents/sandbox/sandbox.js";
import { shown } from "../lib/json/place.js";
import { runDefaults } from "./run-settings.js";
import type { SourcedSetting } from "./setting-sources.js";

/** From the strictest to the loosest. */
const networks: readonly SandboxNetwork[] = ["off", "on", "host"];

interface Loosening {
  /** Whether a value gives an agent, or what it wrote, more than the one that holds without it. */
  readonly isLooser: (value: unknown, own: unknown) => boolean;
  /** How a person says it. */
  readonly flag: string | null;
}

const isListed = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
/** Started, or sent to, outside of the sandbox. */
const outside: Loosening = { isLooser: (value) => value !== null, flag: null };

const loosenings: Readonly<Record<string, Loosening>> = {
  sandbox: { isLooser: (value, own) => value === "none" && own !== "none", flag: "--sandbox none" },
  sandboxEnv: { isLooser: isListed, flag: "--sandbox-env NAME" },
  sandboxMounts: { isLooser: isListed, flag: "--sandbox-mount FOLDER" },
  sandboxNetwork: {
    isLooser: (value, own) => networks.indexOf(value as SandboxNetwork) > networks.indexOf(own as SandboxNetwork),
    flag: "--sandbox-network on|host",
  },
  checksOutside: { isLooser: (value, own) => value === true && own !== true, flag: "--checks-outside" },
  "notify.command": outside,
  "notify.webhook": outside,
  "notify.ntfy": outside,
  "notify.secretVariable": outside,
  "notify.tokenVariable": outside,
};

export interface Loosened {
  readonly name: string;
  readonly what: string;
  readonly where: string;
  readonly fix: string;
}

/**
 * A setting in a file of the project that would loosen the sandbox. An agent may write there, so that an earlier run
 * could say what the next one shows it. A file of the project may make the sandbox stricter.
 */
export function findLoosened(given: readonly SourcedSetting[]): Loosened | null {
  for (const [name, { isLooser, flag }] of Object.entries(loosenings)) {
    const values = given.filter((setting) => setting.name === name);
    const last = values.at(-1);
    const own = values.findLast(({ origin }) => origin.from !== "project")?.value ?? defaultOf(name);
    if (last?.origin.from !== "project" || !isLooser(last.value, own)) continue;
    const { where } = last.origin;
    return {
      name,
      what: `${name} is ${shown(last.value)} in a file of the project, which an agent can change: for a run in a sandbox it must come from you`,
      where,
      fix: `remove it there, and ${flag === null ? "" : `give ${flag}, or `}write it to your own file: ~/.config/untildone/config.yaml`,
    };
  }
  return null;
}

const defaultOf = (name: string): unknown => (runDefaults as unknown as Readonly<Record<string, unknown>>)[name];
