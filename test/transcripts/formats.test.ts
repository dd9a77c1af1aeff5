import { describe, expect, it } from "vitest";
import { readAgentReport, readTranscript } from "../../src/index.js";

const promise = "<promise>COMPLETE</promise>";
const done = `Everything works.\n\n${promise}`;

function read(output: string): { format: string; claim: string; words: string | undefined; costUsd: number | null } {
  const transcript = readTranscript(output);
  const { claim } = readAgentReport(transcript);
  return { format: transcript.format, claim, words: transcript.messages.at(-1)?.text, costUsd: transcript.costUsd };
}

describe("older result objects of Claude Code", () => {
  it.each([
    ["with a role and no type", { role: "system", cost_usd: 0.02, duration_ms: 10, result: done, session_id: "s" }],
    ["with the older name of the cost", { type: "result", subtype: "success", cost_usd: 0.02, result: done }],
  ])("%s", (_, value) => {
    expect(read(JSON.stringify(value))).toEqual({
      format: "claude-json",
      claim: "complete",
      words: done,
      costUsd: 0.02,
    });
  });
});

describe("a session file of Claude Code", () => {
  const event = (type: string, message: object, more = {}): string =>
    JSON.stringify({ parentUuid: "u", isSidechain: false, sessionId: "s", type, message, ...more });
  const prompt = event("user", { role: "user", content: `Slugify titles. End with ${promise}` });
  const says = (text: string, stop: string, more = {}): string =>
    event("assistant", { model: "m", content: [{ type: "text", text }], stop_reason: stop }, more);

  it.each([
    { what: "a turn that ended", lines: [prompt, says(done, "end_turn")], claim: "complete" },
    { what: "a turn in a tool", lines: [prompt, says(done, "tool_use")], claim: "failed" },
    { what: "a prompt without an answer", lines: [prompt, says(done, "end_turn"), prompt], claim: "failed" },
    {
      what: "the words of a sub-agent",
      lines: [prompt, says("Reading.", "end_turn"), says(done, "end_turn", { isSidechain: true })],
      claim: "none",
    },
  ])("$what: $claim", ({ lines, claim }) => {
    const summary = JSON.stringify({ type: "summary", summary: "Slugify", leafUuid: "u" });
    expect(read([summary, ...lines].join("\n"))).toMatchObject({ format: "claude-stream", claim });
  });
});

describe("a log of Codex for people", () => {
  const log = (final: string, tail: string): string =>
    `OpenAI Codex v0.50.0\n--------\nworkdir: /p\n--------\nuser\nSlugify titles.\ncodex\n${final}\ntokens used\n1,234\n${tail}`;

  it.each([
    { what: "nothing behind the count", text: log(done, ""), claim: "complete" },
    { what: "the message once more", text: log(done, done), claim: "complete" },
    { what: "a driver's line", text: log(done, "[loop] turn 3 ended with 0\n"), claim: "complete" },
    { what: "the message and a driver's line", text: log(done, `${done}\n[loop] turn 3\n`), claim: "complete" },
    { what: "a driver that claims", text: log("I read the files.", `${promise}\n`), claim: "none" },
  ])("$what: $claim", ({ text, claim }) => expect(read(text).claim).toBe(claim));

  it("has its message behind the count if a tool was the last before it", () => {
    const text = log("I read the files.\nexec\nls", done);
    expect(read(text).claim).toBe("complete");
  });

  it("has its message behind the count where none stands before", () => {
    const text = `OpenAI Codex v0.50.0\n--------\nworkdir: /p\n--------\nuser\nSlugify titles.\ntokens used\n12\n${done}`;
    expect(read(text).claim).toBe("complete");
  });
});

describe("a receipt of a runner or a hook", () => {
  it.each([
    ["last_assistant_message", { hook_event_name: "Stop", last_assistant_message: done }, "complete"],
    ["final_message with status 0", { agent: "codex", exit_code: 0, final_message: done }, "complete"],
    ["final_message with status 1", { agent: "codex", exit_code: 1, final_message: done }, "failed"],
    ["finalText", { finalText: "Still reading.", note: promise }, "none"],
    ["a field of another name", { notes: done }, "none"],
  ])("%s: %s", (_, value, claim) => expect(read(JSON.stringify(value, null, 2)).claim).toBe(claim));
});
