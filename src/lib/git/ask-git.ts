import { join } from "node:path";
import { runCommand } from "../process/process.js";

/** Why git failed, and whether the reason is that there is no repository here. */
export interface GitRefusal {
  readonly ok: false;
  readonly why: string;
  readonly noGit: boolean;
  /** All that git said, where that is more than its first line: the cause may stand below. */
  readonly said?: string;
}

export type GitAnswer = { readonly ok: true; readonly out: Buffer } | GitRefusal;

const maxBytes = 512 * 1024 * 1024;
/** No monitor, no hook, no transport: whatever an object or a setting asks for, nothing is started and nothing fetched. */
const noHooks = [
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false"],
  ...["-c", "protocol.allow=never", "-c", "advice.graftFileDeprecated=false"],
];

/** Variables of git that say who the user is. All others could point our git at something else. */
const identityVariable = /^GIT_(?:AUTHOR|COMMITTER)_/;

function environment(): Readonly<Record<string, string | undefined>> {
  const names = Object.keys(process.env).filter((name) => name.startsWith("GIT_") && !identityVariable.test(name));
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null",
    GIT_PAGER: "cat",
    LC_ALL: "C",
  };
}

/** Reading needs no setting of the user's. */
const noUserSettings = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

export interface GitOptions {
  readonly stdin?: string;
  readonly most?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The command changes the repository: it gets more time and is never killed halfway, even if we exit. */
  readonly writes?: boolean;
  readonly timeoutMs?: number;
  /** A status beside 0 that is an answer, too. */
  readonly accepts?: number;
}

const readMs = 60_000;
const writeMs = 900_000;

/** Runs git without executing anything named in the repository's own configuration. */
export async function askGit(cwd: string, words: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const most = options.most ?? maxBytes;
  const timeoutMs = options.timeoutMs ?? (options.writes ? writeMs : readMs);
  const { ending, stderr } = await runCommand(["git", ...noHooks, ...words], {
    cwd,
    env: { ...environment(), ...options.env },
    timeoutMs,
    mayOutliveUs: options.writes ?? false,
    sweep: false,
    keepLimits: { head: 4096, tail: 0 },
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    onOutput: (chunk, from) => {
      if (from === "stdout" && bytes < most) chunks.push(Buffer.from(chunk));
      if (from === "stdout") bytes += chunk.length;
    },
  });
  if (ending.is === "exited" && (ending.code === 0 || ending.code === options.accepts))
    return { ok: true, out: Buffer.concat(chunks) };
  const command = `git ${commandIn(words)}`;
  if (ending.is === "timed-out")
    return { ok: false, why: `${command} did not end within ${timeoutMs / 1000} s and was stopped`, noGit: false };
  const line = stderr.text().trim().split("\n")[0];
  const why = line || ("why" in ending ? ending.why : `${command} ${ending.is}`);
  const said = stderr.text().trim();
  return { ok: false, why, noGit: ending.is === "not-found", ...(said.includes("\n") ? { said } : {}) };
}

/** The first word that is no setting. */
const commandIn = (words: readonly string[]): string =>
  words.find((word, at) => word !== "-c" && words[at - 1] !== "-c") ?? "";

/** Which repository is meant, whatever its configuration says about where its files are. */
export const explicit = (root: string): Readonly<Record<string, string>> => ({
  ...noUserSettings,
  GIT_DIR: join(root, ".git"),
  GIT_WORK_TREE: root,
});

export const isGitInstalled = async (cwd: string): Promise<boolean> => (await askGit(cwd, ["version"])).ok;
