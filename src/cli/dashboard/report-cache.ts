import { buildPage } from "./build-page.js";
import type { WatchedProject } from "./watched-project.js";

/** The reports that the open pages show: each is built once, however many ask for it. */
const maxReports = 4;

export class ReportCache {
  readonly #reports = new Map<string, Promise<Buffer>>();
  readonly #closing = new AbortController();
  /** One is built at a time: each has a processor for itself, and may need much memory. */
  #last: Promise<unknown> = Promise.resolve();

  /** Null if there is no such run, or nothing to report of it yet. */
  async get(project: WatchedProject, run: string): Promise<Buffer | null> {
    const version = project.findVersion(run);
    if (version === null) return null;
    const key = JSON.stringify([project.id, run, version]);
    const known = this.#reports.get(key) ?? this.#build(project, run);
    this.#reports.delete(key); // The one that was asked for last is the last to go.
    this.#reports.set(key, known);
    const [oldest] = this.#reports.keys();
    if (this.#reports.size > maxReports && oldest !== undefined) this.#reports.delete(oldest);
    known.catch(() => this.#reports.delete(key));
    return known;
  }

  close(): void {
    this.#closing.abort();
  }

  #build(project: WatchedProject, run: string): Promise<Buffer> {
    const built = this.#last.then(() => buildPage(project, run, this.#closing.signal));
    this.#last = built.catch(() => undefined);
    return built;
  }
}
