import type { Decision } from "../decide/decision.js";
import { describeDecisionProof, nothing } from "../decide/decision-proof.js";
import { localStamp } from "../lib/text/local-time.js";
import { oneLine } from "../lib/text/printable.js";
import { outcomeTone } from "../report/format-decision.js";
import { describeGrade, describeWay, type PersonRecord } from "../report/person-actions.js";
import { toPublicRecord } from "../report/public-record.js";
import { paint } from "../report/terminal/paint.js";
import { countDone } from "../run/loop/count-done.js";
import { formatLimit } from "../run/loop/raised-limits.js";
import type { AcceptRecord } from "../store/person-records.js";
import type { DecisionRecord } from "../store/record.js";
import type { Io, ParsedArgs } from "./command.js";
import type { ListedRecord } from "./commands/history.js";

export function createRows(args: ParsedArgs, io: Io): Rows {
  if (args.flag("json"))
    return (record) => {
      if (record.kind === "decision") io.out(`${JSON.stringify(toPublicRecord(record))}\n`);
    };
  const { bold, dim } = paint(io.colour);
  let hasHeader = false;
  let run = "";
  return (record) => {
    if (!hasHeader) io.out(`${bold(row(["no", "time", "it", "verdict", "proven", "done", "rule", "reason"]))}\n`);
    hasHeader = true;
    if (record.run !== run) io.out(`${dim(`run ${record.run}`)}\n`);
    run = record.run;
    io.out(`${formatListed(record, io)}\n`);
  };
}

export type Rows = (record: ListedRecord) => void;

const formatListed = (record: ListedRecord, io: Io): string =>
  record.kind === "decision" ? formatRow(record, io) : formatAction(record);

function formatAction(record: PersonRecord): string {
  const { n, at } = record;
  const [word, place, text] = describeDone(record);
  return row([String(n), localStamp(Date.parse(at)), "", word, "", "", place, oneLine(text)]);
}

const doneWords = { pause: "paused", continue: "continued", stop: "stopped", "stop-now": "stopped now" } as const;

function describeDone(record: PersonRecord): readonly [word: string, place: string, text: string] {
  switch (record.kind) {
    case "control":
      return [doneWords[record.action], "", `by you, ${describeWay(record)}`];
    case "raise":
      return ["raised", record.budget, `by you: at most ${formatLimit(record.budget, record.to)}`];
    case "breaker":
      return [record.breaker.state === "open" ? "tripped" : "reset", "breaker", `by you: ${record.why}`];
    case "accept":
      return ["accepted", record.whole ? "the whole run" : "", describeWord(record)];
    case "grade":
      return [record.is, record.task ?? "the whole run", describeGrade(record)];
    case "tell":
      return [
        record.words.from === "answer" ? "answered" : "told",
        record.words.from === "file" ? "STEER.md" : "",
        record.words.text,
      ];
  }
}

const describeWord = ({ tasks, by }: AcceptRecord): string =>
  [...(tasks.length > 0 ? [tasks.join(", ")] : []), by ? `on the word of ${by}` : "on your word"].join(", ");

/** After the decision. One of several tasks at work does not know of the others: merging it is a decision of its own. */
function formatDone(record: DecisionRecord): string {
  const counted = record.unit === undefined ? countDone(record) : null;
  if (!counted) return "-";
  return `${counted.total === 0 ? 100 : Math.floor((100 * counted.done) / counted.total)}%`;
}

/** Whether what a decision completes is proven; explain says by what. */
function formatProven(decision: Decision): string {
  const told = describeDecisionProof(decision);
  if (told === null) return "-";
  return told.notProven === nothing ? "yes" : told.provedBy === null ? "no" : "partly";
}

function formatRow(record: DecisionRecord, io: Io): string {
  const { n, at, iteration, decision, unit, about } = record;
  const { outcome, rule, reason } = decision;
  const verdict = outcome ?? "continue";
  const percent = formatDone(record);
  const start = [
    String(n),
    localStamp(Date.parse(at)),
    String(iteration),
    verdict,
    formatProven(decision),
    percent,
    rule,
  ];
  const width = Math.max(20, io.width - row([...start, "x"]).length);
  const task = unit ?? about?.unit;
  const plain = `${task === undefined ? "" : `${task}: `}${reason}`.replaceAll(/\s+/g, " ");
  const line = row([...start, plain.length > width ? `${plain.slice(0, width - 1)}…` : plain]);
  return line.replace(verdict, outcomeTone(outcome, io.colour)(verdict));
}

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join("  ")
    .trimEnd();

const widths = [6, 16, 4, 12, 6, 5, 20] as const;
