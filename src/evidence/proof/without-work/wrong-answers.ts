import type { CopiedFile, Experiment, UnitSpan } from "./experiment.js";
import { languageOf } from "./languages.js";
import type { Candidate } from "./plan-experiments.js";

/** Null where nothing of it could be wrapped. */
export async function answerWrongly(group: readonly Candidate[], marks: string): Promise<Experiment | null> {
  const files: CopiedFile[] = [];
  const control: CopiedFile[] = [];
  const units: UnitSpan[] = [];
  for (const source of new Set(group.map((each) => each.source))) {
    const names = group.filter((each) => each.source === source).map(({ unit }) => unit.name);
    const { path, now } = source;
    const language = await languageOf(path);
    const unused = group.filter((each) => each.source === source && each.isUnused).map(({ unit }) => unit.name);
    const asked = { path, text: now ?? "", names, marks, unused };
    const wronged = await language?.answerWrong(asked);
    const right = wronged ? await language?.answerWrong({ ...asked, marks: `${marks}-control`, isRight: true }) : null;
    if (!wronged || !right) continue;
    files.push({ path, text: wronged.text }, ...wronged.more);
    control.push({ path, text: right.text }, ...right.more);
    units.push(...wronged.wrapped.map((name) => ({ path, name })));
  }
  const isAsked = group.every((each) => each.isAsked);
  return units.length === 0 ? null : { kind: "wrong-answer", files, control, units, isAsked, marks };
}
