import type { StopRequest } from "./stop-request.js";

/** A text field of a hook's input; "" if it is missing or something else. */
export const textField = (input: Readonly<Record<string, unknown>>, name: string): string => {
  const value = input[name];
  return typeof value === "string" ? value : "";
};

/** A text field that may be missing. */
export const optionalText = (input: Readonly<Record<string, unknown>>, name: string): string | null =>
  textField(input, name) || null;

export const flagField = (input: Readonly<Record<string, unknown>>, name: string): boolean | null => {
  const value = input[name];
  return typeof value === "boolean" ? value : null;
};

/** A whole number of 0 or more; null for anything else. */
export function countField(input: Readonly<Record<string, unknown>>, name: string): number | null {
  const value = input[name];
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}

/** What happened, by the agent's own name for it. */
export function eventField(
  input: Readonly<Record<string, unknown>>,
  events: Readonly<Record<string, StopRequest["event"]>>,
): StopRequest["event"] {
  const name = textField(input, "hook_event_name");
  return (Object.hasOwn(events, name) ? events[name] : undefined) ?? "other";
}
