/** How the agent is asked to report completion. */
export type Protocol = "untildone" | "ralph" | "doyaken" | "exit-status" | "promise" | "none";

export const protocols: readonly Protocol[] = ["untildone", "ralph", "doyaken", "exit-status", "promise", "none"];

export interface ProtocolTerms {
  readonly nonce: string | null;
  readonly promise: string;
  /** The name of the task list, or null. */
  readonly list: string | null;
}

const intro = "When your turn ends, say plainly how things stand. Claim completion only if it is true: it is checked.";

/**
 * The instructions for the agent. The untildone block contains a nonce for this turn, so that an echo or an old log
 * never matches; the others are for agents that already have their own instructions.
 */
export function describeProtocol(protocol: Protocol, { nonce, promise, list }: ProtocolTerms): string {
  switch (protocol) {
    case "untildone":
      return `${groundRules(list)}\n\n${untildoneBlock(nonce, list === null ? "all that is asked above" : "this task")}`;
    case "ralph":
      return `${intro} End your last message with this block, filled in:\n\n${ralph}`;
    case "doyaken":
      return `${intro} End your last message with this block, filled in:\n\nDOYAKEN_STATUS:\n  PHASE_COMPLETE: true/false\n  FILES_MODIFIED: <count>\n  TESTS_STATUS: pass/fail/skip/unknown\n  CONFIDENCE: high/medium/low\n  REMAINING_WORK: <brief description or "none">`;
    case "exit-status":
      return `${intro} End your last message with these lines, filled in:\n\nEXIT_STATUS: {COMPLETE|CONTINUE}\nEXIT_REASON: {explanation}\nREMAINING_WORK: {none|what is left}`;
    case "promise":
      return `${intro} Only when everything is done, end your last message with the line <promise>${promise}</promise>.`;
    case "none":
      return "";
  }
}

const groundRules = (list: string | null): string =>
  [
    ...(list === null
      ? ["- Leave the folder .ralph alone."]
      : [
          "- Work on this task only. Other tasks have turns of their own.",
          `- Leave the task list (${list}) and the folder .ralph alone: the task is ticked for you when its work has been checked.`,
        ]),
    `- Run the project's tests before you say that it is done. ${list === null ? "" : "Tests of tasks that are still open may fail: leave those. "}What you claim is checked.`,
    "- Work counts whether or not it is committed. Commit only if you were asked to.",
    "- Nobody is there to answer questions. Decide yourself, and write the assumption under NOTE.",
  ].join("\n");

/**
 * Few fields, each explained, and about one task only, so that task and list cannot be confused. The block comes last
 * and no other line looks like its fields, so that agents copy the right text.
 */
const untildoneBlock = (
  nonce: string | null,
  work: string,
): string => `End your last message with a status block, as plain text, of these fields:

- \`STATUS\` is one of three words: COMPLETE if ${work} is finished, IN_PROGRESS if you stopped before that, BLOCKED if you
  cannot go on at all without a person${work === "this task" ? ', or before another task is done (`NOTE` then begins with "waits for" and its id)' : ""}.
- \`WORK\` says where the work is: files (tests too) with commas between, or a file and its lines, as in src/a.js:10-40.${
  work === "this task"
    ? "\n  Name what belongs to this task, with lines where a file holds more than that: the same lines cannot stand for two tasks."
    : ""
} Write none if there is no work yet.
- \`NOTE\` is one line for the person and for later turns: assumptions you made, or what blocks you. Write none if there is nothing.
${nonce === null ? "" : "- `NONCE` is copied exactly as it stands below: it changes in every turn.\n"}
The block, to be filled in:

---TASK_STATUS---
STATUS: COMPLETE | IN_PROGRESS | BLOCKED
WORK: <files>
NOTE: <one line>${nonce === null ? "" : `\nNONCE: ${nonce}`}
---END_TASK_STATUS---`;

const ralph = [
  "---RALPH_STATUS---",
  "STATUS: IN_PROGRESS | COMPLETE | BLOCKED",
  "TASKS_COMPLETED_THIS_LOOP: <number>",
  "FILES_MODIFIED: <number>",
  "TESTS_STATUS: PASSING | FAILING | NOT_RUN",
  "EXIT_SIGNAL: false | true",
  "RECOMMENDATION: <one line>",
  "---END_RALPH_STATUS---",
].join("\n");
