import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { defaultSettings } from "../../src/decide/settings-table.js";
import type { ListOptions } from "../../src/tasks/list-options.js";
import { openTracker } from "../../src/tasks/open-tracker.js";
import type { Tracker } from "../../src/tasks/tracker.js";

/** A folder of its own for one test, gone when the test is over. */
export class Place {
  readonly path = mkdtempSync(join(tmpdir(), "untildone-trackers-"));

  constructor() {
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }));
  }

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  read(name: string): Buffer {
    return readFileSync(join(this.path, name));
  }

  open(spec: string | null, env: Record<string, string> = {}, options: Partial<ListOptions> = {}): Promise<Tracker> {
    const { optionalSections } = defaultSettings;
    return openTracker(spec, { cwd: this.path, env, optionalSections, ...options });
  }
}
