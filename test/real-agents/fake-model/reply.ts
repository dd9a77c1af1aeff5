/** What the model does when the agent asks for its next message. */
export type Reply =
  | { readonly say: string | ((request: ModelRequest) => string) }
  | { readonly write: string; readonly content: string }
  /** `first`: words before the call, as far as the protocol of the model has them (Anthropic's). */
  | { readonly shell: string; readonly first?: string }
  /** Work for a sub-agent, whose own turns take the next replies. */
  | { readonly delegate: string }
  /** A tool of an MCP server, by the end of its name: each agent has a prefix of its own. */
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>> }
  /** Half an answer, then the connection is closed. */
  | { readonly cutOff: string }
  /** A plan or quota limit that is over after so many seconds, and a key that is not accepted. */
  | { readonly limitSeconds: number }
  | { readonly rejectKey: true };

/** A request that the server has seen. */
export interface ModelRequest {
  readonly path: string;
  readonly model: string;
  /** A turn offers tools. Agents also ask for titles and the like on the side. */
  readonly isTurn: boolean;
  /** The whole request as JSON. */
  readonly text: string;
}
