import { realPath } from "../lib/files/folder.js";
import { localTime } from "../lib/text/local-time.js";
import { oneLine } from "../lib/text/printable.js";
import { now } from "../lib/time/clock.js";
import { applyEvent, measureSeconds, startView, type ViewState } from "../report/live-view/view-state.js";
import { findCutOff, type OpenRun } from "../run/records/open-runs.js";
import { findPrivateFolder } from "../run/records/private-folder.js";
import type { RunAddress } from "../run/steer/address.js";
import { findRunningRun, subscribe } from "../run/steer/client.js";
import type { RunSnapshot } from "../run/steer/protocol.js";
import type { Io } from "./command.js";

/** `going`: its process lives. `cut-off`: it was killed. Null for a loop of somebody else, or none. */
export type LiveRun =
  | { readonly is: "going"; readonly run: string; readonly snapshot: RunSnapshot | null }
  | { readonly is: "cut-off"; readonly run: string }
  | null;

export async function findLiveRun(folder: string, io: Io): Promise<LiveRun> {
  const place = findPrivateFolder(io.cwd, io);
  if (!place) return null;
  const found = findRunningRun(place.path, folder);
  if (found.is === "run") return { is: "going", run: found.address.run, snapshot: await askForSnapshot(found.address) };
  const cutOff = found.is === "none" ? findCutOff(place, null).findLast(isOf(folder)) : undefined;
  return cutOff ? { is: "cut-off", run: cutOff.run } : null;
}

const isOf =
  (folder: string) =>
  ({ stateFolder }: OpenRun): boolean =>
    stateFolder === realPath(folder);

/** A suspended run does not answer. */
const patienceMs = 2_000;

/** Where a run stands by its own word; null if it does not answer. */
function askForSnapshot(address: RunAddress): Promise<RunSnapshot | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(null), patienceMs);
    let stop: (() => void) | null = null;
    const end = (snapshot: RunSnapshot | null): void => {
      clearTimeout(timer);
      stop?.();
      resolve(snapshot);
    };
    const watching = { onSnapshot: end, onEvent: () => undefined, onEnd: () => end(null) };
    void subscribe(address, watching).then((stopWatching) => {
      stop = stopWatching;
      if (!stopWatching) end(null);
    });
  });
}

/** How the run stands, for a heading. */
export function describeLiveRun(live: NonNullable<LiveRun>): string {
  if (live.is === "cut-off") return "cut off; continue it with: untildone run --resume";
  if (live.snapshot === null) return "running, but it does not answer";
  switch (live.snapshot.state) {
    case "running":
      return "running";
    case "pausing":
      return "running, pausing after this iteration";
    case "paused":
      return `paused${describeSince(live.snapshot)}; continue it with: untildone continue`;
    case "stopping":
      return "stopping";
  }
}

function describeSince(snapshot: RunSnapshot): string {
  const { step } = replay(snapshot);
  return step.is === "paused" ? ` since ${localTime(step.at, now())}` : "";
}

/** How long the run has worked, as its live view says; null if it does not answer. */
export const workedSeconds = (live: LiveRun): number | null =>
  live?.is === "going" && live.snapshot ? measureSeconds(replay(live.snapshot), now()) : null;

const replay = ({ events, startedAt }: RunSnapshot): ViewState =>
  events.reduce(
    (view, { at, event }) => applyEvent(view, event, { at: Date.parse(at), clean: oneLine }),
    startView(Date.parse(startedAt)),
  );
