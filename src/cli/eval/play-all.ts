import { cpSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { KeptResults } from "./keep-results.js";
import { type PlayTerms, playRun } from "./play-run.js";
import { faultsOf, isOnlyBeyond, type RunResult } from "./results.js";
import { discard } from "./run-folder.js";
import type { Tool } from "./tools.js";
import type { EvalRun } from "./types.js";

export interface Job {
  readonly run: EvalRun;
  readonly tool: Tool;
}

export interface PlayAll {
  readonly jobs: number;
  readonly terms: (tool: Tool) => PlayTerms;
  readonly kept: KeptResults;
  readonly keepsAll: boolean;
  readonly signal: AbortSignal;
  readonly onResult: (result: RunResult) => void;
}

/** Plays side by side. A folder stays where something went wrong in it. */
export async function playAll(wanted: readonly Job[], options: PlayAll): Promise<readonly RunResult[]> {
  const results: RunResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (!options.signal.aborted) {
      const job = wanted[next++];
      if (!job) return;
      const played = await playRun(job.run, job.tool, options.terms(job.tool));
      if (options.signal.aborted) {
        if (played.folder) discard(played.folder);
        return;
      }
      const result = { ...played, folder: settleFolder(played, options) };
      options.kept.add(result);
      results.push(result);
      options.onResult(result);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return results;
}

function settleFolder(result: RunResult, { kept, keepsAll }: PlayAll): string | null {
  if (result.folder === null) return null;
  const isWanted = keepsAll || result.fault !== null || (faultsOf(result).length > 0 && !isOnlyBeyond(result));
  if (!isWanted) {
    discard(result.folder);
    return null;
  }
  const target = join(kept.folder, "runs", result.tool, result.run.replaceAll("/", "--"));
  discard(target);
  mkdirSync(dirname(target), { recursive: true });
  move(result.folder, target);
  return target;
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true }); // On another disk.
    discard(from);
  }
}
