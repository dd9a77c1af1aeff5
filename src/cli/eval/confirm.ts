import { applyStep } from "./agent-turn.js";
import { discard, endProcesses, hasProgram, makeRunFolder } from "./run-folder.js";
import { untildone } from "./tools.js";
import { findThere } from "./truth.js";
import type { EvalRun } from "./types.js";

/** Plays the turns of a run with no verdict in between, and compares what is there after each with what its truth says. */
export function confirmRun(run: EvalRun): readonly string[] {
  const missing = run.needs.filter((name) => !hasProgram(name));
  if (missing.length > 0) return [`not confirmed: needs ${missing.join(", ")}`];
  const folder = makeRunFolder(run, untildone);
  try {
    const faults: string[] = [];
    for (let played = 0; played <= run.turns.length; played++) {
      for (const step of run.turns[played - 1]?.steps ?? []) applyStep(step, folder.project, run.list.file);
      faults.push(...compare(run, played, findThere(run, folder)));
    }
    return faults;
  } finally {
    endProcesses(folder);
    discard(folder.root);
  }
}

const compare = ({ truth }: EvalRun, played: number, there: readonly string[]): readonly string[] =>
  truth.flatMap(({ id, after }) => {
    const should = after !== null && after <= played;
    if (should === there.includes(id)) return [];
    const when = played === 0 ? "at the start" : `after turn ${played}`;
    return [`${id} ${should ? "should be there" : "should not be there"} ${when}, and ${should ? "is not" : "is"}`];
  });
