import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInProcess } from "./in-process.js";

export { bin } from "./bin.js";

import { bin } from "./bin.js";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own for one test, with a way to run the built CLI in it. */
export class Workplace implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "untildone-test-"));
  /** Where runs write what they were started with: neither in the project nor in anybody's home. */
  readonly stateHome = `${this.path}-state`;
  /** The environment of what runs here. */
  readonly ownEnv = { PATH: process.env["PATH"], HOME: this.path, XDG_STATE_HOME: this.stateHome };

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Makes it a git repository with all that was written so far committed. */
  commitAll(): void {
    for (const words of [
      ["init", "-q"],
      ["add", "-A"],
      ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "start"],
    ]) {
      const { status, stderr } = spawnSync("git", words, { cwd: this.path, encoding: "utf8" });
      if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
    }
  }

  /** A program of its own on the path that `env` of a run can name. */
  program(name: string, script: string): string {
    chmodSync(this.write(`bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
    return join(this.path, "bin");
  }

  /** The file that says what a run was started with. */
  recordOf(run: string): string {
    const projects = join(this.stateHome, "untildone");
    const [folder = ""] = readdirSync(projects);
    return join(projects, folder, `${run}.json`);
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  /** Runs a bash script in which `untildone` is the built CLI. */
  bash(script: string): Ran {
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["--norc", "-uc", `untildone() { "${process.execPath}" "${bin}" "$@"; }\n${script}`],
      {
        cwd: this.path,
        encoding: "utf8",
        env: this.ownEnv,
      },
    );
    return { code: status, out: stdout, err: stderr };
  }

  /** The built CLI, as a process of its own. */
  runProcess(words: readonly string[], input = "", env: Readonly<Record<string, string>> = {}): Ran {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
      cwd: this.path,
      input,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      env: { ...this.ownEnv, ...env },
    });
    return { code: status, out: stdout, err: stderr };
  }

  /**
   * The command line in this process, with a scripted agent that is no process either: for what is decided and printed.
   * A step that hangs, dies or leaves something behind is played by the built CLI all the same; and whoever sets the
   * environment of child processes gets a process.
   */
  async run(
    words: readonly string[],
    input: string | Uint8Array = "",
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ran> {
    if ("PATH" in env) return this.runBeside(words, env);
    const read = { out: "", err: "" };
    const code = await runInProcess(words, input, {
      cwd: this.path,
      env: { ...this.ownEnv, ...env },
      out: (text) => {
        read.out += text;
      },
      err: (text) => {
        read.err += text;
      },
    });
    return { code, ...read };
  }

  /** The built CLI as a process, beside others. */
  async runBeside(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const child = spawn(process.execPath, [bin, ...words], {
      cwd: this.path,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...this.ownEnv, ...env },
    });
    const read = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      read.out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      read.err += chunk;
    });
    const [code] = await once(child, "close");
    return { code, ...read };
  }

  /** Runs with a reader that goes away at once, as `| head` does. */
  async runAndLeave(words: readonly string[]): Promise<Pick<Ran, "code" | "err">> {
    const child = spawn(process.execPath, [bin, ...words], {
      cwd: this.path,
      stdio: ["ignore", "pipe", "pipe"],
      env: this.ownEnv,
    });
    let err = "";
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.stdout.destroy();
    const [code] = await once(child, "exit");
    return { code, err };
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
    rmSync(this.stateHome, { recursive: true, force: true });
  }
}

/** The same asked several times, one after the other: the exit codes. */
export async function codesInTurn(times: number, run: (time: number) => Promise<Ran>): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (let time = 1; time <= times; time++) codes.push((await run(time)).code);
  return codes;
}

export const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
