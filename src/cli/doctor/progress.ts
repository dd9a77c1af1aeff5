import type { CommandPlan } from "../../evidence/plan.js";
import { duration } from "../../lib/text/duration.js";
import type { Io } from "../command.js";

/** Elsewhere than on a terminal, only what takes long is worth a line. */
const quietSeconds = 10;

/** Tells on stderr that a check runs, and for how long. Returns what ends it. */
export function showProgress({ name, words }: CommandPlan, io: Io): () => void {
  const begun = performance.now();
  const text = (): string => {
    const seconds = (performance.now() - begun) / 1000;
    return `check ${name}: ${words.join(" ")} …${seconds < 1 ? "" : ` ${duration(seconds)}`}`;
  };
  if (io.isWatched) io.live("err", text());
  const show = (): void => (io.isWatched ? io.live("err", text()) : io.err(`${text()}\n`));
  const timer = setInterval(show, (io.isWatched ? 1 : quietSeconds) * 1000);
  return () => {
    clearInterval(timer);
    if (io.isWatched) io.live("err", "");
  };
}
