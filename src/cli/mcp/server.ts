import { errorMessage, formatUserError, isUserError } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { errorCodes, formatError, formatResult, type Id, type Message, readMessage } from "./message.js";
import { describeTool, type McpTool, type ToolCall } from "./tool.js";

/** The first is what we answer to a client that asks for one we do not know. */
const versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/** A client that asks for more at once does not wait for answers. */
const maxCalls = 64;
/** What a model can use of one answer. */
const maxAnswer = 20_000;

type Request = Extract<Message, { is: "request" }>;

interface ServerOptions {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly McpTool[];
  send(line: string): void;
}

/** Answers the lines of one client. Whatever they hold, nothing throws. */
export class McpServer {
  readonly #options: ServerOptions;
  readonly #calls = new Map<Id, AbortController>();
  readonly #running = new Set<Promise<void>>();
  /** What marks the calls of the client's model; null if nothing does. */
  #modelMark: string | null = null;
  /** The end of the last call that runs checks: two at once would disturb each other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  receive(line: string): void {
    if (line.trim() === "") return;
    const answer = this.#react(readMessage(line));
    if (answer !== null) this.#options.send(answer);
  }

  /** The line is too long to be read: nobody knows which request it was. */
  refuseLine(limit: string): void {
    const message = `the message is larger than ${limit}`;
    this.#options.send(formatError(null, { code: errorCodes.request, message }));
  }

  /** Ends what is running, and waits for it. */
  async end(): Promise<void> {
    for (const controller of this.#calls.values()) controller.abort();
    await Promise.all(this.#running);
  }

  /** The answer; null if there is none, or not yet. */
  #react(message: Message): string | null {
    switch (message.is) {
      case "request":
        return this.#answer(message);
      case "invalid":
        return formatError(message.id, message.error);
      case "notification":
        if (message.method === "notifications/cancelled") this.#cancel(message.params["requestId"]);
        return null;
      case "answer":
        return null;
    }
  }

  #answer({ id, method, params }: Request): string | null {
    switch (method) {
      case "initialize":
        return formatResult(id, this.#greet(params));
      case "ping":
        return formatResult(id, {});
      case "tools/list":
        return formatResult(id, { tools: this.#options.tools.map(describeTool) });
      case "tools/call":
        return this.#call(id, params);
      default:
        return fail(id, errorCodes.method, `unknown method ${JSON.stringify(method.slice(0, 100))}`);
    }
  }

  #greet({ protocolVersion, clientInfo }: Request["params"]) {
    this.#modelMark = findMark(clientInfo);
    const { version, instructions } = this.#options;
    return {
      protocolVersion: versions.find((known) => known === protocolVersion) ?? versions[0],
      capabilities: { tools: {} },
      serverInfo: { name: "untildone", title: "untildone", version },
      instructions,
    };
  }

  #call(id: Id, { name, arguments: input = {}, _meta: meta }: Request["params"]): string | null {
    const { tools } = this.#options;
    const tool = tools.find((each) => each.name === name);
    if (!tool) {
      const known = tools.map((each) => each.name).join(", ");
      return fail(id, errorCodes.params, `unknown tool ${describeName(name)}: the tools are ${known}`);
    }
    if (!isRecord(input)) return fail(id, errorCodes.params, '"arguments" must be an object');
    if (this.#calls.has(id)) return fail(id, errorCodes.request, "a call with this id is running");
    if (this.#calls.size >= maxCalls) return fail(id, errorCodes.internal, `${maxCalls} calls are running`);
    const controller = new AbortController();
    this.#calls.set(id, controller);
    this.#track(this.#start(id, tool, { input, mayBeHook: this.#mayBeHook(meta), signal: controller.signal }));
    return null;
  }

  #mayBeHook(meta: unknown): boolean {
    return this.#modelMark !== null && !(isRecord(meta) && this.#modelMark in meta);
  }

  #track(call: Promise<void>): void {
    this.#running.add(call);
    void call.then(() => this.#running.delete(call));
  }

  #start(id: Id, tool: McpTool, call: ToolCall): Promise<void> {
    if (!tool.runsChecks) return this.#run(id, tool, call);
    this.#turn = this.#turn.then(() => this.#run(id, tool, call));
    return this.#turn;
  }

  /** A mistake in the arguments is an answer, too: the model that made it is to read it. */
  async #run(id: Id, tool: McpTool, call: ToolCall): Promise<void> {
    const result = call.signal.aborted ? null : await tool.call(call).then(textResult, errorResult);
    this.#calls.delete(id);
    if (!call.signal.aborted) this.#options.send(formatResult(id, result));
  }

  /** A cancelled request gets no answer. */
  #cancel(id: unknown): void {
    this.#calls.get(id as Id)?.abort();
  }
}

const fail = (id: Id, code: number, message: string): string => formatError(id, { code, message });

const textResult = (text: string) => ({ content: [{ type: "text", text: cut(text) }] });

const errorResult = (error: unknown) => ({
  ...textResult(isUserError(error) ? formatUserError(error) : `internal error: ${errorMessage(error)}`),
  isError: true,
});

const cut = (text: string): string =>
  text.length > maxAnswer ? `${text.slice(0, maxAnswer)}\n… and ${text.length - maxAnswer} more characters` : text;

const describeName = (name: unknown): string =>
  typeof name === "string" ? JSON.stringify(name.slice(0, 100)) : "without a name";

/**
 * Clients whose hooks can call a tool, with what only the calls of their model have (Claude Code 2.1 and Codex 0.166,
 * measured). From any other client a call may be the model's, so it is taken for that.
 */
const modelMarks: Readonly<Record<string, string>> = {
  "claude-code": "claudecode/toolUseId",
  "codex-mcp-client": "x-codex-turn-metadata",
};

function findMark(client: unknown): string | null {
  const name = isRecord(client) ? client["name"] : null;
  return typeof name === "string" && Object.hasOwn(modelMarks, name) ? (modelMarks[name] ?? null) : null;
}
