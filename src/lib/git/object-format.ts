import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isSettled } from "../files/file-cache.js";
import { askGit, explicit, type GitRefusal } from "./ask-git.js";
import { text } from "./git-output.js";

interface ObjectFormat {
  readonly ok: true;
  readonly format: string;
}

/** The hash of a repository's objects is fixed when it is made. Kept with the files that would change with it. */
const formats = new Map<string, ObjectFormat & { readonly stamp: string }>();
const maxFormats = 1_000;

export function recallFormat(root: string): ObjectFormat | null {
  const known = formats.get(root);
  return known !== undefined && known.stamp === stampSettings(root) ? known : null;
}

export async function readFormat(root: string): Promise<ObjectFormat | GitRefusal> {
  formats.delete(root);
  const stamp = stampSettings(root);
  const answer = await askGit(root, ["rev-parse", "--show-object-format"], { env: explicit(root) });
  if (!answer.ok) return answer;
  const format = text(answer.out).trim();
  if (formats.size >= maxFormats) formats.clear();
  if (stamp !== null) formats.set(root, { ok: true, format, stamp });
  return { ok: true, format };
}

/** What changes if a repository is made anew or set otherwise; null if that cannot be told. */
function stampSettings(root: string): string | null {
  const folder = lstatSync(join(root, ".git"), { throwIfNoEntry: false });
  if (!folder?.isDirectory()) return null;
  const config = lstatSync(join(root, ".git/config"), { throwIfNoEntry: false });
  if (!config?.isFile() || !isSettled(config.ctimeMs, Date.now())) return null;
  return [folder.ino, config.ino, config.size, config.mtimeMs, config.ctimeMs].join(" ");
}
