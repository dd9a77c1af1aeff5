import { UserError } from "../lib/errors.js";
import { suggest } from "../lib/text/nearest.js";

export function requireOneOf(flag: string, value: string | undefined, known: readonly string[]): void {
  if (value === undefined || known.includes(value)) return;
  throw new UserError({ what: `${flag} is ${JSON.stringify(value)}`, where: flag, fix: suggest(value, known) });
}
