import { KeptContents } from "../../evidence/workspace/kept-contents.js";
import { namesIn } from "../../lib/files/folder.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import type { ParkingLot } from "../loop/park-task.js";
import type { ParkedResult } from "../loop/run-event.js";
import { ParkingPlace } from "../parking/parking-place.js";
import { settleParking } from "../parking/settle-parking.js";
import type { PrivateFolder } from "../records/private-folder.js";
import type { RunOptions } from "./options.js";
import { isParallel } from "./refuse-parallel.js";

interface OpeningParking {
  readonly options: RunOptions;
  readonly privateFolder: PrivateFolder;
  readonly stateFolder: string;
  readonly run: string;
  readonly lastRun: string | null;
  warn(text: string): void;
  record(result: ParkedResult): void;
}

export interface OpenedParking {
  readonly contents: KeptContents;
  readonly parking?: ParkingLot;
}

/** Where the run keeps what files were, and parks the work of tasks that are set aside. */
export function openParking(opening: OpeningParking): OpenedParking {
  const { options, privateFolder, stateFolder, run, lastRun, warn, record } = opening;
  if (!mayPark(options)) return { contents: new KeptContents() };
  const place = new ParkingPlace(privateFolder.path);
  for (const text of settleParking(place)) warn(text);
  // What a person undid is no news to them.
  for (const { task, title, run: of } of place.listOut())
    if (of !== run && !task.startsWith("undone-"))
      warn(`parked work of task ${task} (${title}) is kept since run ${of}: untildone unpark ${task}`);
  removeOldContents(privateFolder, [run, lastRun]);
  return {
    contents: new KeptContents(`${privateFolder.path}/${run}.contents`),
    parking: { place, record, patchFile: (task) => `${stateFolder}/parked/${fileName(task)}` },
  };
}

/** Without a list nothing is set aside; beside other tasks the branch of a task is its parking place. */
const mayPark = ({ tasks, isClone, config, ...options }: RunOptions): boolean => {
  const { setAside, setAsideWork, grantedBy } = config.resolved.settings;
  const isOn = setAside && setAsideWork === "park" && grantedBy === "facts";
  return isOn && tasks !== "none" && !isClone && !isParallel(options);
};

const fileName = (task: string): string => task.replaceAll(/[^A-Za-z0-9_.-]+/g, "-").replace(/^\.+/, "") || "task";

function removeOldContents({ path }: PrivateFolder, needed: readonly (string | null)[]): void {
  for (const name of namesIn(path)) {
    const [, run] = /^(.+)\.contents$/.exec(name) ?? [];
    if (run !== undefined && !needed.includes(run)) removeFolder(`${path}/${name}`);
  }
}
