import { secretValues } from "../../lib/secrets/secret-values.js";
import { choosePassed, type PassedEnvironment } from "./agent-access.js";
import { toolVariables } from "./tool-folders.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The way to the network, which may hold a password, and who would need it to be there. */
const proxy = /_proxy$/i;

/**
 * Which variables commands get that check the work: the usual ones, those of tools, and those that the user names for
 * the sandbox. None that holds a secret, since the agent writes what these commands run.
 */
export function chooseForChecks(env: Environment, named: readonly string[]): PassedEnvironment {
  const isSecret = (name: string): boolean => secretValues({ [name]: env[name] }).size > 0;
  const tools = Object.keys(env).filter((name) => toolVariables.test(name));
  const { passed, dropped } = choosePassed(env, [], [...named, ...tools]);
  const kept = passed.filter((name) => !isSecret(name) && !proxy.test(name));
  return { passed: kept, dropped: [...dropped, ...passed.filter((name) => !kept.includes(name))] };
}

/** The same with a network, and the way to it. */
export function withProxies(env: Environment, { passed, dropped }: PassedEnvironment): PassedEnvironment {
  const proxies = dropped.filter((name) => proxy.test(name) && env[name] !== undefined);
  return { passed: [...passed, ...proxies], dropped: dropped.filter((name) => !proxies.includes(name)) };
}
