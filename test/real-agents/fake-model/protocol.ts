/** A request body, as parsed from JSON. */
export type Body = Readonly<Record<string, unknown>>;

/** A tool that the agent offers. */
export interface Tool {
  readonly name: string;
  readonly schema: ToolSchema;
  readonly namespace?: string;
}

export interface ToolSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly enum?: readonly unknown[] }>>;
  readonly required?: readonly string[];
}

/** What the model answers: words, or the call of one tool, perhaps after a few words. */
export type Answer =
  | { readonly words: string }
  | {
      readonly tool: string;
      readonly namespace?: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly first?: string;
    };

export interface HttpError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One vendor's way to ask a model. */
export interface Protocol {
  /** Whether a request to this path is one of them. */
  readonly path: RegExp;
  readTools(body: Body): readonly Tool[];
  isStreamed(body: Body, path: string): boolean;
  readModel(body: Body, path: string): string;
  /** The answer as server-sent events, in many small pieces. */
  streamAnswer(answer: Answer, model: string): readonly string[];
  wholeAnswer(answer: Answer, model: string): unknown;
  limitError(seconds: number): HttpError;
  keyError(): HttpError;
}

const pieceLength = 24;

/** Splits words as a model streams them. */
export const pieces = (words: string): readonly string[] => words.match(new RegExp(`[^]{1,${pieceLength}}`, "g")) ?? [];

export const dataEvent = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** An event that has its type in both places. */
export const typedEvent = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

let count = 0;
export const newId = (kind: string): string => `${kind}_${++count}`;

export const usage = { input: 900, cached: 100, output: 40 };
