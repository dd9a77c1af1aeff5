export type ProgramEnd =
  | { readonly is: "ended"; readonly code: number; readonly out: string; readonly err: string }
  | { readonly is: "not-found" }
  | { readonly is: "timed-out"; readonly afterMs: number };

const maxOutput = 256 * 1024 * 1024;

interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

/**
 * Runs a program and returns how it ended and its output. Never throws. Loads `process.js` only here, because it brings
 * in Node's network code, which most task lists do not need.
 */
export async function runProgram(
  program: string,
  words: readonly string[],
  { cwd, env, timeoutMs }: RunOptions,
): Promise<ProgramEnd> {
  const { runCommand } = await import("./process.js");
  const { ending, stdout, stderr } = await runCommand([program, ...words], {
    cwd,
    env,
    timeoutMs,
    keepLimits: { head: maxOutput, tail: 0 },
    sweep: false,
    mayOutliveUs: true, // It may be about to mark a task.
  });
  const [out, err] = [stdout.text(), stderr.text()];
  switch (ending.is) {
    case "exited":
      return { is: "ended", code: stdout.isCut ? 1 : ending.code, out, err };
    case "timed-out":
      return { is: "timed-out", afterMs: timeoutMs };
    case "not-found":
    case "not-executable":
    case "not-started":
      return { is: "not-found" };
    case "signalled":
    case "interrupted":
      return { is: "ended", code: 1, out, err };
  }
}
