import type { HttpAnswer, HttpRequest } from "../lib/net/http.js";
import type { World } from "./world.js";

export interface Call {
  readonly method: HttpRequest["method"];
  /** From the root of the API, with its query. */
  readonly path: string;
  readonly etag?: string;
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
}

/** One way to reach the API: by the `gh` program, or by ourselves. */
export type Send = (call: Call) => Promise<HttpAnswer>;

const timeoutMs = 30_000;

/** By ourselves, with the token of the environment where there is one. It goes to no other server. */
export function sendByHttp(world: World): Send {
  const base = apiRoot(world);
  const token = readToken(world);
  return ({ method, path, etag, fields }) =>
    world.ask({
      method,
      url: `${base}${path}`,
      timeoutMs,
      headers: {
        accept: "application/vnd.github+json",
        "x-github-api-version": "2022-11-28",
        "user-agent": "untildone",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(etag ? { "if-none-match": etag } : {}),
        ...(fields ? { "content-type": "application/json" } : {}),
      },
      ...(fields ? { body: JSON.stringify(fields) } : {}),
    });
}

/** Through `gh`, which has its own log-in. */
export function sendByGh(world: World): Send {
  return async ({ method, path, etag, fields }) => {
    const words = ["api", "--include", "--method", method, path];
    if (etag) words.push("--header", `If-None-Match: ${etag}`);
    for (const [name, value] of Object.entries(fields ?? {}))
      for (const part of [value].flat())
        words.push("--raw-field", `${Array.isArray(value) ? `${name}[]` : name}=${part}`);
    const end = await world.run("gh", words);
    if (end.is === "not-found") return { is: "failed", why: "gh is not installed" };
    if (end.is === "timed-out") return { is: "failed", why: `gh gave no answer in ${end.afterMs / 1000} s` };
    return (
      readAnswer(end.out) ?? { is: "failed", why: `gh: ${end.err.trim().split("\n")[0] || `exit code ${end.code}`}` }
    );
  };
}

/** "HTTP/2.0 200 OK", headers, a blank line, the body. */
function readAnswer(out: string): HttpAnswer | null {
  const status = /^HTTP\/[\d.]+ (\d{3})/.exec(out)?.[1];
  if (status === undefined) return null;
  const blank = /\r?\n\r?\n/.exec(out);
  const head = out
    .slice(0, blank?.index ?? out.length)
    .split(/\r?\n/)
    .slice(1);
  const headers = head.flatMap((line) => {
    const at = line.indexOf(":");
    return at < 1 ? [] : [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const];
  });
  const body = blank ? out.slice(blank.index + blank[0].length) : "";
  return { is: "answered", status: Number(status), headers: Object.fromEntries(headers), body };
}

export const apiRoot = ({ env }: World): string =>
  (env["GITHUB_API_URL"] || "https://api.github.com").replace(/\/+$/, "");

export const readToken = ({ env }: World): string => env["GITHUB_TOKEN"] || env["GH_TOKEN"] || "";

/** `gh` where it is there and nobody named another server. */
export async function chooseSend(world: World): Promise<Send> {
  if (world.env["GITHUB_API_URL"]) return sendByHttp(world);
  const there = await world.run("gh", ["--version"]);
  return there.is === "ended" && there.code === 0 ? sendByGh(world) : sendByHttp(world);
}
