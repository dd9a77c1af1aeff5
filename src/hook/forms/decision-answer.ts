import type { StopAnswer } from "../stop-request.js";

/** The answer of agents that take a decision with a reason, and show the person a message. */
export function decisionAnswer(answer: StopAnswer, refusal: "block" | "deny"): string {
  if (answer.is === "refused")
    return JSON.stringify({ decision: refusal, reason: answer.reason, systemMessage: answer.message });
  return answer.message === null ? "" : JSON.stringify({ systemMessage: answer.message });
}
