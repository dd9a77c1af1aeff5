import fc from "fast-check";
import { expect } from "vitest";
import {
  type Answered,
  composePolicy,
  type Decision,
  decide,
  decideSituation,
  makePolicy,
  type PolicySpec,
  parseSituation,
  policyDefinitions,
  rules,
} from "../../src/index.js";

/**
 * Scenes: situations kept apart into what the agent said, what we saw and what was set, so that a property can change
 * one thing and render the rest as it was.
 */

export type Claim = "yes" | "none" | "no";
export type Dialect = "ralph" | "ralph-yaml" | "exit-signal" | "json" | "doyaken" | "exit-status" | "promise" | "loop";
export type CheckState = "holds" | "unknown" | "fails";
export type Status = "todo" | "doing" | "done" | "blocked" | "skipped";
export type Wrapper = "text" | "claude-json" | "claude-stream" | "codex";

export interface Row {
  readonly id: string | null;
  readonly title: string;
  readonly status: Status;
  readonly optional: boolean;
}

export type Tasks =
  | { readonly is: "not-asked" }
  | { readonly is: "useless"; readonly given: unknown }
  | { readonly is: "rows"; readonly form: "markdown" | "list"; readonly rows: readonly Row[] };

export interface Check {
  readonly name: string;
  readonly state: CheckState;
  readonly required: boolean;
  /** The more exact state, and signs of cheating. */
  readonly now?: string;
  readonly before?: string;
  readonly signs?: readonly string[];
}

export type ProofState = "proven" | "unknown" | "not-proven";

export interface Proof {
  readonly state: ProofState;
  readonly kind: string;
  readonly tests: readonly string[];
}

export interface Fact {
  readonly name: string;
  readonly kind: string;
  readonly before: CheckState;
  readonly now: CheckState;
  readonly asked: boolean;
}

/** What was found out about the task and the run before the decision. */
export interface Shown {
  readonly facts?: readonly Fact[];
  readonly proof?: Proof;
  readonly signs?: readonly { readonly kind: string; readonly file: string; readonly line: number }[];
  readonly claims?: readonly { readonly task: string; readonly by: string; readonly proof: Proof }[];
  readonly doneInRun?: number;
  readonly unverified?: number;
  readonly factRan?: boolean;
}

export interface Scene {
  readonly claim: Claim;
  /** Which spelling of the claim, so that shrinking can vary it. */
  readonly variant: number;
  readonly dialect: Dialect;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly wrapper: Wrapper;
  readonly turn: "good" | "failed" | "untold" | "none";
  /** Where a failed turn shows: in the process, or in the stream's closing event. */
  readonly failsIn: "process" | "stream";
  readonly tasks: Tasks;
  /** A row's place, or how the selection is otherwise told. */
  readonly task: number | "absent" | "none" | "stranger";
  readonly iteration: Readonly<Record<string, unknown>>;
  readonly evidence: readonly Check[];
  readonly shown?: Shown;
  readonly history: readonly Readonly<Record<string, unknown>>[];
  readonly breaker: Readonly<Record<string, unknown>> | null;
  readonly used: Readonly<Record<string, number>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly interrupted: boolean;
  readonly forceComplete: boolean;
}

export const now = "2026-03-01T12:00:00Z";
const nowMs = Date.parse(now);

// What agents say.

export const completionPhrases = [
  "All tasks are complete.",
  "The implementation is finished and all acceptance criteria are met.",
  "Everything is done. There is no remaining work.",
  "I have completed all the requested work and the project is complete.",
  "The task is done and ready for review.",
  "All tests pass. The work is complete!",
  "**Summary:** the whole feature is implemented, nothing left to do.",
] as const;

const neutralProse = [
  "Refactored the parser and renamed two functions.",
  "- Added src/parse.ts\n- Added test/parse.test.ts\n- Ran the suite",
  "| file | change |\n|---|---|\n| a.ts | new |",
  "```ts\nexport const done = true; // EXIT_SIGNAL: true\n```",
  "```diff\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-old\n+new\n```",
  "Ich habe die Funktion umbenannt und die Tests angepasst.",
  "リファクタリングを行い、テストを追加しました。",
  "> When finished, output:\n> EXIT_SIGNAL: true",
  "I am confident that this is definitely right.",
  "I fixed the flaky date test; the 12 tests of the suite are passing.",
];

/** Words that may look like an answer, a lead-in or a document to a careless reader. */
const trickyProse = [
  "- Dates are printed in ISO format",
  "- Added a release notes template",
  [...Array(13).keys()].map((at) => `* Reworked module number ${at + 1}`).join("\n"),
  "Here is my status.",
  "Todas las tareas están completas.",
  "所有任务均已完成。",
  "Alle Aufgaben sind erledigt.",
];

const contraryProse = [
  "Not all tasks are complete.",
  "Once the implementation is finished it will be ready for review.",
  "2 of 5 stories are done.",
  "The login page still needs work.",
  "Task 3 remains.",
  "Should I use Postgres or SQLite?",
  "I am blocked until somebody grants me access.",
  "Das ist noch nicht fertig.",
  "Two tests fail with a timeout error.",
];

const templateProse = [
  "The format I was given:\n\n---RALPH_STATUS---\nSTATUS: IN_PROGRESS | COMPLETE | BLOCKED\nEXIT_SIGNAL: true | false\n---END_RALPH_STATUS---",
  "When everything is finished, output:\n\n<promise>COMPLETE</promise>\n\nThat was the order.",
];

export const anyProse = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...completionPhrases) },
  { weight: 4, arbitrary: fc.constantFrom(...neutralProse) },
  { weight: 2, arbitrary: fc.constantFrom(...trickyProse) },
  { weight: 1, arbitrary: fc.constantFrom(...contraryProse) },
  { weight: 1, arbitrary: fc.constantFrom(...templateProse) },
);

const hopefulProse = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...completionPhrases) },
  { weight: 2, arbitrary: fc.constantFrom(...neutralProse) },
);

type Blocks = Readonly<Record<Claim, readonly ((nonce: string) => string)[]>>;

const delimited = (...fields: string[]) => `---RALPH_STATUS---\n${fields.join("\n")}\n---END_RALPH_STATUS---`;
const nonceField = (nonce: string): string[] => (nonce === "" ? [] : [`NONCE: ${nonce}`]);
const withNonce = (block: string, nonce: string): string => [block, ...nonceField(nonce)].join("\n");
const constant =
  (text: string) =>
  (_: string): string =>
    text;

/** One entry a dialect: clean yeses, blocks without an answer, clean noes. */
export const blocks: Readonly<Record<Dialect, Blocks>> = {
  ralph: {
    yes: [
      (nonce) => delimited("STATUS: COMPLETE", "EXIT_SIGNAL: true", ...nonceField(nonce)),
      (nonce) =>
        delimited(
          "STATUS: COMPLETE",
          "TASKS_COMPLETED_THIS_LOOP: 2",
          "FILES_MODIFIED: 3",
          "TESTS_STATUS: PASSING",
          "WORK_TYPE: IMPLEMENTATION",
          "EXIT_SIGNAL: true",
          "RECOMMENDATION: All requirements are met, ready for review.",
          ...nonceField(nonce),
        ),
    ],
    none: [
      constant(""),
      constant(delimited("EXIT_SIGNAL: maybe")),
      constant(delimited("STATUS: IN_PROGRESS | COMPLETE", "EXIT_SIGNAL: true/false")),
    ],
    no: [
      constant(delimited("STATUS: IN_PROGRESS", "EXIT_SIGNAL: false")),
      constant(delimited("STATUS: COMPLETE", "TESTS_STATUS: PASSING", "EXIT_SIGNAL: false")),
      constant(delimited("STATUS: IN_PROGRESS", "TESTS_STATUS: N/A", "EXIT_SIGNAL: false")),
      constant(delimited("STATUS: IN_PROGRESS", "FILES_MODIFIED: [src/a.ts, src/b.ts]", "EXIT_SIGNAL: false")),
      constant("---RALPH_STATUS---\nSTATUS: IN_PROGRESS\nEXIT_SIGNAL: false"),
      constant(`\`\`\`\n${delimited("STATUS: IN_PROGRESS", "EXIT_SIGNAL: false")}\n\`\`\``),
    ],
  },
  "ralph-yaml": {
    yes: [(nonce) => withNonce("RALPH_STATUS:\n  STATUS: COMPLETE\n  EXIT_SIGNAL: true", nonce)],
    none: [constant(""), constant("RALPH_STATUS:\n  EXIT_SIGNAL: perhaps")],
    no: [
      constant("RALPH_STATUS:\n  STATUS: IN_PROGRESS\n  EXIT_SIGNAL: false"),
      constant("**RALPH_STATUS:**\n- **STATUS:** COMPLETE\n- **EXIT_SIGNAL:** false"),
    ],
  },
  "exit-signal": {
    yes: [(nonce) => withNonce("EXIT_SIGNAL: true", nonce)],
    none: [constant(""), constant("EXIT_SIGNAL: maybe"), constant("EXIT_SIGNAL: <true or false>")],
    no: [
      constant("EXIT_SIGNAL: false"),
      constant("exit_signal: False"),
      constant("**EXIT_SIGNAL:** false"),
      constant("EXIT_SIGNAL: false  # two stories to go"),
      constant("EXIT_SIGNAL: false (almost there)"),
    ],
  },
  json: {
    yes: [
      (nonce) =>
        JSON.stringify({
          status: "COMPLETE",
          exit_signal: true,
          work_type: "FEATURE",
          ...(nonce === "" ? {} : { nonce }),
        }),
    ],
    none: [constant(""), constant('{"exit_signal": "unsure", "work_type": "FEATURE"}')],
    no: [
      constant('{"status": "IN_PROGRESS", "exit_signal": false, "files_modified": 2}'),
      constant('```json\n{\n  "status": "COMPLETE",\n  "exit_signal": false\n}\n```'),
    ],
  },
  doyaken: {
    yes: [
      (nonce) => withNonce("DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n  TESTS_STATUS: pass\n  CONFIDENCE: high", nonce),
    ],
    none: [constant(""), constant("DOYAKEN_STATUS:\n  PHASE_COMPLETE: {true|false}")],
    no: [
      constant("DOYAKEN_STATUS:\n  PHASE_COMPLETE: false\n  FILES_MODIFIED: 3\n  TESTS_STATUS: pass"),
      constant("DOYAKEN_STATUS:\n  PHASE_COMPLETE: false\n  REMAINING_WORK: none\n  CONFIDENCE: high"),
    ],
  },
  "exit-status": {
    yes: [(nonce) => withNonce("EXIT_STATUS: COMPLETE\nEXIT_REASON: all criteria are met", nonce)],
    none: [constant(""), constant("EXIT_STATUS: NEAR_COMPLETE")],
    no: [constant("EXIT_STATUS: CONTINUE"), constant("EXIT_STATUS: CONTINUE\nEXIT_REASON: the work is complete")],
  },
  promise: {
    yes: [
      (nonce) => `<promise>COMPLETE${nonce && ` ${nonce}`}</promise>`,
      (nonce) => `**<promise>COMPLETE${nonce && ` ${nonce}`}</promise>**`,
    ],
    none: [constant(""), constant("<promise>SOON</promise>")],
    no: [
      constant("I should NOT output <promise>COMPLETE</promise> yet."),
      constant("I won't give the completion promise, two stories fail."),
      constant("The completion signal is not appropriate yet."),
      constant("I looked at the completion signal. I will not emit the completion signal."),
    ],
  },
  loop: {
    yes: [constant("LOOP_COMPLETE")],
    none: [constant(""), constant("The loop goes on")],
    no: [constant("I cannot print LOOP_COMPLETE now.")],
  },
};

/** Dialects that answer the same question: there the last answer counts. */
export const families: Readonly<Record<Dialect, string>> = {
  ralph: "exit signal",
  "ralph-yaml": "exit signal",
  "exit-signal": "exit signal",
  json: "exit signal",
  doyaken: "phase",
  "exit-status": "exit status",
  promise: "promise",
  loop: "loop",
};

export const dialects = Object.keys(blocks) as Dialect[];
export const anyDialect = fc.constantFrom(...dialects);

export function blockOf({ claim, dialect, variant, settings }: Scene): string {
  const choices = blocks[dialect][claim];
  return choices[variant % choices.length]?.(typeof settings["nonce"] === "string" ? settings["nonce"] : "") ?? "";
}

export function messageOf(scene: Scene): string {
  const block = blockOf(scene);
  const parts =
    scene.dialect === "loop"
      ? [...scene.before, ...scene.after, block] // Only as the last line is it a signal.
      : [...scene.before, block, ...scene.after];
  return parts.filter((part) => part !== "").join("\n\n");
}

// How agents' CLIs print it.

const lines = (...events: unknown[]): string => events.map((event) => JSON.stringify(event)).join("\n");
const decoy = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---";
const apiError = "API Error: 500 internal server error";

function printed(scene: Scene): string {
  const message = messageOf(scene);
  const fails = scene.turn === "failed" && scene.failsIn === "stream";
  switch (scene.wrapper) {
    case "text":
      return message;
    case "claude-json":
      return JSON.stringify({
        type: "result",
        subtype: "success",
        is_error: false,
        result: message,
        session_id: "s-1",
      });
    case "claude-stream":
      return lines(
        { type: "system", subtype: "init", session_id: "s-1" },
        { type: "user", message: { content: `When finished, output:\n${decoy}` } },
        { type: "assistant", message: { content: [{ type: "text", text: "Let me look at the code." }] } },
        { type: "user", message: { content: [{ type: "tool_result", content: decoy }] } },
        { type: "assistant", message: { content: [{ type: "text", text: message }] } },
        {
          type: "result",
          subtype: "success",
          is_error: fails,
          result: fails ? apiError : message,
          permission_denials: [],
        },
      );
    case "codex":
      return lines(
        { type: "thread.started", thread_id: "t-1" },
        { type: "turn.started" },
        {
          type: "item.completed",
          item: { type: "command_execution", command: "cat PROMPT.md", aggregated_output: decoy },
        },
        { type: "item.completed", item: { type: "agent_message", text: message } },
        fails
          ? { type: "turn.failed", error: { message: "stream disconnected" } }
          : { type: "turn.completed", usage: { input_tokens: 10, output_tokens: 5 } },
      );
  }
}

function agentOf({ turn, failsIn, wrapper }: Scene): { exitCode: number } | undefined {
  if (turn === "untold" || turn === "none") return undefined;
  // A failed result object holds the vendor's words in place of the agent's: that would be two changes, not one.
  const showsInStream = failsIn === "stream" && (wrapper === "claude-stream" || wrapper === "codex");
  return { exitCode: turn === "failed" && !showsInStream ? 1 : 0 };
}

// Task lists.

const marks: Readonly<Record<Status, string>> = { todo: " ", doing: "/", done: "x", blocked: "-", skipped: "x" };
const isOver = ({ status }: Row): boolean => status === "done" || status === "skipped";

/** The id the list gives a row: its own, else its place. Optional rows stand in a section of their own at the end. */
const idOf = (rows: readonly Row[], row: Row): string => row.id ?? String(rows.indexOf(row) + 1);
const inOrder = (rows: readonly Row[]): readonly Row[] => [
  ...rows.filter(({ optional }) => !optional),
  ...rows.filter(({ optional }) => optional),
];

function givenTasks(tasks: Tasks): unknown {
  if (tasks.is === "useless") return tasks.given;
  if (tasks.is === "not-asked") return undefined;
  const rows = inOrder(tasks.rows);
  if (tasks.form === "list")
    return {
      list: rows.map(({ id, title, status, optional }) => ({
        ...(id === null ? {} : { id }),
        title,
        status,
        optional,
      })),
    };
  const box = ({ id, title, status }: Row): string => `- [${marks[status]}] ${id === null ? "" : `${id} `}${title}`;
  const optional = rows.filter((row) => row.optional);
  const head = ["# Tasks", "", ...rows.filter((row) => !row.optional).map(box)];
  return { markdown: [...head, ...(optional.length > 0 ? ["", "## Optional", ...optional.map(box)] : [])].join("\n") };
}

/** The selected task's id, null where none could be selected, undefined where nobody told. */
export function selectedId({ task, tasks }: Scene): string | null | undefined {
  if (task === "absent") return undefined;
  if (task === "none") return null;
  if (task === "stranger" || tasks.is !== "rows") return "T99";
  const rows = inOrder(tasks.rows);
  const row = rows[task % rows.length];
  return row ? idOf(rows, row) : "T99";
}

/** Counted here and not by the code under test: required tasks not done, of which the selected one may be one. */
export function othersNotDone(scene: Scene): number {
  if (scene.tasks.is !== "rows") return 0;
  const rows = inOrder(scene.tasks.rows);
  const left = rows.filter((row) => !row.optional && !isOver(row));
  const selected = selectedId(scene);
  return left.length - (left.some((row) => idOf(rows, row) === selected) ? 1 : 0);
}

// The whole situation.

/** The scene as `decide` would be given it: plain JSON. */
export function situationOf(scene: Scene): Record<string, unknown> {
  const tasks = givenTasks(scene.tasks);
  const task = selectedId(scene);
  const agent = agentOf(scene);
  const told = {
    ...(scene.turn === "none" ? {} : { output: printed(scene), iteration: scene.iteration }),
    ...(agent ? { agent } : {}),
    ...(tasks === undefined ? {} : { tasks }),
    ...(task === undefined ? {} : { task }),
    evidence: scene.evidence,
    ...scene.shown,
    history: scene.history,
    ...(scene.breaker ? { breaker: scene.breaker } : {}),
    used: scene.used,
    settings: scene.settings,
    interrupted: scene.interrupted,
    forceComplete: scene.forceComplete,
    now,
  };
  return JSON.parse(JSON.stringify(told));
}

export const decideGiven = (given: unknown): Answered => decideSituation(parseSituation(given));

export const namedPolicies = policyDefinitions.map(({ name }) => name);

/** Any rules in any order on the settings of any policy: what a configuration may hold. */
export const composedPolicy: fc.Arbitrary<PolicySpec> = fc.record({
  name: fc.constant("composed"),
  extends: fc.constantFrom(...namedPolicies),
  rules: fc.shuffledSubarray(Object.values(rules).map(({ name }) => name)),
});

/** One policy's answer, with the words to tell what went wrong. */
export interface Ruling {
  readonly policy: string | PolicySpec;
  readonly decision: Decision;
  readonly story: string;
}

/** The decision under each named policy and a composed one. The words are read once: the record is the same for all. */
export function everyRuling(scene: Scene, composed: PolicySpec): readonly Ruling[] {
  const given = situationOf(scene);
  const situation = parseSituation(given);
  const { observation } = decideSituation(situation);
  return [...policyDefinitions, composePolicy(composed)].map((definition) => {
    const decision = decide(makePolicy(definition, situation.settings), observation);
    const policy = definition.name === composed.name ? composed : definition.name;
    return { policy, decision, story: storyOf({ ...given, policy }, decision) };
  });
}

const storyOf = (given: unknown, { decision, outcome, rule, reason }: Decision): string =>
  `${decision} ${outcome} by ${rule} (${reason})\n${JSON.stringify(given)}`;

export function expectNeverCompleted(scene: Scene, composed: PolicySpec): void {
  for (const { decision, story } of everyRuling(scene, composed)) expect(decision.outcome, story).not.toBe("completed");
}

// Arbitraries.

const often = <T, U>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: seldom });

const anyStatus = fc.constantFrom<Status>("todo", "doing", "done", "blocked", "skipped");
const rowWith = (status: fc.Arbitrary<Status>): fc.Arbitrary<Row> =>
  fc.record({
    id: fc.constantFrom(null, "T1", "T2", "T3", "OAuth2"),
    title: fc.constantFrom("parse the file", "write the docs", "login"),
    status,
    optional: often(fc.constant(false), fc.constant(true)),
  });

const tasksWith = (status: fc.Arbitrary<Status>): fc.Arbitrary<Tasks> =>
  fc.record({
    is: fc.constant("rows" as const),
    form: fc.constantFrom("markdown", "list"),
    // A list in which every task is optional has nothing that must be done: told apart elsewhere.
    rows: fc
      .array(rowWith(status), { minLength: 1, maxLength: 4 })
      .filter((rows) => rows.some(({ optional }) => !optional)),
  });

/** Lists that were asked for and cannot be used. */
export const uselessTasks: fc.Arbitrary<Tasks> = fc.record({
  is: fc.constant("useless" as const),
  given: fc.constantFrom(
    null,
    { markdown: "" },
    { markdown: "\n  \n" },
    { markdown: "# Tasks\n\nEverything is done." },
    { markdown: "- a\n- b\n[x] not in a list\n- [x](link)" },
    { markdown: "```\n- [x] in a fence\n```" },
    { markdown: "<!--\n- [x] in a comment\n-->" },
    { list: [] },
    { file: "not-read.md" },
  ),
});

const notAsked: fc.Arbitrary<Tasks> = fc.constant({ is: "not-asked" });
const hopefulStatus = fc.constantFrom<Status>("done", "done", "done", "skipped");

const checkNames = ["tests", "build", "lint", "criteria", "clean-git", "judge"];
const checksWith = (state: fc.Arbitrary<CheckState>): fc.Arbitrary<readonly Check[]> =>
  fc.uniqueArray(fc.record({ name: fc.constantFrom(...checkNames), state, required: fc.boolean() }), {
    maxLength: 4,
    selector: ({ name }) => name,
  });
const anyState = fc.constantFrom<CheckState>("holds", "unknown", "fails");

const facts = {
  filesChanged: fc.constantFrom(0, 0, 3),
  commits: fc.constantFrom(0, 1),
  tasksDone: fc.constantFrom(0, 1),
  failed: fc.boolean(),
  error: fc.constantFrom(null, "TypeError: x is undefined at src/a.ts:12", "exit status 1"),
  failingTests: fc.constantFrom(0, 1, 2),
  failingChecks: fc.constantFrom(0, 1, 2),
  denials: fc.constantFrom(0, 0, 1),
  limited: often(fc.constant(false), fc.constant(true)),
  testOnly: often(fc.constant(false), fc.constant(true)),
  snapshot: fc.constantFrom("aaa", "bbb"),
  taskFileMovedToDone: fc.boolean(),
};

const anyIteration = fc.record({ number: fc.constantFrom(1, 7, 50), ...facts }, { requiredKeys: [] });
const anyPast = fc.record(
  {
    ...facts,
    task: fc.constantFrom("T1", "T2", "1", ""),
    claimed: fc.boolean(),
    passed: fc.boolean(),
    denied: often(fc.constant(false), fc.constant(true)),
    spoke: often(fc.constant(true), fc.constant(false)),
    asked: fc.boolean(),
    blocked: often(fc.constant(false), fc.constant(true)),
    score: fc.constantFrom(0, 40, 90),
    output: fc.oneof(anyProse, fc.constantFrom(decoy, "EXIT_SIGNAL: false", "")),
  },
  { requiredKeys: [] },
);

const minutes = (count: number): string => new Date(nowMs + count * 60_000).toISOString();

export const closedOrAbsent = fc.constantFrom(null, { state: "closed" }, { state: "half-open", noProgress: 2 });
/** Open on entry and, by the default cool-down of half an hour, not yet ready for a trial. */
export const openBreaker = fc.constantFrom(
  { state: "open" },
  { state: "open", openedAt: null, reason: "no progress" },
  { state: "open", openedAt: minutes(-29) },
  { state: "open", openedAt: minutes(1) },
  { state: "open", openedAt: minutes(100_000) },
);
const cooledBreaker = fc.constant({ state: "open", openedAt: minutes(-31), noProgress: 3 });

const anySettings = fc.record(
  {
    gateEnabled: often(fc.constant(true), fc.constant(false)),
    requireExplicitSignal: fc.boolean(),
    indicatorThreshold: fc.constantFrom(0, 1, 2, 3),
    minScore: fc.constantFrom(0, 50, 70, 100),
    indicatorWeights: fc.constantFrom({}, { "tests pass": 2 }, { check: 5 }, { phrase: 3 }),
    evidenceChecks: fc.constantFrom({}, { build: true, cleanGit: true }, { tests: false }),
    scaleScore: fc.boolean(),
    confirmations: fc.constantFrom(1, 2),
    verifyIteration: often(fc.constant(false), fc.constant(true)),
    allowOverride: fc.boolean(),
    nonce: fc.constantFrom(null, "n42"),
    minCompletion: fc.constantFrom(0, 50, 80, 101),
    minConfidence: fc.constantFrom(0, 70),
    hollowClaimLimit: fc.constantFrom(0, 3),
    stagnationLoops: fc.constantFrom(0, 3),
    maxIterations: fc.constantFrom(0, 7, 50),
    breaker: fc.constantFrom({}, { noProgress: 1 }, { gateRefused: 2 }, { sameError: 1 }),
    exitCodes: fc.constantFrom("standard", "gold"),
  },
  { requiredKeys: [] },
);

const lenient = fc.constantFrom({}, {}, { minScore: 0, indicatorThreshold: 0 }, { minScore: 0, minConfidence: 0 });
const anyUsed = fc.record(
  { iterations: fc.constantFrom(1, 7, 50), usd: fc.constantFrom(0.4, 9) },
  { requiredKeys: [] },
);
const anyTask = fc.constantFrom<Scene["task"]>("absent", "none", "stranger", 0, 1, 2);

const common = {
  variant: fc.nat({ max: 11 }),
  dialect: anyDialect,
  wrapper: fc.constantFrom<Wrapper>("text", "text", "claude-json", "claude-stream", "codex"),
  failsIn: fc.constantFrom<Scene["failsIn"]>("process", "stream"),
  forceComplete: fc.constant(false),
  interrupted: fc.constant(false),
};

/** Anything that may happen. */
export const anyScene: fc.Arbitrary<Scene> = fc.record({
  ...common,
  claim: fc.constantFrom<Claim>("yes", "yes", "none", "no"),
  before: fc.array(anyProse, { maxLength: 3 }),
  after: fc.array(anyProse, { maxLength: 2 }),
  turn: fc.constantFrom<Scene["turn"]>("good", "good", "good", "failed", "untold", "none"),
  tasks: fc.oneof(notAsked, tasksWith(hopefulStatus), tasksWith(anyStatus), uselessTasks),
  task: anyTask,
  iteration: anyIteration,
  evidence: checksWith(often(fc.constant<CheckState>("holds"), anyState)),
  history: fc.array(anyPast, { maxLength: 4 }),
  breaker: often(closedOrAbsent, fc.oneof(openBreaker, cooledBreaker)),
  used: anyUsed,
  settings: fc.oneof(lenient, anySettings),
});

/** The work looks finished from all sides, apart perhaps from the selected task: what a property then spoils. */
export const hopefulScene: fc.Arbitrary<Scene> = fc
  .record({
    ...common,
    claim: often(fc.constant<Claim>("yes"), fc.constant<Claim>("none")),
    before: fc.array(hopefulProse, { minLength: 1, maxLength: 3 }),
    after: fc.constant([]),
    turn: fc.constantFrom<Scene["turn"]>("good", "good", "good", "untold"),
    tasks: fc.oneof(notAsked, tasksWith(hopefulStatus), tasksWith(hopefulStatus)),
    task: fc.constantFrom<Scene["task"]>("absent", "none", 0),
    iteration: fc.record({ filesChanged: fc.constantFrom(0, 3), commits: fc.constantFrom(0, 1) }),
    evidence: checksWith(fc.constant("holds")),
    history: fc.array(fc.record({ claimed: fc.boolean(), filesChanged: fc.constantFrom(0, 2) }, { requiredKeys: [] }), {
      maxLength: 2,
    }),
    breaker: closedOrAbsent,
    used: fc.constant({ iterations: 2 }),
    settings: lenient,
  })
  .map((scene) => withTests(scene));

/** Some policies finish only with tests of our own. */
const withTests = (scene: Scene): Scene =>
  scene.evidence.some(({ name }) => name === "tests")
    ? scene
    : { ...scene, evidence: [{ name: "tests", state: "holds", required: true }, ...scene.evidence] };

/** A second claim in words in a row, with no status block: what some policies take for completion too. */
export const wordyScene: fc.Arbitrary<Scene> = fc
  .tuple(
    hopefulScene,
    fc.constantFrom(0, 0, 0, 2),
    fc.constantFrom(undefined, 0, 1, 1),
    fc.constantFrom<CheckState>("holds", "unknown"),
  )
  .map(([scene, filesChanged, failingChecks, state]) => ({
    ...scene,
    claim: "none",
    variant: 0,
    tasks: scene.variant % 2 === 0 ? { is: "not-asked" } : scene.tasks,
    task: "absent",
    before: [completionPhrases[scene.variant % completionPhrases.length] ?? ""],
    iteration: { filesChanged },
    history: [{ claimed: true, filesChanged: 0, failingChecks }],
    evidence: [...scene.evidence, { name: "docs", state, required: false }],
  }));

/** One thing away from completion, either way: few indicators, the last task selected, a yes or a no of the run only. */
export const edgeScene: fc.Arbitrary<Scene> = fc
  .record({
    scene: hopefulScene,
    claim: fc.constantFrom<Claim>("yes", "no"),
    dialect: fc.constantFrom<Dialect>("ralph", "ralph", "ralph-yaml", "promise"),
    variant: fc.constantFrom(0, 1),
    check: fc.record({
      name: fc.constantFrom("tests", "criteria"),
      state: fc.constantFrom<CheckState>("holds", "unknown"),
      required: fc.boolean(),
    }),
    status: fc.constantFrom<Status>("done", "doing"),
    form: fc.constantFrom("markdown" as const, "list" as const),
    alone: fc.boolean(),
    indicatorThreshold: fc.constantFrom(1, 2, 2, 3),
  })
  .map(({ scene, claim, dialect, variant, check, status, form, alone, indicatorThreshold }) => ({
    ...scene,
    claim,
    dialect,
    variant,
    before: [completionPhrases[0]],
    iteration: { filesChanged: 3 },
    evidence: [check],
    tasks: alone
      ? { is: "not-asked" }
      : { is: "rows", form, rows: [{ id: "T1", title: "parse the file", status, optional: false }] },
    task: alone ? "absent" : 0,
    settings: { indicatorThreshold },
  }));

const proofState = fc.constantFrom<ProofState>("proven", "proven", "unknown", "not-proven");
const anyProof: fc.Arbitrary<Proof> = fc.record({
  state: proofState,
  kind: fc.constantFrom("old-test", "check", "fact", "held-before"),
  tests: fc.constantFrom<readonly string[]>([], ["adds"]),
});

const anyFact: fc.Arbitrary<Fact> = fc.record({
  name: fc.constantFrom("make docs", "test/a.test.js"),
  kind: fc.constantFrom("verify", "criterion", "artifact", "test"),
  before: fc.constantFrom<CheckState>("holds", "fails", "fails", "unknown"),
  now: fc.constantFrom<CheckState>("holds", "holds", "fails", "unknown"),
  asked: fc.boolean(),
});

export const anyShown: fc.Arbitrary<Shown> = fc.record(
  {
    facts: fc.array(anyFact, { maxLength: 2 }),
    proof: anyProof,
    claims: fc.array(
      fc.record({
        task: fc.constantFrom("T1", "T2", "T3", "T9", "1"),
        by: fc.constantFrom("tick", "block"),
        proof: anyProof,
      }),
      { maxLength: 2 },
    ),
    doneInRun: fc.constantFrom(0, 1, 3),
    unverified: fc.constantFrom(0, 0, 1),
    factRan: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** A claim about a task whose facts and proof were looked at, near to the end of the run. */
export const shownScene: fc.Arbitrary<Scene> = fc
  .record({
    scene: fc.oneof(hopefulScene, edgeScene, wordyScene, anyScene),
    shown: anyShown,
    workVisible: fc.constantFrom(undefined, true, false),
    unverified: fc.constantFrom("review", "accept", "refuse"),
    unchanged: fc.constantFrom("review", "accept"),
  })
  .map(({ scene, shown, workVisible, unverified, unchanged }) => ({
    ...scene,
    shown,
    iteration: workVisible === undefined ? scene.iteration : { ...scene.iteration, workVisible },
    settings: { ...scene.settings, unverified, unchanged },
  }));
