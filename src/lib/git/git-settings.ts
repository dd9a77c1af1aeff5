import { askGit, explicit } from "./ask-git.js";
import { records } from "./git-output.js";

/** The settings of filters, which are commands. */
export async function listFilters(root: string, scope: readonly string[] = []): Promise<ReadonlyMap<string, string>> {
  const answer = await askGit(root, ["config", ...scope, "--includes", "-z", "--get-regexp", "^filter\\..*"]);
  if (!answer.ok) return new Map();
  const entries = records(answer.out).map((entry): [string, string] => {
    const end = entry.indexOf("\n");
    return end < 0 ? [entry, ""] : [entry.slice(0, end), entry.slice(end + 1)];
  });
  return new Map(entries.filter(([name]) => /\.(?:clean|smudge|process|required)$/.test(name)));
}

/** The user's own filters, as they were when first asked for: later ones may be an agent's. */
let userFilters: Promise<ReadonlyMap<string, string>> | null = null;

export function rememberUserFilters(root: string): Promise<ReadonlyMap<string, string>> {
  userFilters ??= Promise.all([listFilters(root, ["--system"]), listFilters(root, ["--global"])]).then(
    ([system, user]) => new Map([...system, ...user]),
  );
  return userFilters;
}

const idle = (name: string): string => (name.endsWith(".required") ? "false" : "");

/** Settings that disable all filters but those given, which are set to what they were. */
export async function pinFilters(root: string, kept: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const now = await listFilters(root);
  return [...new Set([...now.keys(), ...kept.keys()])].flatMap((name) => [
    "-c",
    `${name}=${kept.get(name) ?? idle(name)}`,
  ]);
}

/** What the repository's own files set, those they include too: each name with all its values. Null if it cannot be read. */
export async function listOwnSettings(root: string): Promise<ReadonlyMap<string, string> | null> {
  const words = ["config", "--list", "--includes", "--show-scope", "-z"];
  const answer = await askGit(root, words, { env: explicit(root) });
  if (!answer.ok) return null;
  const settings = new Map<string, string>();
  const parts = records(answer.out);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope = "", entry = ""] = parts.slice(at, at + 2);
    if (scope !== "local" && scope !== "worktree") continue; // Those are our own.
    const [name = ""] = entry.split("\n", 1);
    settings.set(name, `${settings.get(name) ?? ""}${entry}\0`);
  }
  return settings;
}
