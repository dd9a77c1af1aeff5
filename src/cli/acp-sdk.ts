import { errorMessage, UserError } from "../lib/errors.js";

export async function loadSdk(): Promise<Sdk> {
  try {
    return await import("@agentclientprotocol/sdk");
  } catch (error) {
    throw new UserError({
      what: `the package for the Agent Client Protocol cannot be loaded: ${errorMessage(error)}`,
      where: "--agent",
      fix: "install it where untildone is installed: npm install -g @agentclientprotocol/sdk (without -g in a project)",
    });
  }
}

export type Sdk = typeof import("@agentclientprotocol/sdk");
