import { errorMessage } from "../../lib/errors.js";
import { readDashboardFiles } from "../../lib/files/page-files.js";
import type { LocalRequest } from "../../lib/net/local-request.js";
import { type LocalReply, refuse } from "../../lib/net/local-server.js";
import { isSameToken, newToken } from "../../lib/secrets/secret-token.js";
import { safeJson } from "../../lib/secrets/secrets.js";
import type { ActionReply, DashboardState } from "../../report/dashboard-state.js";
import { act, readAction } from "./act.js";
import { Broadcast } from "./broadcast.js";
import { formatShell } from "./format-shell.js";
import { ReportCache } from "./report-cache.js";
import type { WatchedProject } from "./watched-project.js";

const pollMs = 500;
const cookieName = "untildone";
const html = "text/html; charset=utf-8";
const json = "application/json; charset=utf-8";

type Route = (request: LocalRequest) => Promise<LocalReply> | LocalReply;

/**
 * Answers what the page asks for. The link has a token; whoever has it gets a cookie. Browsers send cookies to every
 * port of a host, so ours is bound to a path that no other server knows.
 */
export class DashboardServer {
  readonly token = newToken();
  readonly #session = newToken();
  readonly #base = `/${newToken()}/`;
  #projects: readonly WatchedProject[];
  readonly #reports = new ReportCache();
  readonly #broadcast = new Broadcast(() => safeJson(this.#state));
  readonly #routes: Readonly<Record<string, Route>>;
  #once: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | null = null;

  constructor(makeProjects: (onChange: () => void) => readonly WatchedProject[]) {
    this.#projects = makeProjects(() => this.#broadcast.schedule());
    const files = readDashboardFiles();
    this.#routes = {
      "GET ": () => ({ status: 200, type: html, body: formatShell() }),
      "GET page.js": () => ({ status: 200, type: "text/javascript; charset=utf-8", body: files.script }),
      "GET page.css": () => ({ status: 200, type: "text/css; charset=utf-8", body: files.style }),
      "GET events": () => this.#openEvents(),
      "GET report": (request) => this.#sendReport(request),
      "POST act": (request) => this.#act(request),
    };
  }

  /** Adds a project while the page is open, before the others. */
  add(makeProject: (onChange: () => void) => WatchedProject): void {
    this.#projects = [makeProject(() => this.#broadcast.schedule()), ...this.#projects];
    this.#broadcast.schedule();
  }

  /** A link that works once: the command line of a browser can be seen by others on this machine. */
  makeLinkForOnce(): string {
    this.#once = newToken();
    return this.#once;
  }

  async answer(request: LocalRequest): Promise<LocalReply> {
    const { method, path } = request;
    if (path === "/" && method === "GET") return this.#enter(request.query.get("token") ?? "");
    if (!path.startsWith(this.#base) || !isSameToken(request.cookie(cookieName), this.#session)) return notAllowed();
    const name = `${method} ${path.slice(this.#base.length)}`;
    const route = Object.hasOwn(this.#routes, name) ? this.#routes[name] : undefined;
    return route ? route(request) : refuse(404, "there is nothing here");
  }

  close(): void {
    clearInterval(this.#timer);
    this.#broadcast.close();
    this.#reports.close();
    for (const project of this.#projects) project.leave();
  }

  #enter(token: string): LocalReply {
    const isOnce = this.#once !== null && isSameToken(token, this.#once);
    if (!isOnce && !isSameToken(token, this.token)) return notAllowed();
    if (isOnce) this.#once = null;
    const cookie = `${cookieName}=${this.#session}; Path=${this.#base}; HttpOnly; SameSite=Strict`;
    const headers = { location: this.#base, "set-cookie": cookie };
    return { status: 303, type: "text/plain; charset=utf-8", body: "", headers };
  }

  get #state(): DashboardState {
    return { projects: this.#projects.map(({ state }) => state) };
  }

  /** Nobody looks: nothing is read. */
  async #openEvents(): Promise<LocalReply> {
    await this.#refresh();
    return {
      status: 200,
      open: (stream) => {
        this.#broadcast.add(stream);
        this.#timer ??= setInterval(() => void this.#refresh(), pollMs);
        return () => this.#closeEvents(() => this.#broadcast.remove(stream));
      },
    };
  }

  #closeEvents(remove: () => void): void {
    remove();
    if (this.#broadcast.hasStreams) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const project of this.#projects) project.leave();
  }

  /** One at a time. */
  async #refresh(): Promise<void> {
    this.#refreshing ??= Promise.all(this.#projects.map((project) => project.refresh())).then(() => {
      this.#refreshing = null;
    });
    await this.#refreshing;
  }

  async #sendReport({ query }: LocalRequest): Promise<LocalReply> {
    const project = this.#projects.find(({ id }) => String(id) === query.get("project"));
    try {
      const body = project ? await this.#reports.get(project, query.get("run") ?? "") : null;
      return body === null ? refuse(404, "there is no such run") : { status: 200, type: json, body };
    } catch (error) {
      return refuse(500, errorMessage(error));
    }
  }

  /** A page of another site cannot send this header. */
  async #act(request: LocalRequest): Promise<LocalReply> {
    if (request.header("x-untildone") !== "act") return notAllowed();
    const body = await request.body();
    if (body === null) return refuse(413, "that is too long");
    const asked = readAction(body);
    const project = asked && this.#projects.find(({ id }) => id === asked.project);
    if (!project) return refuse(400, "unknown action");
    const reply: ActionReply = await act(project, asked);
    await this.#refresh();
    return { status: 200, type: json, body: safeJson(reply) };
  }
}

const notAllowed = (): LocalReply => refuse(401, "open the link that untildone dashboard printed");
