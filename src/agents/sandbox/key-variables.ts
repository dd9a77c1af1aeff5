import { textAt } from "../../lib/files/folder.js";
import type { Agent } from "../agent.js";

interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The variables that an agent's own settings name as the place of a key, such as `env_key` of a model of Codex. */
export function findKeyVariables(agents: readonly Pick<Agent, "name" | "formOf">[], place: Place): readonly string[] {
  const isCodex = agents.some(({ name, formOf = name }) => formOf === "codex");
  const folder = place.env["CODEX_HOME"] ?? (place.home === "" ? null : `${place.home}/.codex`);
  return isCodex && folder !== null ? readKeyVariables(textAt(`${folder}/config.toml`) ?? "") : [];
}

/** The values of `env_key`, and those of `env_http_headers`, which are names of variables as well. */
export function readKeyVariables(toml: string): readonly string[] {
  const lines = toml.split("\n").filter((line) => !/^\s*#/.test(line));
  const keys = lines.flatMap((line) => /\benv_key\s*=\s*["']([A-Za-z_]\w*)["']/.exec(line)?.[1] ?? []);
  const headers = lines.flatMap((line) => /\benv_http_headers\s*=\s*\{([^}]*)\}/.exec(line)?.[1] ?? []);
  const named = headers.flatMap((list) =>
    [...list.matchAll(/=\s*["']([A-Za-z_]\w*)["']/g)].map(([, name = ""]) => name),
  );
  return [...new Set([...keys, ...named])];
}
