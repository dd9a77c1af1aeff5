import type { AgentStart } from "../agent-cli.js";
import { opencodeArgs, readOpencodeToolCalls } from "./opencode.js";

/** A fork of opencode, with its output and its flags. */
export const kiloStart: AgentStart = {
  name: "kilo",
  format: "opencode",
  args: opencodeArgs,
  prompt: "stdin",
  listModels: ["models"],
  permissions: { all: { flags: ["--auto"] } },
  env: { KILO_DISABLE_AUTOUPDATE: "1" },
  reports: { cost: true, tokens: true, limits: "reset", stopReasons: "event" },
  setUp: { install: "npm install -g @kilocode/cli", logIn: "kilo auth login" },
  logInSigns: { variables: ["KILO_API_KEY"], files: [".local/share/kilo/auth.json"] },
  tried: "output",
  readToolCalls: readOpencodeToolCalls,
};
