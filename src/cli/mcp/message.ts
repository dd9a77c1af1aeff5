import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";

/** JSON-RPC 2.0, as the Model Context Protocol uses it: one message per line. */

export type Id = string | number;
type Params = Readonly<Record<string, unknown>>;

/** What a line of the client holds. `answer`: to a question of ours, and we ask none. */
export type Message =
  | { readonly is: "request"; readonly id: Id; readonly method: string; readonly params: Params }
  | { readonly is: "notification"; readonly method: string; readonly params: Params }
  | { readonly is: "answer" }
  | { readonly is: "invalid"; readonly id: Id | null; readonly error: RpcError };

export interface RpcError {
  readonly code: number;
  readonly message: string;
}

export const errorCodes = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 } as const;

export function readMessage(line: string): Message {
  const value = tryParseJson(line);
  if (value === undefined || value === null) return invalid(null, errorCodes.parse, "the line is not JSON");
  if (!isRecord(value)) return invalid(null, errorCodes.request, "a message is one JSON object per line, not a batch");
  const { id, method, params = {} } = value;
  if (method === undefined && ("result" in value || "error" in value)) return { is: "answer" };
  const known = isId(id) ? id : null;
  if (value["jsonrpc"] !== "2.0") return invalid(known, errorCodes.request, '"jsonrpc" must be "2.0"');
  if (typeof method !== "string") return invalid(known, errorCodes.request, '"method" must be a string');
  if (id !== undefined && known === null)
    return invalid(null, errorCodes.request, '"id" must be a string of at most 200 characters or a whole number');
  if (!isRecord(params)) return invalid(known, errorCodes.params, '"params" must be an object');
  return known === null ? { is: "notification", method, params } : { is: "request", id: known, method, params };
}

const invalid = (id: Id | null, code: number, message: string): Message => ({
  is: "invalid",
  id,
  error: { code, message },
});

const isId = (id: unknown): id is Id =>
  (typeof id === "string" && id.length <= 200) || (typeof id === "number" && Number.isSafeInteger(id));

export const formatResult = (id: Id, result: unknown): string => JSON.stringify({ jsonrpc: "2.0", id, result });

export const formatError = (id: Id | null, error: RpcError): string => JSON.stringify({ jsonrpc: "2.0", id, error });
