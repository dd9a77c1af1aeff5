import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import type { HttpAnswer } from "../lib/net/http.js";
import type { Call, Send } from "./github-calls.js";
import type { World } from "./world.js";

export type GithubResponse =
  | {
      readonly is: "ok";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly is: "failed"; readonly status: number | null; readonly why: string };

const maxTries = 4;
const firstWaitMs = 1000;

/**
 * Asks politely: waits as long as a limit says, if that is not too long, tries again after a fault of the server, and
 * puts everything else into words a person can act on.
 */
export async function requestWithRetry(
  world: World,
  send: Send,
  { call, maxWaitMs }: { call: Call; maxWaitMs: number },
): Promise<GithubResponse> {
  for (let tries = 1; ; tries++) {
    const answer = await send(call);
    if (answer.is === "answered" && answer.status < 400) return { ...answer, is: "ok" };
    const limit = answer.is === "answered" ? readLimit(answer, world.now()) : null;
    const wait = limit ?? (isPassing(answer, call) ? firstWaitMs * 2 ** (tries - 1) : null);
    if (wait === null || tries >= maxTries || wait > maxWaitMs) return toResponse(answer, limit, world.now());
    await world.sleep(wait);
  }
}

/** A fault that may be over the next time. What was sent to change something is not sent twice. */
function isPassing(answer: HttpAnswer, { method }: Call): boolean {
  return method === "GET" && (answer.is === "failed" || answer.status >= 500);
}

/** How long a limit asks us to wait; null where there is none. */
function readLimit({ status, headers }: Extract<HttpAnswer, { is: "answered" }>, now: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(after)) return Math.max(0, after * 1000);
  const reset = Number(headers["x-ratelimit-reset"]);
  if (headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset))
    return Math.max(0, reset * 1000 - now) + marginMs;
  return status === 429 ? firstWaitMs * 60 : null;
}

/** Their clock and ours may differ a little. */
const marginMs = 1000;

function toResponse(answer: HttpAnswer, limit: number | null, now: number): GithubResponse {
  if (answer.is === "failed") return { is: "failed", status: null, why: `GitHub cannot be reached: ${answer.why}` };
  const { status } = answer;
  if (limit !== null) {
    const until = new Date(now + limit).toISOString().slice(0, 19);
    return { is: "failed", status, why: `GitHub's rate limit is used up until ${until}Z` };
  }
  const said = messageIn(answer.body);
  const why =
    reasons[status] ?? (status >= 500 ? `GitHub has a fault of its own (${status})` : `GitHub answered ${status}`);
  return { is: "failed", status, why: said ? `${why}: ${said}` : why };
}

const reasons: Readonly<Record<number, string>> = {
  401: "GitHub refuses the token: set GITHUB_TOKEN to one that is valid",
  403: "GitHub does not allow this: the token lacks the right to it",
  404: "GitHub knows no such repository or issue, or the token may not see it",
  410: "issues are turned off for this repository, or the issue was deleted",
  422: "GitHub does not accept the question",
};

function messageIn(body: string): string {
  const parsed = tryParseJson(body); // It may be a page for people, from a proxy in between.
  const message = isRecord(parsed) ? parsed["message"] : "";
  return typeof message === "string" ? message.slice(0, 200) : "";
}
