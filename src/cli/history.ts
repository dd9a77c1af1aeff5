import { UserError } from "../base/errors.js";
import { oneLine } from "../base/printable.js";
import { type Decision, outcomes } from "../core/decision.js";
import { describeDecisionProof, nothing } from "../core/decision-proof.js";
import { countDone } from "../loop/count-done.js";
import { outcomeTone } from "../report/format-decision.js";
import { paint } from "../report/paint.js";
import { describeWay, isByPerson, type PersonRecord } from "../report/person-actions.js";
import { toPublicRecord } from "../report/public-record.js";
import { rulesByName } from "../rules/all-rules.js";
import { currentRuleName } from "../rules/old-rule-names.js";
import { sessionRules } from "../rules/session-rules.js";
import { eachRecord, eachRecordBackwards } from "../store/load.js";
import { type AcceptRecord, type DecisionRecord, decisionTask, type JournalRecord } from "../store/record.js";
import type { Command, Io, ParsedArgs } from "./command.js";
import { folderFlags, readConfig } from "./config-flags.js";
import { stateFolder } from "./judging.js";
import { wholeNumber } from "./numbers.js";
import { requireOneOf } from "./one-of.js";

export const history: Command = {
  name: "history",
  usage: "history [options]",
  about:
    "Lists the decisions made so far and what you did: pauses, stops, accepted tasks and what you told the agent, oldest first.",
  flags: {
    json: { type: "boolean", help: "print JSON lines, as check --json does" },
    last: { type: "string", value: "N", help: "only the last N" },
    run: { type: "string", value: "ID", help: "only of this run" },
    decision: { type: "string", value: "WORD", choices: ["continue", "exit"], help: "only continue, or only exit" },
    outcome: { type: "string", value: "NAME", choices: outcomes, help: "only with this outcome, e.g. stuck" },
    rule: { type: "string", value: "NAME", choices: [...rulesByName.keys()], help: "only by this rule" },
    task: { type: "string", value: "ID", help: "only of this task" },
    since: { type: "string", value: "DATE", help: "only from this date on, e.g. 2026-01-31 or 2026-01-31T22:00Z" },
    ...folderFlags,
  },
  maxPositionals: 0,
  isListing: true,
  examples: [
    "untildone history --last 10",
    "untildone history --outcome stuck --json",
    "untildone history --since 2026-01-31",
  ],
  async run(args, io) {
    const folder = stateFolder(readConfig(args, io), io);
    const wanted = parseFilter(args);
    const rows = createRows(args, io);
    const last = args.text("last");
    const found =
      last === undefined
        ? forwards(folder, wanted, rows)
        : backwards(folder, wanted, { rows, limit: wholeNumber(last, "--last") });
    if (found === 0 && !args.flag("json")) io.err("no decision was found\n");
    return 0;
  },
};

/** What a person did is listed too, unless a filter or format applies only to decisions. */
type Listed = DecisionRecord | PersonRecord;
type Filter = (record: JournalRecord) => record is Listed;

function parseFilter(args: ParsedArgs): Filter {
  const {
    run,
    decision,
    outcome,
    rule: named,
    task,
    since,
  } = Object.fromEntries(
    ["run", "decision", "outcome", "rule", "task", "since"].map((name) => [name, args.text(name)]),
  );
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  if (Number.isNaN(from))
    throw new UserError({
      what: `--since is ${JSON.stringify(since)}`,
      where: "--since",
      fix: "give a date such as 2026-01-31",
    });
  const word = decision?.toUpperCase();
  if (word !== undefined && word !== "CONTINUE" && word !== "EXIT")
    throw new UserError({
      what: `--decision is ${JSON.stringify(decision)}`,
      where: "--decision",
      fix: "give continue or exit",
    });
  const rule = named === undefined ? undefined : currentRuleName(named);
  requireOneOf("--outcome", outcome, outcomes);
  requireOneOf("--rule", rule, [...rulesByName.keys(), ...sessionRules.map(({ name }) => name), "otherwise", "merge"]);
  const isAboutDecisions = [decision, outcome, rule, task].some((value) => value !== undefined) || args.flag("json");
  return (record): record is Listed => {
    if ((run !== undefined && record.run !== run) || Date.parse(record.at) < from) return false;
    if (isByPerson(record)) return !isAboutDecisions;
    return record.kind === "decision" && isWanted(record);
  };
  function isWanted(record: DecisionRecord): boolean {
    return (
      (word === undefined || record.decision.decision === word) &&
      (outcome === undefined || record.decision.outcome === outcome) &&
      (rule === undefined || currentRuleName(record.decision.rule) === rule) &&
      (task === undefined || decisionTask(record) === task)
    );
  }
}

type Rows = (record: Listed) => void;

function forwards(folder: string, wanted: Filter, rows: Rows): number {
  let found = 0;
  eachRecord(folder, (record) => {
    if (!wanted(record)) return;
    found++;
    rows(record);
  });
  return found;
}

/** From the end, since a journal may be long and only a few rows are needed. */
function backwards(folder: string, wanted: Filter, { rows, limit }: { rows: Rows; limit: number }): number {
  const found: Listed[] = [];
  if (limit > 0)
    eachRecordBackwards(folder, (record) => {
      if (wanted(record)) found.push(record);
      return found.length < limit ? "more" : "enough";
    });
  for (const record of found.reverse()) rows(record);
  return found.length;
}

function createRows(args: ParsedArgs, io: Io): Rows {
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

const widths = [6, 16, 4, 12, 6, 5, 20] as const;

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join("  ")
    .trimEnd();

const formatListed = (record: Listed, io: Io): string =>
  record.kind === "decision" ? formatRow(record, io) : formatAction(record);

function formatAction(record: PersonRecord): string {
  const { n, at } = record;
  const [word, place, text] = describeDone(record);
  return row([String(n), at.slice(0, 16).replace("T", " "), "", word, "", "", place, oneLine(text)]);
}

const doneWords = { pause: "paused", continue: "continued", stop: "stopped", "stop-now": "stopped now" } as const;

function describeDone(record: PersonRecord): readonly [word: string, place: string, text: string] {
  switch (record.kind) {
    case "control":
      return [doneWords[record.action], "", `by you, ${describeWay(record)}`];
    case "breaker":
      return [record.breaker.state === "open" ? "tripped" : "reset", "breaker", `by you: ${record.why}`];
    case "accept":
      return ["accepted", record.whole ? "the whole run" : "", describeWord(record)];
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
    at.slice(0, 16).replace("T", " "),
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
