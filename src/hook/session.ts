import { isRecord } from "../base/is-record.js";
import { tryParseJson } from "../base/try-parse-json.js";
import type { PrivateFolder } from "../run/private-folder.js";
import type { RunState } from "../store/run-state.js";
import { makePrivateFolder, removeFile, replaceOwnFile } from "../system/disk.js";
import { readIfThere } from "../system/files.js";
import { digest, namesIn, timesIn } from "../system/folder.js";
import { sealJson, unsealJson } from "../system/secrets.js";
import type { SavedWorkspace } from "../work/inspect.js";
import type { Goal } from "./goal.js";
import type { StopRequest } from "./stop-request.js";

/** What the hook remembers of one session. Each has its own: no session is driven by another's. */
export interface Session {
  readonly version: 1;
  readonly agent: string;
  readonly id: string;
  /** The stops since the person last had the floor; null before the first refusal. */
  readonly run: Pick<RunState, "run" | "breaker"> | null;
  readonly refusals: number;
  /** The content of the workspace at the last refusal. */
  readonly refusedAt: string | null;
  /** The goal at the last stop. */
  readonly goal: Goal | null;
  readonly workspace: SavedWorkspace | null;
}

/** How many sessions of a project are remembered. */
const kept = 50;

export const sessionKey = ({ agent, session }: Pick<StopRequest, "agent" | "session">): string =>
  digest(`${agent}\n${session}`).slice(0, 16);

export const newSession = ({ agent, session }: Pick<StopRequest, "agent" | "session">): Session => ({
  version: 1,
  agent,
  id: session,
  run: null,
  refusals: 0,
  refusedAt: null,
  goal: null,
  workspace: null,
});

/** The session of a hook, or a new one. A file that cannot be used is one nobody knows anything of. */
export function readSession(folder: PrivateFolder, request: StopRequest): Session | null {
  const text = readIfThere(sessionFile(folder, sessionKey(request)));
  const saved = tryParseJson(unsealJson(text ?? "null"));
  const isOwn = isRecord(saved) && saved["version"] === 1 && saved["id"] === request.session;
  return isOwn && saved["agent"] === request.agent ? (saved as unknown as Session) : null;
}

export function saveSession(folder: PrivateFolder, session: Session): void {
  const key = sessionKey({ agent: session.agent, session: session.id });
  makePrivateFolder(`${folder.path}/sessions`);
  replaceOwnFile(sessionFile(folder, key), sealJson(session));
  const files = namesIn(`${folder.path}/sessions`);
  if (files.length > kept) for (const file of oldest(`${folder.path}/sessions`, files)) removeFile(file);
}

const oldest = (path: string, names: readonly string[]): readonly string[] =>
  timesIn(path, names)
    .toSorted((one, other) => other.time - one.time)
    .slice(kept)
    .map(({ name }) => `${path}/${name}`);

const sessionFile = ({ path }: PrivateFolder, key: string): string => `${path}/sessions/${key}.json`;
