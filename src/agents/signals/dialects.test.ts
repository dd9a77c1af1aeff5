import { describe, expect, it } from "vitest";
import type { Dialect } from "../../decide/agent-report.js";
import { readAgentReport, readTranscript } from "../../index.js";
import { hasMark } from "../transcripts/marks.js";
import { OutputScan } from "../transcripts/output-scan.js";
import { dialects } from "./dialects.js";
import { mayCarrySignal } from "./marks.js";

/** One statement in each dialect. A new one has to be here, and so it is found wherever signals are looked for. */
const samples: Readonly<Record<Dialect, readonly string[]>> = {
  "ralph-status": [
    "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---",
    "---TASK_STATUS---\nSTATUS: COMPLETE\nWORK: none\nNOTE: none\n---END_TASK_STATUS---",
  ],
  "doyaken-status": ["DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n  REMAINING_WORK: none"],
  "exit-status": ["EXIT_STATUS: COMPLETE\nEXIT_REASON: all is done\nREMAINING_WORK: none"],
  "exit-signal": ["EXIT_SIGNAL: true"],
  promise: ["<promise>COMPLETE</promise>"],
  "loop-complete": ["LOOP_COMPLETE"],
  "json-status": ['{"RALPH_STATUS": {"STATUS": "COMPLETE", "EXIT_SIGNAL": true}}'],
  refusal: ["I should NOT output <promise>COMPLETE</promise> yet."],
};
const rows = Object.entries(samples).flatMap(([dialect, texts]) => texts.map((text) => ({ dialect, text })));

it.each(dialects)("$name is looked for by tokens that a search of bytes can find", ({ name, marks }) => {
  expect(Object.keys(samples)).toContain(name);
  expect(marks).not.toEqual([]);
  for (const mark of marks) {
    expect(mark).toMatch(/^[a-z]*[_<][a-z]{2,}$/);
    expect(mark.length, "longer than what is searched again at the edge of a chunk").toBeLessThanOrEqual(24);
    for (const spelling of [mark, mark.toUpperCase()]) expect(hasMark(Buffer.from(spelling))).toBe(true);
  }
});

describe.each(rows)("$dialect: $text", ({ dialect, text }) => {
  it("is recognised", () => {
    const { signals } = readAgentReport(readTranscript(text));
    expect(signals.map((signal) => signal.dialect)).toContain(dialect);
  });

  it("is looked for in any text, and in bytes that nobody decodes", () => {
    expect(mayCarrySignal.test(text)).toBe(true);
    expect(hasMark(Buffer.from(text))).toBe(true);
  });

  it("is found behind megabytes of log", () => {
    const scan = new OutputScan("auto");
    const log = Buffer.from("[12:00:01] compiling module 4711 of 9000, nothing to see here\n".repeat(2000));
    for (let at = 0; at < 40; at++) scan.write(log);
    scan.write(Buffer.from(`\n${text}\n`));
    const { signals } = readAgentReport(scan.end({ exitCode: 0 }));
    expect(signals.map((signal) => signal.dialect)).toContain(dialect);
  });
});
