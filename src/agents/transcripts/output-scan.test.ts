import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAgentReport, readTranscript } from "../../index.js";
import { OutputScan } from "./output-scan.js";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const filler = "I changed the rounding in money_format() and ran it; <b>two</b> cases print the old sign.\n";

/** Through one buffer that is filled again and again, as a file is read. */
function scan(text: string, chunkBytes: number) {
  const bytes = encode(text);
  const buffer = Buffer.alloc(chunkBytes);
  const reader = new OutputScan();
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const length = Buffer.from(bytes.buffer, from, Math.min(chunkBytes, bytes.length - from)).copy(buffer);
    reader.write(buffer.subarray(0, length));
  }
  return reader.end();
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split("\n").length;

describe("a long text", () => {
  it.each([
    ["at the end", `${filler.repeat(5000)}EXIT_SIGNAL: false\n`],
    ["at the beginning", `EXIT_SIGNAL: false\n${filler.repeat(5000)}`],
    ["in the middle", `${filler.repeat(3000)}\nexit_signal: false\n${filler.repeat(3000)}`],
    ["in the middle, in mixed case", `${filler.repeat(3000)}\nExit_Signal: false\n${filler.repeat(3000)}`],
  ])("keeps a signal %s, with its line", (_, text) => {
    const { signals, claim } = readAgentReport(scan(text, 65_536));
    expect(claim).toBe("continue");
    expect(signals.map(({ line }) => line)).toEqual([lineOf(text.toLowerCase(), "exit_signal")]);
  });

  it("keeps a whole block wherever a chunk ends", () => {
    const block = "---RALPH_STATUS---\nSTATUS: IN_PROGRESS\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---\n";
    const text = `${filler.repeat(1500)}${block}${filler.repeat(1500)}`;
    const at = text.indexOf(block);
    for (const chunkBytes of [at + 5, at + 20, at + 40, at + block.length, 4096, 10_007]) {
      const { signals } = readAgentReport(scan(text, chunkBytes));
      expect(signals, `chunks of ${chunkBytes}`).toMatchObject([
        { dialect: "ralph-status", says: "continue", line: lineOf(text, block) },
      ]);
    }
  });

  it("is read alike out of a file and out of a string", () => {
    const text = `${filler.repeat(4000)}All tasks are complete and ready for review.\n\n<promise>COMPLETE</promise>\n`;
    expect(readAgentReport(scan(text, 50_000))).toEqual(readAgentReport(readTranscript(text)));
  });

  it("is found alike whatever the chunks, with signals anywhere", () => {
    const piece = fc.constantFrom(
      filler,
      filler.repeat(300),
      "EXIT_SIGNAL: false\n",
      "<promise>COMPLETE</promise>\n",
      "a_status\n",
      "日本語\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1000, max: 200_000 }), (pieces, chunkBytes) => {
        const text = pieces.join("") || "x";
        expect(readAgentReport(scan(text, chunkBytes))).toEqual(readAgentReport(scan(text, encode(text).length)));
      }),
      { numRuns: 60 },
    );
  });

  it("survives a line without an end", () => {
    expect(readAgentReport(scan(`${"x".repeat(3_000_000)}\nEXIT_SIGNAL: false`, 100_000)).claim).toBe("continue");
  });
});

describe("a long stream", () => {
  const event = (value: unknown): string => `${JSON.stringify(value)}\n`;
  const init = event({ type: "system", subtype: "init", session_id: "s" });
  const bulk = event({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: "t", content: filler.repeat(50) }] },
    session_id: "s",
  });
  const result = event({
    type: "result",
    subtype: "success",
    is_error: false,
    result: "All done.\n\nEXIT_SIGNAL: true",
    session_id: "s",
  });

  it("is read to its result past bulk, in any chunks", () => {
    for (const chunkBytes of [1000, 65_536, 1_000_000]) {
      const { format, ending, messages } = scan(`${init}${bulk.repeat(200)}${result}`, chunkBytes);
      expect([format, ending.is, messages.length]).toEqual(["claude-stream", "finished", 1]);
    }
  });

  it("names a signal in bulk as ignored", () => {
    const shown = bulk.replace("I changed", "EXIT_SIGNAL: true");
    const { signals, claim } = readAgentReport(scan(`${init}${shown}${result.replace("true", "false")}`, 4096));
    expect(claim).toBe("continue");
    expect(signals.map(({ source, trusted }) => [source, trusted])).toContainEqual(["final-message", true]);
  });

  it("passes over a line longer than it may hold, and says so", () => {
    const huge = event({ type: "user", message: { content: "x".repeat(17 * 1024 * 1024) }, session_id: "s" });
    const { notes, ending } = scan(`${init}${huge}${result}`, 1 << 20);
    expect(notes).toEqual(["line 2 is longer than 16 MB and was passed over"]);
    expect(ending.is).toBe("finished");
  });
});

describe("a long JSON document", () => {
  const words = `${filler.repeat(600)}All tasks are complete.\n\nEXIT_SIGNAL: true`;
  const document = JSON.stringify({
    type: "result",
    subtype: "success",
    is_error: false,
    result: words,
    session_id: "s",
  });

  it.each([
    ["alone", document],
    ["behind pages of warnings", `${"Ignoring an entry that is not trusted.\n".repeat(400)}${document}`],
  ])("is parsed whole, %s", (_, text) => {
    expect(scan(text, 10_000)).toMatchObject({ format: "claude-json", ending: { is: "finished" } });
  });

  /** A document of this many bytes: one that fits is parsed at once, one that does not is taken apart. */
  function padded(bytes: number, make: (padding: string) => string): string {
    const bare = make("").length;
    const text = make("x".repeat(bytes - bare));
    expect(text.length).toBe(bytes);
    return text;
  }
  const fits = 8 * 1024 * 1024;
  const tool = (content: string) => ({ type: "user", message: { content: [{ type: "tool_result", content }] } });
  const speech = 'It prints \\ and "[{" now, and \u00e9.\n';
  const messages = (padding: string) => [
    { type: "system", subtype: "init", session_id: "s" },
    { type: "assistant", message: { content: [{ type: "text", text: speech }] } },
    tool("EXIT_SIGNAL: true, says the log"),
    ...Array.from({ length: 10 }, () => tool(filler.repeat(1000))),
    tool(padding.slice(0, 2_000_000)),
    tool(padding.slice(2_000_000)),
    { type: "result", subtype: "success", is_error: false, result: words.slice(-60), session_id: "s" },
  ];
  const response = (padding: string) => ({ session_id: "s", padding, response: words.slice(-60), stats: {} });

  it.each([
    ["an array of messages", (padding: string) => JSON.stringify(messages(padding))],
    ["one over many lines", (padding: string) => JSON.stringify(messages(padding), null, 2)],
    ["an object", (padding: string) => JSON.stringify(response(padding), null, 2)],
    ["one behind a warning", (padding: string) => `A warning.\n${JSON.stringify(messages(padding))}`],
    [
      "one before a line that the shell printed",
      (padding: string) => `${JSON.stringify(messages(padding))}\nexit code 0\n`,
    ],
  ])("is read alike whether it can be held whole or not: %s", (_, make) => {
    const short = scan(padded(fits, make), 262_144);
    expect(short).toMatchObject({ ending: { is: "finished" }, sessionId: "s" });
    expect(readAgentReport(short)).toMatchObject({ claim: "complete", explicit: true });
    const long = scan(padded(fits + 1, make), 262_144);
    const { notes } = long;
    expect({ ...long, notes: [] }).toEqual(short);
    expect(notes.length).toBeLessThan(2);
  });

  it("is read whatever the chunks", () => {
    const text = padded(fits + 1, (padding) => JSON.stringify(messages(padding)));
    const whole = scan(text, 262_144);
    for (const chunkBytes of [65_537, 99_991, 1 << 20]) expect(scan(text, chunkBytes)).toEqual(whole);
  });

  it("is cut off where its end is missing, whether it can be held whole or not", () => {
    for (const bytes of [fits, fits + 1000])
      expect(
        scan(padded(bytes + 100, (padding) => JSON.stringify(messages(padding))).slice(0, -100), 262_144),
      ).toMatchObject({ format: "claude-json", messages: [], ending: { is: "failed", failure: { kind: "cut-off" } } });
  });

  it("leaves out what is too long, and says so", () => {
    const huge = { type: "assistant", message: { content: [{ type: "text", text: "x".repeat(9_000_000) }] } };
    const [init, ...rest] = messages("");
    expect(scan(JSON.stringify([init, huge, ...rest]), 262_144)).toMatchObject({
      ending: { is: "finished" },
      notes: ["1 part of the JSON document was too long to read and skipped"],
    });
  });

  it.each([
    ["begins with an object of another kind", `{"level":"info"}\n${filler.repeat(100_000)}EXIT_SIGNAL: false\n`],
    ["begins with a result and goes on in words", `${document}\n${filler.repeat(100_000)}EXIT_SIGNAL: false\n`],
    ["opens a brace and never closes it", `{ it said "no\n${filler.repeat(100_000)}EXIT_SIGNAL: false\n`],
  ])("is none where a long text %s", (_, text) => {
    const transcript = scan(text, 262_144);
    expect(transcript.format).toBe("text");
    expect(readAgentReport(transcript).claim).toBe("continue");
  });

  it("is not seen in a long text with a line in braces", () => {
    const text = `{ not json }\n${filler.repeat(2000)}EXIT_SIGNAL: false\n`;
    const { format, messages } = scan(text, 65_536);
    expect(format).toBe("text");
    expect(messages[0]?.text.length).toBeLessThan(40_000);
  });
});
