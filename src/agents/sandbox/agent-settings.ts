import type { Environment } from "../../lib/environment.js";
import type { Agent } from "../agent.js";

/**
 * Files of the home folder whose settings name commands that an agent starts: hooks, servers of tools, helpers for keys.
 * It can write them in a sandbox, and a person starts it outside of one. What it writes there at every start, such as
 * `~/.claude.json`, is none of them.
 */
const settingsFiles: Readonly<Record<string, readonly string[]>> = {
  claude: [".claude/settings.json", ".claude/settings.local.json"],
  codex: [".codex/config.toml", ".codex/hooks.json"],
  gemini: [".gemini/settings.json"],
  qwen: [".qwen/settings.json"],
  aider: [".aider.conf.yml"],
  amp: [".config/amp/settings.json"],
  continue: [".continue/config.yaml"],
  copilot: [".copilot/mcp-config.json"],
  "cursor-agent": [".cursor/mcp.json", ".cursor/hooks.json"],
  droid: [".factory/settings.json", ".factory/mcp.json"],
  goose: [".config/goose/config.yaml"],
  opencode: [".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"],
};

/** Those of these agents. */
export function listSettingsFiles(
  agents: readonly Pick<Agent, "name" | "formOf">[],
  { env, home }: { readonly env: Environment; readonly home: string },
): readonly string[] {
  if (home === "") return [];
  const names = new Set(agents.flatMap(({ name, formOf = name }) => [name, formOf]));
  const own = [...names].flatMap((name) => (Object.hasOwn(settingsFiles, name) ? (settingsFiles[name] ?? []) : []));
  const moved = names.has("codex") && env["CODEX_HOME"] ? [`${env["CODEX_HOME"]}/config.toml`] : [];
  return [...own.map((file) => `${home}/${file}`), ...moved];
}
