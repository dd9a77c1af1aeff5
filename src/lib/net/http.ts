export interface HttpRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
}

export type HttpAnswer =
  | {
      readonly is: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly is: "failed"; readonly why: string };

/** Sends a request and returns the response, or the error. Never throws. */
export async function askServer({ method, url, headers, body, timeoutMs }: HttpRequest): Promise<HttpAnswer> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return {
      is: "answered",
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  } catch (error) {
    return { is: "failed", why: describeError(error, timeoutMs) };
  }
}

function describeError(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer in ${timeoutMs / 1000} s`;
  const cause = error.cause instanceof Error ? error.cause.message || error.cause.name : "";
  return cause === "" ? error.message : cause;
}

export type PostAnswer =
  | { readonly is: "answered"; readonly status: number }
  | { readonly is: "failed"; readonly why: string };

/** Posts a text. Redirects are not followed, and what the server answers is not read. Never throws. */
export async function postText(
  url: string,
  {
    headers,
    body,
    timeoutMs,
    signal,
  }: Pick<HttpRequest, "headers" | "timeoutMs"> & { readonly body: string; readonly signal: AbortSignal },
): Promise<PostAnswer> {
  try {
    const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]);
    const { status, body: answer } = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: limit,
    });
    await answer?.cancel();
    return { is: "answered", status };
  } catch (error) {
    return { is: "failed", why: describeError(error, timeoutMs) };
  }
}
