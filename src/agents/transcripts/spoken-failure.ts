import type { Failure, FailureKind } from "../../decide/transcript.js";
import { cleanText } from "../../lib/text/clean-text.js";
import { agentStarts } from "../known-agents.js";
import { datedLimit, readLimit, short } from "./failures.js";
import { ends, type Outage, type OutagePlace, outageWords, status } from "./outage-table.js";

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
    const cause = classifyLine(line, { hasTrace: isFrame(closing[at + 1] ?? "") });
    if (cause)
      return toFailure(
        cause,
        line,
        closing
          .slice(at)
          .filter((after) => !isFrame(after))
          .join("\n"),
      );
  }
  return undefined;
}

/** A closing line with a reset time comes from the CLI: the agent does not know it. */
export const namesReset = /\bresets? (?:(?:at|in|on) )?(?:[a-z]{3,9}\.? )?\S*\d|\btry again (?:at|in) \S*\d|\|\d{10}$/i;

/** The failure in a line that names a reset, or undefined. */
export const findClosingLimit = (line: string): Failure | undefined =>
  line.length <= longestLine && namesReset.test(line) ? findSpokenFailure(line) : undefined;

type Cause = Outage | Extract<FailureKind, "auth" | "context" | "bad-flags" | "api" | "max-turns">;

/** The reset time is often on a line after the one that names the limit. */
function toFailure(cause: Cause, line: string, rest: string): Failure {
  if (cause !== "usage" && cause !== "rate" && cause !== "overloaded")
    return { kind: cause, message: short(line), limit: null };
  return { kind: "limit", message: short(line), limit: readLimit(rest) ?? datedLimit(cause, rest) };
}

function classifyLine(line: string, { hasTrace }: { hasTrace: boolean }): Cause | undefined {
  if (line.length > longestLine || isTestResult.test(line) || isRequestLog.test(line)) return undefined;
  const { message, isProgramError } = withoutPrefix(line.trim());
  const tables = isProgramError ? [codes()] : hasTrace ? [codes(), vendors()] : [codes(), vendors(), generic()];
  for (const table of tables) for (const [cause, pattern] of table) if (pattern.test(message)) return cause;
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

/** `cursor-agent` calls itself `cursor`, too. */
const agentNames = ["agent", ...agentStarts.flatMap(({ name }) => [name, name.replace(/-agent$/, "")])];

const prefixes = [
  /^[^\p{L}\p{N}[({"'`<]+\s*/u,
  /^[[(](?:\d[^\])]{0,40}|[A-Za-z][\w .-]{0,20}|[a-z]+ error)[\])]:?\s*/i,
  /^\[(?=API Error)/i,
  /^\d{4}-\d\d-\d\d[T ][\d:.,Z+-]*\s*/,
  /^(?:error|fatal|warn(?:ing)?|critical|failed|exception)(?::|\s-|\s(?=\d{3}\b))\s*/i,
  /^(?:\w+ )?api error(?::| (?=\())?\s*/i,
  /^error code:\s*/i,
  new RegExp(`^(?:${agentNames.join("|")})(?: (?:code|cli|error))?:\\s+`, "i"),
  /^stream (?:error|disconnected[^:]{0,40}):\s*/i,
  /^(?:request|turn|call|query|api call) failed(?: with| after \d+ (?:attempts|retries))?:?\s*/i,
];

const all = (...patterns: string[]): RegExp => new RegExp(`^(?:${patterns.join("|") || "(?!)"})`, "i");
const within = (...patterns: string[]): RegExp => new RegExp(patterns.join("|") || "(?!)");

type Table = readonly (readonly [Cause, RegExp])[];

/** No credit first: such a message often speaks of a limit or a quota, too. */
const outages: readonly Outage[] = ["billing", "usage", "rate", "overloaded"];
const outagesAt = (place: OutagePlace, build: (...patterns: string[]) => RegExp): Table =>
  outages.map((outage) => [outage, build(...outageWords(outage, [place]))] as const);

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
  ...outagesAt("code", within),
  [
    "auth",
    within("\\bauthentication_error\\b", "\\b(?:openai|anthropic|litellm(?:\\.exceptions)?)\\.AuthenticationError\\b"),
  ],
]);

/** Messages of the CLIs themselves, as the whole line. */
const vendors = lazy(() => [
  ...outagesAt("vendor", all),
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
  ...outagesAt("server", all),
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
