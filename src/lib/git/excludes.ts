import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { textAt } from "../files/folder.js";
import { askGit } from "./ask-git.js";
import { text } from "./git-output.js";
import { findGitPlaces } from "./git-places.js";

/** Ignore rules beside those in the folders: the user's own, then the repository's. */
export async function readExcludes(root: string): Promise<string> {
  const named = await askGit(root, ["config", "--type=path", "--get", "core.excludesFile"]);
  const config = process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
  const file = named.ok ? text(named.out).replace(/\n$/, "") : join(config, "git/ignore");
  const { common } = findGitPlaces(root);
  return [textAt(resolve(root, file)), common === null ? null : textAt(join(common, "info/exclude"))]
    .map((part) => part ?? "")
    .join("\n");
}
