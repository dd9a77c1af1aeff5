import type { CommandRun } from "../../lib/process/command-run.js";
import { runCommand } from "../../lib/process/process.js";
import { plural } from "../../lib/text/plural.js";
import { extractData } from "../../report/run-report/format-html.js";
import { ownCommandLine } from "../own-command-line.js";
import type { WatchedProject } from "./watched-project.js";

const timeoutMs = 120_000;
/** A page has at most 20 MB. */
const maxBytes = 64 << 20;

/**
 * The data of a run's page, made by `untildone report` in a process of its own: a long run takes seconds, in which the
 * server answers others. Rejects with what to tell the person.
 */
export async function buildPage({ io, folder }: WatchedProject, run: string, signal: AbortSignal): Promise<Buffer> {
  const words = [...ownCommandLine("report"), "--output", "-", "--state", folder, "--", run];
  const built = await runCommand(words, {
    ...{ cwd: io.cwd, timeoutMs, signal, sweep: false },
    keepLimits: { head: maxBytes, tail: 0 },
  });
  const data = isWhole(built) ? extractData(built.stdout.text()) : null;
  if (data === null) throw new Error(`the report could not be built: ${describeFailure(built)}`);
  return Buffer.from(data);
}

const isWhole = ({ ending, stdout }: CommandRun): boolean =>
  ending.is === "exited" && ending.code === 0 && !stdout.isCut;

function describeFailure({ ending, stderr }: CommandRun): string {
  switch (ending.is) {
    case "signalled":
      return `untildone report was ended by ${ending.signal}; this machine may be short of memory`;
    case "timed-out":
      return `untildone report took more than ${plural(timeoutMs / 60_000, "minute")}`;
    case "exited":
      return stderr.text().trim().split("\n", 1)[0] || `untildone report ended with status ${ending.code}`;
    case "interrupted":
      return "the dashboard is ending";
    default:
      return ending.why;
  }
}
