import type { RunEvent } from "../../run/loop/run-event.js";
import type { DecisionRecord, TurnTaken } from "../../store/record.js";
import { type Attribute, describeVerdict, isRefusedTurn, type SpanEvent, toAttributes, toNanos } from "./span-parts.js";

/** A finished span, as OTLP writes it in JSON. */
export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events?: readonly SpanEvent[];
  readonly status: { readonly code: 0 | 1 | 2; readonly message?: string };
}

interface OpenSpan {
  readonly spanId: string;
  readonly startedAt: number;
}

interface Clock {
  now(): number;
  /** Random hexadecimal digits. */
  newId(bytes: number): string;
}

type AgentEnd = Extract<RunEvent, { type: "agent-end" }>;
type CheckEnd = Extract<RunEvent, { type: "check-end" }>;

/** Makes spans of the events of a run: the run, its iterations, and in them the agent's turns and the checks. */
export class RunSpans {
  readonly #clock: Clock;
  readonly #traceId: string;
  readonly #run: OpenSpan;
  #start: Extract<RunEvent, { type: "run-start" }> | null = null;
  #iteration: (OpenSpan & { readonly task: string | null }) | null = null;
  #agent: OpenSpan | null = null;
  #turns: { readonly span: OpenSpan; readonly endedAt: number; readonly event: AgentEnd }[] = [];
  #checks = new Map<string, OpenSpan>();
  #finished: TraceSpan[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#traceId = clock.newId(16);
    this.#run = this.#open();
  }

  /** The spans that are finished with this event: a batch for each decision. */
  take(event: RunEvent): readonly TraceSpan[] {
    switch (event.type) {
      case "run-start":
        this.#start = event;
        break;
      case "iteration-start":
        this.#iteration = { ...this.#open(), task: event.task?.id ?? null };
        break;
      case "agent-start":
        this.#agent = this.#open();
        break;
      case "agent-end":
        if (this.#agent) this.#turns.push({ span: this.#agent, endedAt: this.#clock.now(), event });
        this.#agent = null;
        break;
      case "check-start":
        this.#checks.set(event.name, this.#open());
        break;
      case "check-end":
        this.#endCheck(event);
        break;
      case "decision-made":
        this.#endIteration(event.record);
        return this.#hand();
      case "run-end":
        this.#endRun(event);
        return this.#hand();
    }
    return [];
  }

  #open = (): OpenSpan => ({ spanId: this.#clock.newId(8), startedAt: this.#clock.now() });

  #hand(): readonly TraceSpan[] {
    const spans = this.#finished;
    this.#finished = [];
    return spans;
  }

  #end(
    open: OpenSpan,
    span: Pick<TraceSpan, "name" | "attributes"> & Partial<TraceSpan> & { readonly endedAt?: number },
  ): void {
    const { endedAt = this.#clock.now(), kind = 1, status = { code: 0 }, ...rest } = span;
    this.#finished.push({
      traceId: this.#traceId,
      spanId: open.spanId,
      kind,
      status,
      startTimeUnixNano: toNanos(open.startedAt),
      endTimeUnixNano: toNanos(endedAt),
      ...rest,
    });
  }

  get #parent(): string {
    return (this.#iteration ?? this.#run).spanId;
  }

  #endCheck({ name, evidence }: CheckEnd): void {
    const open = this.#checks.get(name);
    this.#checks.delete(name);
    if (!open || !evidence) return;
    const attributes = toAttributes({ "untildone.check.name": name, "untildone.check.state": evidence.state });
    const status: TraceSpan["status"] =
      evidence.state === "fails" ? { code: 2, message: evidence.detail } : { code: 0 };
    this.#end(open, { name: `check ${name}`, parentSpanId: this.#parent, attributes, status });
  }

  #endIteration(record: DecisionRecord): void {
    for (const [at, { span, endedAt, event }] of this.#turns.entries())
      this.#end(span, { ...describeTurn(event, record.turns?.[at]), parentSpanId: this.#parent, endedAt });
    this.#turns = [];
    const { decision, iteration } = record;
    const attributes = toAttributes({
      "untildone.iteration": iteration,
      "untildone.decision": decision.outcome ?? "continue",
      "untildone.rule": decision.rule,
      "untildone.reason": decision.reason,
      "untildone.task.id": this.#iteration?.task,
      "untildone.task.done": decision.taskDone,
    });
    const open = this.#iteration;
    this.#iteration = null;
    if (!open) return;
    const isRefused = isRefusedTurn(record);
    this.#end(open, {
      ...{ name: `iteration ${iteration}`, parentSpanId: this.#run.spanId, attributes },
      events: [describeVerdict(record, this.#clock.now())],
      status: isRefused ? { code: 2, message: decision.reason } : { code: 0 },
    });
  }

  #endRun({ record, summary }: Extract<RunEvent, { type: "run-end" }>): void {
    const { outcome, reason } = record.decision;
    const attributes = toAttributes({
      "untildone.run.id": summary.run,
      "untildone.policy": this.#start?.policy,
      "untildone.outcome": outcome,
      "untildone.reason": reason,
      "untildone.iterations": summary.iterations,
      "untildone.tasks.done": summary.tasks?.done,
      "untildone.tasks.total": summary.tasks?.total,
      "untildone.cost.usd": summary.usd,
      "untildone.usage.tokens": summary.tokens,
    });
    const status: TraceSpan["status"] = outcome === "completed" ? { code: 1 } : { code: 2, message: reason };
    this.#end(this.#run, { name: "untildone run", attributes, status });
  }
}

/** Who provides the model, by the names of the GenAI conventions; other agents choose theirs themselves. */
const providers: Readonly<Record<string, string>> = { claude: "anthropic", codex: "openai", gemini: "gcp.gemini" };

function describeTurn({ agent, how }: AgentEnd, turn: TurnTaken | undefined) {
  return {
    name: `invoke_agent ${agent}`,
    kind: 3 as const,
    attributes: toAttributes({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": providers[agent] ?? agent,
      "gen_ai.agent.name": agent,
      "gen_ai.request.model": turn?.model,
      "gen_ai.usage.input_tokens": turn?.usage?.input,
      "gen_ai.usage.output_tokens": turn?.usage?.output,
      "gen_ai.usage.cache_read.input_tokens": turn?.usage?.cacheRead,
      "error.type": turn?.failure,
      "untildone.usage.tokens": turn?.tokens,
      "untildone.cost.usd": turn?.usd,
      "untildone.phase": turn?.phase,
    }),
    status: turn?.failure ? { code: 2 as const, message: how } : { code: 0 as const },
  };
}
