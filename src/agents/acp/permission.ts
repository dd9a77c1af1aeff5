import type { PermissionOption } from "@agentclientprotocol/sdk";

/**
 * The option that lets the agent go on, or null if it offers none. "Always" is the second choice: some agents write it
 * into the project's settings.
 */
export const chooseAllowed = (options: readonly PermissionOption[]): PermissionOption | null =>
  options.find(({ kind }) => kind === "allow_once") ?? options.find(({ kind }) => kind === "allow_always") ?? null;
