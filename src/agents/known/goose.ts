import { option } from "../../lib/process/option.js";
import type { AgentStart } from "../agent-cli.js";

/** `goose run -i -`: plain text. Its permissions are set by a variable. */
export const gooseStart: AgentStart = {
  name: "goose",
  args: ({ model, more }) => ["run", "--no-session", ...option("--model", model), ...more, "-i", "-"],
  prompt: "stdin",
  permissions: { all: { flags: [] } },
  hasResume: false,
  env: { GOOSE_MODE: "auto" },
  reports: { cost: false, tokens: false, limits: "message", stopReasons: "exit-code" },
  setUp: {
    install: "curl -fsSL https://github.com/block/goose/releases/download/stable/download_cli.sh | bash",
    logIn: "goose configure",
  },
  logInSigns: { variables: ["GOOSE_PROVIDER"], files: [".config/goose/config.yaml"] },
  tried: "nothing",
};
