import type { Words } from "../../decide/words.js";
import { quoteTail } from "../../evidence/checks/tests/output-tail.js";
import { UserError } from "../../lib/errors.js";
import { localStamp } from "../../lib/text/local-time.js";
import { oneLine } from "../../lib/text/printable.js";
import { now } from "../../lib/time/clock.js";
import {
  breakerLines,
  budgetTexts,
  differsNote,
  Explainer,
  type Explanation,
  gateLines,
  reportLines,
} from "../../report/explain-record.js";
import { formatDecision } from "../../report/format-decision.js";
import { describeAction, isByPerson, type PersonRecord } from "../../report/person-actions.js";
import { formatShort } from "../../report/short-explanation.js";
import { paint } from "../../report/terminal/paint.js";
import { eachRecordBackwards } from "../../store/load.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { wholeNumber } from "../numbers.js";

export const explain: Command = {
  name: "explain",
  findsProject: "flags",
  usage: "explain [N] [options]",
  about:
    "Explains decision N (default: the last one) in about ten lines: what the agent said, what was found, what is missing, what was decided, what the agent was told, and what to type next. With --all: every rule that was asked and its answer, what the agent said and where, the score, the gate, the checks, the circuit breaker, and each setting with its origin. The decision is made again from the record; a different answer is reported.",
  flags: {
    all: { type: "boolean", help: "every rule, every number and every setting" },
    json: { type: "boolean", help: "print JSON: the whole record and the rules" },
    ...folderFlags,
  },
  maxPositionals: 1,
  choices: [],
  examples: ["untildone explain", "untildone explain 2 --all", "untildone explain 2 --json | jq .rules"],
  async run(args, io) {
    const [word] = args.words;
    const folder = stateFolder(readConfig(args, io), io);
    const record = findDecision(folder, word === undefined ? null : wholeNumber(word, "N"));
    const explanation = { ...new Explainer().explain(record), person: findActions(folder, record) };
    io.out(args.flag("json") ? `${JSON.stringify(explanation)}\n` : explainFor(args, explanation, io));
    return 0;
  },
};

const explainFor = (args: ParsedArgs, explanation: ExplainedTurn, { colour }: Io): string =>
  args.flag("all") ? formatExplanation(explanation, colour) : formatShort(explanation, { colour, now: now() });

export function findDecision(folder: string, n: number | null): DecisionRecord {
  let found: DecisionRecord | undefined;
  let newest = 0;
  eachRecordBackwards(folder, (record) => {
    newest = Math.max(newest, record.n);
    if (record.kind === "decision" && (n === null || record.n === n)) found = record;
    return found || (n !== null && record.n < n) ? "enough" : "more";
  });
  if (found) return found;
  throw new UserError({
    what:
      newest === 0
        ? "no decision has been made yet"
        : n === null
          ? "the journal holds no decision"
          : `there is no decision ${n}`,
    where: folder,
    fix: newest === 0 ? "make one with untildone check" : "untildone history lists them with their numbers",
  });
}

/** What a person did between the decision before and this one. */
export function findActions(folder: string, { n, run }: DecisionRecord): readonly PersonRecord[] {
  const found: PersonRecord[] = [];
  eachRecordBackwards(folder, (record) => {
    if (record.n >= n) return "more";
    if (record.run === run && isByPerson(record)) found.unshift(record);
    return record.kind === "decision" ? "enough" : "more";
  });
  return found;
}

/** Which task's loop decided, where several were worked on at once. */
const formatUnit = ({ unit, about }: DecisionRecord): string =>
  unit === undefined && !about ? "" : ` of task ${unit ?? about?.unit}`;

/** The explanation of a decision, and what a person did before it. */
export type ExplainedTurn = Explanation & { readonly person: readonly PersonRecord[] };

export function formatExplanation(explanation: ExplainedTurn, colour: boolean): string {
  const { bold, dim } = paint(colour);
  const { record, weighed } = explanation;
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", bold(title), ...lines.map((line) => `  ${oneLine(line)}`)];
  const lines = [
    `${bold(`Decision ${record.n}`)}  ${record.at}  run ${record.run}, iteration ${record.iteration}${formatUnit(record)}`,
    formatDecision(record.decision, colour).trimEnd(),
    ...section("Rules, in order", ruleLines(explanation, colour)),
    ...section("What you did", explanation.person.map(formatAction)),
    ...section("What you told the agent", (record.told ?? []).map(formatTold)),
    ...section("What the agent said", reportLines(record)),
    ...section(
      `Score ${record.decision.score.total}`,
      (explanation.weighed.scoreCounts ? record.decision.score.parts : []).map(
        ({ name, points, of, why }) =>
          `${name.padEnd(18)}${String(points).padStart(3)} of ${String(of).padEnd(4)}${dim(why)}`,
      ),
    ),
    ...section("Gate", gateLines(weighed)),
    ...section(
      "Checks",
      record.observation.evidence.flatMap(({ name, state, now = state, required, detail, tail, fix }) => [
        `${name.padEnd(18)}${now}${required ? ", required" : ""}  ${dim(detail)}`,
        ...quoteTail(tail).map((line) => `  ${line}`),
        ...(fix === undefined ? [] : [`  fix: ${fix}`]),
      ]),
    ),
    ...section("Progress and breaker", breakerLines(explanation)),
    ...section("Budget", budgetTexts(weighed)),
    ...section(
      "Settings the rules used",
      explanation.settings.map(({ name, value, from }) => `${name.padEnd(24)}${JSON.stringify(value)}  ${dim(from)}`),
    ),
    ...section(
      "Events",
      record.events.map((event) => JSON.stringify(event)),
    ),
    ...(explanation.decidesAgain === "the same" ? [] : ["", differsNote]),
  ];
  return `${lines.join("\n")}\n`;
}

function ruleLines({ rules }: Explanation, colour: boolean): readonly string[] {
  const { bold, dim } = paint(colour);
  return rules.map(({ rule, answer, why }) => {
    const name = rule.padEnd(22);
    if (answer === "spoke") return `${bold(name)}${bold("spoke")}      ${why}`;
    return answer === "abstained" ? `${name}abstained  ${dim(why)}` : dim(`${name}not asked`);
  });
}

const formatAction = (record: PersonRecord): string =>
  `${localStamp(Date.parse(record.at))}  ${describeAction(record)}`;

const formatTold = ({ from, text, question }: Words): string =>
  `${from === "file" ? "in STEER.md" : question ? `to the question "${question.text}"` : "by untildone tell"}: ${text}`;
