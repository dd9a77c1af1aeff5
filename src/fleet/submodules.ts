import { askGit } from "../lib/git/ask-git.js";
import { text } from "../lib/git/git-output.js";
import { askRemote } from "../lib/git/remote-git.js";
import { oneLine } from "../lib/text/printable.js";
import { allSaid, speaksOfMachine, WorkerFault } from "./fault.js";

interface Checkout {
  /** A clone or a worktree of it, in which no agent has worked yet. */
  readonly folder: string;
  /** The commit that is checked out, and the one that was submitted. */
  readonly commit: string;
  readonly first: string;
  /** Of the repository itself: a submodule may be named as seen from there. */
  readonly url: string;
  /** Whether this worker may fetch from there. */
  mayFetch(url: string): boolean;
}

/**
 * Fetches the submodules of a checkout, not those within them. Where they come from, and which commit of them, is taken
 * from what was submitted and not from what agents have merged since: the worker's log-in would be shown to anybody.
 * Returns what was left out, and why; null if nothing was.
 */
export async function fetchSubmodules({ folder, commit, first, url, mayFetch }: Checkout): Promise<string | null> {
  const links = await linksAt(folder, commit);
  if (links === "") return null;
  const left = (why: string): string => `the submodules were not fetched: ${oneLine(why)}`;
  const isSame =
    links === (await linksAt(folder, first)) && (await urlsAt(folder, commit)) === (await urlsAt(folder, first));
  if (!isSame) return left("they are not as they were submitted");
  const urls = (await urlsAt(folder, first)).split("\n").map((line) => line.slice(line.indexOf(" ") + 1));
  const refused = urls.map((each) => resolveUrl(each, url)).find((each) => !mayFetch(each));
  if (refused !== undefined) return left(`--allow-repo does not name ${refused}`);
  const answer = await askRemote(folder, ["submodule", "--quiet", "update", "--init"]);
  if (answer.ok) return null;
  if (speaksOfMachine(allSaid(answer))) throw new WorkerFault(answer.why);
  return left(answer.why);
}

/** Each submodule with its commit. */
async function linksAt(folder: string, commit: string): Promise<string> {
  const answer = await askGit(folder, ["ls-tree", "-r", commit]);
  const lines = answer.ok ? text(answer.out).split("\n") : [];
  return lines.filter((line) => line.startsWith("160000 ")).join("\n");
}

async function urlsAt(folder: string, commit: string): Promise<string> {
  const words = ["config", "--blob", `${commit}:.gitmodules`, "--get-regexp", "^submodule\\..*\\.url$"];
  const answer = await askGit(folder, words);
  return answer.ok ? text(answer.out).trim() : "";
}

/** As git does it: "../lib.git" is beside the repository. */
export function resolveUrl(named: string, url: string): string {
  if (!/^\.{1,2}\//.test(named)) return named;
  let base = url.replace(/\/+$/, "");
  let rest = named;
  for (; /^\.{1,2}\//.test(rest); rest = rest.replace(/^\.{1,2}\//, ""))
    if (rest.startsWith("../")) base = base.replace(/[/:][^/:]*$/, "");
  return `${base}/${rest}`;
}
