/** A tool as the server offers it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  /** Whether it only reads. Tools that run checks do more, and run one at a time. */
  readonly runsChecks?: true;
  readonly writes?: true;
  /** The text of the answer. Throws a UserError for arguments that cannot be used. */
  call(call: ToolCall): Promise<string>;
}

interface Property {
  readonly type: "string" | "integer";
  readonly description: string;
}

export interface ToolCall {
  readonly input: Readonly<Record<string, unknown>>;
  /** It is certain that the model has not made the call. */
  readonly mayBeHook: boolean;
  readonly signal: AbortSignal;
}

/** As `tools/list` has it. */
export const describeTool = ({ name, title, description, properties, required = [], runsChecks, writes }: McpTool) => ({
  name,
  title,
  description,
  inputSchema: { type: "object", properties, ...(required.length > 0 ? { required } : {}) },
  annotations: { readOnlyHint: !(runsChecks || writes), destructiveHint: false, openWorldHint: false },
});
