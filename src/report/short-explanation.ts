import { quoteTail } from "../evidence/checks/tests/output-tail.js";
import { localTime } from "../lib/text/local-time.js";
import { oneLine } from "../lib/text/printable.js";
import type { DecisionRecord } from "../store/record.js";
import { checkLabel } from "./check-labels.js";
import type { Explanation } from "./explain-record.js";
import { differsNote } from "./explain-record.js";
import { plainReason, sayVerdict, sayWork } from "./plain-words.js";
import { paint } from "./terminal/paint.js";

const maxChecks = 3;

/** A decision in about ten lines: what the agent said, what was found, what is missing, what it was told, what to do. */
export function formatShort(
  explanation: Explanation,
  { colour, now }: { readonly colour: boolean; readonly now: number },
): string {
  const { record, weighed } = explanation;
  const { bold, dim } = paint(colour);
  const { selection } = record.observation;
  const task = selection.is === "task" ? `, task ${selection.id}` : "";
  const verdict = sayVerdict(record);
  const { refusals } = weighed.gate;
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["said", [describeSaid(record)]],
    ["found", describeFound(record)],
    ["missing", refusals.length > 0 ? refusals.slice(0, maxChecks).map(plainReason) : ["nothing"]],
    ["decided", [`${verdict.head}  ${verdict.text}`]],
    ["told", record.decision.feedback.length > 0 ? [record.decision.feedback.slice(0, 2).join("; ")] : ["nothing"]],
    ["next", [describeNext(record)]],
  ];
  const lines = [
    `${bold(`Decision ${record.n}`)}  turn ${record.iteration}${task}  ${dim(localTime(Date.parse(record.at), now))}`,
    ...rows.flatMap(([name, texts]) =>
      texts.map((text, at) => `  ${bold((at === 0 ? name : "").padEnd(9))}${cut(oneLine(text))}`),
    ),
    ...(explanation.decidesAgain === "the same" ? [] : [differsNote]),
  ];
  return `${lines.join("\n")}\n`;
}

const maxLine = 220;
const cut = (text: string): string => (text.length > maxLine ? `${text.slice(0, maxLine - 1)}…` : text);

function describeSaid({ observation, question }: DecisionRecord): string {
  const report = observation.turn?.report;
  if (!report) return "nothing: this was decided without a turn";
  if (report.failure) return `it failed: ${report.failure.message}`;
  if (question) return `it asks: ${question.text}`;
  const said = {
    complete: "it is done",
    continue: "it is not done",
    none: "neither that it is done nor that it is not",
  } as const;
  const words: string = (said as Readonly<Record<string, string>>)[report.claim] ?? report.claim;
  return `${words}${report.claim === "complete" && !report.explicit ? ", in passing" : ""}${report.remaining ? `; still to do: ${report.remaining.text}` : ""}`;
}

/** Failing checks first. */
function describeFound(record: DecisionRecord): readonly string[] {
  const bad = record.observation.evidence.filter(({ required, state }) => required && state !== "holds");
  const failing = bad.slice(0, maxChecks).flatMap(({ name, detail, tail, fix }) => [
    `${checkLabel(name)}: ${detail}`,
    ...quoteTail(tail)
      .slice(-1)
      .map((line) => `  ${line}`),
    ...(fix === undefined ? [] : [`  fix: ${fix}`]),
  ]);
  const work = sayWork(record);
  return failing.length > 0 ? failing : [work === "" ? "nothing was changed or measured" : work];
}

function describeNext({ iteration, n, decision, turns }: DecisionRecord): string {
  const all = `untildone explain ${n} --all has every rule and number`;
  if (!turns || turns.length === 0) return all;
  return decision.decision === "EXIT" && decision.outcome === "completed"
    ? `untildone diff turn:${iteration} shows the change; ${all}`
    : `untildone logs ${iteration} --checks shows what the checks printed; ${all}`;
}
