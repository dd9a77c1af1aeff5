import { exists, makePrivateFolder, removeFile, replaceOwnFile } from "../lib/files/disk.js";
import { readIfThere } from "../lib/files/files.js";
import { digest, namesIn, timesIn } from "../lib/files/folder.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { sealJson, unsealJson } from "../lib/secrets/secrets.js";
import type { SavedWorkspace } from "../run/judge/inspect.js";
import { findPrivateFolder, type Owner, type PrivateFolder } from "../run/records/private-folder.js";
import type { RunState } from "../store/current-run.js";
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
  /** The goal at the last stop that was judged. */
  readonly goal: Goal | null;
  /** The goal it is held to, since its start or a stop: it must not go without a word. */
  readonly held?: Goal | null;
  /** A stop was refused because that goal was removed or edited. */
  readonly goalTold?: boolean;
  /** When the last goal that was met here had been set. */
  readonly met?: string | null;
  /** Something was changed in it before the last stop that was let go. */
  readonly worked?: boolean;
  /** When the person last had the floor: the session began, or a stop was let go. */
  readonly at?: string;
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

/** Whether anything is known of a session, without reading it. */
export function mayHaveSession(cwd: string, owner: Owner, request: Pick<StopRequest, "agent" | "session">): boolean {
  const folder = findPrivateFolder(cwd, owner);
  return folder !== null && exists(sessionFile(folder, sessionKey(request)));
}

/** When the goals were set that sessions of the project have met. */
export const listMetGoals = ({ path }: PrivateFolder): readonly string[] =>
  namesIn(`${path}/sessions`).flatMap((name) => {
    const saved = tryParseJson(unsealJson(readIfThere(`${path}/sessions/${name}`) ?? "null"));
    return isRecord(saved) && typeof saved["met"] === "string" ? [saved["met"]] : [];
  });

const oldest = (path: string, names: readonly string[]): readonly string[] =>
  timesIn(path, names)
    .toSorted((one, other) => other.time - one.time)
    .slice(kept)
    .map(({ name }) => `${path}/${name}`);

const sessionFile = ({ path }: PrivateFolder, key: string): string => `${path}/sessions/${key}.json`;
