import { closedBreaker } from "../../src/decide/breaker.js";
import type { RunEvent } from "../../src/run/loop/run-event.js";
import type { DecisionRecord } from "../../src/store/record.js";

/** Events of a run as a table of a test needs them. */

export const began = new Date(2026, 10, 16, 9, 0).getTime();

export const runStart: Extract<RunEvent, { type: "run-start" }> = {
  type: "run-start",
  run: "r1",
  resumed: false,
  agents: ["claude"],
  roles: [],
  permissions: [],
  policy: "standard",
  tasks: "TODO.md",
  checks: [],
  limits: { iterations: 50, seconds: 28_800, tokens: null, usd: 5 },
  used: { iterations: 0, seconds: 0, tokens: null, usd: null },
};

export const iterationStart = (iteration: number, title = "Add the login form"): RunEvent => ({
  type: "iteration-start",
  iteration,
  task: { id: "T2", title },
  tasks: { done: 3, total: 7 },
});

export const agentStart: RunEvent = { type: "agent-start", agent: "claude", words: [], outputFile: "a.log" };

interface Judged {
  readonly reason?: string;
  readonly used?: Partial<DecisionRecord["observation"]["used"]>;
  readonly done?: number;
  readonly breaker?: Partial<DecisionRecord["after"]["breaker"]>;
  readonly setAside?: number;
}

export function verdict({ reason = "2 tests fail; and more", used = {}, ...judged }: Judged = {}): RunEvent {
  const because = reason.split("; ");
  const record = {
    events: [{ event: "exit_gate_blocked", because }],
    decision: {
      decision: "CONTINUE",
      outcome: null,
      reason: because.length > 1 ? `the claim of completion was refused: ${reason}` : reason,
      taskDone: null,
      completion: { done: judged.done ?? 3, total: 7, percent: 42 },
    },
    observation: {
      turn: {},
      selection: { is: "task", id: "T2" },
      evidence: [],
      used: { iterations: 1, seconds: 60, usd: 0.42, ...used },
      tasks: { is: "list" },
    },
    after: {
      past: {},
      breaker: { ...closedBreaker, ...judged.breaker },
      setAside: Array.from({ length: judged.setAside ?? 0 }, () => ({})),
    },
  };
  return { type: "decision-made", record: record as unknown as DecisionRecord };
}
