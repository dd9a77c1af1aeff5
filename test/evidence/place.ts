import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of its own for one test, with real git where asked for. Gone when the test is over. */
export class Place {
  readonly path: string;

  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), "untildone-evidence-")));
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }));
  }

  write(name: string, content: string | Uint8Array, mode?: number): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, mode === undefined ? {} : { mode });
    return path;
  }

  writeAll(files: Readonly<Record<string, string>>): this {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
    return this;
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { recursive: true, force: true });
  }

  git(...words: string[]): string {
    return execFileSync("git", words, {
      cwd: this.path,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...gitIdentity },
    }).trim();
  }

  /** A repository with all that is here committed. */
  repository(): this {
    this.git("init", "-q", "-b", "main");
    return this.commit("start");
  }

  commit(message: string): this {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
    return this;
  }
}

const gitIdentity = {
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.org",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.org",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "protocol.file.allow",
  GIT_CONFIG_VALUE_0: "always",
};

/** Whether a process runs. One that ended and was not yet collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^[ZX]/.test(line.slice(line.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
