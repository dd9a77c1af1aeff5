import { cleanText } from "../../base/clean-text.js";
import type { Failure, FailureKind } from "../../core/transcript.js";
import { readLimit, short } from "./failures.js";

/** How many lines at the end of a text may name the failure: earlier lines are about something else. */
const closingLines = 12;
const longestLine = 500;

/**
 * The failure named in a program's last lines, or undefined. Agents write code about limits and log-ins all day, so a
 * keyword is not enough: the line must be the message itself, not a test result, a request log or a stack trace.
 */
export function findSpokenFailure(text: string, lines = closingLines): Failure | undefined {
  const closing = cleanText(text)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-4 * lines);
  let left = lines;
  for (let at = closing.length - 1; at >= 0 && left > 0; at--) {
    const line = closing[at] ?? "";
    if (isFrame(line)) continue;
    left--;
    const kind = classifyLine(line, { hasTrace: isFrame(closing[at + 1] ?? "") });
    if (kind)
      return toFailure(
        kind,
        line,
        closing
          .slice(at)
          .filter((after) => !isFrame(after))
          .join("\n"),
      );
  }
  return undefined;
}

type SpokenKind = Extract<FailureKind, "limit" | "auth" | "billing" | "context" | "bad-flags" | "api" | "max-turns">;

/** The reset time is often on a line after the one that names the limit. */
function toFailure(kind: SpokenKind, line: string, rest: string): Failure {
  const limit = kind === "limit" ? (readLimit(rest) ?? readLimit(`rate limit: ${rest}`)) : null;
  return { kind, message: short(line), limit };
}

function classifyLine(line: string, { hasTrace }: { hasTrace: boolean }): SpokenKind | undefined {
  if (line.length > longestLine || isTestResult.test(line) || isRequestLog.test(line)) return undefined;
  const { message, isProgramError } = withoutPrefix(line.trim());
  const tables = isProgramError ? [codes()] : hasTrace ? [codes(), vendors()] : [codes(), vendors(), generic()];
  for (const table of tables) for (const [kind, pattern] of table) if (pattern.test(message)) return kind;
  return undefined;
}

const isFrame = (line: string): boolean => /^\s+at \S|^\s+File "|^\s*\d+: 0x[\da-f]+|^\s+\.{3} \d+ more/.test(line);

/** A line of a test runner, whatever the name of the test. */
const isTestResult =
  /^\s*(?:FAIL|PASS|FAILED|PASSED|ERROR\s+\S+::|✓|✔|✗|✘|×|●|❯|√|not ok|ok \d|# |--- (?:FAIL|PASS)|=== RUN|test \S+ \.\.\.|\d+\) |E {2,}|[>|] )|::test_|\.(?:test|spec)\.[cm]?[jt]sx?\b/;

const isRequestLog = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+["']?(?:\/|https?:)\S*|HTTP\/\d(?:\.\d)?"\s+\d{3}/;

interface Stripped {
  readonly message: string;
  /** The error of a programming language, so the line comes from some other program. */
  readonly isProgramError: boolean;
}

/** The message without the prefix of a logger or CLI. */
function withoutPrefix(line: string): Stripped {
  let message = line;
  for (let turn = 0; turn < 6; turn++) {
    if (
      /^(?:Uncaught )?(?!API|Api)[A-Z]\w*(?:Error|Exception)\b|^Traceback|^panic:|^thread '|^goroutine /.test(message)
    )
      return { message, isProgramError: true };
    const shorter = prefixes.reduce((rest, prefix) => rest.replace(prefix, ""), message);
    if (shorter === message) break;
    message = shorter;
  }
  return { message, isProgramError: false };
}

const prefixes = [
  /^[^\p{L}\p{N}[({"'`<]+\s*/u,
  /^[[(](?:\d[^\])]{0,40}|[A-Za-z][\w .-]{0,20}|[a-z]+ error)[\])]:?\s*/i,
  /^\[(?=API Error)/i,
  /^\d{4}-\d\d-\d\d[T ][\d:.,Z+-]*\s*/,
  /^(?:error|fatal|warn(?:ing)?|critical|failed|exception)(?::|\s-|\s(?=\d{3}\b))\s*/i,
  /^(?:\w+ )?api error(?::| (?=\())?\s*/i,
  /^error code:\s*/i,
  /^(?:claude|codex|gemini|opencode|qwen|copilot|cursor|cursor-agent|amp|aider|goose|droid|cline|kilo|pi|continue|agent)(?: (?:code|cli|error))?:\s+/i,
  /^stream (?:error|disconnected[^:]{0,40}):\s*/i,
  /^(?:request|turn|call|query|api call) failed(?: with| after \d+ (?:attempts|retries))?:?\s*/i,
];

/** What must follow a short phrase: otherwise it starts a sentence about something else. */
const ends = String.raw`(?=$|\s*[.,:;!|·•—–()\[{]|\s+-\s|\s+(?:for|on|by|in|please|try|retry|until|while|and will|-)\b)`;
const status = (codes: string, ...texts: string[]): string =>
  String.raw`(?:http(?:\/[\d.]+)?\s+|(?:http )?status(?: code)?[ :=]+)(?:${codes})\b|\(?(?:${codes})\)?(?=$|\s*[.:;,|·—–{(\[]|\s+-\s|\s+(?:${texts.join("|")})\b)`;
const all = (...patterns: string[]): RegExp => new RegExp(`^(?:${patterns.join("|")})`, "i");
const within = (...patterns: string[]): RegExp => new RegExp(patterns.join("|"));

type Table = readonly (readonly [SpokenKind, RegExp])[];

/** Built when the first failure is read: most turns have none. */
function lazy(build: () => Table): () => Table {
  let table: Table | undefined;
  return () => {
    table ??= build();
    return table;
  };
}

/** Error names that only vendors' servers and libraries use, anywhere in the line. */
const codes = lazy(() => [
  ["billing", within("\\binsufficient_quota\\b", "\\bbilling_hard_limit_reached\\b", "\\bbilling_error\\b")],
  [
    "limit",
    within(
      "\\bRESOURCE_EXHAUSTED\\b",
      "\\brate_limit_(?:error|exceeded)\\b",
      "\\busage_limit_reached\\b",
      "\\boverloaded_error\\b",
      "\\b(?:Terminal|Retryable)QuotaError\\b",
      "\\b(?:Throttling|TooManyRequests)Exception\\b",
      "\\b(?:openai|anthropic|litellm(?:\\.exceptions)?)\\.RateLimitError\\b",
      "\\bClaude (?:AI )?usage limit reached\\|\\d{10}",
    ),
  ],
  [
    "auth",
    within("\\bauthentication_error\\b", "\\b(?:openai|anthropic|litellm(?:\\.exceptions)?)\\.AuthenticationError\\b"),
  ],
]);

/** Messages of the CLIs themselves, as the whole line. */
const vendors = lazy(() => [
  [
    "billing",
    all(
      "(?:your )?credit balance is too low",
      "(?:you have )?insufficient (?:credits?|funds|balance|quota)\\b",
      "(?:you(?:['’]re| are) )?out of credits",
      "(?:you(?:['’]ve| have)? )?exceeded your current quota",
      "quota exceeded\\. check your plan",
      "(?:your )?(?:subscription|free trial|plan) (?:has |is )?(?:expired|inactive|not active|cancelled)",
      "(?:[\\w'’ -]{1,60} )?(?:is|are|was|has been) disabled (?:by|for) (?:your|the|an) (?:admin|org|team|workspace)",
      "billing (?:hard |soft )?limit (?:has been |was )?reached",
    ),
  ],
  [
    "limit",
    all(
      "you(?:['’]ve| have) (?:hit|reached|exceeded|exhausted|used up) (?:your|the|all)\\b[^.\\n]{0,60}\\b(?:limits?|quota|usage|capacity)\\b",
      "you(?:['’]re| are) (?:now )?out of (?:extra )?(?:usage|messages)",
      `(?:the |your )?(?:[\\w.'’-]+ ){0,4}(?:usage|session|(?:5|five)[- ]hour|weekly|daily|monthly|hourly|plan|message|opus|sonnet)(?: usage)?[ -](?:limit|quota)s?(?: has been| have been| was| is)? (?:reached|exceeded|hit|exhausted)${ends}`,
      "(?:the )?selected model is at capacity",
    ),
  ],
  [
    "auth",
    all(
      `(?:you are |you['’]re )?not (?:logged in|authenticated|signed in)${ends}`,
      "please (?:run|use|type) [`'\"]?(?:/login|\\w+ (?:auth )?login)",
      `(?:invalid|incorrect) (?:x-)?(?:api[ -]?key|oauth token|access token|credentials)(?: provided)?${ends}`,
      `oauth token (?:has |is )?(?:expired|revoked|invalid)`,
      `failed to authenticate${ends}`,
      "please set an auth method",
      `(?:no|missing) (?:api[ -]?key|auth(?:entication)? (?:method|token|credentials)|credentials)(?: (?:found|set|configured|provided|available))?${ends}`,
    ),
  ],
  ["max-turns", all(`reached max(?:imum)? turns`)],
  [
    "context",
    all(
      "(?:the )?prompt is too long",
      "input is too long for (?:the )?(?:requested )?model",
      "(?:this model['’]s )?maximum context length",
    ),
  ],
  [
    "bad-flags",
    all(
      "(?:the )?model ['\"`]?[\\w./:-]{1,80}['\"`]? (?:does not exist|is not (?:supported|available|found|recognized)|was not found|not found)",
      `(?:unknown|invalid|unsupported|unrecognized) model${ends}`,
      "(?:unknown|invalid|unsupported|unrecognized) model ['\"`]",
      "there['’]s an issue with the selected model",
      `model not found${ends}`,
    ),
  ],
]);

/** Messages of any server: they come from the CLI only if no stack trace follows. */
const generic = lazy(() => [
  ["billing", all(`payment required${ends}`, status("402", "payment"))],
  [
    "limit",
    all(
      `(?:api |request |the |your |\\w+ )?rate[ -]?limit(?:s|ed)?(?: has been| was| is)? (?:exceeded|reached|hit|error)${ends}`,
      `(?:you are |you['’]re |you have been |requests? (?:was |were |is |are )?)?(?:being )?(?:rate[ -]limited|throttled)${ends}`,
      `request (?:was )?rejected (?:\\(429\\)|due to rate limiting)`,
      "rate[ -]?limit:? (?:try|retry|please|wait)",
      `too many (?:requests|tokens)${ends}`,
      `(?:daily |monthly |api |your |resource |request )?quota (?:has been |was |is |limit )?(?:exceeded|exhausted|reached)${ends}`,
      `(?:exceeded|exhausted) (?:your |the )?(?:daily |monthly )?(?:quota|capacity|rate limit)${ends}`,
      `(?:resource exhausted|throttling)${ends}`,
      "(?:you(?:['’]ve| have) )?(?:limit|exceeded|reached)\\b[^\\n]{0,80}\\b(?:tokens|requests) per (?:min(?:ute)?|hour|day|second)\\b",
      "(?:tokens|requests) per (?:min(?:ute)?|hour|day|second)(?: \\(\\w+\\))?:? (?:limit )?(?:exceeded|reached|limit)",
      status("429", "too many", "rate", "you", "quota", "resource", "request", "this request"),
      "retry-after:? \\d",
      "(?:please )?(?:try again|retry) (?:in|after) (?:about )?\\d+(?:\\.\\d+)? ?(?:s|sec|seconds?|m|min|minutes?|h|hours?)\\b",
      `overloaded${ends}`,
      `(?:the |our |selected |this )?(?:[\\w.-]+ )?(?:servers?|service|model|api|engine) (?:is|are) (?:currently |temporarily )?(?:overloaded|unavailable|at capacity|experiencing high)`,
      `service (?:temporarily )?unavailable${ends}`,
      status("503|529", "service", "overloaded", "the (?:server|service|model)"),
    ),
  ],
  [
    "auth",
    all(
      `unauthori[sz]ed${ends}`,
      `authentication (?:failed|error|required|is required)${ends}`,
      `(?:login|log-in|sign-in) required${ends}`,
      `please (?:log|sign) in${ends}`,
      `api[ -]?key (?:is )?(?:not (?:set|found|valid|configured)|missing|invalid|required|expired)${ends}`,
      status("401", "unauthori[sz]ed", "authentication", "invalid", "incorrect"),
      status("403", "forbidden"),
    ),
  ],
]);
