import { resolve } from "node:path";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import { UserError } from "../lib/errors.js";
import { readEntry } from "../lib/files/file-content.js";
import { pathFrom, pathJoin, realPlace } from "../lib/files/folder.js";
import { openRepository } from "../lib/git/git.js";
import { records } from "../lib/git/git-output.js";
import type { SigningKey } from "../lib/signing/ed25519.js";
import { readProof } from "../report/bundle/read-proof.js";
import { payloadType } from "../report/bundle/statement.js";
import { LeftOut } from "../run/git/left-out.js";
import type { PrivateFolder } from "../run/records/private-folder.js";
import { openSnapshots } from "../run/snapshots/open-snapshots.js";
import { isSameEntry } from "../run/snapshots/snapshot.js";
import { listFile } from "../tasks/find-list.js";

/** Where a run worked, and what there is no part of its work. */
export interface WorkPlace {
  readonly cwd: string;
  readonly run: string;
  readonly privateFolder: PrivateFolder | null;
  /** The state folder, and the files of proofs. */
  readonly notWork: readonly string[];
  /** The task list of the run. */
  readonly list: string | null;
  readonly isParallel: boolean;
}

const envelopeStart = `{"payloadType":"${payloadType}"`;

/** Proofs that this key made earlier, committed or not: a proof is no work, and says nothing about another one. */
export async function findProofs(
  cwd: string,
  { notWork, key }: { readonly notWork: readonly string[]; readonly key: SigningKey | null },
): Promise<readonly string[]> {
  if (key === null) return [];
  const { roots } = await lookAtWorkspace(cwd, { ignore: notWork });
  const paths = roots.flatMap(({ path: root, files }) => Object.keys(files).map((path) => pathJoin(root, path)));
  const isProof = (path: string): boolean => {
    const bytes = readEntry(path);
    if (!bytes?.subarray(0, envelopeStart.length).equals(Buffer.from(envelopeStart))) return false;
    return readProof(bytes.toString("utf8"), { is: "one", id: key.public.id }).is === "signed";
  };
  return [...new Set([...(await findCommitted(cwd)), ...paths])].filter(isProof);
}

async function findCommitted(cwd: string): Promise<readonly string[]> {
  const repository = await openRepository(cwd);
  const found = repository.ok ? await repository.ask(["grep", "-lzF", "-e", envelopeStart]) : null;
  return repository.ok && found?.ok ? records(found.out).map((path) => pathJoin(repository.root, path)) : [];
}

/** The checks of a run say nothing of what was changed after it. Null where nobody can tell whether something was. */
export async function refuseChanged(place: WorkPlace): Promise<true | null> {
  const { cwd, run, privateFolder } = place;
  if (privateFolder === null || place.isParallel) return null;
  const snapshots = await openSnapshots({ cwd, run, privateFolder: privateFolder.path });
  const last = (await snapshots.list()).at(-1);
  if (!last) return null;
  const now = await lookAtWorkspace(cwd, { ignore: [...place.notWork, privateFolder.path] });
  const list = place.list === null ? null : listFile(place.list);
  const ticked = list === null ? null : pathFrom(snapshots.root, resolve(cwd, list));
  const unkept = await snapshots.unkept(last);
  const leftOut = new LeftOut(place.notWork.map((path) => pathFrom(snapshots.root, realPlace(path))));
  const changed = [...(await snapshots.changesToNow(last, now))].flatMap(([path, { after }]) => {
    const isSame = unkept.has(path) && isSameEntry(unkept.get(path) ?? null, after);
    return path === ticked || isSame || leftOut.has(path) ? [] : [path];
  });
  const [first] = changed;
  if (first === undefined) return true;
  throw new UserError({
    what: `the project is not as the run left it: ${first}${changed.length > 1 ? ` and ${changed.length - 1} more` : ""} changed since`,
    where: `run ${run}`,
    fix: "put it back, or have the proof written when a run ends: untildone run --prove",
  });
}
