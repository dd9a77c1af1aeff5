import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.js";
import { chat } from "./chat.js";
import { gemini } from "./gemini.js";
import type { Answer, Body, HttpError, Protocol } from "./protocol.js";
import type { ModelRequest, Reply } from "./reply.js";
import { responses } from "./responses.js";
import { callTool } from "./tool-call.js";

const protocols: readonly Protocol[] = [anthropic, responses, chat, gemini];

/**
 * A model that plays a script, on loopback: each request of a turn takes the next reply, and the last one repeats.
 * What an agent asks on the side gets an empty object.
 */
export class FakeModel implements AsyncDisposable {
  readonly requests: ModelRequest[] = [];
  readonly #server: Server;
  readonly #project: string;
  #script: readonly Reply[] = [];
  #played = 0;

  private constructor(project: string) {
    this.#project = project;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(project: string): Promise<FakeModel> {
    const model = new FakeModel(project);
    model.#server.listen(0, "127.0.0.1");
    await once(model.#server, "listening");
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  play(script: readonly Reply[]): void {
    this.#script = script;
    this.#played = 0;
  }

  /** The requests that took a reply. */
  get turns(): readonly ModelRequest[] {
    return this.requests.filter(({ isTurn }) => isTurn);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const { pathname } = new URL(request.url ?? "/", this.url);
    const protocol = protocols.find(({ path }) => path.test(pathname));
    if (protocol) this.#answer(protocol, { body, path: pathname }, response);
    else sendJson(response, { status: request.method === "HEAD" ? 200 : 404, body: { error: { message: pathname } } });
  }

  #answer(protocol: Protocol, { body, path }: { body: Body; path: string }, response: ServerResponse): void {
    const tools = protocol.readTools(body);
    const model = protocol.readModel(body, path);
    const request = { path, model, isTurn: tools.length > 0, text: JSON.stringify(body) };
    this.requests.push(request);
    const reply = request.isTurn ? this.#nextReply() : { say: "{}" };
    if ("limitSeconds" in reply) sendJson(response, protocol.limitError(reply.limitSeconds));
    else if ("rejectKey" in reply) sendJson(response, protocol.keyError());
    else {
      const answer =
        "say" in reply || "cutOff" in reply ? speak(reply, request) : callTool(reply, tools, this.#project);
      if (protocol.isStreamed(body, path)) stream(response, protocol.streamAnswer(answer, model), "cutOff" in reply);
      else sendJson(response, { status: 200, body: protocol.wholeAnswer(answer, model) });
    }
  }

  #nextReply(): Reply {
    const reply = this.#script[Math.min(this.#played++, this.#script.length - 1)];
    if (!reply) throw new Error("the model has no script");
    return reply;
  }
}

function speak(reply: Extract<Reply, { say: unknown } | { cutOff: string }>, request: ModelRequest): Answer {
  if ("cutOff" in reply) return { words: reply.cutOff };
  return { words: typeof reply.say === "string" ? reply.say : reply.say(request) };
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return {}; // Not a question to a model.
  }
}

function sendJson(response: ServerResponse, { status, headers = {}, body }: HttpError): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, events: readonly string[], isCut: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  if (!isCut) {
    response.end(events.join(""));
    return;
  }
  response.write(events.slice(0, Math.ceil(events.length / 2)).join(""), () => response.destroy());
}
