import { appendText } from "../lib/files/append.js";
import { exists, makeOwnFolder } from "../lib/files/disk.js";
import { oneLine } from "../lib/text/printable.js";
import { now } from "../lib/time/clock.js";
import type { StopAnswer, StopRequest } from "./stop-request.js";

/** One line per stop, also for those that are not decisions. Only where untildone is at home already. */
export function logStop(
  folder: string,
  { agent, session }: Pick<StopRequest, "agent" | "session">,
  answer: StopAnswer,
): void {
  if (!exists(folder)) return;
  const why = answer.is === "allowed" ? answer.why : answer.message;
  const words = [new Date(now()).toISOString(), agent, session.slice(0, 8), answer.is, oneLine(why)];
  makeOwnFolder(`${folder}/logs`);
  appendText(`${folder}/logs/hook.log`, `${words.join("  ")}\n`);
}
