import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { bin } from "../e2e/bin.js";
import type { Workplace } from "../e2e/cli.js";

type Json = Readonly<Record<string, unknown>>;

export interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: true;
}

export interface RpcAnswer {
  readonly id: unknown;
  readonly result?: ToolResult & Json;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Options {
  readonly client?: string;
  readonly words?: readonly string[];
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A client that says whatever a test wants, line by line. */
export class RawClient implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly answers: RpcAnswer[] = [];
  err = "";
  readonly #client: string;
  #next = 1;
  #waiting: { matches(answer: RpcAnswer): boolean; resolve(answer: RpcAnswer): void }[] = [];

  constructor(place: Workplace, { client = "claude-code", words = [], node = [], env = {} }: Options = {}) {
    this.#client = client;
    this.child = spawn(process.execPath, [...node, bin, "mcp", ...words], {
      cwd: place.path,
      env: { ...place.ownEnv, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.child.stdin?.on("error", () => undefined);
    this.child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      this.err += chunk;
    });
    if (this.child.stdout) createInterface({ input: this.child.stdout }).on("line", (line) => this.#hear(line));
  }

  static async open(place: Workplace, options: Options = {}): Promise<RawClient> {
    const client = new RawClient(place, options);
    await client.start();
    return client;
  }

  start(): Promise<RpcAnswer> {
    const clientInfo = { name: this.#client, version: "0" };
    return this.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  }

  /** Sends a line, and waits for the answer to no known request. */
  sayLine(line: string, id: unknown = null): Promise<RpcAnswer> {
    const answered = this.#wait((answer) => answer.id === id);
    this.child.stdin?.write(`${line}\n`);
    return answered;
  }

  request(method: string, params: unknown): Promise<RpcAnswer> {
    const id = this.#next++;
    return this.sayLine(JSON.stringify({ jsonrpc: "2.0", id, method, params }), id);
  }

  /** A call of the client itself, such as a hook's; `meta` marks it. */
  async call(name: string, input: unknown = {}, meta?: Json): Promise<ToolResult> {
    const answer = await this.request("tools/call", { name, arguments: input, ...(meta ? { _meta: meta } : {}) });
    if (!answer.result) throw new Error(JSON.stringify(answer));
    return answer.result;
  }

  async text(name: string, input: unknown = {}, meta?: Json): Promise<string> {
    return (await this.call(name, input, meta)).content.map(({ text }) => text).join("\n");
  }

  get megabytes(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Closes the connection, and returns the exit status. */
  async leave(): Promise<number | null> {
    this.child.stdin?.end();
    return this.ended();
  }

  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, "exit");
    return this.child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null) this.child.kill("SIGKILL");
    await this.ended();
  }

  #wait(matches: (answer: RpcAnswer) => boolean): Promise<RpcAnswer> {
    return new Promise((resolve) => void this.#waiting.push({ matches, resolve }));
  }

  #hear(line: string): void {
    const answer = JSON.parse(line) as RpcAnswer;
    this.answers.push(answer);
    const found = this.#waiting.find(({ matches }) => matches(answer));
    this.#waiting = this.#waiting.filter((waiting) => waiting !== found);
    found?.resolve(answer);
  }
}
