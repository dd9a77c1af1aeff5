import type { ScriptStep } from "../../agents/start/script.js";
import type { Outcome } from "../../decide/decision.js";
import { orderFiles, printFiles, roundings, skippedTest } from "./demo-project.js";

/** One turn of the demo's agent: the caption for the viewer, and what it really does. */
export interface DemoStep {
  readonly caption: string;
  readonly does: Partial<ScriptStep>;
}

/** A run with a known outcome. */
export interface Scenario {
  readonly about: string;
  /** What the outcome demonstrates. */
  readonly shows: string;
  readonly ends: { readonly outcome: Outcome; readonly rule: string };
  readonly steps: readonly DemoStep[];
  /** More arguments for `untildone run`. */
  readonly words?: readonly string[];
  /** The iteration in which Ctrl-C is pressed. */
  readonly interruptIn?: number;
}

/** Every form in which an agent can claim completion. */
const claim = (task: string): Partial<ScriptStep> => ({
  say: `Task ${task} is complete and ready for review. All acceptance criteria are met.`,
  status: { STATUS: "COMPLETE", TESTS_STATUS: "PASSING", EXIT_SIGNAL: "true" },
});

const finishes = {
  first: {
    caption: "The agent rounds payments and refunds right, and says so.",
    does: { write: { "src/money.js": roundings.right }, ...claim("T1") },
  },
  second: {
    caption: "It adds up orders, with tests, and says so.",
    does: { write: orderFiles, ...claim("T2") },
  },
  third: {
    caption: "It prints totals, with a test, and says so.",
    does: { write: printFiles, ...claim("T3") },
  },
} satisfies Record<string, DemoStep>;

const idle = (caption: string, say: string): DemoStep => ({
  caption,
  does: { say, status: { STATUS: "IN_PROGRESS", EXIT_SIGNAL: "false" } },
});

const blocked: DemoStep = {
  caption: "The agent says it is blocked: it wants to know from a person how refunds are rounded.",
  does: {
    say: "I am blocked: nobody wrote down how refunds are rounded. I need a decision from you.",
    status: { STATUS: "BLOCKED", EXIT_SIGNAL: "false", RECOMMENDATION: "Ask the owner how refunds are rounded" },
  },
};

const named = {
  night: {
    about: "a night's work: an early claim, a broken test, an empty promise",
    shows:
      "Two tasks are done, every test passes, and the summary says what is proven. The third was claimed twice without any work: it was left for you, and the run continued with the next.",
    ends: { outcome: "needs-review", rule: "only-set-aside" },
    steps: [
      { caption: "The agent reads the code, changes nothing, and says that the task is done.", does: claim("T1") },
      {
        caption: "Told that nothing changed, it rounds everything up, breaks a test, and says that all tests pass.",
        does: { write: { "src/money.js": roundings.alwaysUp }, ...claim("T1") },
      },
      { ...finishes.first, caption: "Told which test it broke, it rounds payments and refunds right." },
      { caption: "It says that the next task is done as well. There is no file to show for it.", does: claim("T2") },
      { caption: "Asked where the work is, it says so once more.", does: claim("T2") },
      finishes.third,
    ],
  },
  done: {
    about: "three tasks, one claim too early, one thing broken and repaired",
    shows:
      "Two claims were refused by what was seen; the loop ended when every task was done and every test passed. The summary says what is proven.",
    ends: { outcome: "completed", rule: "accepted-task" },
    steps: [
      {
        caption: "The agent reads the code, changes nothing, and claims completion.",
        does: claim("T1"),
      },
      { ...finishes.first, caption: "Told that nothing changed, it rounds payments and refunds right." },
      {
        caption: "It adds up orders, with tests, breaks the rounding in passing, and claims completion.",
        does: { write: { ...orderFiles, "src/money.js": roundings.alwaysUp }, ...claim("T2") },
      },
      {
        caption: "Told what it broke, it repairs it.",
        does: { write: { "src/money.js": roundings.right }, ...claim("T2") },
      },
      finishes.third,
    ],
  },
  liar: {
    about: "claims completion again and again, and nothing is done",
    shows:
      "Words alone never pass: one task was left for you, and with nothing gained the next hollow claim ended the run.",
    ends: { outcome: "needs-review", rule: "hollow-claims" },
    steps: [
      { caption: "The agent does nothing and claims completion.", does: claim("T1") },
      { caption: "Asked where the work is, it claims completion again.", does: claim("T1") },
      { caption: "On the next task it does the same.", does: claim("T2") },
    ],
  },
  cheat: {
    about: "deletes or switches off the test that fails",
    shows:
      "No test that still runs fails, and the claims are refused: the tests are no longer those the run began with.",
    ends: { outcome: "needs-review", rule: "tampering" },
    steps: [
      {
        caption: "The agent deletes the tests that fail, and claims completion.",
        does: { delete: ["test/money.test.js"], write: orderFiles, ...claim("T1") },
      },
      {
        caption: "Told to put them back, it switches one of them off.",
        does: {
          write: { "test/money.test.js": skippedTest, "src/money.js": roundings.forPayments },
          ...claim("T1"),
        },
      },
    ],
  },
  stuck: {
    about: "keeps working without progress",
    shows: "Three iterations changed nothing: the breaker opened, and no more money is spent.",
    ends: { outcome: "stuck", rule: "breaker-tripped" },
    steps: [
      idle("The agent reads, and changes nothing.", "I read the money module. I will look at the tests next."),
      idle("It reads on.", "I read the tests. Rounding is subtle; I will think about it."),
      idle("And on.", "I read the money module once more."),
    ],
  },
  blocked: {
    about: "needs a person to continue",
    shows: "It said so twice in a row: the loop ends instead of asking the same question all night.",
    ends: { outcome: "blocked", rule: "waiting-for-person" },
    steps: [blocked, { ...blocked, caption: "Asked again, it says the same." }],
  },
  limit: {
    about: "hits a usage limit and waits for its reset",
    shows: "The limit cost a wait, and counted neither as progress nor as failure.",
    ends: { outcome: "completed", rule: "accepted-task" },
    steps: [
      finishes.first,
      { caption: "The agent hits its usage limit, which ends in a few seconds.", does: { limitSeconds: 4 } },
      finishes.second,
      finishes.third,
    ],
  },
  unusable: {
    about: "an agent that is not logged in",
    shows: "Trying again cannot help, so it was tried once.",
    ends: { outcome: "aborted", rule: "agent-unusable" },
    steps: [
      {
        caption: "The agent cannot work: its key is refused.",
        does: { stderr: "Invalid API key · Please run /login", exit: 1 },
      },
    ],
  },
  budget: {
    about: "the work takes longer than it may",
    shows: "The cap of two iterations was reached with a task left. What was done stays done.",
    ends: { outcome: "aborted", rule: "budget-spent" },
    words: ["--max-iterations", "2"],
    steps: [finishes.first, finishes.second],
  },
  interrupt: {
    about: "a person presses Ctrl-C while the agent works",
    shows: "The iteration was finished and its task kept; untildone run --resume would continue from there.",
    ends: { outcome: "interrupted", rule: "interrupted" },
    interruptIn: 2,
    steps: [
      finishes.first,
      {
        caption: "While it works on the second task, somebody presses Ctrl-C.",
        does: { ...finishes.second.does, sleepMs: 500 },
      },
    ],
  },
} as const satisfies Record<string, Scenario>;

/** Every outcome a run can have, by name. The first is the default. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(Object.entries(named));
