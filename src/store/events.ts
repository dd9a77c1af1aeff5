import type { BreakerState } from "../decide/breaker.js";
import type { Decision } from "../decide/decision.js";
import type { Case } from "../decide/rule.js";

/** What happened in one iteration, with fixed names that tools can search for. The first two are cub's. */
export type LoopEvent =
  | {
      readonly event: "exit_gate_passed";
      readonly indicators: number;
      readonly explicit: boolean;
      readonly score: number;
    }
  | {
      readonly event: "exit_gate_blocked";
      readonly indicators: number;
      readonly explicit: boolean;
      readonly threshold: number;
      readonly score: number;
      readonly because: readonly string[];
    }
  | { readonly event: "run_started"; readonly run: string }
  | { readonly event: "run_ended"; readonly outcome: Decision["outcome"] }
  | { readonly event: "task_completed"; readonly task: string }
  | { readonly event: "completion_forced" }
  | { readonly event: "gate_overridden" }
  | { readonly event: "limit_reached"; readonly until: string | null; readonly seconds: number }
  | {
      readonly event: "breaker_changed";
      readonly from: BreakerState;
      readonly to: BreakerState;
      readonly reason: string | null;
    };

/** The events of one decision, in chronological order. */
export function collectEvents(context: Case, decision: Decision, startedRun: string | null): readonly LoopEvent[] {
  const events: LoopEvent[] = [];
  if (startedRun !== null) events.push({ event: "run_started", run: startedRun });
  if (context.seen.turn && context.settings.gateEnabled) events.push(gateEvent(context, decision));
  if (context.seen.turn?.report.override && context.settings.allowOverride && context.gate.passed)
    events.push({ event: "gate_overridden" });
  if (decision.forced) events.push({ event: "completion_forced" });
  if (decision.taskDone !== null) events.push({ event: "task_completed", task: decision.taskDone });
  if (decision.wait) events.push({ event: "limit_reached", ...decision.wait });
  const { state: from } = context.breakerBefore;
  const { state: to, reason } = context.breakerAfter;
  if (from !== to) events.push({ event: "breaker_changed", from, to, reason });
  if (decision.decision === "EXIT") events.push({ event: "run_ended", outcome: decision.outcome });
  return events;
}

function gateEvent({ gate, settings, score, seen }: Case, { explicit }: Decision): LoopEvent {
  const reported = explicit || (seen.turn?.report.taskExplicit ?? false);
  const measured = { indicators: gate.indicatorSum, explicit: reported, score: score.total };
  if (gate.passed) return { event: "exit_gate_passed", ...measured };
  const because = gate.claimed ? gate.refusals : ["no claim of completion"];
  return { event: "exit_gate_blocked", ...measured, threshold: settings.indicatorThreshold, because };
}
