import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunRequest } from "../../src/decide/run-request.js";
import type { Words } from "../../src/decide/words.js";
import { RunControl } from "../../src/run/loop/run-control.js";
import type { RunEvent } from "../../src/run/loop/run-event.js";
import { StopRequest } from "../../src/run/loop/stop.js";
import { EventFeed } from "../../src/run/steer/event-feed.js";
import { type RunServer, serveRun } from "../../src/run/steer/serve-run.js";

/** A run without a loop: its control, its events and its socket. */
export class ServedPlace implements AsyncDisposable {
  readonly folder: string;
  readonly stop = new StopRequest();
  readonly control = new RunControl(this.stop);
  readonly feed = new EventFeed(() => Date.parse("2026-01-01T00:00:00Z"));
  readonly emitted: RunEvent[] = [];
  readonly saved: Words[] = [];
  readonly noted: RunRequest[] = [];
  clock = 0;
  #server: RunServer | null = null;

  constructor(folder = mkdtempSync(join(tmpdir(), "untildone-control-"))) {
    this.folder = folder;
    this.control.attach({
      emit: (event) => {
        this.emitted.push(event);
        this.feed.emit(event);
      },
      now: () => this.clock,
      save: (words) => {
        const saved = { ...words, id: this.saved.length + 1 };
        this.saved.push(saved);
        return saved;
      },
      note: (asked) => void this.noted.push(asked),
    });
  }

  async serve(run = "20260101-000000-aaaaaa"): Promise<void> {
    const { folder, control, feed } = this;
    this.#server = await serveRun({
      ...{ run, project: "/project", stateFolder: "/project/.ralph", folder, startedAt: 0 },
      ...{ control, feed },
    });
  }

  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
