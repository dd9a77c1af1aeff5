import { join } from "node:path";
import { loadConfig } from "../../config/load.js";
import { writeSettings } from "../../config/write-settings.js";
import { makeFolder } from "../../lib/files/disk.js";
import { now } from "../../lib/time/clock.js";
import { toFittedTrust } from "../../run/learning/fitted-trust.js";
import { openPrivateFolder } from "../../run/records/private-folder.js";
import { removeTrust, saveTrust } from "../../run/records/trust-file.js";
import type { Io } from "../command.js";
import type { Learned } from "./learned.js";

/** Keeps the fitted numbers for the next runs, and writes the proposed settings into the project's configuration. */
export function applyLearned({ fits, replayed }: Learned, stateFolder: string, io: Io): void {
  const folder = openPrivateFolder(io.cwd, io);
  saveTrust(folder, toFittedTrust(fits, new Date(now()).toISOString()));
  io.out(
    "\nfitted numbers are kept outside the project, and used from the next run on; untildone calibrate --forget removes them\n",
  );
  if (replayed.length === 0) return;
  const file = join(stateFolder, "config.yaml");
  makeFolder(stateFolder);
  const settings = replayed.map(({ proposal }) => [proposal.setting, proposal.value] as const);
  writeSettings(file, settings);
  loadConfig({ cwd: io.cwd, env: io.env, home: io.home, flags: {} }); // What cannot be read would be found by the next run.
  io.out(`written to ${file}: ${settings.map((entry) => entry.join(": ")).join(", ")}\n`);
}

export function forgetLearned(io: Io): void {
  removeTrust(openPrivateFolder(io.cwd, io));
  io.out("fitted numbers are removed; settings in the configuration stay as they are\n");
}
