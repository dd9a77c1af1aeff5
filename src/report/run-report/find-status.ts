import { agentStarts } from "../../agents/known-agents.js";
import { exists } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { branchName } from "../../run/git/checkpoints.js";
import { gitRecordFile } from "../../run/git/git.js";
import { readGitRecord } from "../../run/git/git-record.js";
import { adviseOn, type WorktreeAdvice } from "../../run/git/git-worktree.js";
import { findCutOff, openRunFile } from "../../run/records/open-runs.js";
import type { PrivateFolder } from "../../run/records/private-folder.js";
import type { DecisionRecord } from "../../store/record.js";
import type { RunStatus } from "./run-report.js";

export function findStatus({ run, decision }: DecisionRecord, records: PrivateFolder | null): RunStatus {
  if (records && exists(openRunFile(records, run)))
    return findCutOff(records, null).some((open) => open.run === run) ? "cut-off" : "running";
  return decision.decision === "EXIT" ? "ended" : "open";
}

export function findAgent({ turns }: DecisionRecord) {
  const turn = turns?.at(-1);
  const start = turn && agentStarts.find(({ name }) => name === turn.agent);
  if (!turn) return null;
  return { setUp: start?.setUp ?? null, ...(turn.model === null ? {} : { model: turn.model }) };
}

export function findWorktree(logs: string, run: string): WorktreeAdvice | null {
  const root = readGitRecord(readIfThere(gitRecordFile(logs)) ?? "")?.worktree ?? null;
  return root === null || !exists(root) ? null : adviseOn({ root, branch: branchName(run) });
}
