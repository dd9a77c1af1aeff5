/** The library: reads an agent's output, decides continue or exit, and explains why. Everything here is pure. */

export { readTranscript } from "./agents/transcripts/read-transcript.js";
export { UserError } from "./base/errors.js";
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
} from "./core/agent-report.js";
export {
  type Breaker,
  type BreakerEvent,
  type BreakerState,
  closedBreaker,
  enterBreaker,
  type SavedBreaker as KeptBreaker,
  stepBreaker,
} from "./core/breaker.js";
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
} from "./core/decision.js";
export type { Evidence, EvidenceState } from "./core/evidence.js";
export { fingerprint } from "./core/fingerprint.js";
export type { Gate, Indicator } from "./core/gate.js";
export { nextTask } from "./core/next-task.js";
export type { IterationFacts, Observation, Turn, Used } from "./core/observation.js";
export { decide, type Policy } from "./core/policy.js";
export { abstain, type Case, type Judgement, type Rule, speak, type TurnCase } from "./core/rule.js";
export type { Score, ScorePart } from "./core/score.js";
export {
  type BreakerLimits,
  defaultSettings,
  type ScoreWeights,
  type Settings,
  type SettingsPatch,
  withSettings,
} from "./core/settings.js";
export { type Selection, type Task, type TaskStatus, type TaskView, viewTasks } from "./core/tasks.js";
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
} from "./core/transcript.js";
export { readTestOutput } from "./evidence/test-output/read-test-output.js";
export { TestOutputScan } from "./evidence/test-output/scan.js";
export type { TestFailure, TestRun } from "./evidence/test-output/test-run.js";
export type { PolicyDefinition, Step } from "./policies/definition.js";
export {
  composePolicy,
  makePolicy,
  type PolicySpec,
  policyDefinition,
  policyDefinitions,
} from "./policies/policies.js";
export { rules } from "./rules/all-rules.js";
export { type JudgeAnswer, readJudgeAnswer } from "./signals/judge.js";
export { type AgentReportOptions, readAgentReport } from "./signals/read-agent-report.js";
export { readSignals } from "./signals/read-signals.js";
export { type Answered, decideSituation } from "./situation/observe.js";
export { parseSituation } from "./situation/parse.js";
export type { Situation, SituationInput, TaskInput } from "./situation/situation.js";
export { guardTracker } from "./trackers/guard.js";
export { readMarkdownTasks } from "./trackers/markdown/read-markdown.js";
export { type Listing, type Marking, type MarkStatus, type Tracker, viewListing } from "./trackers/tracker.js";
