import type { Task } from "../decide/tasks.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { apiRoot, type Call, chooseSend, readToken, type Send } from "./github-calls.js";
import { readIssues } from "./github-issues.js";
import { type GithubResponse, requestWithRetry } from "./github-retry.js";
import type { GithubSpec } from "./github-spec.js";
import {
  createTracker,
  type Listing,
  type Marking,
  type MarkStatus,
  refused,
  type Tracker,
  unusable,
} from "./tracker.js";
import type { World } from "./world.js";

const maxPages = 100;

export interface GithubOptions {
  /** The longest a limit is waited for. */
  readonly maxWaitMs?: number;
}

/** The issues of a repository as tasks: read page by page, and asked for again only if they have changed. */
export function githubTracker(world: World, spec: GithubSpec, { maxWaitMs = 60_000 }: GithubOptions = {}): Tracker {
  const pages = new Map<string, Page>();
  let sending: Promise<Send> | undefined;
  const ask = async (call: Call): Promise<GithubResponse> => {
    sending ??= chooseSend(world);
    const response = await requestWithRetry(world, await sending, { call, maxWaitMs });
    return response.is === "failed" ? { ...response, why: hideToken(response.why, world) } : response;
  };
  const api: Api = { ask, root: apiRoot(world), pages, spec };
  return createTracker({
    name: `github:${spec.owner}/${spec.repo}`,
    list: () => listIssues(api),
    mark: (id, status, reason) => markIssue(api, { id, status, reason }),
  });
}

interface Page {
  readonly etag: string;
  readonly issues: unknown;
  readonly next: string | null;
}

interface Api {
  ask(call: Call): Promise<GithubResponse>;
  readonly root: string;
  readonly pages: Map<string, Page>;
  readonly spec: GithubSpec;
}

/** Whatever an answer quotes, a token is not printed. */
function hideToken(text: string, world: World): string {
  const token = readToken(world);
  return token === "" ? text : text.replaceAll(token, "***");
}

async function listIssues(api: Api): Promise<Listing> {
  const milestone = await findMilestone(api);
  if (typeof milestone === "object" && milestone !== null) return unusable(milestone.why);
  const tasks: Task[] = [];
  let path: string | null = firstPath(api.spec, milestone);
  for (let count = 0; path !== null; count++) {
    if (count >= maxPages) return unusable(`more than ${maxPages * 100} issues: narrow them with label= or milestone=`);
    const page: Page | Extract<GithubResponse, { is: "failed" }> = await pageAt(api, path);
    if ("is" in page) return unusable(page.why);
    tasks.push(...readIssues(page.issues, api.spec));
    path = page.next;
  }
  if (tasks.length === 0) return unusable("no issue matches");
  return { is: "tasks", format: "github", tasks: tasks.sort((a, b) => Number(a.id) - Number(b.id)), problems: [] };
}

const repoPath = ({ owner, repo }: GithubSpec): string =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;

function firstPath(spec: GithubSpec, milestone: string | null): string {
  const query = new URLSearchParams({ state: "all", sort: "created", direction: "asc", per_page: "100" });
  if (spec.labels.length > 0) query.set("labels", spec.labels.join(","));
  if (milestone !== null) query.set("milestone", milestone);
  if (spec.assignee !== null) query.set("assignee", spec.assignee);
  return `${repoPath(spec)}/issues?${query}`;
}

async function pageAt(
  { ask, root, pages }: Api,
  path: string,
): Promise<Page | Extract<GithubResponse, { is: "failed" }>> {
  const held = pages.get(path);
  const response = await ask({ method: "GET", path, ...(held ? { etag: held.etag } : {}) });
  if (response.is === "failed") return response;
  if (response.status === 304 && held) return held;
  const issues = tryParseJson(response.body);
  if (!Array.isArray(issues))
    return { is: "failed", status: response.status, why: "GitHub's answer is no list of issues" };
  const page = { etag: response.headers["etag"] ?? "", issues, next: nextPath(response.headers["link"] ?? "", root) };
  if (page.etag !== "") pages.set(path, page);
  return page;
}

/** The page after this one. A link that leads to another server is not followed. */
function nextPath(links: string, root: string): string | null {
  const url = /<([^>]+)>\s*;\s*rel="next"/.exec(
    links.split(",").find((link) => link.includes('rel="next"')) ?? "",
  )?.[1];
  return url?.startsWith(`${root}/`) ? url.slice(root.length) : null;
}

/** The API wants a milestone's number; people know its title. */
async function findMilestone({ ask, spec }: Api): Promise<string | null | { readonly why: string }> {
  const { milestone } = spec;
  if (milestone === null || milestone === "*" || milestone === "none" || /^\d+$/.test(milestone)) return milestone;
  const response = await ask({ method: "GET", path: `${repoPath(spec)}/milestones?state=all&per_page=100` });
  if (response.is === "failed") return response;
  const found: unknown = tryParseJson(response.body);
  const all: readonly { title?: unknown; number?: unknown }[] = Array.isArray(found) ? found : [];
  const match = all.find(({ title }) => String(title).toLowerCase() === milestone.toLowerCase());
  return match ? String(match.number) : { why: `there is no milestone ${JSON.stringify(milestone)}` };
}

interface IssueMark {
  readonly id: string;
  readonly status: MarkStatus;
  readonly reason: string | undefined;
}

async function markIssue(api: Api, { id, status, reason }: IssueMark): Promise<Marking> {
  const number = /^#?(\d{1,10})$/.exec(id)?.[1];
  if (number === undefined) return refused(`${JSON.stringify(id)} is no number of an issue`);
  if (!api.spec.write)
    return refused("writing to GitHub is not allowed: add write=yes to its options, as in github:OWNER/REPO?write=yes");
  const issue = `${repoPath(api.spec)}/issues/${number}`;
  for (const call of callsFor(issue, api.spec, status, reason)) {
    const response = await api.ask(call);
    const isMissingLabel = call.method === "DELETE" && response.is === "failed" && response.status === 404;
    if (response.is === "failed" && !isMissingLabel) return refused(response.why);
  }
  return { is: "marked", task: number, changed: true };
}

function callsFor(
  issue: string,
  { blockedLabel, doingLabel }: GithubSpec,
  status: MarkStatus,
  reason: string | undefined,
): readonly Call[] {
  const state = (fields: Record<string, string>): Call => ({ method: "PATCH", path: issue, fields });
  const add = (label: string): Call => ({ method: "POST", path: `${issue}/labels`, fields: { labels: [label] } });
  const remove = (label: string): Call => ({ method: "DELETE", path: `${issue}/labels/${encodeURIComponent(label)}` });
  switch (status) {
    case "done":
      return [state({ state: "closed", state_reason: "completed" }), remove(doingLabel), remove(blockedLabel)];
    case "todo":
      return [state({ state: "open" }), remove(doingLabel), remove(blockedLabel)];
    case "doing":
      return [state({ state: "open" }), add(doingLabel), remove(blockedLabel)];
    case "blocked":
      return [
        state({ state: "open" }),
        add(blockedLabel),
        remove(doingLabel),
        ...(reason
          ? [{ method: "POST", path: `${issue}/comments`, fields: { body: `Blocked: ${reason}` } } as const]
          : []),
      ];
  }
}
