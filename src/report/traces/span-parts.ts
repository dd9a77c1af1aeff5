import { tasksDoneBy } from "../../decide/tasks-done.js";
import type { DecisionRecord } from "../../store/record.js";

/** What happened at a moment of a span. */
export interface SpanEvent {
  readonly name: string;
  readonly timeUnixNano: string;
  readonly attributes: readonly Attribute[];
}

export interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string } | { readonly doubleValue: number };
}

/** A number with a fraction is written as such; unknown values are left out. */
export const toAttributes = (values: Readonly<Record<string, string | number | null | undefined>>): Attribute[] =>
  Object.entries(values).flatMap(([key, value]): Attribute[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === "string") return [{ key, value: { stringValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });

/** As OTLP writes times. */
export const toNanos = (milliseconds: number): string => `${Math.round(milliseconds)}000000`;

/** A claim that was refused, or work that was set aside or stopped: what a person would call a failed turn. */
export const isRefusedTurn = ({ decision, after }: DecisionRecord): boolean =>
  Boolean(decision.setAside) ||
  (decision.outcome !== null && decision.outcome !== "completed" && decision.outcome !== "interrupted") ||
  (after.past.claimed === true &&
    after.past.passed !== true &&
    tasksDoneBy(decision).length === 0 &&
    decision.outcome === null);

/** The verdict as an evaluation, by the names of the GenAI conventions. */
export function describeVerdict(record: DecisionRecord, at: number): SpanEvent {
  const { decision } = record;
  const isDone = tasksDoneBy(decision).length > 0 || decision.outcome === "completed";
  const label = isDone
    ? decision.verified === true
      ? "verified"
      : "done"
    : isRefusedTurn(record)
      ? "refused"
      : "continue";
  return {
    name: "gen_ai.evaluation.result",
    timeUnixNano: toNanos(at),
    attributes: toAttributes({
      "gen_ai.evaluation.name": "untildone",
      "gen_ai.evaluation.score.value": isDone ? 1 : 0,
      "gen_ai.evaluation.score.label": label,
      "gen_ai.evaluation.explanation": decision.reason,
    }),
  };
}
