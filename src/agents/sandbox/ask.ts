import { runProgram } from "../../lib/process/run-program.js";
import { findCause } from "../../lib/text/find-cause.js";
import type { SandboxPlan } from "./sandbox.js";

/** What a command of the engine said. Without a cause, it failed without a word. */
export type Answer =
  | { readonly works: true; readonly out: string }
  | { readonly works: false; readonly cause: string; readonly code: number | null };

export async function ask(
  [program = "", ...words]: readonly string[],
  { cwd }: Pick<SandboxPlan, "cwd">,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Answer> {
  const end = await runProgram(program, words, { cwd, env, timeoutMs });
  switch (end.is) {
    case "not-found":
      return { works: false, cause: `${program} is not found`, code: null };
    case "timed-out":
      return { works: false, cause: `${program} gave no answer within ${timeoutMs / 1000} s`, code: null };
    case "ended":
      return end.code === 0
        ? { works: true, out: end.out }
        : { works: false, cause: findCause(end.err), code: end.code };
  }
}

const timeoutMs = 30_000;
