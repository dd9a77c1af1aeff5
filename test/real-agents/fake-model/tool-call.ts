import { dirname, join } from "node:path";
import type { Answer, Tool, ToolSchema } from "./protocol.js";
import type { Reply } from "./reply.js";

type ToolReply = Extract<Reply, { write: string } | { shell: string } | { delegate: string } | { call: string }>;

const shellNames = /^(?:bash|shell|shell_command|exec_command|run_shell_command)$/i;
const writeNames = /^(?:write|write_file)$/i;
const delegateNames = /^(?:task|agent)$/i;

/** Calls the agent's own tool for it; an agent without a tool to write files gets a shell command. */
export function callTool(reply: ToolReply, tools: readonly Tool[], project: string): Answer {
  if ("delegate" in reply) return delegate(reply.delegate, tools);
  if ("call" in reply) return callServer(reply, tools);
  const shell = tools.find(({ name }) => shellNames.test(name));
  const write = tools.find(({ name }) => writeNames.test(name));
  if ("write" in reply && write)
    return call(write, { [pathKey(write.schema)]: join(project, reply.write), content: reply.content });
  if (!shell) throw new Error(`the agent offers no shell: ${tools.map(({ name }) => name).join(", ")}`);
  const called = call(shell, { [commandKey(shell.schema)]: "write" in reply ? writingCommand(reply) : reply.shell });
  return "first" in reply && reply.first !== undefined ? { ...called, first: reply.first } : called;
}

function delegate(prompt: string, tools: readonly Tool[]): Answer {
  const tool = tools.find(({ name }) => delegateNames.test(name));
  if (!tool) throw new Error(`the agent offers no sub-agents: ${tools.map(({ name }) => name).join(", ")}`);
  return call(tool, { prompt, description: "look around", subagent_type: "general-purpose", run_in_background: false });
}

function callServer({ call: wanted, input }: Extract<Reply, { call: string }>, tools: readonly Tool[]): Answer {
  const tool = tools.find(({ name }) => name.endsWith(wanted));
  if (!tool) throw new Error(`the agent offers no ${wanted}: ${tools.map(({ name }) => name).join(", ")}`);
  return { tool: tool.name, ...(tool.namespace === undefined ? {} : { namespace: tool.namespace }), input };
}

function call({ name, schema }: Tool, input: Readonly<Record<string, unknown>>): Answer {
  const missing = (schema.required ?? []).filter((key) => !(key in input));
  const rest = Object.fromEntries(missing.map((key) => [key, anyValue(schema, key)]));
  // Codex looks at a running command after a while; this is the longest.
  const patience = "yield_time_ms" in (schema.properties ?? {}) ? { yield_time_ms: 30_000 } : {};
  return { tool: name, input: { ...input, ...rest, ...patience } };
}

function anyValue({ properties = {} }: ToolSchema, key: string): unknown {
  const { type, enum: words } = properties[key] ?? {};
  if (words) return words[0];
  return type === "boolean" ? false : type === "number" || type === "integer" ? 1 : "for the task";
}

const pathKey = ({ properties = {} }: ToolSchema): string =>
  ["file_path", "filePath", "path"].find((key) => key in properties) ?? "file_path";

const commandKey = ({ properties = {} }: ToolSchema): string => ("cmd" in properties ? "cmd" : "command");

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const writingCommand = ({ write, content }: Extract<Reply, { write: string }>): string =>
  `mkdir -p ${quote(dirname(write))} && printf %s ${quote(content)} > ${quote(write)}`;
