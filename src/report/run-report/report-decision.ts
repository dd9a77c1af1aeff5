import { describeDecisionProof } from "../../decide/decision-proof.js";
import type { Evidence } from "../../decide/evidence.js";
import { tasksDoneBy } from "../../decide/tasks-done.js";
import { countDone } from "../../run/loop/count-done.js";
import { iterationSeconds, startOf } from "../../run/loop/turn-times.js";
import { type DecisionRecord, decisionTask } from "../../store/record.js";
import {
  breakerLines,
  budgetTexts,
  differsNote,
  Explainer,
  type Explanation,
  gateLines,
  reportLines,
} from "../explain-record.js";
import { splitReason } from "../plain-words.js";
import { clipLine, clipText } from "./clip-text.js";
import type { DecisionDetail, ReportedCheck, ReportedDecision } from "./run-report.js";
import { blamedIn, kindOf } from "./turn-kind.js";

const maxText = 4000;
const maxFailing = 20;

/** What the decisions of a run have in common. */
export class SharedParts {
  readonly explainer = new Explainer();
  readonly texts = new WeakMap<object, unknown>();
}

/** What is made of a shared value is shared as well. */
function shareText<T>(texts: WeakMap<object, unknown>, of: object, make: () => T): T {
  const found = (texts.get(of) as T | undefined) ?? make();
  texts.set(of, found);
  return found;
}

/** A decision without the agent's message and the diff, which are not in the journal. */
export function reportDecision(record: DecisionRecord, shared: SharedParts): ReportedDecision {
  const { n, at, iteration, decision, after, unit, about, turns = [] } = record;
  const hadTurn = record.observation.turn !== null && !record.observation.again && !about;
  // A unit has a copy of the list, as old as its worktree, and its task is done once it is merged.
  const counted = unit === undefined ? countDone(record) : null;
  const tasksDone = unit === undefined ? [...tasksDoneBy(decision), ...(after.doneBeside ?? [])] : [];
  return {
    n,
    at,
    iteration,
    unit: clipName(unit ?? null),
    result: about?.is ?? null,
    task: clipName(
      about ? about.unit : record.observation.turn ? (after.past.task ?? decisionTask(record)) : decisionTask(record),
    ),
    verdict: decision.outcome ?? "continue",
    rule: decision.rule,
    reason: clipLine(decision.reason),
    hadTurn,
    claim: about ? "none" : readClaim(record),
    kind: kindOf(record),
    blames: clipName(blamedIn(record, decisionTask(record))),
    tasksDone: tasksDone.map((id) => clipLine(id)),
    setAside: clipName(decision.setAside?.task ?? null),
    startedAt: startOf(record),
    seconds: iterationSeconds(record),
    usd: after.usd ?? null,
    tokens: after.tokens ?? null,
    done: counted?.done ?? null,
    total: counted?.total ?? null,
    failingTests: hadTurn ? countFailing(record) : null,
    agents: [...new Set(turns.map(({ agent, model }) => (model === null ? agent : `${agent} (${model})`)))],
    detail: toDetail(shared.explainer.explain(record), shared),
  };
}

/** None where no test ran: a runner that counts none has said nothing about any. */
function countFailing({ observation: { turn, evidence } }: DecisionRecord): number | null {
  const failing = turn?.facts?.failingTests ?? null;
  const ran = evidence.some(({ passed = 0, failed = 0 }) => passed + failed > 0);
  return failing === 0 && !ran ? null : failing;
}

const clipName = (name: string | null): string | null => (name === null ? null : clipLine(name));

function readClaim({ decision, after }: DecisionRecord): ReportedDecision["claim"] {
  const { claimed, passed } = after.past;
  if (!claimed) return "none";
  return passed || (decision.taskDone ?? null) !== null || decision.outcome === "completed" ? "passed" : "refused";
}

function toDetail(explanation: Explanation, { texts }: SharedParts): DecisionDetail {
  const { record, rules, weighed, settings } = explanation;
  const { decision, observation, events } = record;
  return {
    points: splitReason(record).map((text) => clipLine(text)),
    words: null,
    said: reportLines(record).map((text) => clipLine(text)),
    rules: rules.map((answer) => shareText(texts, answer, () => ({ ...answer, why: clipLine(answer.why) }))),
    score: weighed.scoreCounts ? decision.score : null,
    proof: describeDecisionProof(decision),
    gate: gateLines(weighed).map((text) => clipLine(text)),
    checks: observation.evidence.map(toCheck),
    progress: breakerLines(explanation).map((text) => clipLine(text)),
    budget: budgetTexts(weighed),
    settings: shareText(texts, settings, () =>
      settings.map(({ name, value, from }) => ({ name, value: clipLine(JSON.stringify(value) ?? ""), from })),
    ),
    events: events.map((event) => clipLine(JSON.stringify(event))),
    feedback: decision.feedback.map((text) => clipText(text, maxText)),
    warnings: decision.warnings.map((text) => clipLine(text)),
    note: explanation.decidesAgain === "the same" ? null : differsNote,
    transcript: [],
    prompt: null,
    log: null,
    diff: null,
  };
}

export const toCheck = ({
  name,
  state,
  required,
  detail,
  failing = [],
  tail = [],
  fix,
  seconds,
}: Evidence): ReportedCheck => ({
  ...{ name, state, seconds: seconds ?? null },
  tail: tail.map((line) => clipLine(line)),
  fix: fix === undefined ? null : clipLine(fix),
  required,
  detail: clipText(detail, maxText),
  failing: failing.slice(0, maxFailing).map((test) => clipLine(test)),
});
