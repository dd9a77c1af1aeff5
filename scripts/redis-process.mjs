// A real Redis on loopback with a folder of its own, which can be killed, frozen and started again with what it kept.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

export const hasRedis = () => spawnSync("redis-server", ["--version"]).status === 0;

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

export class RedisProcess {
  folder = mkdtempSync(join(tmpdir(), "untildone-redis-"));
  #child = null;

  static async start({ password = "", words = [] } = {}) {
    const redis = new RedisProcess();
    redis.password = password;
    redis.words = words;
    redis.port = await freePort();
    await redis.up();
    return redis;
  }

  get url() {
    return `redis://${this.password === "" ? "" : `:${this.password}@`}127.0.0.1:${this.port}`;
  }

  /** Starts it, again with what it wrote down. */
  async up() {
    const own = ["--port", this.port, "--bind", "127.0.0.1", "--dir", this.folder, "--appendonly", "yes", "--save", ""];
    const secret = this.password === "" ? [] : ["--requirepass", this.password];
    const words = [...own, ...secret, "--daemonize", "no", ...this.words].map(String);
    const { PATH } = process.env;
    this.#child = spawn("redis-server", words, { stdio: "ignore", env: { PATH } });
    for (let waited = 0; waited < 30_000; waited += 50) {
      if (await this.#answers()) return;
      await setTimeout(50);
    }
    throw new Error("redis-server did not start");
  }

  async down(signal = "SIGKILL") {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }

  /** Where nothing can be waited for. */
  end() {
    this.#child?.kill("SIGKILL");
  }

  /** As one without an append-only file that crashed: it comes back with nothing. */
  async forget() {
    await this.down();
    rmSync(join(this.folder, "appendonlydir"), { recursive: true, force: true });
    await this.up();
  }

  async close() {
    await this.down();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Whether it takes commands: a Redis that reads its file says so instead. */
  async #answers() {
    const socket = connect(this.port, "127.0.0.1");
    try {
      await once(socket, "connect");
      socket.write("PING\r\n");
      const [answer] = await once(socket, "data");
      return /^\+PONG|^-NOAUTH/.test(String(answer));
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}
