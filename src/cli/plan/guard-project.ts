import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { plural } from "../../lib/text/plural.js";
import { newRunId, now } from "../../lib/time/clock.js";
import { parkWork } from "../../run/parking/park-work.js";
import { ParkingPlace } from "../../run/parking/parking-place.js";
import { openPrivateFolder } from "../../run/records/private-folder.js";
import { writeGitignore } from "../../run/records/run-files.js";
import { joinChanges } from "../../run/snapshots/joined-change.js";
import { forgetSnapshots, openSnapshots } from "../../run/snapshots/open-snapshots.js";
import { planUndo } from "../../run/snapshots/plan-undo.js";
import type { Snapshots } from "../../run/snapshots/snapshot.js";
import type { Io } from "../command.js";
import { contentsOf } from "../past-run/undo-turns.js";

interface Guarded {
  readonly stateFolder: string;
  /** The agent, for messages. */
  readonly name: string;
}

/**
 * Who writes a list changes no file: what happens in the project meanwhile is put back, kept where untildone unpark finds
 * it, and told.
 */
export async function guardProject<T>(guarded: Guarded, io: Io, act: () => Promise<T>): Promise<T> {
  const { stateFolder, name } = guarded;
  const { path: privateFolder } = openPrivateFolder(io.cwd, io);
  const run = newRunId(now());
  const snapshots = await openSnapshots({ cwd: io.cwd, run, privateFolder });
  const look = () => lookAtWorkspace(io.cwd, { ignore: [stateFolder, privateFolder] });
  const unsaved = await snapshots.save({ iteration: 1, side: "before" }, await look());
  try {
    return await act();
  } finally {
    writeGitignore(stateFolder);
    const failed = unsaved ?? (await snapshots.save({ iteration: 1, side: "after" }, await look()));
    if (failed === null) await putBack({ ...guarded, privateFolder, run, snapshots }, io);
    else io.err(`note: whether ${name} changed files could not be seen: ${failed}\n`);
    await forgetSnapshots({ cwd: io.cwd, privateFolder }, [run]);
  }
}

interface Watched extends Guarded {
  readonly privateFolder: string;
  readonly run: string;
  readonly snapshots: Snapshots;
}

async function putBack({ stateFolder, name, privateFolder, run, snapshots }: Watched, io: Io): Promise<void> {
  const change = await joinChanges(snapshots, [1]);
  if (!(change instanceof Map) || change.size === 0) return;
  const files = [...change.keys()];
  const shown = `${files.slice(0, 5).join(", ")}${files.length > 5 ? ", …" : ""}`;
  const told = `warning: ${name} was asked for a list only, and changed ${plural(files.length, "file")}: ${shown}`;
  const task = `plan-${run}`;
  const plan = await planUndo(change, snapshots);
  if ("conflicts" in plan) return io.err(`${told}\n`);
  const place = new ParkingPlace(privateFolder);
  const title = `changed by ${name} while it planned`;
  const result = await parkWork(
    { place, contents: contentsOf(plan), run, task, title, patchFile: `${stateFolder}/parked/${task}` },
    { files: plan.files, staying: [] },
  );
  io.err(
    result.is === "refused"
      ? `${told}; it was not put back: ${result.why}\n`
      : `${told}; it was put back (untildone unpark ${task} brings the change)\n`,
  );
}
