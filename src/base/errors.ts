/** A mistake a person can mend: what is wrong, where, and how to put it right. Printed without a stack. */
export class UserError extends Error {
  readonly what: string;
  readonly where: string;
  readonly fix: string | null;

  constructor({ what, where, fix = null }: { what: string; where: string; fix?: string | null }) {
    super(what);
    this.name = "UserError";
    this.what = what;
    this.where = where;
    this.fix = fix;
  }
}

/** The message as people see it. */
export function formatUserError({ what, where, fix }: UserError): string {
  return [what, `  in   ${where}`, ...(fix ? [`  fix  ${fix}`] : [])].join("\n");
}

/** Each command is a bundle of its own with its own copy of this class, so the name tells, not the constructor. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === "UserError";
}

/** What went wrong, in the words of whatever was thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
