import { countField, eventField, optionalText, textField } from "../fields.js";
import type { HookForm, StopRequest } from "../stop-request.js";

const events: Readonly<Record<string, StopRequest["event"]>> = {
  stop: "stop",
  subagentStop: "subagent-stop",
  sessionStart: "session-start",
};

/** Cursor, by its documentation: a refusal is the text of the next prompt, and `loop_limit` is 5 unless it is set. */
export const cursor: HookForm = {
  agent: "cursor",
  read: ({ input }) => {
    const loops = countField(input, "loop_count");
    return {
      agent: "cursor",
      event: eventField(input, events),
      session: textField(input, "conversation_id"),
      message: null,
      folder: firstText(input["workspace_roots"]),
      isRetry: loops === null ? null : loops > 0,
      background: 0,
      notAtWork: describeStatus(optionalText(input, "status")),
      cap: 5,
    };
  },
  answer: (answer) => JSON.stringify(answer.is === "refused" ? { followup_message: answer.reason } : {}),
};

const describeStatus = (status: string | null): string | null =>
  status === null || status === "completed" ? null : `the turn ended as ${status}`;

function firstText(values: unknown): string | null {
  const first: unknown = Array.isArray(values) ? values[0] : null;
  return typeof first === "string" && first !== "" ? first : null;
}
