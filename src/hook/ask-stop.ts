import { now } from "../lib/time/clock.js";
import type { JudgedIteration } from "../run/judge/judge.js";
import { openPrivateFolder } from "../run/records/private-folder.js";
import { inspectStop } from "./inspect-stop.js";
import { isIdle, lookOnce, startOfGoal } from "./measure-stop.js";
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

/** Nothing is claimed and nothing has changed: such a stop is let go without any check. */
export async function isTalk(message: string | null, place: StopPlace): Promise<boolean> {
  const { claims } = readWords(message, place);
  return !claims && (await isIdle(newSession(nobody), place.goal, lookOnce(place, startOf(place))));
}

/**
 * What a stop would be held against, for an agent that asks before it stops. A question changes nothing: no count, no
 * journal, no goal. Asked twice, it has the same answer.
 */
export async function askStop(message: string | null, place: StopPlace): Promise<JudgedIteration> {
  const before = startOf(place);
  const { judged } = await inspectStop({
    request: { ...nobody, message },
    place,
    folder: openPrivateFolder(place.cwd, place.owner),
    session: newSession(nobody),
    report: readWords(message, place).report,
    before,
    look: lookOnce(place, before),
    goalChange: null,
  });
  return judged;
}

const readWords = (message: string | null, place: StopPlace) =>
  readStop(message, {
    settings: place.config.resolved.settings,
    now: now(),
    isAsked: place.goal !== null || hasTasksLeft(place),
  });

const startOf = ({ goal }: StopPlace) => (goal?.start ? startOfGoal(goal.start) : null);
