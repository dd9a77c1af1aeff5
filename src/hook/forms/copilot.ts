import { optionalText, textField } from "../fields.js";
import type { HookForm } from "../stop-request.js";

/**
 * GitHub Copilot CLI 1.0, by its documentation: `agentStop` has no name of the event in its input, and `subagentStop`
 * names its agent. It ends the turn after about eight refusals.
 */
export const copilot: HookForm = {
  agent: "copilot",
  read: ({ input }) => ({
    agent: "copilot",
    event: textField(input, "agentName") === "" ? "stop" : "subagent-stop",
    session: textField(input, "sessionId"),
    message: null,
    folder: optionalText(input, "cwd"),
    isRetry: null,
    background: 0,
    notAtWork: null,
    cap: 8,
  }),
  answer: (answer) => (answer.is === "refused" ? JSON.stringify({ decision: "block", reason: answer.reason }) : ""),
};
