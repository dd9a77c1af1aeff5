import { option } from "../../lib/process/option.js";
import type { AgentStart } from "../agent-cli.js";

/** `aider --message`: plain text. It edits files; commands it suggests need a person's word. */
export const aiderStart: AgentStart = {
  name: "aider",
  args: ({ model, permissions, more }) => [
    ...["--no-pretty", "--no-stream", "--no-check-update", ...permissions],
    ...option("--model", model),
    ...more,
    "--message",
  ],
  prompt: "last-argument",
  permissions: {
    all: { flags: ["--yes-always"], may: "edit files and commit them, without asking" },
    edit: { flags: ["--yes-always", "--no-suggest-shell-commands"], may: "edit files and commit them, without asking" },
    read: { flags: ["--yes-always", "--chat-mode", "ask"] },
  },
  hasResume: false,
  reports: { cost: false, tokens: false, limits: "message", stopReasons: "exit-code" },
  setUp: {
    install: "python -m pip install aider-install && aider-install",
    logIn: "export the key of your provider, such as ANTHROPIC_API_KEY",
  },
  logInSigns: {
    variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY", "AIDER_API_KEY"],
    files: [".aider.conf.yml"],
  },
  tried: "nothing",
};
