import type { Transcript } from "../../decide/transcript.js";
import { plus } from "../../store/current-run.js";

/** Costs and actions of both; messages of the last one. */
export function mergeTurns(before: Transcript, last: Transcript): Transcript {
  const add = (a: number, b: number): number => a + b;
  return {
    ...last,
    denials: add(before.denials, last.denials),
    edits: add(before.edits, last.edits),
    commands: [...before.commands, ...last.commands],
    costUsd: plus(before.costUsd, last.costUsd),
    usage:
      before.usage && last.usage
        ? {
            inputUncached: add(before.usage.inputUncached, last.usage.inputUncached),
            cacheRead: add(before.usage.cacheRead, last.usage.cacheRead),
            cacheWrite: add(before.usage.cacheWrite, last.usage.cacheWrite),
            output: add(before.usage.output, last.usage.output),
          }
        : (last.usage ?? before.usage),
  };
}
