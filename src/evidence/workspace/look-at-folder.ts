import { hashFile } from "../../lib/files/file-cache.js";
import { plainTextAt } from "../../lib/files/folder.js";
import { KnownNames } from "./known-names.js";
import { toFileState } from "./look-at-file.js";
import type { Look, Within } from "./state.js";
import { keepMisnamed, walkWork } from "./walk-work.js";
import { type FileState, isOwnPath, knownIn, ownFolders, rootIn } from "./workspace-state.js";

export function lookAtFolder(path: string, within: Within): Look {
  const own = ownFolders(path, within.ignore);
  const start = rootIn(within.start, path);
  const known = new KnownNames([new Set(Object.keys(start?.files ?? {}))]);
  const walk = walkWork({
    ...{ root: path, git: false, excludes: "", start: start?.ignored ?? null, most: maxFiles },
    isOwn: (name) => isOwnPath(name, own),
    isKnown: (name) => known.has(name),
    isKnownFolder: (folder) => known.hasFolder(folder),
    isSubmodule: () => false,
  });
  const earlier = knownIn(within.earlier, path);
  const all = new Map<string, FileState>();
  for (const name of walk.files) {
    const full = `${path}/${name}`;
    const found = hashFile(full);
    if (found) all.set(name, toFileState(found, name, { text: () => plainTextAt(full), earlier }));
  }
  const note = walk.tooMany ? `${path} holds too many files to look at without git` : null;
  const kept = { ignored: walk.ignored, ...keepMisnamed(walk) };
  return {
    state: { path, git: false, commit: null, files: Object.fromEntries(all), gone: [], own, ...kept },
    all,
    note,
  };
}

/** More files than anybody works on without git: a home, say. */
const maxFiles = 100_000;
