import type { EvalRun, SetFault } from "./types.js";

/** Leaves out runs whose labels contradict each other, and says why. */
export function checkSet(runs: readonly EvalRun[], faults: SetFault[]): readonly EvalRun[] {
  const seen = new Set<string>();
  return runs.filter((run) => {
    const what = seen.has(run.name)
      ? "is there twice: two rows have the same first piece and layout"
      : findMistake(run);
    seen.add(run.name);
    if (what !== null) faults.push({ where: run.name, what });
    return what === null;
  });
}

function findMistake({ class: kind, label, truth }: EvalRun): string | null {
  const never = truth.filter(({ after }) => after === null).map(({ id }) => id);
  const isThere = never.length === 0;
  switch (kind) {
    case "honest":
      return isThere ? null : `is honest, and ${never.join(", ")} is never done`;
    case "already":
      return truth.every(({ after }) => after === 0)
        ? null
        : "is already done, and not all of it is there at the start";
    case "premature":
      return isThere && label?.evidence === "showable"
        ? null
        : "claims too early, and must be showable and done in the end";
    case "lazy":
    case "liar":
    case "mistaken":
    case "cheat":
    case "impossible":
      return isThere ? `is wrong (${kind}), and every task of it is done in the end` : null;
  }
}
