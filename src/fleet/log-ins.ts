import { hostOf } from "./repository-url.js";

/**
 * Which hosts refuse the log-in of this worker. One that does may only hide a repository that is private or was deleted:
 * this worker leaves it to others. Once a second host refuses, and neither takes it for any repository, it is the machine.
 */
export class LogIns {
  readonly #refused = new Set<string>();
  readonly #taken = new Set<string>();

  /** True if it is the machine that lacks it. */
  noteRefused(url: string): boolean {
    const host = hostOf(url);
    if (host !== null && !this.#taken.has(host)) this.#refused.add(host);
    return this.#refused.size > 1;
  }

  /** A repository there could be fetched and pushed to. */
  noteTaken(url: string): void {
    const host = hostOf(url);
    if (host === null) return;
    this.#taken.add(host);
    this.#refused.delete(host);
  }
}
