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
 * Runs a program without a shell and gives back how it ended. Never throws. What starts programs is loaded here, since it
 * brings the network code of Node with it, and most lists need neither.
 */
export async function runProgram(
  program: string,
  words: readonly string[],
  { cwd, env, timeoutMs }: RunOptions,
): Promise<ProgramEnd> {
  const { execFile } = await import("node:child_process");
  return new Promise((resolve) => {
    const options = { cwd, env: { ...env }, timeout: timeoutMs, maxBuffer: maxOutput, encoding: "utf8" as const };
    const child = execFile(program, [...words], options, (error, out, err) => {
      if (error && (error.code === "ENOENT" || error.code === "EACCES")) resolve({ is: "not-found" });
      else if (error?.killed) resolve({ is: "timed-out", afterMs: timeoutMs });
      else resolve({ is: "ended", code: typeof error?.code === "number" ? error.code : error ? 1 : 0, out, err });
    });
    child.stdin?.end();
  });
}
