import { describe, expect, it } from "vitest";
import { readTranscript } from "../../index.js";
import { resetTime } from "./reset-time.js";

/** What is read from a turn that printed this and ended so: `limit usage`, `auth`, `crash`, `finished` … */
function readEnding(output: string, process: { exitCode?: number; stderr?: string } = {}): string {
  const { ending } = readTranscript(output, { process });
  if (ending.is !== "failed") return ending.is;
  const { kind, limit } = ending.failure;
  return limit ? `${kind} ${limit.kind}` : kind;
}

const usage = "limit usage";
const rate = "limit rate";
const overloaded = "limit overloaded";

describe("a failed process whose standard error names the cause", () => {
  it.each([
    ["Error: 429 Too Many Requests", rate],
    ["error: rate limit exceeded", rate],
    ["ERROR Rate limit reached for model-x on tokens per min (TPM): Limit 30000, Used 30000.", rate],
    ["[2026-11-15T10:00:00Z] ERROR: rate_limit_error: slow down", rate],
    ["Request throttled, please slow down", rate],
    ["You are being rate limited.", rate],
    ["HTTP 429", rate],
    ["API Error: 429 quota of this minute used up", rate],
    ["exceeded 40000 tokens per minute", rate],
    ["requests per minute limit exceeded", rate],
    ["retry-after: 30s", rate],
    ["Please try again in 30 seconds", rate],
    ["openai.RateLimitError: Error code: 429 - slow down", rate],
    ["\u001b[91mError:\u001b[0m The usage limit has been reached", usage],
    ["5 hour usage limit reached", usage],
    ["5-hour limit reached · resets 9pm", usage],
    ["You've hit your limit", usage],
    ["You’ve hit your usage limit. Upgrade, or try again at 8:01 AM.", usage],
    ["You're out of extra usage · resets 9pm (UTC)", usage],
    ["Quota exceeded", usage],
    ["daily quota exhausted.", usage],
    ["_ApiError: RESOURCE_EXHAUSTED", usage],
    ["claude: weekly limit reached", usage],
    ["overloaded_error: Overloaded", overloaded],
    ["API Error: 529 Overloaded", overloaded],
    ["503 Service Unavailable", overloaded],
    ["Error: The model is currently overloaded. Please try again later.", overloaded],
    ["Selected model is at capacity", overloaded],
    ["Error: Not logged in", "auth"],
    ["Not logged in · Please run /login", "auth"],
    ["Error: invalid API key", "auth"],
    ["401 Unauthorized", "auth"],
    ["OAuth token has expired", "auth"],
    ["authentication failed: token rejected", "auth"],
    ["No API key found. Set EXAMPLE_API_KEY.", "auth"],
    ["Credit balance is too low", "billing"],
    ["error: insufficient_quota", "billing"],
    ["You exceeded your current quota, please check your plan and billing details.", "billing"],
    ["Extra usage is disabled by your admin", "billing"],
    ["Payment required", "billing"],
    ["Prompt is too long", "context"],
    ["The model `no-such-model` does not exist or you do not have access to it.", "bad-flags"],
    ["error: unknown model 'no-such-model'", "bad-flags"],
    ["error: unknown option '--nope'", "bad-flags"],
  ])("%s: %s", (stderr, is) => {
    expect(readEnding("Working on it.", { exitCode: 1, stderr: `starting\n${stderr}\n` })).toBe(is);
  });

  it.each([
    ["a program's own error", "TypeError: ratelimit.check is not a function"],
    ["the same with its trace", "TypeError: rateLimit exceeded is undefined\n    at check (src/limit.js:429:3)"],
    [
      "a generic error with a trace of a program",
      "Error: rate limit exceeded\n    at Limiter.take (src/limiter.ts:12:9)",
    ],
    ["a Python error", 'Traceback (most recent call last):\n  File "app.py", line 503\nValueError: too many requests'],
    ["a panic", "added billing module\npanic: runtime error: index out of range"],
    ["a failing test about log-ins", "FAIL auth.test.ts > authentication works"],
    ["a failing test about limits", "✗ rate limit exceeded answers 429"],
    ["a pytest line", "FAILED tests/test_limit.py::test_rate_limit_exceeded"],
    ["a TAP line", "not ok 3 - unauthorized"],
    ["a request log", "GET /api 503"],
    ["an access log", '127.0.0.1 - - "POST /login HTTP/1.1" 401 12'],
    ["words about a limit", "Rate limited endpoints are listed in docs/limits.md"],
    ["words about statuses", "429 responses are retried now"],
    ["a file of that name", "src/billing/payment-required.ts: 3 problems"],
    ["a module of that name", "Cannot find module './rate-limit'"],
    ["a limit long ago", `Rate limit exceeded\n${"compiling\n".repeat(20)}Segmentation fault`],
    ["usage words", "usage: agent [options]\n  --limit N   stop after N"],
    ["a port", "listening on port 4290, 503 modules"],
  ])("%s is a crash", (_, stderr) => {
    expect(readEnding("Working on it.", { exitCode: 1, stderr: `${stderr}\n` })).toBe("crash");
  });
});

describe("a failed process that names the cause where the answer would stand", () => {
  it.each([
    ["5 hour usage limit reached", usage],
    ["You've hit your limit", usage],
    ["Rate limit exceeded", rate],
    ["I read the files.\n\nYou've hit your usage limit · resets 3am (UTC)", usage],
    ["Not logged in", "auth"],
  ])("%s: %s", (output, is) => expect(readEnding(output, { exitCode: 1 })).toBe(is));

  it.each([
    ["I added the limiter. Rate limited clients get a 429 now."],
    ["Unauthorized requests are refused now."],
    ["Done: quota exceeded errors are shown to the user."],
    ["Rate limit exceeded is what the API answers.\nI handle it.\nTests pass.\nAll done."],
  ])("%s: a crash", (output) => expect(readEnding(output, { exitCode: 1 })).toBe("crash"));
});

describe("text of a process of which nothing is known", () => {
  it.each([
    ["You've hit your session limit · resets 8:08am (UTC)", usage],
    ["Claude usage limit reached|1760000000", usage],
    ["API Error: 500 Internal server error", "api"],
    ["Not logged in · Please run /login", "auth"],
    [`${"I changed a file.\n".repeat(60)}\nYou're out of extra usage · resets 9pm`, usage],
  ])("%s: %s", (output, is) => expect(readEnding(output)).toBe(is));

  it.each([
    ["The rate limit is 100 per minute now."],
    ["I documented what happens when a usage limit is reached."],
    [`${"I changed a file.\n".repeat(60)}\nRate limit exceeded is handled.`],
    ["The counter resets at 9pm every day."],
    ["The retry helper waits. It will try again in 30 seconds."],
  ])("%s: not a failure", (output) => expect(readEnding(output)).toBe("untold"));
});

/** One table for every way in which an agent can end: the same words mean the same in all of them. */
describe("limits, outages and missing credit, wherever they are printed", () => {
  const init = JSON.stringify({ type: "system", subtype: "init", session_id: "s", tools: [], model: "m" });
  const result = (words: string, isError: boolean) =>
    JSON.stringify({ type: "result", subtype: "success", is_error: isError, result: words, session_id: "s" });
  const error = (message: string) => ({ error: { name: "APIError", type: "unknown", message, data: { message } } });
  const ways: Readonly<Record<string, (words: string) => string>> = {
    "the text of a turn that ended well": (words) => readEnding(words, { exitCode: 0 }),
    "the last line of a failed turn": (words) => readEnding(`I read the files.\n\n${words}`, { exitCode: 1 }),
    "standard error of a failed turn": (words) =>
      readEnding("Working.", { exitCode: 1, stderr: `starting\n${words}\n` }),
    "standard error of an empty turn": (words) => readEnding("", { exitCode: 0, stderr: `starting\n${words}\n` }),
    "a failed result event": (words) => readEnding(`${init}\n${result(words, true)}`, { exitCode: 1 }),
    "standard error of a stream that stops": (words) => readEnding(`${init}\n`, { exitCode: 1, stderr: words }),
    "a failed turn event": (words) =>
      readEnding(
        `{"type":"thread.started","thread_id":"s"}\n${JSON.stringify({ type: "turn.failed", ...error(words) })}`,
        { exitCode: 1 },
      ),
    "a result with an error": (words) =>
      readEnding(
        `{"type":"init","session_id":"s","model":"m"}\n${JSON.stringify({ type: "result", status: "error", ...error(words) })}`,
        { exitCode: 1 },
      ),
    "an error event": (words) =>
      readEnding(
        `{"type":"step_start","sessionID":"s","part":{}}\n${JSON.stringify({ type: "error", sessionID: "s", ...error(words) })}`,
        { exitCode: 1 },
      ),
  };
  const lines: readonly (readonly [string, string])[] = [
    ["You've hit your 5-hour limit ∙ resets 3pm", usage],
    ["5-hour limit reached ∙ resets 3pm", usage],
    ["Weekly limit reached ∙ resets Oct 9 at 5pm", usage],
    ["You’ve hit your weekly limit · resets Oct 9, 5pm (UTC)", usage],
    ["Session limit reached ∙ resets 3pm", usage],
    ["You've reached your session limit. Resets at 3pm.", usage],
    ["Usage limit reached for model-x. Try again at 8:01 PM.", usage],
    ["Your limit will reset at 3pm (Europe/Berlin).", usage],
    ["You've used up your premium requests for this month.", usage],
    ["You have exhausted your daily quota on this model.", usage],
    ["429 Too Many Requests", rate],
    ["Rate limit reached. Please wait 30 seconds.", rate],
    ["Ran into a rate limit error: 429", rate],
    ["Too many requests, please try again later.", rate],
    ["Overloaded", overloaded],
    ["The server is overloaded, please try again", overloaded],
    ["Model is at capacity. Please try a different model.", overloaded],
    ["We're experiencing high demand right now", overloaded],
    ["No capacity available for model-x on the server", overloaded],
    ["503 Service Unavailable", overloaded],
    ["Credit balance is too low", "billing"],
    ["Insufficient credits. Add more to go on.", "billing"],
    ["You are out of credits.", "billing"],
    ["402 Payment Required", "billing"],
  ];

  describe.each(Object.entries(ways))("%s", (_, readWay) => {
    it.each(lines)("%s: %s", (words, is) => expect(readWay(words)).toBe(is));
  });

  it.each(lines.filter(([words]) => words.includes("resets ")))(
    "as the whole answer of a good result: %s",
    (words, is) => {
      expect(readEnding(`${init}\n${result(words, false)}`, { exitCode: 0 })).toBe(is);
    },
  );

  it.each([
    "I added a limiter: clients get 429 Too Many Requests when the rate limit is exceeded.",
    "Rate limited endpoints are listed in docs/limits.md.",
    'The weekly limit is shown as "resets Oct 9 at 5pm" now.\n\nAll tests pass.',
    'I fixed the message "You\'ve hit your 5-hour limit".\nThe tests pass.',
    "Added handling for overloaded servers (529).",
    "The daily quota resets at 3pm now.",
    "The counter resets at 3pm.",
  ])("an agent that talks about them ended well: %s", (words) => {
    const stderr = "warning: rate limit exceeded, retrying\n";
    expect(readEnding(words, { exitCode: 0, stderr })).toBe("finished");
    expect(readEnding(`${init}\n${result(words, false)}`, { exitCode: 0, stderr })).toBe("finished");
  });

  it("an empty turn is only empty if standard error names nothing", () => {
    expect(readEnding("", { exitCode: 0, stderr: "starting\n" })).toBe("empty");
    expect(readEnding("", { exitCode: 0, stderr: "Rate limited endpoints: 3\n" })).toBe("empty");
  });

  it("keeps the words for the reset", () => {
    const { ending } = readTranscript("", {
      process: { exitCode: 0, stderr: "Weekly limit reached ∙ resets Oct 9 at 5pm" },
    });
    expect(ending).toMatchObject({ failure: { limit: { kind: "usage", resetsText: "Oct 9 at 5pm" } } });
  });
});

describe("plain lines between the events of a stream", () => {
  const start = JSON.stringify({ type: "system", subtype: "init", session_id: "s", tools: [], model: "m" });
  const words = JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text: "Working." }] } });
  const result = JSON.stringify({
    type: "result",
    subtype: "success",
    is_error: false,
    result: "Done.",
    session_id: "s",
  });

  it("name the limit that ended it", () => {
    expect(readEnding(`${start}\n${words}\nYou're out of extra usage · resets 9pm\n`, { exitCode: 1 })).toBe(usage);
    expect(readEnding(`${start}\n${words}\nYou're out of extra usage · resets 9pm\n`)).toBe(usage);
  });

  it("count for nothing beside a turn that ended well", () => {
    expect(readEnding(`${start}\n${words}\nrate limit exceeded\n${result}\n`, { exitCode: 0 })).toBe("finished");
  });
});

describe("terminal noise around JSON", () => {
  const result = JSON.stringify({
    type: "result",
    subtype: "success",
    is_error: false,
    result: "Done.",
    session_id: "s",
  });

  it.each([
    ["an end of input that a terminal recorded", `^D\b\b${result}\n`],
    ["escape codes", `\u001b[?25l\u001b[0m${result}\u001b[?25h\n`],
    ["a hole of NULs", `${"\0".repeat(5000)}${result}\n`],
    ["NULs and a header", `starting\n\0\0\0${result}\n`],
  ])("%s does not hide it", (_, output) => expect(readTranscript(output).messages.at(-1)?.text).toBe("Done."));
});

describe("when a limit ends", () => {
  const now = Date.parse("2026-11-15T12:00:00Z"); // A Sunday.
  it.each([
    ["9pm (UTC)", "2026-11-15T21:00:00.000Z"],
    ["9pm (America/New_York)", "2026-11-16T02:00:00.000Z"],
    ["8:08am (UTC)", "2026-11-16T08:08:00.000Z"],
    ["12am (UTC)", "2026-11-16T00:00:00.000Z"],
    ["12pm (UTC)", "2026-11-15T12:00:00.000Z"],
    ["11:51am (UTC)", "2026-11-15T11:51:00.000Z"],
    ["11:50am (UTC)", "2026-11-16T11:50:00.000Z"],
    ["14:30 UTC", "2026-11-15T14:30:00.000Z"],
    ["at 9 p.m. PST", "2026-11-16T05:00:00.000Z"],
    ["3:00 PM GMT+2", "2026-11-15T13:00:00.000Z"],
    ["tomorrow at 9am (UTC)", "2026-11-16T09:00:00.000Z"],
    ["tomorrow (UTC)", "2026-11-16T00:00:00.000Z"],
    ["Nov 20, 9am (UTC)", "2026-11-20T09:00:00.000Z"],
    ["20 Nov 2026 09:30 UTC", "2026-11-20T09:30:00.000Z"],
    ["Jan 3 at 1pm (UTC)", "2027-01-03T13:00:00.000Z"],
    ["16 Dec 9am UTC", "2026-12-16T09:00:00.000Z"],
    ["Monday 9am (UTC)", "2026-11-16T09:00:00.000Z"],
    ["2026-11-16T09:00:00Z", "2026-11-16T09:00:00.000Z"],
    ["2026-11-16 09:00 UTC", "2026-11-16T09:00:00.000Z"],
    ["in 2h 5m", "2026-11-15T14:05:00.000Z"],
    ["2h5m", "2026-11-15T14:05:00.000Z"],
    ["30 seconds", "2026-11-15T12:00:30.000Z"],
    ["1.5s", "2026-11-15T12:00:01.500Z"],
    ["3 days", "2026-11-18T12:00:00.000Z"],
    ["9pm", null],
    ["25:00 (UTC)", null],
    ["13pm (UTC)", null],
    ["9pm (Nowhere/Land)", null],
    ["soon", null],
  ])("%s: %s", (words, at) => expect(resetTime(words, now)).toBe(at));

  it("is in the local zone where none is named", () => {
    expect(resetTime("8:01 AM", now, "Europe/Berlin")).toBe("2026-11-16T07:01:00.000Z");
    // The clocks change in between.
    expect(resetTime("Mar 30, 9am", Date.parse("2026-03-27T12:00:00Z"), "Europe/Berlin")).toBe(
      "2026-03-30T07:00:00.000Z",
    );
  });
});

it.each([
  ["Missing environment variable: `MY_API_KEY`.", "auth"],
  ["Missing environment variable: `GITHUB_TOKEN`.", "auth"],
  ["Missing environment variable: `DATABASE_URL`.", "api"],
])("a turn of codex that failed with %s: %s", (message, expected) => {
  const events = [
    { type: "thread.started", thread_id: "s" },
    { type: "turn.started" },
    { type: "turn.failed", error: { message } },
  ];
  expect(readEnding(events.map((event) => JSON.stringify(event)).join("\n"))).toBe(expected);
});
