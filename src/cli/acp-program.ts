import { type ChildProcess, spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type {
  ClientConnection,
  InitializeResponse,
  PermissionOption,
  SessionUpdate,
  StopReason,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import { readModels } from "../agents/acp/session-models.js";
import { errorMessage, UserError } from "../lib/errors.js";
import { nearest } from "../lib/text/nearest.js";
import { failAfter, failOnExit, signalSession } from "./acp-child.js";
import { loadSdk, type Sdk } from "./acp-sdk.js";
import type { Io } from "./command.js";

/** What the program asks and tells during a turn. */
export interface TurnHandlers {
  onUpdate(update: SessionUpdate): void;
  /** The chosen option; null if there is none to choose. */
  onPermission(call: ToolCallUpdate, options: readonly PermissionOption[]): PermissionOption | null;
}

export interface SessionRequest {
  /** The session to go on in. */
  readonly resume: string | null;
  readonly model: string | null;
}

interface OpenedSession {
  readonly sessionId: string;
}

/** Some save their session once their input is closed. */
const farewellMs = 1500;
const graceMs = 3000;
const quietMs = 1000;
const longestReplayMs = 60_000;

/** A running program that has answered our greeting over the Agent Client Protocol. */
export class AcpProgram {
  readonly #child: ChildProcess;
  readonly #connection: ClientConnection;
  readonly #died: Promise<never>;
  #abilities: InitializeResponse["agentCapabilities"];
  /** Set during a turn: what a program repeats of an earlier one is not news. */
  #turn: TurnHandlers | null = null;
  #lastUpdate = 0;

  static async start(
    words: readonly string[],
    { cwd, handshakeSeconds }: { readonly cwd: string; readonly handshakeSeconds: number },
  ): Promise<AcpProgram> {
    const sdk = await loadSdk();
    const [file = "", ...args] = words;
    // In a session of its own: a signal for us is passed on as a cancellation.
    const child = spawn(file, args, { cwd, stdio: ["pipe", "pipe", "inherit"], detached: true });
    const program = new AcpProgram(sdk, child, cwd);
    try {
      await program.#greet(sdk, handshakeSeconds);
      return program;
    } catch (error) {
      await program.end();
      throw new UserError({
        what: `the agent cannot be used: ${errorMessage(error)}`,
        where: "--agent",
        fix: "start it by hand to see whether it runs and speaks the Agent Client Protocol",
      });
    }
  }

  private constructor(sdk: Sdk, child: ChildProcess, cwd: string) {
    const { stdin, stdout } = child;
    if (!stdin || !stdout) throw new Error("the program has no pipes");
    this.#child = child;
    this.#died = failOnExit(child, cwd);
    this.#died.catch(() => undefined); // It also ends when we end it.
    stdin.on("error", () => undefined); // It may end without reading.
    this.#connection = sdk
      .client({ name: "untildone" })
      .onNotification(sdk.methods.client.session.update, ({ params }) => {
        this.#lastUpdate = performance.now();
        this.#turn?.onUpdate(params.update);
      })
      .onRequest(sdk.methods.client.session.requestPermission, ({ params }) => {
        const chosen = this.#turn?.onPermission(params.toolCall, params.options) ?? null;
        return {
          outcome: chosen ? { outcome: "selected", optionId: chosen.optionId } : { outcome: "cancelled" },
        };
      })
      .connect(sdk.ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as ReadableStream<Uint8Array>));
  }

  /** Our greeting claims no file system and no terminal: the program uses its own tools. */
  async #greet(sdk: Sdk, limitSeconds: number): Promise<void> {
    const answer = this.#connection.agent.request(sdk.methods.agent.initialize, {
      protocolVersion: sdk.PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    });
    // How it ended says more than that it cannot be written to.
    const orDeath = answer.catch(async (error: unknown) => {
      await Promise.race([this.#died, setTimeout(1000)]);
      throw error;
    });
    const { agentCapabilities } = await Promise.race([orDeath, this.#died, failAfter(limitSeconds)]);
    this.#abilities = agentCapabilities;
  }

  /** The session to work in: the given one, if the program can go on in it. With the model that was asked for. */
  async openSession({ resume, model }: SessionRequest, place: Pick<Io, "cwd" | "err">): Promise<string> {
    const opened = (resume === null ? null : await this.#reopen(resume, place)) ?? (await this.#open(place));
    if (model !== null) await this.#selectModel(opened, model);
    return opened.sessionId;
  }

  #open({ cwd }: Pick<Io, "cwd">): Promise<OpenedSession> {
    return this.#connection.agent.request("session/new", { cwd, mcpServers: [] });
  }

  async #reopen(sessionId: string, { cwd, err }: Pick<Io, "cwd" | "err">): Promise<OpenedSession | null> {
    const canResume = this.#abilities?.sessionCapabilities?.resume;
    try {
      if (!canResume && !this.#abilities?.loadSession) throw new Error("the program cannot do that");
      const method = canResume ? "session/resume" : "session/load";
      const opened = await this.#connection.agent.request(method, { sessionId, cwd, mcpServers: [] });
      if (!canResume) await this.#waitForQuiet();
      return { ...opened, sessionId };
    } catch (error) {
      err(`session ${sessionId} cannot be continued, starting a new one: ${errorMessage(error)}\n`);
      return null;
    }
  }

  async #selectModel(opened: OpenedSession, model: string): Promise<void> {
    const models = readModels(opened);
    if (!models)
      throw unknownModel(`unknown model ${model}: the program offers no choice of models`, "leave --model out");
    if (!models.names.includes(model)) {
      const near = nearest(model, models.names);
      const hint = near === undefined ? "" : `did you mean ${near}? `;
      throw unknownModel(`unknown model ${model}`, `${hint}it offers: ${models.names.join(", ")}`);
    }
    const { method, params } = models.request(opened.sessionId, model);
    await this.#connection.agent.request(method, params);
  }

  /** A loaded session is repeated to us. Some programs go on with that after their answer, into the next turn. */
  async #waitForQuiet(): Promise<void> {
    const begun = performance.now();
    this.#lastUpdate = begun;
    while (performance.now() - this.#lastUpdate < quietMs && performance.now() - begun < longestReplayMs)
      await setTimeout(quietMs / 10);
  }

  async ask(sessionId: string, text: string, handlers: TurnHandlers): Promise<StopReason> {
    this.#turn = handlers;
    const answer = await this.#connection.agent.request("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text }],
    });
    return answer.stopReason;
  }

  /** A function that asks the program to stop its turn. */
  cancelLater(sessionId: string): () => void {
    return () => void this.#connection.agent.notify("session/cancel", { sessionId }).catch(() => undefined);
  }

  /** Ends the program: by closing its input, then with signals; at once if it does what it may not. */
  async end(how: "in-time" | "at-once" = "in-time"): Promise<void> {
    this.#connection.close();
    this.#child.stdin?.destroy();
    if (how === "in-time") await this.#waitForEnd(farewellMs);
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (this.#hasEnded()) return;
      signalSession(this.#child, signal);
      await this.#waitForEnd(graceMs);
    }
  }

  async #waitForEnd(ms: number): Promise<void> {
    await Promise.race([this.#died.catch(() => undefined), setTimeout(ms, undefined, { ref: false })]);
  }

  #hasEnded(): boolean {
    return this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

const unknownModel = (what: string, fix: string): UserError => new UserError({ what, where: "--model", fix });
