import { type Breaker, closedBreaker } from "../core/breaker.js";
import type { Decision, Outcome } from "../core/decision.js";
import { countUnticked } from "../judge/judge.js";
import type { RunEvent, RunLimits, RunUse } from "../loop/run-event.js";
import type { DecisionRecord } from "../store/record.js";

/** What the live view shows of a run. Plain data; times in milliseconds since 1970. */
export interface ViewState {
  /** How long the run had worked at a moment: pauses do not count, nor the time before it was resumed. */
  readonly clock: { readonly seconds: number; readonly at: number };
  readonly limits: RunLimits | null;
  readonly used: RunUse;
  /** Null before the first iteration. */
  readonly iteration: number | null;
  readonly task: string | null;
  readonly tasks: { readonly done: number; readonly total: number } | null;
  readonly setAside: number;
  readonly step: RunStep;
  /** What the agent last wrote. */
  readonly words: string | null;
  readonly last: LastDecision | null;
  readonly breaker: Pick<Breaker, "state" | "reason" | "noProgress" | "sameError">;
  readonly request: PersonRequest;
  readonly hasEnded: boolean;
}

/** What the run is doing. `at`: since when. */
export type RunStep =
  | { readonly is: "starting"; readonly at: number }
  | AgentWork
  | { readonly is: "checking"; readonly at: number; readonly check: string | null }
  | { readonly is: "waiting"; readonly at: number; readonly until: number; readonly why: string }
  | { readonly is: "paused"; readonly at: number };

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
  readonly reason: string;
}

export interface EventContext {
  /** When the event happened. */
  readonly at: number;
  /** Makes foreign text harmless, masks secrets and puts it in one line. */
  clean(text: string): string;
}

export const startView = (at: number): ViewState => ({
  clock: { seconds: 0, at },
  limits: null,
  used: { iterations: 0, seconds: 0, tokens: null, usd: null },
  iteration: null,
  task: null,
  tasks: null,
  setAside: 0,
  step: { is: "starting", at },
  words: null,
  last: null,
  breaker: closedBreaker,
  request: "none",
  hasEnded: false,
});

/** How long the run has worked. */
export const measureSeconds = ({ clock, step }: ViewState, now: number): number =>
  step.is === "paused" ? clock.seconds : clock.seconds + Math.max(0, now - clock.at) / 1000;

type EventOf<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;
type Apply<T extends RunEvent["type"]> = (state: ViewState, event: EventOf<T>, context: EventContext) => ViewState;

/** The view after an event. Pure; events of unknown types change nothing. */
export function applyEvent(state: ViewState, event: RunEvent, context: EventContext): ViewState {
  const apply = changes[event.type] as Apply<RunEvent["type"]> | undefined;
  return apply ? apply(state, event, context) : state;
}

const changes: { readonly [T in RunEvent["type"]]?: Apply<T> } = {
  "run-start": (_, { limits, used }, { at }) => ({
    ...startView(at),
    limits,
    used,
    clock: { seconds: used.seconds, at },
  }),
  "iteration-start": (state, { iteration, task, tasks }, { at, clean }) => ({
    ...state,
    iteration,
    task: task && clean(taskName(task)),
    tasks: tasks ?? state.tasks,
    step: { is: "checking", at, check: null },
    words: null,
  }),
  "phase-start": (state, { name }, { clean }) => changeAgent(state, () => ({ phase: clean(name) })),
  "agent-start": startAgent,
  "agent-output": (state, { bytes, line }, { at, clean }) => ({
    ...changeAgent(state, ({ printedBytes }) => ({ printedBytes: printedBytes + bytes, printedAt: at })),
    words: line === null ? state.words : clean(line),
  }),
  "agent-message": (state, { text }, { clean }) => ({ ...state, words: clean(text) }),
  "agent-activity": (state, { does, what }, { at, clean }) =>
    changeAgent(state, () => ({ does: `${does} ${clean(what)}`, at })),
  "agent-retry": (state, { seconds, why }, { at, clean }) =>
    seconds === 0
      ? state
      : { ...state, step: { is: "waiting", at, until: at + seconds * 1000, why: `trying again: ${clean(why)}` } },
  "agent-end": startChecks,
  "check-start": (state, { name }, { at, clean }) => ({ ...state, step: { is: "checking", at, check: clean(name) } }),
  "check-end": startChecks,
  "verdict-given": (state, { record }, context) => applyVerdict(state, record, context),
  "wait-start": (state, { seconds, why }, { at, clean }) => ({
    ...state,
    step: { is: "waiting", at, until: at + seconds * 1000, why: clean(why) },
  }),
  "wait-end": startChecks,
  "pause-requested": (state) => ({ ...state, request: "pause" }),
  "pause-cancelled": (state) => ({ ...state, request: "none" }),
  "pause-start": (state, _, { at }) => ({
    ...state,
    clock: { seconds: measureSeconds(state, at), at },
    step: { is: "paused", at },
    request: "none",
  }),
  "pause-end": (state, event, context) =>
    startChecks({ ...state, clock: { ...state.clock, at: context.at } }, event, context),
  "interrupt-received": (state, { level }) => ({ ...state, request: level === 1 ? "stop" : "stop-now" }),
  "run-end": (state) => ({ ...state, hasEnded: true }),
};

function changeAgent(state: ViewState, change: (work: AgentWork) => Partial<AgentWork>): ViewState {
  const { step } = state;
  return step.is === "agent" ? { ...state, step: { ...step, ...change(step) } } : state;
}

function startAgent(state: ViewState, { agent }: EventOf<"agent-start">, { at, clean }: EventContext): ViewState {
  const work = { at, agent: clean(agent), phase: null, does: null, printedBytes: 0, printedAt: at };
  return { ...state, words: null, step: { is: "agent", ...work } };
}

function startChecks(state: ViewState, _: RunEvent, { at }: EventContext): ViewState {
  return { ...state, step: { is: "checking", at, check: null } };
}

function applyVerdict(state: ViewState, record: DecisionRecord, { at, clean }: EventContext): ViewState {
  const { decision, observation, after } = record;
  const { seconds, tokens, usd, iterations } = observation.used;
  return {
    ...state,
    used: {
      iterations: iterations ?? state.used.iterations,
      seconds: seconds ?? state.used.seconds,
      tokens: tokens ?? state.used.tokens,
      usd: usd ?? state.used.usd,
    },
    clock: seconds === undefined ? state.clock : { seconds, at },
    tasks: countTasks(record) ?? state.tasks,
    setAside: after.setAside?.length ?? state.setAside,
    last: { outcome: decision.outcome, reason: clean(firstPoint(decision)) },
    breaker: after.breaker,
    step: { is: "checking", at, check: null },
  };
}

function countTasks({ decision, observation, after }: DecisionRecord): ViewState["tasks"] {
  const { done, total } = decision.completion;
  if (done === null || total === null) return null;
  return { done: done + countUnticked(observation, decision) + (after.doneBeside?.length ?? 0), total };
}

/** The decision itself, without its further points. */
const firstPoint = ({ reason }: Decision): string => reason.split("; ", 1)[0] ?? reason;

/** Titles often start with the id. */
const taskName = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  title.startsWith(id) ? title : `${id} ${title}`;
