import type { Environment } from "../../lib/environment.js";
import type { Agent } from "../agent.js";

/** Of no agent in particular: the terminal, the language, the way to the network, and who commits. */
const usualVariables =
  /^(?:HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLORTERM|NO_COLOR|CI|(?:https?|no|all)_proxy|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL))$/i;

export interface PassedEnvironment {
  readonly passed: readonly string[];
  readonly dropped: readonly string[];
}

/** Which of our variables the agents get: the usual ones, their own, and those that the user names. */
export function choosePassed(
  env: Environment,
  agents: readonly Pick<Agent, "name" | "formOf" | "logInSigns">[],
  named: readonly string[],
): PassedEnvironment {
  const prefixes = new Set(agents.flatMap(ownPrefixes));
  const isPassed = (name: string): boolean =>
    usualVariables.test(name) || named.includes(name) || prefixes.has(prefixOf(name));
  const names = Object.keys(env)
    .filter((name) => env[name] !== undefined)
    .sort();
  return { passed: names.filter(isPassed), dropped: names.filter((name) => !isPassed(name)) };
}

/** An agent's own variables begin with its name, or as those of its keys do: ANTHROPIC_BASE_URL as ANTHROPIC_API_KEY. */
const ownPrefixes = ({
  name,
  formOf = name,
  logInSigns,
}: Pick<Agent, "name" | "formOf" | "logInSigns">): readonly string[] =>
  logInSigns ? [`${formOf.toUpperCase().replaceAll("-", "_")}_`, ...logInSigns.variables.map(prefixOf)] : [];

const prefixOf = (name: string): string => (name.includes("_") ? `${name.split("_")[0]}_` : name);

/** Where programs keep what belongs to them, by the base directories that most follow. */
const shared = [".config", ".local/share", ".local/state", ".cache"];

/** A file or folder of the home folder, relative to it. */
export interface HomePlace {
  readonly path: string;
  readonly isFolder: boolean;
}

/** What of the home folder belongs to an agent: the folders of its log-in, and those of its name elsewhere. */
export function ownPlaces({ logInSigns }: Pick<Agent, "logInSigns">): readonly HomePlace[] {
  const places = (logInSigns?.files ?? []).flatMap(ownPlace);
  return [...new Map(places.map((place) => [place.path, place])).values()];
}

function ownPlace(file: string): readonly HomePlace[] {
  const base = shared.find((folder) => file.startsWith(`${folder}/`));
  if (base === undefined) return [{ path: file.split("/")[0] ?? file, isFolder: file.includes("/") }];
  const name = file.slice(base.length + 1).split("/")[0] ?? "";
  return shared.map((folder) => ({ path: `${folder}/${name}`, isFolder: true }));
}
