import { resolve } from "node:path";
import { lookAtWorkspace } from "../evidence/workspace/state.js";
import { isUserError, UserError } from "../lib/errors.js";
import { pathFrom } from "../lib/files/folder.js";
import { writeEnvelope } from "../lib/signing/dsse.js";
import type { SigningKey } from "../lib/signing/ed25519.js";
import { digestContent } from "../report/bundle/content.js";
import { readRunLines } from "../report/bundle/journal-lines.js";
import { makeProof } from "../report/bundle/make-proof.js";
import { type ProofStatement, payloadType } from "../report/bundle/statement.js";
import { buildReport, logFolder } from "../report/run-report/build-report.js";
import { collectRun } from "../report/run-report/collect-run.js";
import { findWorkFolder } from "../run/git/git.js";
import { findPrivateFolder, type PrivateFolder } from "../run/records/private-folder.js";
import { type RunRecord, readRecord } from "../run/records/run-record.js";
import { openSigningKey } from "../run/records/signing-key.js";
import { openSnapshots } from "../run/snapshots/open-snapshots.js";
import { listFile } from "../tasks/find-list.js";
import type { Io } from "./command.js";

export interface ProvedRunPlace {
  /** The state folder. */
  readonly folder: string;
  /** The id of the run or the beginning of it; null for the last one. */
  readonly named: string | null;
  /** Where the proof is written; absent for the folder of the run. */
  readonly output: string | undefined;
  readonly withJournal: boolean;
  /** The run has ended just now: whatever lies there is what it left. */
  readonly isJustEnded?: boolean;
}

export interface MadeProof {
  readonly file: string;
  readonly statement: ProofStatement;
}

/** The proof of a run about the content that lies there now, and where it is to be written. Not signed yet. */
export async function makeRunProof(place: ProvedRunPlace, key: SigningKey | null, io: Io): Promise<MadeProof> {
  const { folder, named, output } = place;
  const privateFolder = findPrivateFolder(io.cwd, io);
  const report = await buildReport({ cwd: io.cwd, folder, run: named, privateFolder });
  const { run } = report;
  if (report.status === "running" && !place.isJustEnded) throw stillRunning(run);
  const last = collectRun(folder, run, () => null).records.at(-1);
  if (!last) throw new Error("a report without a decision");
  const record = privateFolder && recordOf(privateFolder, run);
  const logs = logFolder(folder, run);
  const cwd = await findWorkFolder(io.cwd, { logs, run });
  const file = output === undefined ? `${logs}/proof.json` : resolve(io.cwd, output);
  const work: WorkPlace = {
    cwd,
    run,
    folder,
    privateFolder,
    list: record?.tasks ?? null,
    isParallel: last.unit !== undefined || last.about !== undefined,
  };
  const isAsLeft = place.isJustEnded ? true : await refuseChanged(work, file);
  const statement = makeProof({
    ...{ report, last, record, logs, isAsLeft },
    lines: readRunLines(folder, run),
    withJournal: place.withJournal,
    content: await digestContent(cwd, [folder, file]),
    publicKey: key?.public.raw ?? null,
  });
  return { file, statement };
}

/** The proof, signed by the user's key. */
export async function signRunProof(
  place: ProvedRunPlace,
  io: Io,
): Promise<{ readonly file: string; readonly text: string }> {
  const key = openSigningKey(io);
  const { file, statement } = await makeRunProof(place, key, io);
  return { file, text: writeEnvelope(payloadType, JSON.stringify(statement), key) };
}

const stillRunning = (run: string): UserError =>
  new UserError({
    what: "the run has not ended, so there is nothing to prove yet",
    where: `run ${run}`,
    fix: "wait for its end, or stop it: untildone stop",
  });

/** Null where it is damaged or gone, or another loop ran the agent. */
function recordOf(folder: PrivateFolder, run: string): RunRecord | null {
  try {
    return readRecord(folder, run);
  } catch (error) {
    if (isUserError(error)) return null;
    throw error;
  }
}

interface WorkPlace {
  readonly cwd: string;
  readonly run: string;
  readonly folder: string;
  readonly privateFolder: PrivateFolder | null;
  /** The task list of the run. */
  readonly list: string | null;
  readonly isParallel: boolean;
}

/** The checks of a run say nothing of what was changed after it. Null where nobody can tell whether something was. */
async function refuseChanged(place: WorkPlace, file: string): Promise<true | null> {
  const { cwd, run, privateFolder } = place;
  if (privateFolder === null || place.isParallel) return null;
  const snapshots = await openSnapshots({ cwd, run, privateFolder: privateFolder.path });
  const last = (await snapshots.list()).at(-1);
  if (!last) return null;
  const now = await lookAtWorkspace(cwd, { ignore: [place.folder, privateFolder.path, file] });
  const list = place.list === null ? null : listFile(place.list);
  const ticked = list === null ? null : pathFrom(snapshots.root, resolve(cwd, list));
  const changed = [...(await snapshots.changesToNow(last, now)).keys()].filter((path) => path !== ticked);
  const [first] = changed;
  if (first === undefined) return true;
  throw new UserError({
    what: `the project is not as the run left it: ${first}${changed.length > 1 ? ` and ${changed.length - 1} more` : ""} changed since`,
    where: `run ${run}`,
    fix: "put it back, or have the proof written when a run ends: untildone run --prove",
  });
}
