import { namesIn, pathJoin } from "../../../lib/files/folder.js";
import { commitTree } from "../../../lib/git/git.js";
import { KnownNames } from "../../workspace/known-names.js";
import { isOwnPath, type RootState } from "../../workspace/workspace-state.js";

/** What lies in a project's root, by paths from it. */
export interface ListedContent {
  /** The files that count, but for our own. */
  readonly files: ReadonlySet<string>;
  /** The folders in which they lie; the root itself is empty. */
  readonly folders: readonly string[];
  /** What lies beside the work: ignored files, and folders without any work. */
  readonly ignored: readonly string[];
  /** Whether nobody but who works on the project changes it: programs keep files of their own in folders with a dot. */
  isSteady(path: string): boolean;
}

/**
 * By our own look: what git calls ignored an agent can change. Nothing above a file that is put back is called ignored,
 * nor the file itself: it would be written into the project through a link.
 */
export async function listContent(root: RootState, putBack: readonly string[]): Promise<ListedContent> {
  const held = root.commit === null ? null : await commitTree(root.path, root.commit);
  const gone = new Set(root.gone);
  const files = new Set([...(held?.keys() ?? []), ...Object.keys(root.files)].filter((name) => !gone.has(name)));
  const written = new Set(putBack);
  const known = new KnownNames([files, written]);
  // A link where a folder was leads elsewhere: what is behind it is not the project's.
  const isBehindLink = (folder: string): boolean =>
    folder.split("/").some((_, depth, parts) => files.has(parts.slice(0, depth + 1).join("/")));
  const folders = ["", ...known.folders].filter((folder) => folder === "" || !isBehindLink(folder.slice(0, -1)));
  const isOwn = (path: string): boolean => isOwnPath(path, root.own);
  const ignored = folders.flatMap((folder) =>
    namesIn(pathJoin(root.path, folder))
      .filter((name) => name !== ".git")
      .map((name) => `${folder}${name}`)
      .filter((path) => !files.has(path) && !written.has(path) && !known.hasFolder(`${path}/`) && !isOwn(path)),
  );
  return {
    files: new Set([...files].filter((path) => !isOwn(path))),
    folders: folders.map((folder) => folder.replace(/\/$/, "")).filter((folder) => !isOwn(folder)),
    ignored,
    isSteady: (path) => held?.has(path) === true || !/(?:^|\/)\./.test(path),
  };
}
