import { describeCheck } from "../decide/evidence.js";
import { describeProof } from "../decide/proof.js";
import { tasksDoneBy } from "../decide/tasks-done.js";
import { notVerifiedTitle } from "../decide/unchecked-work.js";
import { type JudgedProof, judgeTasks } from "../run/loop/summarize-proof.js";
import type { DecisionRecord } from "../store/record.js";
import { isUnitDone } from "../store/units.js";
import { listQuestions } from "../store/words.js";
import { outcomeTone } from "./format-decision.js";
import { nameInText, nameIt } from "./name-task.js";
import { sayVerdict, sayWork } from "./plain-words.js";
import { line, type ScreenLine, type Style } from "./screen-line.js";

export function formatDecisionMade(
  record: DecisionRecord,
  { bold, dim, green, yellow, colour, name }: Style,
): readonly ScreenLine[] {
  const { decision, unit } = record;
  const { head, text, points } = sayVerdict(record, name);
  const said = nameInText(decision.onlyReview === "unchecked" ? `${notVerifiedTitle}: ${decision.reason}` : text, name);
  const { setAside } = decision;
  const done =
    unit === undefined
      ? formatDone(record, { green, dim, name })
      : isUnitDone(record, unit)
        ? [line("  ready to merge")]
        : [];
  return [
    ...done,
    line(`  ${outcomeTone(decision.outcome, colour)(bold(head))}  ${said}`),
    ...points.map((point) => line(`    - ${nameInText(point, name)}`, 6)),
    ...(setAside ? [line(yellow("  going on with the next task"))] : []),
    ...(decision.outcome === null ? formatQuestions(record, { dim, yellow }) : []),
    ...decision.warnings
      .filter((warning) => !isShown(warning, record))
      .map((warning) => line(yellow(`  warning  ${nameInText(warning, name)}`))),
  ];
}

/** An optional check that fails has its own line above. */
const isShown = (warning: string, { observation }: DecisionRecord): boolean =>
  observation.evidence.some(
    (check) => !check.required && check.state === "fails" && warning === `optional check ${describeCheck(check)}`,
  );

function formatQuestions(
  record: DecisionRecord,
  { dim, yellow }: Pick<Style, "dim" | "yellow">,
): readonly ScreenLine[] {
  const questions = listQuestions(record);
  if (questions.length === 0) return [];
  const it = questions.length === 1 ? "it" : "them all";
  return [
    ...questions.map(({ text }) => line(yellow(`  the agent asks: ${text}`))),
    line(dim(`  answer ${it} with: untildone answer "…"`)),
  ];
}

function formatDone(
  record: DecisionRecord,
  { green, dim, name }: Pick<Style, "green" | "dim" | "name">,
): readonly ScreenLine[] {
  const ids = new Set(tasksDoneBy(record.decision));
  const groups = (record.decision.tasksDone ?? []).filter(({ byParts }) => byParts);
  return [
    ...judgeTasks(record)
      .filter(([id]) => ids.has(id))
      .flatMap(([id, judged]) => formatJudged(id, judged, { green, dim, name, what: " done", work: sayWork(record) })),
    ...groups.map(({ id, verified }) =>
      line(green(`  ${nameIt(id, name)} done with its parts${verified ? ", verified" : ""}`)),
    ),
  ];
}

export function formatJudged(
  id: string,
  judged: JudgedProof,
  {
    green,
    dim,
    name,
    what,
    work = "",
  }: Pick<Style, "green" | "dim" | "name"> & { readonly what: string; readonly work?: string },
): readonly ScreenLine[] {
  return [
    line(`${green(`  ${nameIt(id, name)}${what}${formatDoubt(judged)}`)}${work === "" ? "" : dim(`: ${work}`)}`),
    ...(judged !== "forced" && "proof" in judged && judged.proof
      ? [line(dim(`    proved by ${describeProof(judged.proof)}`), 6)]
      : []),
  ];
}

function formatDoubt(judged: JudgedProof): string {
  if (judged === "forced") return " (forced)";
  return "why" in judged ? ` (not proven: ${judged.why})` : ", verified";
}
