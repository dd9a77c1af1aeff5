import { describe, expect, it } from "vitest";
import type { Format } from "../decide/transcript.js";
import { findByFormat } from "./known-agents.js";
import { LastLine } from "./last-line.js";
import { lastSentence } from "./last-sentence.js";
import { SentenceFeed } from "./sentence-feed.js";

const mask = (text: string): string => text.replaceAll("hidden-value", "[masked]");

describe("the last sentence of a message", () => {
  it.each<[string, string, string | null]>([
    ["one sentence", "I read the code.", "I read the code."],
    ["the last of several", "I read the code. Now I will run all of the tests.", "Now I will run all of the tests."],
    [
      "a short one with the one before",
      "The tests of the form pass now. Done.",
      "The tests of the form pass now. Done.",
    ],
    ["without its end", "I am looking at", "I am looking at"],
    ["of the last paragraph", "First this.\n\nThen I look at the other file.", "Then I look at the other file."],
    ["without code", "I change this line:\n\n```js\nlet a = 1.\n```\n", "I change this line:"],
    ["without open code", "I change this line:\n```js\nlet a = 1.", "I change this line:"],
    [
      "without a status block",
      "It works.\n\n---UNTILDONE_STATUS---\nSTATUS: COMPLETE\n---END_UNTILDONE_STATUS---",
      "It works.",
    ],
    ["without marks of Markdown", "## Summary of **all** the work", "Summary of all the work"],
    [
      "other punctuation",
      "合計を修正しました。 次にテストを実行します。",
      "合計を修正しました。 次にテストを実行します。",
    ],
    ["no secret", "The key is hidden-value, as you said.", "The key is [masked], as you said."],
    ["no escapes", "a\u001b[2J\u0007 b", "a\\u0007 b"],
    ["nothing", " \n\n ", null],
  ])("%s", (_, message, sentence) => {
    expect(lastSentence(message, { mask })).toBe(sentence);
  });

  it("is cut short, and read only at the end of a long message", () => {
    expect(lastSentence("x".repeat(1000), { mask })).toHaveLength(300);
    expect(lastSentence(`${"word ".repeat(100_000)}\n\nThis is the very end of it.`, { mask })).toBe(
      "This is the very end of it.",
    );
  });

  it("of an open message is told only when it is closed", () => {
    expect(lastSentence("I will run the te", { mask, isOpen: true })).toBeNull();
    expect(lastSentence("I will run all of the tests. And th", { mask, isOpen: true })).toBe(
      "I will run all of the tests.",
    );
  });
});

/** Messages of our own in each format. */
const formats: readonly { format: Format; events: readonly object[]; says: readonly string[] }[] = [
  ...(["claude-stream", "qwen"] as const).map((format) => ({
    format,
    events: [
      { type: "assistant", message: { content: [{ type: "text", text: "I read the file." }] } },
      { type: "assistant", message: { content: [{ type: "tool_use", id: "t", name: "Read", input: {} }] } },
      { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t", content: "I am the file." }] } },
      { type: "assistant", message: { content: [{ type: "text", text: "Now I change it." }] } },
      { type: "result", subtype: "success", is_error: false, result: "Now I change it." },
    ],
    says: ["I read the file.", "Now I change it."],
  })),
  {
    format: "codex",
    events: [
      { type: "item.completed", item: { type: "reasoning", text: "Hmm." } },
      { type: "item.completed", item: { type: "agent_message", text: "I ran the tests." } },
    ],
    says: ["I ran the tests."],
  },
  {
    format: "gemini",
    events: [
      { type: "message", role: "user", content: "Do it." },
      { type: "message", role: "assistant", content: "I look at the", delta: true },
      { type: "message", role: "assistant", content: " parser first. Then I", delta: true },
      { type: "message", role: "assistant", content: " change the lexer.", delta: true },
    ],
    says: ["I look at the parser first.", "Then I change the lexer."],
  },
  {
    format: "opencode",
    events: [{ type: "text", sessionID: "s", part: { text: "I use opencode." } }],
    says: ["I use opencode."],
  },
  {
    format: "droid",
    events: [{ type: "message", role: "assistant", text: "I am a droid." }],
    says: ["I am a droid."],
  },
];

describe("the messages of an agent", () => {
  it.each(formats)("in the format $format", ({ format, events, says }) => {
    const reader = findByFormat(format)?.events;
    if (!reader) throw new Error(`${format} has no events`);
    const told: string[] = [];
    const feed = new SentenceFeed(reader, { mask, report: (sentence) => void told.push(sentence) });
    for (const event of events) feed.read(event as never);
    expect(told).toEqual(says);
  });
});

describe("the last line of plain text", () => {
  const read = (chunks: readonly string[]): string | null => {
    const line = new LastLine(mask);
    for (const chunk of chunks) line.write(new TextEncoder().encode(chunk));
    return line.text;
  };

  it.each<[string, readonly string[], string | null]>([
    ["a line", ["one\n"], "one"],
    ["no open line", ["one\ntwo"], "one"],
    ["in pieces", ["o", "n", "e\ntw", "o\n"], "two"],
    ["nothing yet", ["one"], null],
    ["no blank line", ["one\n\n  \n"], "one"],
    ["no data", ['one\n{"a":1}\n[1]\n'], "one"],
    ["no status block", ["one\n---RALPH_STATUS---\nSTATUS: COMPLETE\n---END_RALPH_STATUS---\n"], "one"],
    ["no secret", ["the key hidden-value\n"], "the key [masked]"],
    ["no escapes", ["\u001b[31mred\u001b[0m\u0007\n"], "red"],
    ["no half of a long line", ["x".repeat(5000), "hidden-", "value y\n"], null],
    ["the line after a long one", ["x".repeat(5000), "y\nnext\n"], "next"],
    ["the end of a large chunk", [`${"many lines\n".repeat(1000)}the end\n`], "the end"],
    ["progress over and over", ["10 %\r50 %\r100 % done\n"], "100 % done"],
  ])("%s", (_, chunks, text) => {
    expect(read(chunks)).toBe(text);
  });
});
