import { mkdtempSync, rmdirSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../../config/load.js";
import { exists } from "../../lib/files/disk.js";
import { describeCutOff, findCutOff } from "../../run/records/open-runs.js";
import { findPrivateFolder, isInside } from "../../run/records/private-folder.js";
import { breakerRefusal } from "../../run/start/breaker.js";
import { refuseEndless } from "../../run/start/refuse-endless.js";
import { loadState } from "../../store/load.js";
import type { Io } from "../command.js";
import { type Finding, fail, ok, warn } from "./finding.js";

const [leastMajor, leastMinor] = [20, 19];

export function lookAtNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return isEnough
    ? ok("node", version)
    : fail("node", `${version} is too old`, `install Node ${leastMajor}.${leastMinor} or newer: https://nodejs.org`);
}

/** The configuration was read; what it says may still make no sense. */
export function lookAtSettings(config: Config): readonly Finding[] {
  refuseEndless(config);
  const set = Object.values(config.origins).filter(({ from }) => from !== "default" && from !== "policy").length;
  const about = `policy ${config.resolved.name}, ${set === 0 ? "all settings at their defaults" : `${set} set`}`;
  return [
    ok("configuration", about),
    ...config.warnings.map((text) => warn("configuration", text, "untildone config")),
  ];
}

/** Where a run writes: the project's state, and its records in a folder of the user. */
export function lookAtFolders(config: Config, io: Io): readonly Finding[] {
  const state = resolve(io.cwd, config.stateFolder);
  const records = findPrivateFolder(io.cwd, io);
  const elsewhere = "XDG_STATE_HOME=/path/to/folder untildone run …";
  return [
    lookAtFolder("state folder", state, `chmod u+w ${nearestThere(state)}, or name another: --state FOLDER`),
    records === null
      ? fail("private folder", "the user has no home folder", elsewhere)
      : isInside(records)
        ? warn("private folder", `${records.path} is in the project, where the agent works`, elsewhere)
        : lookAtFolder("private folder", records.path, elsewhere),
    lookAtSpace(nearestThere(state)),
  ];
}

function lookAtFolder(name: string, path: string, fix: string): Finding {
  const there = nearestThere(path);
  return mayWrite(there) ? ok(name, path) : fail(name, `${there} cannot be written`, fix);
}

const nearestThere = (path: string): string =>
  exists(path) || path === dirname(path) ? path : nearestThere(dirname(path));

/** Tried, because permissions say little about root, containers and network disks. */
function mayWrite(path: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(path, ".untildone-")));
    return true;
  } catch {
    return false;
  }
}

const mega = 1024 * 1024;

function lookAtSpace(path: string): Finding {
  const { bavail, bsize } = statfsSync(path);
  return describeSpace(bavail * bsize, path);
}

export function describeSpace(bytes: number, path: string): Finding {
  const free = bytes < 1024 * mega ? `${Math.floor(bytes / mega)} MB` : `${Math.floor(bytes / mega / 102.4) / 10} GB`;
  const text = `${free} free at ${path}`;
  if (bytes < 20 * mega) return fail("disk", text, `make room on the disk of ${path}`);
  return bytes < 1024 * mega ? warn("disk", text, `make room on the disk of ${path}`) : ok("disk", text);
}

/** What an earlier run left that keeps a new one from starting. */
export function lookAtState(config: Config, io: Io): readonly Finding[] {
  const folder = resolve(io.cwd, config.stateFolder);
  const records = findPrivateFolder(io.cwd, io);
  const last = records === null ? undefined : findCutOff(records, folder).at(-1);
  const cutOff = last && describeCutOff(last);
  const open = breakerRefusal({ config }, loadState(folder));
  return [
    ...(cutOff ? [fail("last run", cutOff.what, cutOff.fix)] : []),
    ...(open === null ? [] : [fail("breaker", open, "untildone explain, then untildone run --reset-breaker")]),
  ];
}
