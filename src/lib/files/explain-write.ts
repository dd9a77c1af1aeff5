import { isUserError, UserError } from "../errors.js";
import { causes, userFixes } from "./write-errors-table.js";

export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Why a write failed, in words, or undefined if the disk is not the cause. */
export const describeWriteError = (error: unknown): string | undefined => {
  const code = errorCode(error);
  return Object.hasOwn(causes, code) ? causes[code]?.[0] : undefined;
};

/** Turns a write error into a UserError if the user can fix its cause. */
export function explainWrite(error: unknown, path: string): unknown {
  const code = errorCode(error);
  const cause = Object.hasOwn(causes, code) ? causes[code] : undefined;
  return cause ? new UserError({ what: `cannot write: ${cause[0]}`, where: path, fix: cause[1], cause: error }) : error;
}

/** The same for a file of the user's: one that was named, unless `fix` says otherwise. */
export function explainUserWrite(error: unknown, path: string, fix?: string): unknown {
  const explained = explainWrite(error, path);
  const usual = userFixes[errorCode(error)];
  if (!isUserError(explained) || usual === undefined) return explained;
  return new UserError({ what: explained.what, where: explained.where, fix: fix ?? usual, cause: error });
}
