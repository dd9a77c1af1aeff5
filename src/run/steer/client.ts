import { realPath } from "../../lib/files/folder.js";
import { type Connected, connectLines, type LinePeer } from "../../lib/net/line-socket.js";
import type { ControlReply } from "../loop/control-reply.js";
import { isReachable, listAddresses, type RunAddress, removeAddress } from "./address.js";
import { type ControlRequest, type RunSnapshot, readServerLine, type ServerLine, type TimedEvent } from "./protocol.js";

export type FoundRun =
  | { readonly is: "run"; readonly address: RunAddress }
  | { readonly is: "none" }
  /** Several runs with state folders of their own, or one on another machine. */
  | { readonly is: "several"; readonly stateFolders: readonly string[] }
  | { readonly is: "elsewhere"; readonly host: string };

/** The run that is going on in a project. `folder` is its private folder; a state folder selects one of several. */
export function findRunningRun(folder: string, stateFolder?: string): FoundRun {
  const wanted = stateFolder === undefined ? null : realPath(stateFolder);
  const all = listAddresses(folder).filter((each) => wanted === null || each.stateFolder === wanted);
  const [address, other] = all.filter(isReachable);
  if (address && other) return { is: "several", stateFolders: all.map((each) => each.stateFolder) };
  if (address) return { is: "run", address };
  const [elsewhere] = all;
  return elsewhere ? { is: "elsewhere", host: elsewhere.process.host } : { is: "none" };
}

/** An event of a run that works on a long list is long. */
const maxLine = 64 * 1024 * 1024;
const replyMs = 5_000;

/** Asks a run for something. Null: it ended meanwhile. */
export async function request(
  folder: string,
  address: RunAddress,
  asked: Exclude<ControlRequest, { request: "subscribe" }>,
): Promise<ControlReply | null> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (reply: ControlReply | null): void => {
      clearTimeout(timer);
      resolve(reply);
    };
    const onLine = (peer: LinePeer, line: string): void => {
      const read = readServerLine(line);
      if (read?.is !== "reply") return;
      end(read);
      peer.end();
    };
    void connectLines(address.path, { maxLine, onLine, onClose: () => end(null) }).then((connected) => {
      if (connected.is !== "connected") return end(whyNot(connected, { folder, address }));
      timer = setTimeout(() => {
        end({ ok: false, message: `the run does not answer (process ${address.process.pid})` });
        connected.peer.end();
      }, replyMs);
      connected.peer.send(JSON.stringify(asked));
    });
  });
}

/** A socket nobody listens at is what a killed run left. */
function whyNot(
  { is, why }: Exclude<Connected, { is: "connected" }>,
  { folder, address }: { readonly folder: string; readonly address: RunAddress },
): ControlReply | null {
  if (is === "failed") return { ok: false, message: `the run cannot be reached: ${why}` };
  removeAddress(folder, address);
  return null;
}

export interface Watching {
  onSnapshot(snapshot: RunSnapshot): void;
  onEvent(event: TimedEvent): void;
  /** The connection ended: after `run-end`, or because the run was killed or dropped a slow watcher. */
  onEnd(): void;
}

/** Watches a run: its state so far, then every event. Null if it ended meanwhile; else a function that stops it. */
export async function subscribe(address: RunAddress, watching: Watching): Promise<(() => void) | null> {
  const connected = await connectLines(address.path, {
    maxLine,
    onLine: (_, line) => show(readServerLine(line), watching),
    onClose: () => watching.onEnd(),
  });
  if (connected.is !== "connected") return null;
  connected.peer.send(JSON.stringify({ request: "subscribe" } satisfies ControlRequest));
  return () => connected.peer.end();
}

function show(line: ServerLine | null, { onSnapshot, onEvent }: Watching): void {
  if (line?.is === "snapshot") onSnapshot(line.snapshot);
  if (line?.is === "event") onEvent({ at: line.at, event: line.event });
}
