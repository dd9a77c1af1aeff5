import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { bin, type Workplace } from "../e2e/cli.js";

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** A dashboard in a process of its own, and a client that sends what it is told to. */
export class DashboardProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  #out = "";
  #err = "";
  cookie = "";
  base = "";

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(place: Workplace, words: readonly string[] = []): Promise<DashboardProcess> {
    const child = spawn(process.execPath, [bin, "dashboard", "--port", "0", ...words], {
      cwd: place.path,
      stdio: ["ignore", "pipe", "pipe"],
      env: place.ownEnv,
    });
    const started = new DashboardProcess(child);
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      started.#out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      started.#err += chunk;
    });
    await started.until(() => started.#out.includes("\n"));
    return started;
  }

  /** The link that was printed. */
  get url(): URL {
    return new URL(/http:\S+/.exec(this.#out)?.[0] ?? "");
  }

  get port(): number {
    return Number(this.url.port);
  }

  get exitCode(): number | null {
    return this.#child.exitCode;
  }

  /** The processes it has started and that have not ended. */
  get children(): readonly number[] {
    const { pid } = this.#child;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  }

  /** Resident memory, in megabytes. */
  get memory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, "utf8"))?.[1]) / 1024;
  }

  async until(holds: () => boolean): Promise<void> {
    for (let at = 0; at < 400 && !holds(); at++) {
      if (this.#child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    if (!holds()) throw new Error(`it did not happen:\n${this.#out}${this.#err}`);
  }

  /** Opens the link, as a browser does. */
  async enter(): Promise<void> {
    const { headers } = await this.send({ path: this.url.pathname + this.url.search, headers: { cookie: "" } });
    this.cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    this.base = headers.location ?? "";
  }

  /** Resolves to status 0 if the connection was refused or dropped. */
  send({ headers = {}, ...options }: RequestOptions = {}, body = ""): Promise<Answered> {
    return new Promise((resolve) => {
      const sent = request(
        { host: "127.0.0.1", port: this.port, agent: false, ...options, headers: { cookie: this.cookie, ...headers } },
        (reply) => {
          let text = "";
          reply.setEncoding("utf8").on("data", (chunk) => {
            text += chunk;
          });
          reply.on("close", () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
        },
      );
      sent.on("error", ({ message }) => resolve({ status: 0, headers: {}, text: message }));
      sent.end(body);
    });
  }

  get = (name: string, headers: Record<string, string> = {}): Promise<Answered> =>
    this.send({ path: this.base + name, headers });

  post = (body: string, headers: Record<string, string> = {}): Promise<Answered> =>
    this.send(
      {
        method: "POST",
        path: `${this.base}act`,
        headers: { origin: `http://127.0.0.1:${this.port}`, "x-untildone": "act", ...headers },
      },
      body,
    );

  /** What the page's buttons do. */
  async act(action: string, text = ""): Promise<{ ok: boolean; message: string }> {
    return JSON.parse((await this.post(JSON.stringify({ project: 0, action, text }))).text);
  }

  /** The state that a page which is opened now is sent. */
  state(): Promise<Record<string, never>> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: "127.0.0.1", port: this.port, path: `${this.base}events`, headers: { cookie: this.cookie } },
        (reply) => {
          let text = "";
          reply.setEncoding("utf8").on("data", (chunk) => {
            text += chunk;
            const data = /^data: (.*)\n\n/m.exec(text)?.[1];
            if (data === undefined) return;
            resolve(JSON.parse(data).projects[0]);
            sent.destroy();
          });
        },
      );
      sent.on("error", reject);
      sent.end();
    });
  }

  async end(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill(signal);
      await once(this.#child, "close");
    }
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
  }
}
