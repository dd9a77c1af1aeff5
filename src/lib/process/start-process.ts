import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { markName, type Started } from "./kill.js";
import { outerEnv } from "./outer-path.js";

/** How a process ended by itself, or why it did not start. */
export type ProcessOutcome =
  | { readonly is: "exited"; readonly code: number }
  | { readonly is: "signalled"; readonly signal: string }
  | { readonly is: "not-found" | "not-executable" | "not-started"; readonly why: string };

export interface Beginning {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
}

/** Starts the command in its own session, with our mark in its environment. */
export function begin(
  words: readonly string[],
  { cwd, env, stdin }: Beginning,
  { mark, cgroup }: Pick<Started, "mark" | "cgroup">,
): ChildProcess | Error {
  const [file = "", ...args] = words;
  try {
    const start = (): ChildProcess =>
      spawn(file, args, {
        cwd,
        env: outerEnv({ ...process.env, ...env, [markName]: `${process.env[markName] ?? ""}${mark}` }),
        stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
    return cgroup ? cgroup.start(start) : start();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error)); // An empty name, or a NUL byte in an argument.
  }
}

/** Why the process did not start, as a message. */
export function whyNotStarted(error: Error, file: string, cwd: string): ProcessOutcome {
  const code = "code" in error ? error.code : undefined;
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    return { is: "not-started", why: `the folder ${cwd} does not exist` };
  if (code === "ENOENT") return { is: "not-found", why: `${file} is not installed here` };
  if (code === "EACCES" || code === "EPERM" || code === "ENOEXEC")
    return { is: "not-executable", why: `${file} may not be executed` };
  if (code === "E2BIG") return { is: "not-started", why: `the prompt is too long to be an argument of ${file}` };
  return { is: "not-started", why: error.message };
}

/** Resolves when the process exits: its output may stay open as long as a child lives. */
export function waitForExit(child: ChildProcess): Promise<ProcessOutcome | Error> {
  return new Promise((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code, signal) =>
      resolve(code === null ? { is: "signalled", signal: signal ?? "unknown" } : { is: "exited", code }),
    );
  });
}
