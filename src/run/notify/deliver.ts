import { type PostAnswer, postText } from "../../lib/net/http.js";
import { runCommand } from "../../lib/process/process.js";
import { sleepUntil } from "../../lib/process/signals.js";
import { newDeliveryId, signText } from "../../lib/secrets/sign.js";
import type { Notification } from "./notification.js";

/** A way to tell somebody. Resolves to what went wrong, or null; never rejects. */
export type Channel = (told: Notification, body: string, signal: AbortSignal) => Promise<string | null>;

const timeoutMs = 5_000;
const commandMs = 10_000;
/** Seconds before each further try. */
const retrySeconds = [0.3, 0.9, 2.7];

/** The body is signed as it is sent, so that the receiver can check it before reading it. */
export const webhookChannel =
  (url: string, secret: string | null): Channel =>
  (told, body, signal) =>
    postWithRetry(
      url,
      {
        "content-type": "application/json",
        "user-agent": "untildone",
        "x-untildone-event": told.event,
        "x-untildone-delivery": newDeliveryId(),
        ...(secret === null ? {} : { "x-untildone-signature": `sha256=${signText(secret, body)}` }),
      },
      { body, signal },
    );

/** ntfy takes JSON at the address of the server, with the topic in it. */
export function ntfyChannel(url: string, token: string | null): Channel {
  const address = new URL(url);
  const at = address.pathname.replace(/\/+$/, "").lastIndexOf("/");
  const topic = decodeURIComponent(address.pathname.slice(at + 1).replace(/\/+$/, ""));
  const server = `${address.origin}${address.pathname.slice(0, at + 1)}`;
  const headers = {
    "content-type": "application/json",
    "user-agent": "untildone",
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  return (_, body, signal) => {
    const { title, message, outcome } = JSON.parse(body) as Notification; // Without its secrets.
    const tags = [outcome === "completed" ? "white_check_mark" : "warning"];
    return postWithRetry(server, headers, { body: JSON.stringify({ topic, title, message, tags }), signal });
  };
}

interface Post {
  readonly body: string;
  readonly signal: AbortSignal;
}

async function postWithRetry(
  url: string,
  headers: Readonly<Record<string, string>>,
  { body, signal }: Post,
): Promise<string | null> {
  for (let tries = 0; ; tries++) {
    const answer = await postText(url, { headers, body, timeoutMs, signal });
    if (isTaken(answer)) return null;
    const wait = retrySeconds[tries];
    if (!mayPass(answer) || wait === undefined || signal.aborted) return describeAnswer(answer, signal);
    await sleepUntil(wait, signal);
    if (signal.aborted) return describeAnswer(answer, signal);
  }
}

const isTaken = (answer: PostAnswer): boolean =>
  answer.is === "answered" && answer.status >= 200 && answer.status < 300;

/** Whether the same request may succeed a moment later. */
const mayPass = (answer: PostAnswer): boolean =>
  answer.is === "failed" || answer.status >= 500 || answer.status === 408 || answer.status === 429;

function describeAnswer(answer: PostAnswer, signal: AbortSignal): string {
  if (answer.is === "answered")
    return answer.status >= 300 && answer.status < 400
      ? `it answers with a redirect (${answer.status}), which is not followed`
      : `it answers ${answer.status}`;
  return signal.aborted ? "no answer before the run ended" : answer.why;
}

/** The notification goes to stdin, so nothing an agent wrote is ever an argument. */
export const commandChannel =
  (
    words: readonly string[],
    { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ): Channel =>
  async (_, body, signal) => {
    const { ending, stderr } = await runCommand(words, {
      ...{ cwd, env, signal, timeoutMs: commandMs },
      stdin: `${body}\n`,
      graceMs: 200,
      keepLimits: { head: 2_000, tail: 0 },
      sweep: false,
    });
    switch (ending.is) {
      case "exited": {
        const said = stderr.text().trim().split("\n", 1)[0] ?? "";
        return ending.code === 0 ? null : `exit code ${ending.code}${said === "" ? "" : `: ${said}`}`;
      }
      case "signalled":
        return `ended by ${ending.signal}`;
      case "timed-out":
        return `it did not end in ${commandMs / 1000} s`;
      case "interrupted":
        return "it did not end before the run did";
      default:
        return ending.why;
    }
  };
