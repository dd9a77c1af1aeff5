import { errorMessage, UserError } from "../lib/errors.js";

const refusals: readonly (readonly [code: RegExp, what: string, fix: string])[] = [
  [/^OOM /, "Redis is full", "give it more memory (maxmemory), or remove submissions: untildone fleet remove ID"],
  [/^MISCONF /, "Redis cannot write to its disk", "see the log of Redis, and make room on its disk"],
  [/^READONLY /, "this Redis has become a replica", "name the primary"],
  [/^(?:NOAUTH|WRONGPASS) /, "Redis no longer accepts the password", "check the user and password in the URL"],
  [/^NOPERM /, "the user of Redis may not do this", "give it all rights on the keys of the fleet"],
];

/** What Redis itself refuses, whatever is asked of it: nobody's task is to blame. Null if it is another error. */
export function explainRefusal(error: unknown, where: string): UserError | null {
  const texts = [error, ...causesOf(error)].map(errorMessage);
  const found = refusals.find(([code]) => texts.some((text) => code.test(text)));
  return found ? new UserError({ what: found[1], where, fix: found[2] }) : null;
}

/** A transaction that was given up says why only here. */
function causesOf(error: unknown): readonly unknown[] {
  const causes = (error as { readonly previousErrors?: unknown } | null)?.previousErrors;
  return Array.isArray(causes) ? causes : [];
}
