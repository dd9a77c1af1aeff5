import type { Format, Step } from "./types.js";

/** A turn as a CLI prints it: what it did, and its last message. */
export function printTurn(format: Format, message: string, steps: readonly Step[]): string {
  if (format === "text") return `${message}\n`;
  return `${printers[format](message, steps.map(describeStep))
    .map((line) => JSON.stringify(line))
    .join("\n")}\n`;
}

interface Deed {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
  readonly command: string;
}

function describeStep(step: Step): Deed {
  if (step.kind === "run") return { tool: "Bash", input: { command: step.command }, command: step.command };
  if (step.kind === "tick") return { tool: "Edit", input: { file_path: "TODO.md" }, command: "apply_patch TODO.md" };
  return { tool: "Write", input: { file_path: step.file }, command: `apply_patch ${step.file}` };
}

type Printer = (message: string, deeds: readonly Deed[]) => readonly object[];

const session = { session_id: "5f0c1f3e-7d52-4c1b-9f6a-2f3f5d0d9f11" };

const claude: Printer = (message, deeds) => {
  const assistant = (content: object): object => ({
    type: "assistant",
    message: { role: "assistant", content: [content] },
    ...session,
  });
  return [
    { type: "system", subtype: "init", tools: ["Bash", "Edit", "Write"], model: "m", ...session },
    ...deeds.flatMap(({ tool, input }, at) => [
      assistant({ type: "tool_use", id: `toolu_${at}`, name: tool, input }),
      {
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${at}`, content: "ok" }] },
        ...session,
      },
    ]),
    assistant({ type: "text", text: message }),
    { type: "result", subtype: "success", is_error: false, result: message, num_turns: deeds.length + 1, ...session },
  ];
};

const printers: Readonly<Record<Exclude<Format, "text">, Printer>> = {
  claude,
  cursor: claude,
  copilot: (message) => [
    { type: "assistant.turn_start", data: { turnId: "0" } },
    { type: "assistant.message", data: { content: message } },
    { type: "result", sessionId: session.session_id, exitCode: 0 },
  ],
  codex: (message, deeds) => [
    { type: "thread.started", thread_id: session.session_id },
    { type: "turn.started" },
    ...deeds.map(({ command }, at) => ({
      type: "item.completed",
      item: {
        id: `item_${at}`,
        type: "command_execution",
        command,
        aggregated_output: "",
        exit_code: 0,
        status: "completed",
      },
    })),
    { type: "item.completed", item: { id: `item_${deeds.length}`, type: "agent_message", text: message } },
    { type: "turn.completed", usage: { input_tokens: 1200, cached_input_tokens: 0, output_tokens: 300 } },
  ],
  gemini: (message, deeds) => [
    { type: "init", ...session, model: "m" },
    ...deeds.flatMap(({ tool, input }, at) => [
      { type: "tool_use", tool_name: tool, tool_id: `t${at}`, parameters: input },
      { type: "tool_result", tool_id: `t${at}`, status: "success", output: "" },
    ]),
    { type: "message", role: "assistant", content: message, delta: true },
    { type: "result", status: "success", stats: { total_tokens: 1500, input_tokens: 1200, output_tokens: 300 } },
  ],
  opencode: (message) => [
    { type: "step_start", sessionID: "ses_1", part: { type: "step-start" } },
    { type: "text", sessionID: "ses_1", part: { type: "text", text: message } },
    { type: "step_finish", sessionID: "ses_1", part: { type: "step-finish", reason: "stop", tokens: {} } },
  ],
};
