import { labelAgent } from "../../agents/label-agent.js";
import { lastQuestion } from "../../agents/signals/prose/questions.js";
import { readNote } from "../../decide/agent-report.js";
import { unmetChecks } from "../../decide/evidence.js";
import { changedTests } from "../../decide/policy.js";
import { detectProgress } from "../../decide/progress.js";
import { taskOfWords } from "../../decide/words.js";
import { type CurrentRun, plus } from "../../store/current-run.js";
import type { DecisionRecord, TurnTaken } from "../../store/record.js";
import type { WaitingWords } from "../../store/words.js";
import type { WorktreeAdvice } from "../git/git-worktree.js";
import { adviceText, type StepAdvice } from "./advice.js";
import { countDone } from "./count-done.js";
import { lastWords } from "./last-words.js";
import { readOutside } from "./outside.js";
import type { AgentShare, NotGiven, RefusedClaims, RunSummary, TaskShare } from "./run-summary.js";
import { listChecks, toUnmet } from "./summarize-checks.js";
import { summarizeProof } from "./summarize-proof.js";
import { summarizeReviews } from "./summarize-reviews.js";
import { iterationSeconds } from "./turn-times.js";

export interface EndedRun {
  /** The decisions of the run, oldest first. */
  readonly records: readonly DecisionRecord[];
  readonly last: DecisionRecord;
  readonly current: CurrentRun | null;
  /** The agent's last message. */
  readonly message: string | null;
  readonly owed: readonly string[];
  readonly unmarked: readonly string[];
  readonly waiting: WaitingWords;
  readonly advice: StepAdvice | null;
  readonly worktree: WorktreeAdvice | null;
  readonly leftOut?: readonly string[];
  readonly isCommitted?: boolean;
}

export function summarizeRun(ended: EndedRun): RunSummary {
  const { records, last, current, message, owed, unmarked, waiting, advice, worktree, leftOut = [] } = ended;
  const { observation } = last;
  const limited = records.filter(({ after, about }) => !about && after.past.limited === true).length;
  const reviews = summarizeReviews(records);
  return {
    run: last.run,
    iterations: current?.iterations ?? 0,
    ...(limited > 0 ? { limited } : {}),
    wasted: countWasted(records),
    seconds: current?.seconds ?? 0,
    usd: current?.usd ?? null,
    tokens: current?.tokens ?? null,
    agents: shareTurns(records),
    perTask: shareTasks(records),
    lastTask: lastTask(records),
    tasks: countTasks(records, last),
    ...summarizeProof(records, current?.lateProofs),
    accepted: current?.accepted ?? [],
    acceptances: current?.acceptances ?? [],
    notes: collectNotes(records),
    setAside: current?.setAside ?? [],
    owed,
    unmarked,
    ...(leftOut.length > 0 ? { leftOut } : {}),
    refused: refusedClaims(records),
    ...(reviews ? { reviews } : {}),
    changedTests: changedTests(observation),
    checks: listChecks(records, observation.evidence),
    unmet: unmetChecks(observation.evidence)
      .filter(({ notRun }) => !notRun)
      .map(toUnmet),
    flaky: [...new Set(records.flatMap((record) => record.observation.evidence.flatMap(({ flaky = [] }) => flaky)))],
    outside: [...new Set(records.flatMap((record) => readOutside(record.observation.evidence)))],
    lastWords: message === null ? null : lastWords(message),
    question: findOpenQuestion(message, waiting),
    questions: waiting.questions,
    notGiven: listNotGiven(waiting),
    next: advice && adviceText(advice),
    advice,
    worktree,
    ...(ended.isCommitted ? { isCommitted: true } : {}),
  };
}

/** The agent's last question, unless somebody has answered it since. */
function findOpenQuestion(message: string | null, { words }: WaitingWords): string | null {
  const asked = message === null ? null : lastQuestion(message);
  return words.some(({ question }) => question?.text === asked) ? null : asked;
}

const listNotGiven = ({ words, missed }: WaitingWords): readonly NotGiven[] =>
  [...missed.map((each) => ({ each, missed: true })), ...words.map((each) => ({ each, missed: false }))].map(
    ({ each, missed: isMissed }) => ({ task: taskOfWords(each), text: each.text, missed: isMissed }),
  );

/** The list of a unit is its own: what counts is what was merged. */
function countTasks(records: readonly DecisionRecord[], last: DecisionRecord): RunSummary["tasks"] {
  if (last.unit === undefined) return countDone(last);
  const merged = records.findLast(({ unit }) => unit === undefined);
  if (merged) return countDone(merged);
  const { done, total } = last.decision.completion;
  return done === null || total === null ? null : { done, total };
}

/** Without the run's own decisions about a unit, which repeat what the unit saw. */
const selectTurns = (records: readonly DecisionRecord[]): readonly DecisionRecord[] =>
  records.filter(({ observation, about }) => observation.turn !== null && !observation.again && !about);

function shareTurns(records: readonly DecisionRecord[]): readonly AgentShare[] {
  const all = records.flatMap(({ turns = [] }) => turns);
  const shares = new Map<string, AgentShare>();
  for (const { agent: name, model, usd, failure } of all) {
    const agent = hasModels(name, all) && model !== null ? labelAgent({ name, model }) : name;
    const before = shares.get(agent) ?? { agent, turns: 0, failed: 0, usd: null };
    shares.set(agent, {
      agent,
      turns: before.turns + 1,
      failed: before.failed + (failure === null ? 0 : 1),
      usd: plus(before.usd, usd),
    });
  }
  return [...shares.values()];
}

/** Whether an agent took turns with more than one model. */
const hasModels = (name: string, turns: readonly TurnTaken[]): boolean =>
  new Set(turns.filter(({ agent }) => agent === name).map(({ model }) => model)).size > 1;

function shareTasks(records: readonly DecisionRecord[]): readonly TaskShare[] {
  const shares = new Map<string | null, TaskShare>();
  for (const record of selectTurns(records)) {
    const { after } = record;
    const { task = null, limited } = after.past;
    const before = shares.get(task) ?? { task, iterations: 0, seconds: 0, usd: null, tokens: null };
    shares.set(task, {
      task,
      iterations: before.iterations + (limited ? 0 : 1),
      seconds: before.seconds + (iterationSeconds(record) ?? 0),
      usd: plus(before.usd, after.usd),
      tokens: plus(before.tokens, after.tokens),
    });
  }
  return [...shares.values()];
}

function lastTask(records: readonly DecisionRecord[]): string | null {
  return selectTurns(records).at(-1)?.after.past.task ?? null;
}

/** Iterations after the last progress, without usage limits. */
function countWasted(records: readonly DecisionRecord[]): number {
  const turns = selectTurns(records)
    .map(({ after }) => after.past)
    .filter(({ limited }) => !limited);
  const last = turns.findLastIndex((past, at) => past.tasksDone || detectProgress(past, turns[at - 1]) !== false);
  return turns.length - 1 - last;
}

const maxNotes = 10;

function collectNotes(records: readonly DecisionRecord[]): RunSummary["notes"] {
  const byTask = new Map<string | null, string>();
  for (const { observation, after } of records) {
    const text = observation.turn && readNote(observation.turn.report);
    if (text) byTask.set(after.past.task ?? null, text);
  }
  return [...byTask].slice(-maxNotes).map(([task, text]) => ({ task, text }));
}

function refusedClaims(records: readonly DecisionRecord[]): readonly RefusedClaims[] {
  const byTask = new Map<string | null, RefusedClaims>();
  for (const record of records) {
    const { decision, after, about } = record;
    if (about) continue;
    const { claimed, passed, task = null } = after.past;
    if (!claimed || passed || decision.taskDone !== null || decision.outcome === "completed") continue;
    const times = (byTask.get(task)?.times ?? 0) + 1;
    byTask.set(task, { task, times, reason: whyRefused(record) });
  }
  return [...byTask.values()];
}

/** What the gate missed: the reason of the decision may be another, such as a budget that is spent. */
function whyRefused({ decision: { setAside, reason }, events }: DecisionRecord): string {
  const blocked = events.find(({ event }) => event === "exit_gate_blocked");
  const missed = blocked?.event === "exit_gate_blocked" ? blocked.because.join("; ") : "";
  return setAside?.reason ?? (missed || reason);
}
