import type { Judged } from "../judge/judge.js";
import { openPrivateFolder } from "../run/private-folder.js";
import { now } from "../system/clock.js";
import { inspectStop, lookOnce } from "./judge-stop.js";
import { readStop } from "./read-stop.js";
import { newSession } from "./session.js";
import { hasTasksLeft, type StopPlace } from "./stop-place.js";
import type { StopRequest } from "./stop-request.js";

const nobody: StopRequest = {
  agent: "mcp",
  event: "stop",
  session: "",
  message: null,
  folder: null,
  isRetry: null,
  background: 0,
  notAtWork: null,
  cap: null,
};

/**
 * What a stop would be held against, for an agent that asks before it stops. A question changes nothing: no count, no
 * journal, no goal. Asked twice, it has the same answer.
 */
export async function askStop(message: string | null, place: StopPlace): Promise<Judged> {
  const { report } = readStop(message, {
    settings: place.config.resolved.settings,
    now: now(),
    isAsked: place.goal !== null || hasTasksLeft(place),
  });
  const start = place.goal?.start ?? null;
  const before = start === null ? null : { run: null, baseline: start, after: start.state };
  const { judged } = await inspectStop({
    request: { ...nobody, message },
    place,
    folder: openPrivateFolder(place.cwd, place.owner),
    session: newSession(nobody),
    report,
    before,
    look: lookOnce(place, before),
  });
  return judged;
}
