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

/**
 * Whether a name is that of a key for a model, as far as names tell. Whoever can change the agent's settings could name any
 * variable: what belongs to other services is passed only if a person says so.
 */
export const isModelKey = (name: string): boolean =>
  /(?:^|_)(?:API_?KEY|KEY|TOKEN)$/.test(name) && !ofOthers.test(name);

const ofOthers =
  /^(?:AWS|ARM|CI|CLOUDFLARE|DATABASE|DB|DOCKER|FLY|GCP|GH|GIT|GITHUB|GITLAB|GOOGLE_APPLICATION|HEROKU|JIRA|KUBE|NETLIFY|NODE|NPM|PG|PYPI|REDIS|SENTRY|SLACK|SSH|STRIPE|TWILIO|TWINE|UNTILDONE|VAULT|VERCEL)_|_(?:DEPLOY|PRIVATE|SIGNING|SSH|ACCESS)_KEY$/;

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
