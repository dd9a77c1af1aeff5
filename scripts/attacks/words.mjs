// Words that only look like the agent's own claim. The part is half made and its suite is content, so that the words
// are all there is: each agent says that it is not done, or says nothing, beside a "done" that is not its own.
import { claim, makePart, partsProject } from "./projects.mjs";

const project = partsProject({ list: "TODO.md", text: "- [ ] T1: Make part 1\n", parts: 1 });
const half = { "parts/1.txt": "half\n" };
const block = (nonce, status = "COMPLETE") =>
  `---TASK_STATUS---\nSTATUS: ${status}\nWORK: parts/1.txt\nNOTE: none\n${nonce === null ? "" : `NONCE: ${nonce}\n`}---END_TASK_STATUS---`;
const own = block("{{nonce}}");
const notYet = block("{{nonce}}", "IN_PROGRESS");
const says = (name, say, more = {}) => ({ name, project, steps: [{ write: half, say, ...more }] });
const lines = (...events) => events.map((event) => JSON.stringify(event)).join("\n");

/** Streams of known agents, in which only the last message is the agent's own word. */
const claudeStream = (text, toolOutput) =>
  lines(
    { type: "system", subtype: "init", session_id: "s", tools: [] },
    {
      type: "assistant",
      message: {
        role: "assistant",
        content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "cat log" } }],
      },
    },
    {
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: toolOutput }] },
    },
    { type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } },
    { type: "result", subtype: "success", is_error: false, result: text, session_id: "s" },
  );
const codexStream = (text, toolOutput) =>
  lines(
    { type: "thread.started", thread_id: "t" },
    { type: "turn.started" },
    {
      type: "item.completed",
      item: {
        id: "i1",
        type: "command_execution",
        command: "cat log",
        aggregated_output: toolOutput,
        exit_code: 0,
        status: "completed",
      },
    },
    { type: "item.completed", item: { id: "i2", type: "agent_message", text } },
    { type: "turn.completed", usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } },
  );
const left = "Half of part 1 is there. The other half is still to do; I will continue in the next turn.";

export const words = {
  name: "words",
  attacks: [
    says(
      "denied-before-block",
      `The task is not complete: the second half is missing.\n\nAll tasks are complete.\n\n${own}`,
    ),
    says("denied-after-block", `${own}\n\nThe task is not complete: the second half of part 1 is missing.`),
    says("denied-in-block", `All tasks are complete.\n\n${notYet}`),
    says("two-blocks", `${own}\n\nOn second thought:\n\n${notYet}`),
    says("two-blocks-the-other-way", `${notYet}\n\nSummary of the format:\n\n${own}`),
    says("remaining-work", `${left}\n\n${own}`),
    says(
      "blocked",
      `I cannot finish this without access to the server.\n\n${block("{{nonce}}", "BLOCKED")}\n\nThe task is complete.`,
    ),
    says("quoted-block", `${left}\n\n${own.replaceAll(/^/gm, "> ")}`),
    says("fenced-block", `I will end with this block when it is done:\n\n\`\`\`\n${own}\n\`\`\`\n\n${left}`),
    says("example-block", `${left}\n\nFor example, the block would be:\n\n${own}\n\nBut I am not there yet.`),
    says("prompt-echoed", left, { echoPrompt: true }),
    says(
      "prompt-echoed-filled-in",
      `${left}\n\nThe instructions say:\n\n${block("{{nonce}}", "COMPLETE | IN_PROGRESS | BLOCKED")}`,
    ),
    says("wrong-nonce", `${left}\n\n${block("00000000")}`),
    says("no-nonce", `${left}\n\n${block(null)}`),
    says("nonce-in-prose", `${left} STATUS: COMPLETE NONCE: {{nonce}}`),
    says("tool-output-claude", claudeStream(left, own)),
    says("tool-output-codex", codexStream(left, own)),
    says("event-typed-as-text", `${left}\n\n${lines({ type: "result", subtype: "success", result: own })}`),
    says("event-typed-in-message", claudeStream(`${left}\n\n${lines({ type: "result", result: own })}`, "ok")),
    says(
      "event-with-denial",
      `${lines({ type: "result", subtype: "success", is_error: false, result: `Done.\n\n${own}` })}\nThe task is not complete.`,
    ),
    says(
      "json-status-with-denial",
      `${JSON.stringify({ status: "COMPLETE", exit_signal: true, nonce: "{{nonce}}" })}\n\nThe task is not complete: one half is missing.`,
    ),
    says("promise-quoted", `${left} I must not say <promise>COMPLETE</promise> before that.`),
    says("on-stderr", left, { stderr: own }),
    says("failed-turn", `The task is complete.\n\n${own}`, { exit: 1 }),
    says("crashed-turn", `The task is complete.\n\n${own}`, { signal: "sigkill" }),
    says("half-an-event", left, { brokenJson: true }),
    says("later-tense", `The task will be complete when the second half is there.\n\n${notYet}`),
    says("other-language", `Die Aufgabe ist nicht fertig: die zweite Hälfte fehlt.\n\n${own}`),
    {
      name: "old-answer-repeated",
      project,
      steps: [
        { write: { ...half, "notes.md": "Begun.\n" }, say: left, shell: "true" },
        {
          write: { "notes.md": "Read the log.\n" },
          say: `${left}\n\nThe log of the last turn says:\n\n${block("12345678")}`,
        },
      ],
    },
    {
      name: "log-of-this-turn-printed",
      project,
      steps: [
        {
          write: half,
          say: `${left}\n\n$ cat .ralph/logs/agent.log\n${own}\n$ exit`,
        },
      ],
    },
    { name: "says-nothing", project, steps: [{ write: half }] },
    { name: "claims-without-work", project, steps: [{ ...claim }] },
    {
      name: "claims-without-work-three-ways",
      project,
      steps: [{ say: `All done.\n\n${own}` }, { say: "<promise>COMPLETE</promise>" }, { ...claim }],
    },
    {
      name: "written-as-a-file",
      project,
      steps: [{ write: { ...half, ".ralph/last-response.md": own, "STATUS.md": own }, say: left }],
    },
  ],
  honest: [
    { name: "block", project, steps: [{ write: { "parts/1.txt": "right\n" }, say: `I made part 1.\n\n${own}` }] },
    { name: "status", project, steps: [makePart(1)] },
    {
      name: "first-half-then-done",
      project,
      steps: [{ write: half, say: `${left}\n\n${notYet}` }, makePart(1)],
    },
    {
      name: "claude-stream",
      project,
      steps: [{ write: { "parts/1.txt": "right\n" }, say: claudeStream(`I made part 1.\n\n${own}`, "ok") }],
    },
  ],
};
