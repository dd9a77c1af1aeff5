import { describe, expect, it } from "vitest";
import { type Ending, explicitFailure, failed, type Transcript } from "../../decide/transcript.js";
import { addMessage, newDraft } from "./draft.js";
import { classifyError } from "./failures.js";
import { finishDraft } from "./finish-draft.js";
import { settle } from "./settle.js";

const transcript = (ending: Ending, more: Partial<Transcript> = {}): Transcript => {
  const draft = newDraft("claude-stream", ending);
  addMessage(draft, "Working on it.", 1);
  return { ...finishDraft(draft), ...more };
};
const cutOff = failed("cut-off", "the stream stops");
const finished: Ending = { is: "finished" };
const expired = explicitFailure(classifyError("401 Unauthorized"));

describe("how a turn ended, once the process is known", () => {
  it.each([
    {
      what: "a turn that ended well before our kill",
      ending: finished,
      run: { interruptedByUs: true },
      is: "finished",
    },
    { what: "a failure reported before our kill", ending: expired, run: { timedOut: true }, is: "auth" },
    { what: "our kill of an open turn", ending: cutOff, run: { interruptedByUs: true }, is: "interrupted" },
    {
      what: "an agent that says our timeout interrupted it",
      ending: explicitFailure({ kind: "interrupted" as const, message: "", limit: null }),
      run: { timedOut: true, exitCode: 0 },
      is: "timeout",
    },
    { what: "an open turn with an exit code", ending: cutOff, run: { exitCode: 1 }, is: "crash" },
    {
      what: "an answer reported as cut short",
      ending: explicitFailure(classifyError("reason: max_output_tokens")),
      run: { exitCode: 1 },
      is: "cut-off",
    },
    { what: "a turn that ended well in a failed process", ending: finished, run: { exitCode: 3 }, is: "crash" },
    {
      what: "a cause on standard error",
      ending: cutOff,
      run: { exitCode: 1, stderr: "Error: Not logged in\n    at run (cli.js:429:3)\n" },
      is: "auth",
    },
    {
      what: "line numbers that look like a status",
      ending: cutOff,
      run: { exitCode: 1, stderr: "TypeError: x\n    at run (cli.js:429:3)\n" },
      is: "crash",
    },
    {
      what: "a program that is not there",
      ending: cutOff,
      run: { exitCode: 1, stderr: "Error: spawn claude ENOENT" },
      is: "not-installed",
    },
    {
      what: "a file that the agent itself misses",
      ending: cutOff,
      run: {
        exitCode: 1,
        stderr: "Error: ENOENT: no such file or directory, open 'src/a.mjs'\n    at run (cli.js:1:1)",
      },
      is: "crash",
    },
  ])("$what: $is", ({ ending, run, is }) => {
    const settled = settle(transcript(ending), run).ending;
    expect(settled.is === "failed" ? settled.failure.kind : settled.is).toBe(is);
  });

  it("does not take a missing tool of a running agent for a missing agent", () => {
    const run = { exitCode: 1, stderr: "spawn rg ENOENT, falling back" };
    const failureKind = (sessionId: string | null): string => {
      const { ending } = settle(transcript(cutOff, { sessionId }), run);
      return ending.is === "failed" ? ending.failure.kind : ending.is;
    };
    expect([failureKind(null), failureKind("s-1")]).toEqual(["not-installed", "crash"]);
  });
});
