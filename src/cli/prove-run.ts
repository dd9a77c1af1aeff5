import { resolve } from "node:path";
import { isUserError, UserError } from "../lib/errors.js";
import { writeEnvelope } from "../lib/signing/dsse.js";
import type { SigningKey } from "../lib/signing/ed25519.js";
import { digestContent } from "../report/bundle/content.js";
import { readRunLines } from "../report/bundle/journal-lines.js";
import { makeProof } from "../report/bundle/make-proof.js";
import { type ProofStatement, payloadType } from "../report/bundle/statement.js";
import { buildReport } from "../report/run-report/build-report.js";
import { collectRun } from "../report/run-report/collect-run.js";
import { logFolder } from "../report/run-report/log-folder.js";
import { proofFileIn } from "../report/run-report/proof-file.js";
import { findWorkFolder } from "../run/git/git.js";
import { findPrivateFolder, type PrivateFolder } from "../run/records/private-folder.js";
import { type RunRecord, readRecord } from "../run/records/run-record.js";
import { openSigningKey } from "../run/records/signing-key.js";
import type { Io } from "./command.js";
import { findProofs, refuseChanged, type WorkPlace } from "./left-by-run.js";

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
  const file = output === undefined ? proofFileIn(logs) : resolve(io.cwd, output);
  const work: WorkPlace = {
    ...{ cwd, run, privateFolder, list: record?.tasks ?? null },
    notWork: [...new Set([folder, file, ...(await findProofs(cwd, { notWork: [folder], key }))])],
    isParallel: last.unit !== undefined || last.about !== undefined,
  };
  const isAsLeft = place.isJustEnded ? true : await refuseChanged(work);
  const statement = makeProof({
    ...{ report, last, record, logs, isAsLeft },
    lines: readRunLines(folder, run),
    withJournal: place.withJournal,
    content: await digestContent(cwd, work.notWork),
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
