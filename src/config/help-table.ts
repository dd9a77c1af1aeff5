import type { EvidenceSwitch } from "../decide/evidence.js";
import type { BreakerLimits, ScoreWeights, Settings } from "../decide/settings.js";
import type { NotifySettings } from "./notify-settings.js";
import type { RunSettings } from "./run-settings.js";

type Part<Group extends string, Name extends string> = `${Group}.${Name}`;

/** A line for each setting and each part of one: the compiler sees to it that none is missing. */
export const help: Readonly<
  Record<
    | keyof RunSettings
    | keyof Settings
    | Part<"notify", keyof NotifySettings>
    | Part<"breaker", keyof BreakerLimits>
    | Part<"weights", keyof ScoreWeights>
    | Part<"evidenceChecks", EvidenceSwitch>,
    string
  >
> = {
  policy: "the rules to decide by: a name, or an object composed of extends, rules, settings and name",
  tasks: "the task list: a file, or github:OWNER/REPO",
  agent: "the coding agent to run, or several in order of preference with commas between",
  model: "the model for the agent; with several agents, one for each: claude=opus,codex=gpt-5",
  permissions: "what the agent may do without asking: all, edit files, or only read them",
  agentArgs: "extra arguments for the agent; with several agents, each as AGENT=ARGUMENT",
  agentByTaskKind: "another agent or model for tasks of a kind, by the kind",
  checks: "commands that must prove the work, by name",
  stateFolder: "where state, logs and configuration are kept; not to be set in a file of that folder",
  stateFile: "a STATE.md to keep up to date",
  phases: "the parts of an iteration of run, each with the file of its prompt's template, its agent and its model",
  sandbox: "where the agent runs: docker, podman or bwrap, so that it cannot reach the rest of the system",
  sandboxImage: "the image of the container, which must hold the agent",
  sandboxNetwork: "off leaves the agent without a network, also without its model; host is that of the machine",
  sandboxMemory: "the most memory a container may use; null for three quarters of the machine's",
  sandboxProcesses: "the most processes a container may have; 0 for any number",
  sandboxCpus: "the most processors a container may use; null for all",
  sandboxEnv: "variables that the agent gets in the sandbox, beside its own",
  sandboxMounts: "folders that the agent and the checks see in the sandbox, read-only or with :rw at the end",
  checksOutside: "true runs the checks outside of the sandbox, with all your rights: also tests that the agent wrote",
  notify: "who is told that the run ended or needs a person",
  "notify.command": "a command that gets the notification as JSON on stdin; no shell is used",
  "notify.webhook": "an address that gets the notification as JSON by POST",
  "notify.secretVariable": "the name of the variable that holds the key to sign what the webhook gets",
  "notify.ntfy": "a topic of ntfy, such as https://ntfy.sh/my-topic",
  "notify.tokenVariable": "the name of the variable that holds the access token of ntfy",
  "notify.bell": "true rings the bell of the run's terminal",
  "notify.osc9": "true shows a desktop notification, in terminals that know OSC 9",
  "notify.on": "when: at the end, when a person is needed, at a long wait",
  "notify.longWait": "how long a wait for a usage limit must be to be notified of",
  gateEnabled: "false leaves completion to the task list and the operator",
  grantedBy: "what grants completion: facts where any are known, or always indicators, as the seed policies do",
  unverified:
    "work that nothing could check: review ends the run as needs-review, accept completes it, refuse refuses the claim, and the start if nothing can check any work",
  unchanged:
    "a task claimed twice with nothing changed for it: review ends the run, accept takes it as done, not proven, refuse refuses every claim",
  knownFailures:
    "tests that failed before the run and still fail: review ends the run, accept (or their names) completes it, not proven, refuse goes on until they pass or a limit is reached",
  newFailures: "allow lets a task leave new failing tests behind (for kinds that write tests first)",
  setAside: "false ends the run at the first task that gets nowhere, instead of leaving it for a person",
  maxSetAside: "tasks set aside in a row, with none done between, that end the run; 0 for no such end",
  setAsideWork:
    "park takes the work of a task that is set aside out of the tree where it leaves a check worse, and keeps it (untildone unpark); keep leaves it there",
  maxLimitWaits: "waits in a row for a usage limit that names no reset before the run is aborted; 0 for no such end",
  changedTests:
    "tests that pass only because the agent changed them: accept lists them, review ends as needs-review, refuse is a veto",
  removedTests: "test files that may be removed, as path patterns",
  signs:
    "weak signs of cheating, such as an emptied catch: accept (or a list of exceptions, such as stack:src/trace/**) lists them, review ends as needs-review, refuse is a veto; strong ones always are",
  reviewers:
    "agents that must try to refute work that passed everything else, read-only, such as codex or claude:opus; none by default",
  reviewerRounds: "how often a reviewer's findings go back to the author before a person has to decide",
  reviewerSeconds: "how many seconds one review may take",
  findings:
    "a reviewer's finding that is left after the rounds: review sets the task aside, accept takes it, told and not verified, refuse does as review, and takes neither an answer in words nor a review that came to nothing",
  retries: "how often a check runs again before a test that passed earlier counts as failing",
  proofSeconds:
    "how many seconds a proof may take at a claim; a longer one is made when the run ends; 0: none is made, and nothing is verified",
  acceptListEdits: "true lets the agent remove, cancel and reword tasks in the list; ticks are checked all the same",
  requireExplicitSignal: "false lets a claim in prose stand for the signal",
  indicatorThreshold: "how many signs of completion a claim needs",
  indicatorWeights: "what a sign of completion counts, by its name or kind (phrase, check), instead of 1",
  evidenceChecks: "which checks that hold count as signs of completion",
  "evidenceChecks.tests": "whether passing tests are a sign of completion",
  "evidenceChecks.build": "whether a build that works is a sign of completion",
  "evidenceChecks.acceptanceCriteria": "whether acceptance criteria that are met are a sign of completion",
  "evidenceChecks.cleanGit": "whether a clean working tree is a sign of completion",
  weights: "the points of the score's parts",
  "weights.block": "points for a status block or another explicit signal",
  "weights.phaseComplete": "points for its yes",
  "weights.filesModified": "points for files changed",
  "weights.taskFileMoved": "points for a task file moved to done/",
  "weights.keywords": "points for words of completion",
  "weights.tests": "points for passing tests",
  scaleScore: "whether the score is scaled to the parts that could be known",
  minTrust: "an unproven claim is refused whose like were right in less than this percentage, by untildone calibrate",
  minScore: "the least score of a claim that passes",
  confirmations: "how many passing claims in a row complete the work",
  onLimit: "whether a usage limit is waited out, or ends the run",
  verifyIteration: "whether one more iteration only verifies before the work is completed",
  patterns: "phrases of completion instead of ours",
  promise: "the word in <promise>…</promise> that claims completion",
  abortPromise: "the word in <promise>…</promise> by which the agent gives up",
  nonce: "a word the status block must carry, so that an echo or an old log never matches",
  allowOverride: "whether the agent's EXIT_OVERRIDE: true skips the threshold; never over a veto",
  hollowClaimLimit: "refused claims in a row on the same task before a person is asked",
  weakClaimScore: "the score below which a refused claim is called weak, where minScore is above 0",
  stuckThreshold: "failures in a row of the same task before the run is stuck",
  stagnationLoops:
    "iterations without progress before the run is stuck; 0 turns that off, and the breaker's too. To allow more, raise breaker.noProgress as well",
  stagnationCounts: "what ends a standstill: any progress we can see, or only a task done",
  testOnlyLimit: "iterations in a row that only ran tests before a person is asked",
  maxStopRefusals:
    "stops of an interactive session that its hook refuses in a row, always fewer than the agent itself allows; 0 for none",
  escalate: "refused claims of a task after which the next agent of the list takes it over, once; 0 for never",
  waitingLimit:
    "iterations in a row, without progress, that ask, say they are blocked or were refused a permission, before the task waits for a person",
  checkEachTurnSeconds:
    "checks that took no longer than this at the start are made after every turn, not only when completion is claimed; 0 for never",
  maxErrors: "errors reported in one iteration beyond which the policy blackbox stops",
  minConfidence: "the confidence below which the policy blackbox stops",
  minCompletion: "the share of tasks done, in per cent, at which the policy blackbox stops; 101 never",
  optionalSections: "headings whose tasks the rules ignore",
  taskMarks: 'what a mark in a box of a Markdown list means, such as {"-": "skipped"}; [ ] and [x] are fixed',
  maxIterations:
    "iterations before the run is aborted; `run` allows 5 for each task left at its start where that is more",
  maxSeconds: "seconds before the run is aborted",
  maxTokens: "tokens before the run is aborted",
  maxCostUsd: "US dollars before the run is aborted",
  maxIterationsPerTask: "iterations on one task before it is set aside (or the run ends)",
  breaker: "when the breaker opens, and for how long",
  "breaker.noProgress": "iterations without progress that open the breaker",
  "breaker.sameError": "iterations with the same error that open the breaker",
  "breaker.gateRefused": "iterations whose claim the gate did not pass that open the breaker",
  "breaker.coolDownSeconds": "seconds before an open breaker may be tried again",
  exitCodes: "which table of exit codes run uses",
  byTaskKind: "other settings for tasks of a kind, such as bug, docs or refactor",
};
