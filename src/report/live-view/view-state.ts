import { type Breaker, closedBreaker } from "../../decide/breaker.js";
import type { Outcome } from "../../decide/decision.js";
import { countDone } from "../../run/loop/count-done.js";
import type { RunEvent, RunLimits, RunUse } from "../../run/loop/run-event.js";
import { endsUnit } from "../../run/loop/unit-events.js";
import type { DecisionRecord } from "../../store/record.js";
import { isUnitDone } from "../../store/units.js";
import { hasBareId } from "../name-task.js";
import { sayVerdict } from "../plain-words.js";
import { addTitle, describeForUnit, describeLast } from "./describe-last.js";

/** What the live view shows of a run. Plain data; times in milliseconds since 1970. */
export interface ViewState extends LoopView {
  /** How long the run had worked at a moment: pauses do not count, nor the time before it was resumed. */
  readonly clock: { readonly seconds: number; readonly at: number };
  readonly limits: RunLimits | null;
  readonly used: RunUse;
  readonly tasks: { readonly done: number; readonly total: number } | null;
  readonly setAside: number;
  /** Of the last tasks of a list without ids, by number. */
  readonly titles: Readonly<Record<string, string>>;
  readonly last: LastDecision | null;
  readonly request: PersonRequest;
  readonly hasEnded: boolean;
  /** The tasks at work, in the order they began, where several are worked on at once. */
  readonly units: readonly UnitView[];
  /** Whether there were any. */
  readonly hadUnits: boolean;
}

/** What is shown of one loop: that of the run, or that of one task among several. */
export interface LoopView {
  /** Null before the first iteration. */
  readonly iteration: number | null;
  readonly task: string | null;
  readonly step: RunStep;
  /** What the agent last wrote. */
  readonly words: string | null;
  readonly breaker: Pick<Breaker, "state" | "reason" | "noProgress" | "sameError">;
}

export interface UnitView extends LoopView {
  readonly unit: string;
  /** Why its work could not be merged; null if it did not come to that. */
  readonly sentBack: string | null;
}

/** What the run is doing. `at`: since when. */
export type RunStep =
  | { readonly is: "starting"; readonly at: number }
  | AgentWork
  | { readonly is: "checking"; readonly at: number; readonly check: string | null }
  | { readonly is: "waiting"; readonly at: number; readonly until: number; readonly why: string }
  | { readonly is: "paused"; readonly at: number }
  /** Of a unit: its worktree is prepared. */
  | { readonly is: "preparing"; readonly at: number }
  /** Of a unit: between two iterations. */
  | { readonly is: "decided"; readonly at: number }
  /** Of a unit: its task is done. */
  | { readonly is: "merging"; readonly at: number; readonly check: string | null };

export interface AgentWork {
  readonly is: "agent";
  readonly at: number;
  readonly agent: string;
  readonly phase: string | null;
  /** "edits src/a.ts"; null if it does not tell. */
  readonly does: string | null;
  readonly printedBytes: number;
  /** When it last printed something. */
  readonly printedAt: number;
}

/** What a person asked of the run. */
export type PersonRequest = "none" | "pause" | "stop" | "stop-now";

export interface LastDecision {
  readonly outcome: Outcome | null;
  /** "T2 refused". */
  readonly head: string;
  readonly reason: string;
  /** Whose loop decided, where several tasks are worked on at once. */
  readonly unit: string | null;
}

export interface EventContext {
  /** When the event happened. */
  readonly at: number;
  /** Makes foreign text harmless, masks secrets and puts it in one line. */
  clean(text: string): string;
}

const startLoop = (step: RunStep): LoopView => ({
  iteration: null,
  task: null,
  step,
  words: null,
  breaker: closedBreaker,
});

export const startView = (at: number): ViewState => ({
  ...startLoop({ is: "starting", at }),
  clock: { seconds: 0, at },
  limits: null,
  used: { iterations: 0, seconds: 0, tokens: null, usd: null },
  tasks: null,
  setAside: 0,
  titles: {},
  last: null,
  request: "none",
  hasEnded: false,
  units: [],
  hadUnits: false,
});

/** How long the run has worked. */
export const measureSeconds = ({ clock, step }: ViewState, now: number): number =>
  step.is === "paused" ? clock.seconds : clock.seconds + Math.max(0, now - clock.at) / 1000;

type EventOf<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/** What an event changes of a state. */
type Apply<S, T extends RunEvent["type"]> = (state: S, event: EventOf<T>, context: EventContext) => Partial<S>;
type Changes<S> = { readonly [T in RunEvent["type"]]?: Apply<S, T> };

/** The view after an event. Pure; events of unknown types change nothing. */
export function applyEvent(state: ViewState, event: RunEvent, context: EventContext): ViewState {
  const changed = { ...state, ...change(runChanges, state, event, context) };
  return event.unit === undefined
    ? { ...changed, ...change(loopChanges, changed, event, context) }
    : { ...changed, ...changeUnits(changed, event.unit, event, context) };
}

function change<S>(changes: Changes<S>, state: S, event: RunEvent, context: EventContext): Partial<S> {
  const apply = changes[event.type] as Apply<S, RunEvent["type"]> | undefined;
  return apply ? apply(state, event, context) : {};
}

/** A unit is there from its worktree to the decision that ends it. */
function changeUnits({ units }: ViewState, unit: string, event: RunEvent, context: EventContext): Partial<ViewState> {
  const { at } = context;
  if (event.type === "worktree-entered") return { hadUnits: true, units: addUnit(units, unit, at) };
  if (!endsUnit(event))
    return {
      units: units.map((each) => (each.unit === unit ? { ...each, ...changeUnit(each, event, context) } : each)),
    };
  const left = units.filter((each) => each.unit !== unit);
  return { units: left, ...(left.length === 0 ? { step: checksFrom(at) } : {}) };
}

const addUnit = (units: ViewState["units"], unit: string, at: number): ViewState["units"] => [
  ...units.filter((each) => each.unit !== unit),
  { ...startLoop({ is: "preparing", at }), unit, sentBack: null },
];

function changeUnit(unit: UnitView, event: RunEvent, context: EventContext): Partial<UnitView> {
  const { at, clean } = context;
  if (event.type === "decision-made") return judgeUnit(unit, event.record, context);
  if (unit.step.is !== "merging") return change(loopChanges, unit, event, context);
  if (event.type === "check-start") return { step: { is: "merging", at, check: clean(event.name) } };
  return event.type === "check-end" ? { step: { is: "merging", at, check: null } } : {};
}

function judgeUnit({ unit }: UnitView, record: DecisionRecord, { at, clean }: EventContext): Partial<UnitView> {
  const { about, after } = record;
  const step: RunStep = { is: "decided", at };
  if (about) return { step, sentBack: clean(describeForUnit(record, unit)) };
  if (isUnitDone(record, unit)) return { step: { is: "merging", at, check: null }, words: null };
  return { step, breaker: after.breaker };
}

const runChanges: Changes<ViewState> = {
  "run-start": (_, { limits, used }, { at }) => ({
    ...startView(at),
    limits,
    used,
    clock: { seconds: used.seconds, at },
  }),
  // A unit's copy of the list is as old as its worktree.
  "iteration-start": (state, { tasks, unit, task }, { clean }) => ({
    titles: task && hasBareId(task.id) ? addTitle(state.titles, task.id, clean(task.title)) : state.titles,
    tasks: unit === undefined ? (tasks ?? state.tasks) : (state.tasks ?? tasks),
  }),
  "limits-raised": (_, { limits }) => ({ limits }),
  "decision-made": applyVerdict,
  "pause-requested": () => ({ request: "pause" }),
  "pause-cancelled": () => ({ request: "none" }),
  "pause-start": (state, _, { at }) => ({
    clock: { seconds: measureSeconds(state, at), at },
    step: { is: "paused", at },
    request: "none",
  }),
  "pause-end": ({ clock }, _, { at }) => ({ clock: { ...clock, at }, step: checksFrom(at) }),
  "interrupt-received": (_, { level }) => ({ request: level === 1 ? "stop" : "stop-now" }),
  "run-end": () => ({ hasEnded: true }),
};

/** The same for the loop of the run and for that of a unit. */
const loopChanges: Changes<LoopView> = {
  "iteration-start": (_, { iteration, task }, { at, clean }) => ({
    iteration,
    task: task && clean(taskName(task)),
    step: checksFrom(at),
    words: null,
  }),
  "phase-start": (loop, { name }, { clean }) => changeAgent(loop, () => ({ phase: clean(name) })),
  "agent-start": startAgent,
  "agent-output": (loop, { bytes, line }, { at, clean }) => ({
    ...changeAgent(loop, ({ printedBytes }) => ({ printedBytes: printedBytes + bytes, printedAt: at })),
    words: line === null ? loop.words : clean(line),
  }),
  "agent-message": (_, { text }, { clean }) => ({ words: clean(text) }),
  "agent-activity": (loop, { does, what }, { at, clean }) =>
    changeAgent(loop, () => ({ does: `${does} ${clean(what)}`, at })),
  "agent-retry": (_, { seconds, why }, { at, clean }) =>
    seconds === 0
      ? {}
      : { step: { is: "waiting", at, until: at + seconds * 1000, why: `trying again: ${clean(why)}` } },
  "agent-end": startChecks,
  "check-start": (_, { name }, { at, clean }) => ({ step: { is: "checking", at, check: clean(name) } }),
  "proof-start": (_, { what }, { at, clean }) => ({ step: { is: "checking", at, check: clean(what) } }),
  "proof-end": startChecks,
  "review-start": (_, { reviewer }, { at, clean }) => ({
    step: { is: "checking", at, check: `review by ${clean(reviewer)}` },
  }),
  "review-end": startChecks,
  "check-end": startChecks,
  "decision-made": (_, { record }, { at }) => ({ breaker: record.after.breaker, step: checksFrom(at) }),
  "wait-start": (_, { seconds, why }, { at, clean }) => ({
    step: { is: "waiting", at, until: at + seconds * 1000, why: clean(why) },
  }),
  "wait-end": startChecks,
};

function changeAgent({ step }: LoopView, changed: (work: AgentWork) => Partial<AgentWork>): Partial<LoopView> {
  return step.is === "agent" ? { step: { ...step, ...changed(step) } } : {};
}

function startAgent(_: LoopView, { agent }: EventOf<"agent-start">, { at, clean }: EventContext): Partial<LoopView> {
  const work = { at, agent: clean(agent), phase: null, does: null, printedBytes: 0, printedAt: at };
  return { words: null, step: { is: "agent", ...work } };
}

const checksFrom = (at: number): RunStep => ({ is: "checking", at, check: null });

function startChecks(_: LoopView, __: RunEvent, { at }: EventContext): Partial<LoopView> {
  return { step: checksFrom(at) };
}

function applyVerdict(
  state: ViewState,
  { record, unit }: EventOf<"decision-made">,
  { at, clean }: EventContext,
): Partial<ViewState> {
  const { decision, after, about } = record;
  return {
    // A decision about a unit repeats what that unit had used when its loop ended.
    ...(about ? {} : measureUse(state, record, at)),
    tasks: (unit !== undefined && !about ? null : countDone(record)) ?? state.tasks,
    setAside: after.setAside?.length ?? state.setAside,
    last: {
      ...{ outcome: decision.outcome, head: clean(sayVerdict(record).head) },
      reason: clean(unit === undefined ? describeLast(record, state.titles) : describeForUnit(record, unit)),
      unit: unit === undefined ? null : clean(unit),
    },
  };
}

function measureUse({ used, clock }: ViewState, { observation }: DecisionRecord, at: number): Partial<ViewState> {
  const { seconds, tokens, usd, iterations } = observation.used;
  return {
    used: {
      iterations: iterations ?? used.iterations,
      seconds: seconds ?? used.seconds,
      tokens: tokens ?? used.tokens,
      usd: usd ?? used.usd,
    },
    clock: seconds === undefined ? clock : { seconds, at },
  };
}

/** Titles often start with the id. */
const taskName = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  title.startsWith(id) ? title : `${id} ${title}`;
