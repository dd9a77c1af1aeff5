import { UserError } from "../base/errors.js";

/** A whole number from the command line: no octal, no "3abc", no empty text. */
export function wholeNumber(text: string, where: string): number {
  const value = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isNaN(value)) return value;
  throw new UserError({ what: `${where} is ${JSON.stringify(text)}`, where, fix: "give a whole number of 0 or more" });
}
