import type { AgentStart } from "../agent-cli.js";
import { readClaudeToolCalls } from "./claude.js";

/** `amp --execute --stream-json`: Claude's events. It chooses the model itself. */
export const ampStart: AgentStart = {
  name: "amp",
  format: "claude-stream",
  args: ({ resume, permissions, more }) => [
    ...(resume === null ? [] : ["threads", "continue", resume]),
    ...["--execute", "--stream-json", "--no-notifications", "--no-ide", ...permissions],
    ...more,
  ],
  prompt: "stdin",
  permissions: { all: { flags: ["--dangerously-allow-all"] } },
  hasModel: false,
  env: { AMP_SKIP_UPDATE_CHECK: "1" },
  reports: { cost: false, tokens: true, limits: "message", stopReasons: "event" },
  setUp: { install: "npm install -g @ampcode/cli", logIn: "amp login" },
  logInSigns: { variables: ["AMP_API_KEY"], files: [".local/share/amp/secrets.json"] },
  tried: "nothing",
  readToolCalls: readClaudeToolCalls,
};
