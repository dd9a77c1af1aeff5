import { isUserError } from "../../lib/errors.js";
import { pathFrom, realPlace } from "../../lib/files/folder.js";
import { openRepository, type Repository } from "../../lib/git/git.js";
import { compareHere, type FilesHere } from "./compare-here.js";
import {
  digestContent,
  digestFiles,
  findHeld,
  hashFile,
  treeOf,
  treeWithout,
  treeWithoutFiles,
  workTree,
} from "./content.js";
import type { ProofStatement } from "./statement.js";

/** Whether what lies here is what was proved. */
export type ComparedContent =
  | {
      readonly is: "same";
      readonly what: string;
      /** Null where they were not asked about. */
      readonly here: FilesHere | null;
    }
  | { readonly is: "other"; readonly why: string; readonly fix: string }
  | { readonly is: "unknown"; readonly why: string; readonly fix: string };

export interface ContentPlace {
  readonly cwd: string;
  /** The file of the proof, which may lie beside what it proves. */
  readonly file: string;
  /** A commit to compare with instead of what is checked out. */
  readonly commit: string | null;
}

export async function compareContent(statement: ProofStatement, place: ContentPlace): Promise<ComparedContent> {
  const digests = Object.assign({}, ...statement.subject.map(({ digest }) => digest)) as Record<string, unknown>;
  const { gitTree, gitCommit, sha256 } = digests;
  const odd = statement.subject.find(({ name, digest }) => Object.keys(digest).join() !== digestNames.get(name));
  if (odd) return { is: "other", why: `its subject ${JSON.stringify(odd.name)} is none that a proof has`, fix: remake };
  if (statement.predicate.content.kind === "files") return compareFiles(statement, sha256, place);
  if (typeof gitTree !== "string") return { is: "other", why: "it names no git tree as its subject", fix: remake };
  const repository = await openRepository(place.cwd);
  if (!repository.ok)
    return {
      is: "unknown",
      why: `there is no git repository here to compare with (${repository.why})`,
      fix: "run it in a checkout of what was proved, or add --file-only for the signature alone",
    };
  return compareTrees(
    repository,
    { tree: gitTree, commit: typeof gitCommit === "string" ? gitCommit : null },
    { statement, place },
  );
}

const remake = "ask for a new proof";

/** What each subject is the digest of. */
const digestNames: ReadonlyMap<string, string> = new Map([
  ["commit", "gitCommit"],
  ["tree", "gitTree"],
  ["files", "sha256"],
]);

interface Comparing {
  readonly statement: ProofStatement;
  readonly place: ContentPlace;
}

interface ProvedGit {
  readonly tree: string;
  readonly commit: string | null;
}

async function compareTrees(repository: Repository, proved: ProvedGit, comparing: Comparing): Promise<ComparedContent> {
  const { place } = comparing;
  const asked = place.commit ?? "HEAD";
  const at = await repository.commitAt(asked);
  if (at === null && place.commit !== null)
    return { is: "unknown", why: `there is no commit ${asked} here`, fix: "git fetch" };
  const found = await findTree(repository, proved.tree, { at, ...comparing });
  return found ?? describeOther(repository, proved, { at, asked });
}

/** What has the tree that was proved: a commit, one that adds only what is no part of it, or the files as they lie there. */
async function findTree(repository: Repository, tree: string, comparing: AtCommit): Promise<ComparedContent | null> {
  const { at, place, statement } = comparing;
  const path = pathFrom(realPlace(repository.root), realPlace(place.file));
  const file = path.startsWith("..") ? [] : [path];
  const leftOut = statement.predicate.content.leftOut.filter((each) => typeof each === "string");
  const own = [...file, ...leftOut];
  const held = at === null ? new Set<string>() : await findHeld(repository, at, own);
  const name = at === null ? null : await findCommit(repository, tree, { at, file, leftOut, held });
  if (at !== null && name !== null)
    return { is: "same", what: name, here: place.commit === null ? await compareHere(repository, at, own) : null };
  const isHere = place.commit === null && (await findWorkTree(repository, own, held.size > 0)) === tree;
  return isHere ? { is: "same", what: "the files here, not all of them committed", here: { is: "same" } } : null;
}

/** The tree of the files that lie here; null where git cannot say. */
async function findWorkTree(repository: Repository, own: readonly string[], isHeld: boolean): Promise<string | null> {
  try {
    const tree = await workTree(repository, own);
    return isHeld ? await treeWithoutFiles(repository, tree, own) : tree;
  } catch (error) {
    if (isUserError(error)) return null;
    throw error;
  }
}

type AtCommit = Comparing & { readonly at: string | null };

interface CommitWithout {
  readonly at: string;
  readonly file: readonly string[];
  readonly leftOut: readonly string[];
  /** Those of them that the commit has. */
  readonly held: ReadonlySet<string>;
}

/** In words how the commit has this tree; null if it does not. */
async function findCommit(
  repository: Repository,
  tree: string,
  { at, file, leftOut, held }: CommitWithout,
): Promise<string | null> {
  const name = `commit ${at.slice(0, 12)}`;
  if ((await treeOf(repository, at)) === tree) return name;
  if (held.size === 0) return null;
  const own = [...file, ...leftOut];
  if ((await treeWithoutFiles(repository, at, file)) === tree) return `${name}, which adds only this proof`;
  if ((await treeWithoutFiles(repository, at, own)) === tree) return `${name}, which adds only proofs`;
  const isWithout = (await treeWithout(repository, at, own)) === tree;
  return isWithout ? `${name}, apart from ${leftOut.join(", ")}` : null;
}

async function describeOther(
  repository: Repository,
  { commit }: ProvedGit,
  { at, asked }: { readonly at: string | null; readonly asked: string },
): Promise<ComparedContent> {
  const here = at === null ? "what lies here" : `${asked} (${at.slice(0, 12)})`;
  if (commit === null) return { is: "other", why: `${here} is not what was proved, which was no commit`, fix: remake };
  const isKnown = (await treeOf(repository, commit)) !== null;
  if (isKnown)
    return {
      is: "other",
      why: `it proves commit ${commit.slice(0, 12)}, and ${here} is other content`,
      fix: `to verify that commit: --commit ${commit.slice(0, 12)}`,
    };
  return {
    is: "unknown",
    why: `it proves commit ${commit}, which this checkout does not have`,
    fix: `git fetch origin ${commit}, or look at the branch that it belongs to`,
  };
}

async function compareFiles(
  statement: ProofStatement,
  digest: unknown,
  { cwd, file }: ContentPlace,
): Promise<ComparedContent> {
  const { files, leftOut } = statement.predicate.content;
  if (digestFiles(files) !== digest) return { is: "other", why: "its list of files is not its subject", fix: remake };
  const wrong = files.find(({ path, sha256 }) => hashFile(cwd, path)?.sha256 !== sha256);
  if (wrong) return { is: "other", why: `${wrong.path} is not the file that was proved`, fix: remake };
  const now = await digestContent(cwd, [...leftOut.map((path) => `${cwd}/${path}`), file]);
  const known = new Set(files.map(({ path }) => path));
  const added = now.content.files.find(({ path }) => !known.has(path));
  if (added) return { is: "other", why: `${added.path} was not there when it was proved`, fix: remake };
  return { is: "same", what: `${files.length} files, by their content`, here: { is: "same" } };
}
