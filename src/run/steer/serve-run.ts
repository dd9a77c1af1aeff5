import { errorMessage } from "../../lib/errors.js";
import { realPath } from "../../lib/files/folder.js";
import { type LinePeer, serveLines } from "../../lib/net/line-socket.js";
import type { ControlReply } from "../loop/control-reply.js";
import type { RunControl } from "../loop/run-control.js";
import { listAddresses, makePlace, removeAddress, writeAddress } from "./address.js";
import { type EventFeed, formatLine } from "./event-feed.js";
import { type ControlRequest, maxRequestLine, type RunSnapshot, readRequest } from "./protocol.js";

export interface ServedRun {
  readonly run: string;
  readonly project: string;
  readonly stateFolder: string;
  /** The private folder of the project's runs. */
  readonly folder: string;
  readonly startedAt: number;
  readonly control: RunControl;
  readonly feed: EventFeed;
}

export interface RunServer {
  close(): Promise<void>;
}

/** Lets other terminals watch and steer the run. Rejects if this system has no place for a socket. */
export async function serveRun(served: ServedRun): Promise<RunServer> {
  const { folder, run } = served;
  listAddresses(folder); // Removes those of killed runs.
  const place = makePlace(folder, run);
  try {
    const watchers = new Map<LinePeer, () => void>();
    const server = await serveLines(place.path, {
      maxLine: maxRequestLine,
      onLine: (peer, line) => answer(served, { peer, watchers }, readRequest(line)),
      onTooLong: (peer) => peer.send(formatLine({ is: "reply", ok: false, message: "the request is too long" })),
      onClose: (peer) => {
        watchers.get(peer)?.();
        watchers.delete(peer);
      },
    });
    writeAddress(folder, { run, path: place.path, stateFolder: realPath(served.stateFolder) });
    return {
      async close() {
        removeAddress(folder, { run, path: place.path });
        await server.close();
        place.release();
      },
    };
  } catch (error) {
    place.release();
    throw error;
  }
}

interface Asking {
  readonly peer: LinePeer;
  readonly watchers: Map<LinePeer, () => void>;
}

/** Whatever goes wrong with a request, the run goes on. */
function answer(served: ServedRun, asking: Asking, request: ControlRequest | ControlReply): void {
  const reply = "request" in request ? tryAct(served.control, request) : request;
  asking.peer.send(formatLine({ is: "reply", ...reply }));
  if ("request" in request && request.request === "subscribe") startWatching(served, asking);
}

function tryAct(control: RunControl, asked: ControlRequest): ControlReply {
  try {
    return act(control, asked);
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

function act(control: RunControl, asked: ControlRequest): ControlReply {
  switch (asked.request) {
    case "pause":
      return control.pause(asked.by ?? "command");
    case "continue":
      return control.continue(asked.by ?? "command");
    case "stop":
      return control.stop(asked.by ?? "command");
    case "raise":
      return control.raise(asked.budget, asked.by ?? "command");
    case "tell":
      return control.words.tell(asked.text, asked.task === undefined ? {} : { task: asked.task });
    case "answer":
      return control.words.answer(asked.text, asked.task);
    case "subscribe":
      return { ok: true, message: "the run so far, and every event from now on" };
  }
}

function startWatching(served: ServedRun, { peer, watchers }: Asking): void {
  if (watchers.has(peer)) return;
  peer.stay();
  peer.send(formatLine({ is: "snapshot", snapshot: takeSnapshot(served) }));
  watchers.set(
    peer,
    served.feed.watch((line) => peer.send(line)),
  );
}

const takeSnapshot = ({ run, project, startedAt, control, feed }: ServedRun): RunSnapshot => ({
  run,
  project,
  startedAt: new Date(startedAt).toISOString(),
  state: control.state,
  waitingWords: control.words.waiting.length,
  question: control.words.questions.at(-1) ?? null,
  questions: control.words.questions,
  events: feed.events,
});
