import { UserError } from "../../lib/errors.js";
import type { ToolCall } from "./tool.js";

type Input = ToolCall["input"];

/** A text among the arguments; null if it is not given. */
export function readText(input: Input, name: string, max: number): string | null {
  const value = input[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw refuse(name, "must be a text");
  if (value.length > max) throw refuse(name, `is longer than ${max} characters`);
  return value;
}

/** A whole number among the arguments; null if it is not given. */
export function readNumber(input: Input, name: string): number | null {
  const value = input[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw refuse(name, "must be a whole number of 0 or more");
  return value;
}

export const refuse = (name: string, why: string): UserError =>
  new UserError({ what: `"${name}" ${why}`, where: "arguments", fix: "call it again with arguments that fit" });
