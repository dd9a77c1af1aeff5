import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
if (!hasTmux) console.warn("tmux is not installed: the tests of real terminals are left out");

interface Size {
  readonly columns: number;
  readonly rows: number;
}

interface TerminalOptions extends Partial<Size> {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program on a terminal of its own, in tmux. */
export class Terminal implements Disposable {
  readonly #server = `untildone-${randomUUID()}`;
  readonly #folder = mkdtempSync(join(tmpdir(), "terminal-"));

  constructor(words: readonly string[], { cwd, env, columns = 80, rows = 24 }: TerminalOptions) {
    const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const size = ["-x", String(columns), "-y", String(rows)];
    const command = ["env", "-i", "TERM=screen", ...set, ...words].map(quote).join(" ");
    // In a file: a server that names the project and begins in a turn would be taken for one the agent left behind.
    // Where the terminal is not in raw mode, the shell gets a Ctrl-C too, and must outlive the program.
    const script = `trap : INT QUIT; cd ${quote(cwd)}; ${command}; echo "[exit $?]"; sleep 600`;
    const file = join(this.#folder, "start.sh");
    writeFileSync(file, script);
    this.#tmux(["-f", "/dev/null", "new-session", "-d", ...size, `sh ${file}`]);
  }

  /** What is on the screen, without blank lines at the end. */
  get screen(): string {
    return this.#tmux(["capture-pane", "-p"]).trimEnd();
  }

  /** All that was printed and stayed. */
  get log(): string {
    return this.#tmux(["capture-pane", "-p", "-S", "-"]).trimEnd();
  }

  /** The screen with its colours. */
  get painted(): string {
    return this.#tmux(["capture-pane", "-p", "-e"]).trimEnd();
  }

  press(...keys: readonly string[]): void {
    this.#tmux(["send-keys", ...keys]);
  }

  resize({ columns, rows }: Size): void {
    this.#tmux(["resize-window", "-x", String(columns), "-y", String(rows)]);
  }

  /** Until the screen shows it, or no longer does. */
  async waitFor(text: string | RegExp, isShown = true): Promise<string> {
    const is = typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
    const isNot = typeof text === "string" ? expect.not.stringContaining(text) : expect.not.stringMatching(text);
    const matcher = isShown ? is : isNot;
    await vi.waitFor(() => expect(this.screen, this.screen).toEqual(matcher), { timeout: 30_000, interval: 50 });
    return this.screen;
  }

  [Symbol.dispose](): void {
    spawnSync("tmux", ["-L", this.#server, "kill-server"]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #tmux(words: readonly string[]): string {
    return execFileSync("tmux", ["-L", this.#server, ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" },
    });
  }
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
