import { UserError } from "../base/errors.js";
import { plural } from "../base/plural.js";
import { oneLine } from "../base/printable.js";
import { budgetLines, formatBudget } from "../core/budget.js";
import { judgeCase } from "../core/policy.js";
import type { Case } from "../core/rule.js";
import type { Settings } from "../core/settings.js";
import { policyForKind, resolvePolicy } from "../policies/policies.js";
import { formatDecision } from "../report/format-decision.js";
import { paint } from "../report/paint.js";
import { eachRecordBackwards } from "../store/load.js";
import type { DecisionRecord } from "../store/record.js";
import type { Command } from "./command.js";
import { folderFlags, readConfig } from "./config-flags.js";
import { stateFolder } from "./judging.js";
import { wholeNumber } from "./numbers.js";

export const explain: Command = {
  name: "explain",
  usage: "explain [N] [options]",
  about:
    "Explains decision N (default: the last one): every rule that was asked and its answer, what the agent said and where, the score, the gate, the checks, the circuit breaker, and each setting with its origin. The decision is made again from the record; a different answer is reported.",
  flags: { json: { type: "boolean", help: "print JSON: the whole record and the rules" }, ...folderFlags },
  maxPositionals: 1,
  examples: ["untildone explain", "untildone explain 2", "untildone explain 2 --json | jq .rules"],
  async run(args, io) {
    const [word] = args.words;
    const folder = stateFolder(readConfig(args, io), io);
    const record = find(folder, word === undefined ? null : wholeNumber(word, "N"));
    const explanation = explainRecord(record);
    io.out(args.flag("json") ? `${JSON.stringify(explanation)}\n` : formatExplanation(explanation, io.colour));
    return 0;
  },
};

function find(folder: string, n: number | null): DecisionRecord {
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

type RuleAnswer = { readonly rule: string; readonly answer: "spoke" | "abstained" | "not asked"; readonly why: string };

/** Everything about a decision, computed again from its record. */
function explainRecord(record: DecisionRecord) {
  const policy = policyForKind(resolvePolicy(record.policy, record.settings), record.taskKind);
  const { context: weighed, decision: again } = judgeCase(policy, record.observation);
  const { decision } = record;
  const abstained = new Map(decision.abstained.map(({ rule, why }) => [rule, why]));
  const rules = policy.rules.map(({ name }): RuleAnswer => {
    if (name === decision.rule) return { rule: name, answer: "spoke", why: decision.reason };
    const why = abstained.get(name);
    return why === undefined ? { rule: name, answer: "not asked", why: "" } : { rule: name, answer: "abstained", why };
  });
  const same =
    again.decision === decision.decision && again.outcome === decision.outcome && again.rule === decision.rule;
  const askedRules = policy.rules.filter(({ name }) => name === decision.rule || abstained.has(name));
  const settings = [...new Set(askedRules.flatMap(({ uses }) => uses))].map((name) => ({
    name,
    value: policy.settings[name],
    from: findOrigin(name, record),
  }));
  return { record, rules, weighed: details(weighed), settings, decidesAgain: same ? "the same" : again };
}

type Explanation = ReturnType<typeof explainRecord>;

/** A nested setting has the origins of all its parts. */
function findOrigin(name: keyof Settings, { origins, policy }: DecisionRecord): string {
  const found = Object.entries(origins).filter(([path]) => path === name || path.startsWith(`${name}.`));
  if (found.length > 0) return [...new Set(found.map(([, where]) => where))].join(", ");
  const own = resolvePolicy(policy).settings;
  const plain = resolvePolicy("standard").settings;
  return JSON.stringify(own[name]) === JSON.stringify(plain[name]) ? "default" : "the policy";
}

function details({ gate, breakerBefore, breakerAfter, progress, excluded, seen, settings }: Case) {
  return {
    gate,
    breakerBefore,
    breakerAfter,
    progress: progress ?? null,
    excluded,
    budget: budgetLines(seen, settings),
  };
}

/** Which task's loop decided, where several were worked on at once. */
const formatUnit = ({ unit, about }: DecisionRecord): string =>
  unit === undefined && !about ? "" : ` of task ${unit ?? about?.unit}`;

function formatExplanation(explanation: Explanation, colour: boolean): string {
  const { bold, dim } = paint(colour);
  const { record, weighed } = explanation;
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", bold(title), ...lines.map((line) => `  ${oneLine(line)}`)];
  const lines = [
    `${bold(`Decision ${record.n}`)}  ${record.at}  run ${record.run}, iteration ${record.iteration}${formatUnit(record)}`,
    formatDecision(record.decision, colour).trimEnd(),
    ...section("Rules, in order", ruleLines(explanation, colour)),
    ...section("What the agent said", reportLines(record)),
    ...section(
      `Score ${record.decision.score.total}`,
      record.decision.score.parts.map(
        ({ name, points, of, why }) =>
          `${name.padEnd(18)}${String(points).padStart(3)} of ${String(of).padEnd(4)}${dim(why)}`,
      ),
    ),
    ...section("Gate", gateLines(weighed)),
    ...section(
      "Checks",
      record.observation.evidence.map(
        ({ name, state, required, detail }) =>
          `${name.padEnd(18)}${state}${required ? ", required" : ""}  ${dim(detail)}`,
      ),
    ),
    ...section("Progress and breaker", breakerLines(explanation)),
    ...section("Budget", weighed.budget.map(formatBudget)),
    ...section(
      "Settings the rules used",
      explanation.settings.map(({ name, value, from }) => `${name.padEnd(24)}${JSON.stringify(value)}  ${dim(from)}`),
    ),
    ...section(
      "Events",
      record.events.map((event) => JSON.stringify(event)),
    ),
    ...(explanation.decidesAgain === "the same"
      ? []
      : ["", "Decided again, the result differs: the record was written by another version, or was changed."]),
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

function reportLines({ observation }: DecisionRecord): readonly string[] {
  const report = observation.turn?.report;
  if (!report) return ["nothing: asked before the agent's turn"];
  return [
    `claim ${report.claim}${report.explicit ? " (explicit)" : ""}, task ${report.taskClaim}; tests ${report.tests}, confidence ${report.confidence}, ${plural(report.errors, "error")}, ${plural(report.questions, "question")}`,
    ...report.signals.map(
      ({ dialect, says, line, trusted, ignoredBecause }) =>
        `line ${line}: ${dialect} says ${says}${trusted ? "" : `, ignored: ${ignoredBecause}`}`,
    ),
    ...report.phrases.map(({ name, subject }) => `phrase: ${subject ? `${name} (${subject})` : name}`),
    ...(report.remaining ? [`remaining: ${report.remaining.text}`] : []),
    ...(report.failure ? [`failed: ${report.failure.kind}, ${report.failure.message}`] : []),
  ];
}

function gateLines({ gate }: Explanation["weighed"]): readonly string[] {
  return [
    gate.claimed ? `the claim of the ${gate.of} ${gate.passed ? "passed" : "was refused"}` : "no claim was made",
    ...gate.indicators.map(
      ({ name, weight, proof }) => `indicator ${name}: ${weight}${proof ? "" : ", no proof by itself"}`,
    ),
    ...gate.vetoes.map((veto) => `veto: ${veto}`),
    ...gate.refusals.filter((refusal) => !gate.vetoes.includes(refusal)).map((refusal) => `missing: ${refusal}`),
  ];
}

function breakerLines({ weighed, record }: Explanation): readonly string[] {
  const { breakerBefore, breakerAfter, progress, excluded } = weighed;
  const facts = Object.entries(record.observation.turn?.facts ?? {}).filter(([, value]) => value !== false);
  return [
    `progress ${progress === null ? "unknown: the workspace was not inspected" : progress ? "yes" : "none"}${excluded ? ", excluded" : ""}`,
    `breaker ${breakerBefore.state} -> ${breakerAfter.state}${breakerAfter.reason ? `: ${breakerAfter.reason}` : ""}`,
    ...(facts.length > 0
      ? [`seen: ${facts.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ")}`]
      : []),
    `history: ${record.observation.history.length} earlier iterations`,
  ];
}
