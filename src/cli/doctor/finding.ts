import type { CheckState } from "../../decide/evidence.js";
import { isUserError } from "../../lib/errors.js";

/** One thing that was looked at. `fail`: a run cannot start like this. */
export interface Finding {
  readonly name: string;
  readonly status: "ok" | "warn" | "fail";
  readonly text: string;
  /** The command to type, or what to do. */
  readonly fix: string | null;
  /** Of a check that was run: what came of it. */
  readonly check?: CheckFacts;
  /** Files that the checks left changed. */
  readonly files?: readonly string[];
}

/** What came of a check, for programs. */
export interface CheckFacts {
  readonly state: CheckState | "unfinished";
  readonly required: boolean;
  readonly command: readonly string[];
  readonly exitCode: number | null;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly total: number | null;
  readonly seconds: number;
  /** The last lines of its output, where it does not hold. */
  readonly tail: readonly string[];
}

export const ok = (name: string, text: string): Finding => ({ name, status: "ok", text, fix: null });
export const warn = (name: string, text: string, fix: string | null = null): Finding => ({
  ...{ name, status: "warn", text, fix },
});
export const fail = (name: string, text: string, fix: string | null = null): Finding => ({
  ...{ name, status: "fail", text, fix },
});

/** What stops a run stops it here, too, with the same words. */
export async function attempt(
  name: string,
  look: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (!isUserError(error)) throw error;
    return [fail(name, `${error.what} (${error.where})`, error.fix)];
  }
}
