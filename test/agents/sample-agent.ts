import type { AgentStart } from "../../src/agents/agent-cli.js";
import { option } from "../../src/lib/process/option.js";

/** `acme run --json`: prints Claude's events. */
export const acmeStart: AgentStart = {
  name: "acme",
  format: "claude-stream",
  args: ({ resume, model, permissions, more }) => [
    ...["run", "--json", ...permissions],
    ...option("--model", model),
    ...option("--session", resume),
    ...more,
  ],
  prompt: "stdin",
  permissions: { all: { flags: ["--yes"] }, read: { flags: ["--plan"] } },
  env: { ACME_NO_UPDATE: "1" },
  reports: { cost: true, tokens: true, limits: "message", stopReasons: "event" },
  setUp: { install: "npm install -g acme-agent", logIn: "acme login" },
  logInSigns: { variables: ["ACME_API_KEY"], files: [".acme/auth.json"] },
  tried: "nothing",
};
