import { eventField, flagField, optionalText, textField } from "../fields.js";
import type { HookForm, StopRequest } from "../stop-request.js";
import { decisionAnswer } from "./decision-answer.js";

const events: Readonly<Record<string, StopRequest["event"]>> = {
  Stop: "stop",
  SubagentStop: "subagent-stop",
  SessionStart: "session-start",
};

/** Codex 0.166, measured: it obeys every refusal, so the only cap is ours. */
export const codex: HookForm = {
  agent: "codex",
  read: ({ input }) => ({
    agent: "codex",
    event: eventField(input, events),
    session: textField(input, "session_id"),
    message: optionalText(input, "last_assistant_message"),
    folder: optionalText(input, "cwd"),
    isRetry: flagField(input, "stop_hook_active"),
    background: 0,
    notAtWork: textField(input, "permission_mode") === "plan" ? "the agent only plans" : null,
    cap: null,
  }),
  answer: (answer) => decisionAnswer(answer, "block"),
};
