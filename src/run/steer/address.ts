import { removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { namesIn } from "../../lib/files/folder.js";
import { isDead, isHere, isProcessName, type ProcessName, thisProcess } from "../../lib/files/lock-holder.js";
import { removeFolder, temporaryFolder } from "../../lib/files/temporary-folder.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { hasSocketFiles, removeSocket } from "../../lib/net/line-socket.js";
import { newNonce } from "../../lib/secrets/nonce.js";

/** Where a running run listens, written beside the records of the project's runs. */
export interface RunAddress {
  readonly run: string;
  /** The path of its socket. */
  readonly path: string;
  /** The real path of its state folder. */
  readonly stateFolder: string;
  readonly process: ProcessName;
}

/** Systems allow 104 bytes or more in the path of a socket. */
const maxPath = 100;

const addressFile = (folder: string, run: string): string => `${folder}/${run}.control`;

export interface SocketPlace {
  readonly path: string;
  release(): void;
}

/** A path for the socket in the private folder, or in a short one of its own if that is too long. */
export function makePlace(folder: string, run: string): SocketPlace {
  if (!hasSocketFiles) return { path: `\\\\.\\pipe\\untildone-${run}-${newNonce()}`, release: () => undefined };
  const usual = `${folder}/${run}.sock`;
  if (Buffer.byteLength(usual) <= maxPath) {
    removeSocket(usual); // Of this run, before it was killed.
    return { path: usual, release: () => removeSocket(usual) };
  }
  const short = temporaryFolder("untildone-socket-");
  return { path: `${short}/s`, release: () => removeFolder(short) };
}

export function writeAddress(folder: string, address: Omit<RunAddress, "process">): void {
  const named: RunAddress = { ...address, process: thisProcess() };
  replacePrivateFile(addressFile(folder, address.run), `${JSON.stringify(named)}\n`);
}

/** Removes what a run left, whether it ended or was killed. */
export function removeAddress(folder: string, { run, path }: Pick<RunAddress, "run" | "path">): void {
  if (path.startsWith(`${folder}/`)) removeSocket(path);
  removeFile(addressFile(folder, run));
}

/** The runs that listen, oldest first. Those of killed processes are removed. */
export function listAddresses(folder: string): readonly RunAddress[] {
  const found = namesIn(folder)
    .flatMap((name) => /^([\w-]+)\.control$/.exec(name)?.[1] ?? [])
    .sort()
    .flatMap((run) => readAddress(folder, run) ?? []);
  for (const address of found) if (isDead(address.process)) removeAddress(folder, address);
  return found.filter(({ process }) => !isDead(process));
}

/** A run on another machine that shares the folder cannot be reached from here. */
export const isReachable = ({ process }: RunAddress): boolean => isHere(process);

function readAddress(folder: string, run: string): RunAddress | null {
  const value = tryParseJson(readIfThere(addressFile(folder, run)) ?? "");
  if (!isRecord(value)) return null;
  const { path, stateFolder, process } = value;
  if (value["run"] !== run || typeof path !== "string" || typeof stateFolder !== "string") return null;
  return isProcessName(process) ? { run, path, stateFolder, process } : null;
}
