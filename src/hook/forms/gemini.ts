import { eventField, flagField, optionalText, textField } from "../fields.js";
import { lastGeminiMessage } from "../gemini-session.js";
import type { HookForm, StopRequest } from "../stop-request.js";
import { decisionAnswer } from "./decision-answer.js";

const events: Readonly<Record<string, StopRequest["event"]>> = { AfterAgent: "stop", SessionStart: "session-start" };

/**
 * Gemini CLI 0.61, measured: `prompt_response` holds every message since the person's prompt run together, so the last
 * one is read from its file of the session.
 */
export const gemini: HookForm = {
  agent: "gemini",
  read: ({ input, env }) => ({
    agent: "gemini",
    event: eventField(input, events),
    session: textField(input, "session_id"),
    message: lastGeminiMessage(optionalText(input, "transcript_path")) ?? optionalText(input, "prompt_response"),
    folder: env["GEMINI_PROJECT_DIR"] || optionalText(input, "cwd"),
    isRetry: flagField(input, "stop_hook_active"),
    background: 0,
    notAtWork: null,
    cap: null,
  }),
  answer: (answer) => decisionAnswer(answer, "deny"),
};
