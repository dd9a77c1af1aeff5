import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface BesideOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** How long it is watched. */
  readonly patienceMs: number;
}

export interface EndedBeside {
  readonly code: number;
  readonly stderr: string;
}

/** Starts a program that goes on by itself. How it ended and what it complained about, if it ends soon; else null. */
export async function startBeside(
  [program = "", ...words]: readonly string[],
  { cwd, env, patienceMs }: BesideOptions,
): Promise<EndedBeside | null> {
  // A file, since a pipe would break when we end. Its name is gone as soon as it was read.
  const path = join(tmpdir(), `untildone-${randomBytes(12).toString("hex")}`);
  const file = openSync(path, "wx", 0o600);
  try {
    const child = spawn(program, words, { cwd, env, stdio: ["ignore", "ignore", file], detached: true });
    child.unref();
    const code = await new Promise<number | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), patienceMs);
      const end = (status: number): void => {
        clearTimeout(timer);
        resolve(status);
      };
      child.once("error", () => end(127));
      child.once("exit", (status) => end(status ?? 1));
    });
    return code === null ? null : { code, stderr: readFileSync(path, "utf8").slice(0, 4000) };
  } finally {
    closeSync(file);
    unlinkSync(path);
  }
}
