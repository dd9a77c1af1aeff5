import { UserError } from "../lib/errors.js";

/** A whole number from the command line: no octal, no "3abc", no empty text. */
export function wholeNumber(text: string, where: string): number {
  const value = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isNaN(value)) return value;
  throw new UserError({ what: `${where} is ${JSON.stringify(text)}`, where, fix: "give a whole number of 0 or more" });
}

const units: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses "90", "90s", "30m" or "8h". */
export function seconds(text: string, where: string): number {
  const [, number = "", unit = ""] = /^(0|[1-9]\d{0,8}(?:\.\d{1,3})?|0\.\d{1,3})([smhd]?)$/.exec(text) ?? [];
  if (number === "")
    throw new UserError({
      what: `${where} is ${JSON.stringify(text)}`,
      where,
      fix: "give a time such as 90, 30m or 8h",
    });
  return Number(number) * (units[unit] ?? 1);
}

export function amount(text: string, where: string): number {
  if (/^(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/.test(text)) return Number(text);
  throw new UserError({ what: `${where} is ${JSON.stringify(text)}`, where, fix: "give an amount such as 5 or 2.50" });
}
