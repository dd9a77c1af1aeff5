import { UserError } from "../../lib/errors.js";
import { nearest } from "../../lib/text/nearest.js";
import type { EvalRun } from "./types.js";

interface RunChoice {
  readonly only: readonly string[];
  readonly isSample: boolean;
}

/** The runs that were asked for, or a tenth of all: every tenth of a class, so that each is in it. */
export function chooseRuns(runs: readonly EvalRun[], { only, isSample }: RunChoice): readonly EvalRun[] {
  const words = ({ name, family, class: kind, label }: EvalRun): readonly string[] => [
    ...[name, family, kind],
    ...(label ? [label.evidence] : []),
  ];
  const unknown = only.find((word) => !runs.some((run) => words(run).includes(word)));
  if (unknown !== undefined) {
    const close = nearest(unknown, [...new Set(runs.flatMap(words))]);
    throw new UserError({
      what: `there is no run, family or class ${JSON.stringify(unknown)}`,
      where: "--only",
      fix: close === undefined ? "list them with --list" : `did you mean ${close}?`,
    });
  }
  const wanted = only.length === 0 ? runs : runs.filter((run) => words(run).some((word) => only.includes(word)));
  if (!isSample) return wanted;
  const byClass = [...wanted].sort((a, b) => (a.class < b.class ? -1 : a.class > b.class ? 1 : 0));
  return byClass.filter((_, at) => at % 10 === 4);
}

/** Every tenth first, then the tenths between: what was played when a measurement is broken off is of every class. */
export const spread = (runs: readonly EvalRun[]): readonly EvalRun[] =>
  [4, 9, 2, 7, 0, 5, 1, 6, 3, 8].flatMap((tenth) => runs.filter((_, at) => at % 10 === tenth));
