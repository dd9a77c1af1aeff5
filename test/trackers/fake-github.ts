import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface FakeIssue {
  number: number;
  title: string;
  state: "open" | "closed";
  state_reason?: string | null;
  labels: { name: string }[];
  body?: string | null;
  milestone?: number;
  assignee?: string;
  pull_request?: object;
  parent_issue_url?: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly status: number;
}

type Reply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | "hang"
  | "drop";

/** Behaves as the issues API does: pages with links, entity tags, filters, states and labels. */
export class FakeGithub {
  readonly issues: FakeIssue[] = [];
  readonly comments: string[] = [];
  readonly asked: Asked[] = [];
  /** Answers to give instead, the first to the next question. */
  readonly upsets: Reply[] = [];
  milestones: { number: number; title: string }[] = [];
  perPage = 100;
  url = "";

  static async start(): Promise<FakeGithub> {
    const fake = new FakeGithub();
    const server = createServer((request, response) => void fake.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return fake;
  }

  add(title: string, more: Partial<FakeIssue> = {}): void {
    this.issues.push({ number: this.issues.length + 1, title, state: "open", labels: [], ...more });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const upset = this.upsets.shift();
    if (upset === "hang") return;
    if (upset === "drop") return void request.socket.destroy();
    const { status, headers = {}, body: answer } = upset ?? this.#route(request, body);
    this.asked.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, status });
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(answer === undefined ? "" : JSON.stringify(answer));
  }

  #route(request: IncomingMessage, body: string): Exclude<Reply, string> {
    const url = new URL(request.url ?? "", this.url);
    const [, repo, rest = ""] = /^\/repos\/acme\/(shop)\/(.*)$/.exec(url.pathname) ?? [];
    if (!repo) return { status: 404, body: { message: "Not Found" } };
    if (rest === "issues") return this.#page(url, request.headers["if-none-match"]);
    if (rest === "milestones") return { status: 200, body: this.milestones };
    const [, number, what, label] = /^issues\/(\d+)(?:\/(labels|comments)(?:\/(.+))?)?$/.exec(rest) ?? [];
    const issue = this.issues.find((entry) => String(entry.number) === number);
    if (!issue) return { status: 404, body: { message: "Not Found" } };
    const given = body === "" ? {} : JSON.parse(body);
    if (what === "comments") this.comments.push(given.body);
    else if (what === "labels" && request.method === "POST")
      issue.labels.push(...given.labels.map((name: string) => ({ name })));
    else if (what === "labels") {
      const name = decodeURIComponent(label ?? "");
      if (!issue.labels.some((entry) => entry.name === name))
        return { status: 404, body: { message: "Label does not exist" } };
      issue.labels = issue.labels.filter((entry) => entry.name !== name);
    } else Object.assign(issue, given);
    return { status: 200, body: issue };
  }

  #page(url: URL, known: string | undefined): Exclude<Reply, string> {
    const query = url.searchParams;
    const labels = query.get("labels")?.split(",") ?? [];
    const found = this.issues.filter(
      (issue) =>
        labels.every((name) => issue.labels.some((label) => label.name === name)) &&
        (!query.has("milestone") || String(issue.milestone) === query.get("milestone")) &&
        (!query.has("assignee") || issue.assignee === query.get("assignee")),
    );
    const page = Number(query.get("page") ?? 1);
    const size = Math.min(this.perPage, Number(query.get("per_page") ?? 30));
    const body = found.slice((page - 1) * size, page * size);
    const etag = `W/"${Buffer.from(JSON.stringify(body)).toString("base64").slice(-40)}-${body.length}"`;
    if (known === etag) return { status: 304, headers: { etag } };
    url.searchParams.set("page", String(page + 1));
    const link =
      page * size < found.length
        ? { link: `<${this.url}${url.pathname}?${url.searchParams}>; rel="next", <${this.url}/last>; rel="last"` }
        : {};
    return { status: 200, headers: { etag, ...link }, body };
  }
}
