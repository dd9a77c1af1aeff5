/** The library: reads an agent's output, decides continue or exit, and explains why. Everything here is pure. */

export { type JudgeAnswer, readJudgeAnswer } from "./agents/signals/judge.js";
export { type AgentReportOptions, readAgentReport } from "./agents/signals/read-agent-report.js";
export { readSignals } from "./agents/signals/read-signals.js";
export { readTranscript } from "./agents/transcripts/read-transcript.js";
export { readSettings } from "./config/settings.js";
export type {
  AgentReport,
  Claim,
  Dialect,
  Phrase,
  Remaining,
  Says,
  Scope,
  Signal,
  TaskClaim,
  TestClaim,
} from "./decide/agent-report.js";
export {
  type Breaker,
  type BreakerEvent,
  type BreakerState,
  closedBreaker,
  enterBreaker,
  type SavedBreaker,
  stepBreaker,
} from "./decide/breaker.js";
export {
  type Abstention,
  type Completion,
  carryOn,
  type Decision,
  exit,
  exitCode,
  type Outcome,
  type Verdict,
  type Wait,
} from "./decide/decision.js";
export type { Evidence, EvidenceState } from "./decide/evidence.js";
export { fingerprint } from "./decide/fingerprint.js";
export type { Gate, Indicator } from "./decide/gate.js";
export { nextTask } from "./decide/next-task.js";
export type { IterationFacts, Observation, Turn, Used } from "./decide/observation.js";
export type { PolicyDefinition, Step } from "./decide/policies/definition.js";
export {
  composePolicy,
  makePolicy,
  type PolicySpec,
  policyDefinition,
  policyDefinitions,
} from "./decide/policies/policies.js";
export { decide, type Policy } from "./decide/policy.js";
export { abstain, type Case, type Judgement, type Rule, speak, type TurnCase } from "./decide/rule.js";
export { rules } from "./decide/rules/all-rules.js";
export type { Score, ScorePart } from "./decide/score.js";
export {
  type BreakerLimits,
  type ScoreWeights,
  type Settings,
  type SettingsPatch,
  withSettings,
} from "./decide/settings.js";
export { defaultSettings } from "./decide/settings-table.js";
export { type Selection, type Task, type TaskStatus, type TaskView, viewTasks } from "./decide/tasks.js";
export type {
  Ending,
  Failure,
  FailureKind,
  Format,
  Limit,
  Message,
  Overheard,
  ProcessEnd,
  Transcript,
  Usage,
} from "./decide/transcript.js";
export { readTestOutput } from "./evidence/test-output/read-test-output.js";
export { TestOutputScan } from "./evidence/test-output/scan.js";
export type { TestFailure, TestRun } from "./evidence/test-output/test-run.js";
export { UserError } from "./lib/errors.js";
export { type Answered, decideSituation } from "./run/situation/observe.js";
export { parseSituation } from "./run/situation/parse.js";
export type { Situation, SituationInput, TaskInput } from "./run/situation/situation.js";
export { guardTracker } from "./tasks/guard.js";
export { readMarkdownTasks } from "./tasks/markdown/read-markdown.js";
export { type Listing, type Marking, type MarkStatus, type Tracker, viewListing } from "./tasks/tracker.js";
