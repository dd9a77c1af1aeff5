import { existsSync } from "node:fs";
import { awayParent } from "../run/hidden/hidden-places.js";
import { findPrivateFolder } from "../run/records/private-folder.js";
import type { Command, Io } from "./command.js";

/**
 * A run that was killed may have left files of hidden checks away: whatever is asked for next in the project, they come
 * back first. Costs one look for a folder where there are none.
 */
export async function putBackHidden(
  name: string,
  io: Io,
  load: (name: string) => Command | Promise<Command>,
): Promise<void> {
  if (name === "hidden" || name === "scripted") return;
  const folder = findPrivateFolder(io.cwd, io);
  if (folder === null || !existsSync(awayParent(folder.path))) return;
  const quiet = { ...io, out: () => undefined };
  const none = { words: [], flag: () => false, text: () => undefined, texts: () => [] };
  await (await load("hidden")).run(none, quiet);
}
