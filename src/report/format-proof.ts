import { describeProof } from "../decide/proof.js";
import type { ProofSummary } from "../run/loop/summarize-proof.js";
import { listNames } from "./list-names.js";

/** Of journals that say verified, and not by what. */
export const notRecorded = "what proves it was not recorded";

/** What proves each task, tasks with the same proof in one line: "T1: tests: rounds half up (failed before)". */
export const formatProved = ({ verified, provedBy }: ProofSummary): readonly string[] => {
  const isShown = new Set(provedBy.map(({ task }) => task));
  const silent = verified.filter((task) => !isShown.has(task));
  return groupTasks([
    ...provedBy.map(({ task, ...proof }) => ({ task, text: describeProof(proof) })),
    ...silent.map((task) => ({ task, text: notRecorded })),
  ]);
};

/** What is done and not proven, with the reason: "T1, T2: nothing tests this work". Never empty. */
export function formatNotProven({ notProven, forced, verified, provedBy }: ProofSummary): readonly string[] {
  const lines = groupTasks([
    ...notProven.map(({ task, why }) => ({ task, text: why })),
    ...forced.map((task) => ({ task, text: "forced by you" })),
  ]);
  if (lines.length > 0) return lines;
  return [verified.length + provedBy.length > 0 ? "nothing" : "nothing (no task was done in this run)"];
}

interface TaskText {
  readonly task: string | null;
  readonly text: string;
}

function groupTasks(entries: readonly TaskText[]): readonly string[] {
  const byText = new Map<string, string[]>();
  for (const { task, text } of entries) byText.set(text, [...(byText.get(text) ?? []), task ?? "the run"]);
  return [...byText].map(([text, tasks]) => `${listNames(tasks)}: ${text}`);
}
