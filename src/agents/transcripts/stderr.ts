import type { Failure } from "../../decide/transcript.js";
import { classifyError } from "./failures.js";
import { number, object, parseJson, text } from "./json.js";
import { findSpokenFailure } from "./spoken-failure.js";

/** The failure in stderr, or undefined if we do not recognise one. */
export function errorIn(stderr: string): Failure | undefined {
  const closing = closingError(stderr);
  if (closing) return closing;
  return findSpokenFailure(stderr);
}

/** Some CLIs end stderr with their failure as a JSON object, after notices and a stack trace. */
function closingError(stderr: string): Failure | undefined {
  const end = stderr.trimEnd();
  const value = object(parseJson(end.slice(end.lastIndexOf("\n{") + 1)));
  const error = object(value["error"]);
  const message = text(error["message"]) || (value["status"] === "error" ? text(value["message"]) : "");
  return message === "" ? undefined : classifyError(message, { status: number(error["code"]) });
}

/** Why an agent was waiting when it ended or was stopped: some report the cause of their retries only here. */
export function errorRetried(stderr: string): Failure | undefined {
  const last = stderr.split("\n").findLast((line) => /^(?:retrying in|attempt \d+ failed)\b/i.test(line));
  const failure = last === undefined ? undefined : classifyError(last);
  return failure?.kind === "limit" || failure?.kind === "billing" ? failure : undefined;
}
