import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;
if (!hasRedis) console.warn("redis-server is not installed: the tests of a fleet are left out");

/** A Redis of our own on loopback, with an append-only file, that can be killed and started again. */
export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "untildone-redis-"));
  readonly #words: readonly string[];
  #child: ChildProcess | null = null;

  static async start(words: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), words);
    await server.start();
    return server;
  }

  private constructor(port: number, words: readonly string[]) {
    this.port = port;
    this.#words = words;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const words = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder, "--save", ""];
    this.#child = spawn("redis-server", [...words, "--appendonly", "yes", ...this.#words], { stdio: "ignore" });
    await vi.waitFor(() => expect(this.ask("ping")).toMatch(/PONG|NOAUTH/), { timeout: 20_000, interval: 50 });
  }

  /** What redis-cli prints. */
  ask(...words: readonly string[]): string {
    const { stdout, stderr } = spawnSync("redis-cli", ["-p", String(this.port), "--raw", ...words], {
      encoding: "utf8",
    });
    return `${stdout}${stderr}`.trim();
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail).listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
