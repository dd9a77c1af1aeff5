import { askGit, type GitAnswer, type GitOptions } from "./ask-git.js";

const networkMs = 600_000;

/** Ways to reach a repository. `ext::` would run a command. */
export const gitProtocols = "file:git:http:https:ssh";

/** The user's own way to log in with ssh. */
const sshVariables = ["GIT_SSH_COMMAND", "GIT_SSH", "SSH_AUTH_SOCK"];

/**
 * Runs git in a repository of our own, with the network and the user's log-in. Never in a folder where an agent works,
 * whose configuration could name commands.
 */
export function askRemote(cwd: string, words: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const ssh = sshVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return askGit(cwd, ["-c", "protocol.allow=always", ...quiet, ...words], {
    ...{ writes: true, timeoutMs: networkMs },
    ...options,
    env: { ...Object.fromEntries(ssh), GIT_ALLOW_PROTOCOL: gitProtocols, ...options.env },
  });
}

/** Fetches from a repository on this machine into one where an agent works. Nothing its configuration names is run. */
export const fetchLocally = (cwd: string, from: string, refs: readonly string[]): Promise<GitAnswer> =>
  askGit(cwd, [...locally, ...quiet, "fetch", "-q", "--no-tags", "--no-write-fetch-head", from, ...refs], {
    writes: true,
    env: { GIT_ALLOW_PROTOCOL: "file" },
  });

const locally = ["-c", "protocol.allow=never", "-c", "protocol.file.allow=always", "-c", "core.alternateRefsCommand=:"];
const quiet = ["-c", "gc.auto=0", "-c", "maintenance.auto=false"];
