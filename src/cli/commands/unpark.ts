import { isUserError, UserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import { now } from "../../lib/time/clock.js";
import { bringBack } from "../../run/parking/bring-back.js";
import type { ParkedWork } from "../../run/parking/parked-work.js";
import { ParkingPlace } from "../../run/parking/parking-place.js";
import { dropRef } from "../../run/parking/save-as-ref.js";
import { findPrivateFolder } from "../../run/records/private-folder.js";
import { undoneName } from "../../store/person-records.js";
import type { Store } from "../../store/store.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { configFlags, readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { openLastList } from "../last-list.js";
import { openAlone } from "../open-alone.js";

export const unpark: Command = {
  name: "unpark",
  findsProject: "flags",
  usage: "unpark [TASK…] [options]",
  about:
    "Brings back the work of tasks that a run set aside and took out of the tree, because a check was worse with it. All of a task's files come back, or none: where one was changed since in the same lines, nothing is touched, and you are told where the patch is.\n\nWithout a task it lists what is parked. untildone run --resume brings the work back by itself when it tries a task again.",
  flags: { json: { type: "boolean", help: "print what is parked, or what came back, as JSON" }, ...configFlags },
  examples: ["untildone unpark", "untildone unpark T9"],
  run: (args, io) => (args.words.length === 0 ? listParked(args, io) : unparkAll(args, io)),
};

function openPlace(io: Io): ParkingPlace {
  const folder = findPrivateFolder(io.cwd, io);
  if (folder) return new ParkingPlace(folder.path);
  throw new UserError({ what: "the user has no home folder", where: "XDG_STATE_HOME", fix: "set XDG_STATE_HOME" });
}

async function listParked(args: ParsedArgs, io: Io): Promise<number> {
  const parked = openPlace(io).listOut();
  if (args.flag("json")) {
    io.out(`${JSON.stringify(parked.map(toFacts))}\n`);
    return 0;
  }
  if (parked.length === 0) io.out("no work is parked\n");
  for (const work of parked) {
    const { task, title, files, ref, patch } = work;
    io.out(`${task}  ${title}: ${plural(files.length, "file")}, ${ref ?? patch ?? "kept outside the project"}\n`);
  }
  return 0;
}

const toFacts = ({ task, title, run, files, ref, patch }: ParkedWork) => ({
  ...{ task, title, run, ref, patch },
  files: files.map(({ path }) => path),
});

async function unparkAll(args: ParsedArgs, io: Io): Promise<number> {
  const place = openPlace(io);
  const store = openAlone(stateFolder(readConfig(args, io), io), "unpark", io);
  try {
    const found = [...new Set(args.words)].map((task) => findParked(place, task));
    let status = 0;
    for (const work of found)
      if (!(await unparkOne(work, { place, store, args, io, isJson: args.flag("json") }))) status = 1;
    return status;
  } finally {
    store.close();
  }
}

function findParked(place: ParkingPlace, task: string): ParkedWork {
  const work = place.find(task);
  if (work && work.state !== "back") return work;
  const known = [...new Set(place.listOut().map((each) => each.task))];
  throw new UserError({
    what: `no work of task ${task} is parked`,
    where: "untildone unpark",
    fix: known.length > 0 ? `name one of: ${known.join(", ")}` : "nothing is parked here",
  });
}

interface Unparking {
  readonly place: ParkingPlace;
  readonly store: Store;
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly isJson: boolean;
}

async function unparkOne(work: ParkedWork, unparking: Unparking): Promise<boolean> {
  const { place, store, io, isJson } = unparking;
  const { task, run, files, patch, ref } = work;
  const back = await bringBack(place, work);
  if (back.is !== "back") {
    const why = back.is === "conflict" ? `changed since in the same lines: ${back.files.join(", ")}` : back.why;
    const kept = [patch, ref].filter((each) => each !== null).join(" and ") || "outside the project";
    io.err(`the work of ${task} was not brought back, and nothing was changed: ${why}\nit is kept in ${kept}\n`);
    return false;
  }
  const parked = { task, is: "back", parked: null, failsSince: [], why: null } as const;
  if (store.runState.run?.id === run) store.append({ kind: "park", run, at: new Date(now()).toISOString(), ...parked });
  place.remove(back.work);
  await dropRef(work);
  const ticked = work.ticked ? await tickAgain(work, unparking) : null;
  io.out(
    isJson
      ? `${JSON.stringify(toFacts(work))}\n`
      : `${plural(files.length, "file")} of ${task} brought back${ticked === null ? "" : `; ${ticked}`}\n`,
  );
  return true;
}

/** A task that was done before it was undone. Says what became of its box. */
async function tickAgain({ task: kept, run }: ParkedWork, { args, io }: Unparking): Promise<string> {
  const task = kept.slice(undoneName("").length);
  try {
    const { tracker } = await openLastList(args, io, { config: readConfig(args, io), run });
    const marked = await tracker.mark(task, "done");
    if (marked.is !== "refused") return `${task} is ticked again in ${tracker.name}, as before it was undone`;
    return `${task} is still open in ${tracker.name} (${marked.why}): untildone tasks --mark ${task} done`;
  } catch (error) {
    if (!isUserError(error)) throw error;
    return `${task} is still open in its list (${error.what})`;
  }
}
