import { putFile } from "../../lib/files/copy-tree.js";
import { makeFolder } from "../../lib/files/disk.js";
import { pathJoin } from "../../lib/files/folder.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import type { Repository } from "../../lib/git/git.js";
import { openRepository } from "../../lib/git/git.js";
import { text } from "../../lib/git/git-output.js";
import { writeCommit } from "../git/checkpoints.js";
import type { Parking } from "./park-work.js";
import type { ParkedEntry, ParkedWork } from "./parked-work.js";

/** The ref of a task's parked work. */
export const parkedRef = (run: string, task: string): string =>
  `refs/untildone/parked/${run}/${task.replaceAll(/[^A-Za-z0-9_-]+/g, "-") || "task"}`;

type Saved = Pick<ParkedWork, "ref" | "patch">;

/** For people: a ref and a patch with git, else a folder with the files. What is kept to be brought back is elsewhere. */
export async function saveAsRef(parking: Parking, work: ParkedWork): Promise<Saved> {
  const roots = [...new Set(work.files.map(({ root }) => root))];
  const [root] = roots;
  const repository = root === undefined || roots.length > 1 ? null : await openRepository(root);
  if (!repository?.ok || repository.root !== root) return { ref: null, patch: saveFolder(parking, work) };
  const commit = await commitBoth(repository, parking, work);
  const ref = parkedRef(work.run, work.task);
  const isSaved = commit !== null && (await repository.ask(["update-ref", ref, commit], { writes: true })).ok;
  if (!isSaved) return { ref: null, patch: saveFolder(parking, work) };
  return { ref, patch: await savePatch(repository, { commit, file: `${parking.patchFile}.patch` }) };
}

/** The work is in the tree again: nobody looks for it elsewhere. */
export async function dropRef({ ref, files }: ParkedWork): Promise<void> {
  const [first] = files;
  const repository = ref === null || !first ? null : await openRepository(first.root);
  if (repository?.ok) await repository.ask(["update-ref", "-d", ref ?? ""], { writes: true });
}

/** Without the work, then with it. */
async function commitBoth(repository: Repository, { place }: Parking, work: ParkedWork): Promise<string | null> {
  const head = await repository.head();
  const folder = temporaryFolder("untildone-index-");
  const env = { GIT_INDEX_FILE: pathJoin(folder, "index") };
  const ask = (words: readonly string[], stdin?: string) =>
    repository.ask(words, { env, writes: true, ...(stdin === undefined ? {} : { stdin }) });
  try {
    const paths = listEntries(work).map(({ hash }) => {
      putFile({ folder, path: hash, bytes: place.read(work, hash), isExecutable: false });
      return `${pathJoin(folder, hash)}\n`;
    });
    const stored = await ask(["hash-object", "-w", "--no-filters", "--stdin-paths"], paths.join(""));
    if (!stored.ok || !(await ask(["read-tree", head ?? "--empty"])).ok) return null;
    let parent = head;
    for (const side of ["without", "with"] as const) {
      const staged = await ask(["update-index", "-z", "--index-info"], formatIndex(repository, work, side));
      const tree = await ask(["write-tree"]);
      if (!staged.ok || !tree.ok) return null;
      const commit = await writeCommit(repository, {
        tree: text(tree.out).trim(),
        parents: parent === null ? [] : [parent],
        message: describe(work, side),
      });
      if (typeof commit !== "string") return null;
      parent = commit;
    }
    return parent;
  } finally {
    removeFolder(folder);
  }
}

const listEntries = ({ files }: ParkedWork): readonly ParkedEntry[] =>
  files.flatMap(({ without, with: now }) => [without, now]).filter((entry) => entry !== null);

/** Deletions come first: a folder may replace a file. */
function formatIndex({ hashName }: Repository, { files }: ParkedWork, side: "without" | "with"): string {
  const none = "0".repeat(hashName === "sha1" ? 40 : 64);
  const gone = files.filter((file) => file[side] === null).map(({ path }) => `0 ${none}\t${path}\0`);
  const there = files.flatMap(({ path, [side]: entry }) => (entry ? [`${entry.mode} ${entry.hash}\t${path}\0`] : []));
  return [...gone, ...there].join("");
}

const describe = ({ task, title }: ParkedWork, side: "without" | "with"): string =>
  side === "without"
    ? `untildone: before the parked work of ${task}\n`
    : `untildone: parked work of ${task}: ${title.split("\n")[0]}\n`;

const mostPatch = 64 * 1024 * 1024;

async function savePatch(
  repository: Repository,
  { commit, file }: { readonly commit: string; readonly file: string },
): Promise<string | null> {
  const words = ["diff", "--binary", "--no-color", "--no-ext-diff", "--no-textconv", `${commit}^`, commit];
  const patch = await repository.ask(words);
  if (!patch.ok || patch.out.length > mostPatch) return null;
  return putForPeople(file, patch.out);
}

/** Outside the project, where no runner takes them for tests. */
function saveFolder({ place }: Parking, work: ParkedWork): string | null {
  const folder = place.filesFolder(work);
  removeFolder(folder);
  for (const { path, with: entry } of work.files) {
    const bytes = entry && place.read(work, entry.hash);
    if (entry && bytes && putForPeople(`${folder}/${path}`, bytes) === null) return null;
  }
  return folder;
}

/** A disk that is full costs only this copy. */
function putForPeople(file: string, bytes: Buffer): string | null {
  const at = file.lastIndexOf("/");
  try {
    makeFolder(file.slice(0, at));
    putFile({ folder: file.slice(0, at), path: file.slice(at + 1), bytes, isExecutable: false });
    return file;
  } catch {
    return null;
  }
}
