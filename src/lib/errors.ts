/** An error the user can fix: what is wrong, where, and how to fix it. Printed without a stack trace. */
export class UserError extends Error {
  readonly what: string;
  readonly where: string;
  readonly fix: string | null;

  /** `cause`: the error that it puts in words. Its code still says whose fault it is. */
  constructor({
    what,
    where,
    fix = null,
    cause,
  }: { what: string; where: string; fix?: string | null; cause?: unknown }) {
    super(what, cause === undefined ? undefined : { cause });
    this.name = "UserError";
    this.what = what;
    this.where = where;
    this.fix = fix;
  }
}

export function formatUserError({ what, where, fix }: UserError): string {
  return [what, `  in   ${where}`, ...(fix ? [`  fix  ${fix}`] : [])].join("\n");
}

/**
 * Each command is a separate bundle with its own copy of the class, so compare the name instead of using `instanceof`.
 */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === "UserError";
}

export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
