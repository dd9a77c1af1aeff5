/** The ways in which a run may agree with its agent on how completion is told. */
export type Protocol = "untildone" | "ralph" | "doyaken" | "exit-status" | "promise" | "none";

export const protocols: readonly Protocol[] = ["untildone", "ralph", "doyaken", "exit-status", "promise", "none"];

const intro = "When your turn ends, say plainly how things stand. Claim completion only if it is true: it is checked.";

const explained = [
  "STATUS speaks of this task, EXIT_SIGNAL of the whole list. WORK names where the work of this task is, and only of this",
  "task: what is named here cannot be named for another one, so give lines in a file that several tasks share.",
].join("\n");

/**
 * What the agent is told about it. Our own block carries a word of this turn, so that an echo or an old log can never
 * match; the others are for agents that were instructed otherwise already.
 */
export function tellProtocol(
  protocol: Protocol,
  { nonce, promise }: { nonce: string | null; promise: string },
): string {
  switch (protocol) {
    case "untildone":
      return `${intro} End your last message with this block, filled in:\n\n${ralph(nonce)}\n\n${explained}`;
    case "ralph":
      return `${intro} End your last message with this block, filled in:\n\n${ralph(null)}`;
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

const ralph = (nonce: string | null): string =>
  [
    "---RALPH_STATUS---",
    "STATUS: IN_PROGRESS | COMPLETE | BLOCKED",
    "TASKS_COMPLETED_THIS_LOOP: <number>",
    ...(nonce === null ? ["FILES_MODIFIED: <number>"] : ["WORK: <where this task's work is: files, or file:lines>"]),
    "TESTS_STATUS: PASSING | FAILING | NOT_RUN",
    "EXIT_SIGNAL: false | true",
    "RECOMMENDATION: <one line>",
    ...(nonce === null ? [] : [`NONCE: ${nonce}`]),
    "---END_RALPH_STATUS---",
  ].join("\n");
