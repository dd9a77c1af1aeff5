import { outcomes } from "../../decide/decision.js";
import { rulesByName } from "../../decide/rules/all-rules.js";
import { currentRuleName } from "../../decide/rules/old-rule-names.js";
import { sessionRules } from "../../decide/rules/session-rules.js";
import { UserError } from "../../lib/errors.js";
import { isByPerson, type PersonRecord } from "../../report/person-actions.js";
import { eachRecord, eachRecordBackwards } from "../../store/load.js";
import { type DecisionRecord, decisionTask, type JournalRecord } from "../../store/record.js";
import type { Command, ParsedArgs } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { createRows, type Rows } from "../history-rows.js";
import { stateFolder } from "../judging.js";
import { wholeNumber } from "../numbers.js";
import { requireOneOf } from "../one-of.js";

export const history: Command = {
  name: "history",
  findsProject: "flags",
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
export type ListedRecord = DecisionRecord | PersonRecord;
type Filter = (record: JournalRecord) => record is ListedRecord;

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
  return (record): record is ListedRecord => {
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
  const found: ListedRecord[] = [];
  if (limit > 0)
    eachRecordBackwards(folder, (record) => {
      if (wanted(record)) found.push(record);
      return found.length < limit ? "more" : "enough";
    });
  for (const record of found.reverse()) rows(record);
  return found.length;
}
