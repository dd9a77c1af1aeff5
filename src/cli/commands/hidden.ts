import { namesIn } from "../../lib/files/folder.js";
import { readManifest } from "../../lib/files/put-away/manifest.js";
import { plural } from "../../lib/text/plural.js";
import { describeBroughtBack, findLeftAway, putBack } from "../../run/hidden/away.js";
import { awayFolder, awayParent } from "../../run/hidden/hidden-places.js";
import { findPrivateFolder } from "../../run/records/private-folder.js";
import type { Command, Io } from "../command.js";

export const hidden: Command = {
  name: "hidden",
  findsProject: "flags",
  usage: "hidden [options]",
  about:
    "Shows which files of hidden checks are put away, by which run, and puts back those of runs that were killed. Every command in the project does the latter first, so this one is only needed to look.\n\nExit status: 0 all files are where they belong, or with a run that is at work; 1 some could not be put back, and why.",
  flags: {},
  maxPositionals: 0,
  examples: ["untildone hidden"],
  async run(_, io) {
    const folder = findPrivateFolder(io.cwd, io);
    if (folder === null) return 0;
    const isWhole = await putBackLeft(folder.path, io);
    const away = namesIn(awayParent(folder.path)).flatMap((run) => describeAway(folder.path, run));
    io.out(away.length === 0 ? "no files are put away\n" : `${away.join("\n")}\n`);
    for (const line of describeKept(folder.path)) io.out(`${line}\n`);
    return isWhole ? 0 : 1;
  },
};

function describeAway(privateFolder: string, run: string): readonly string[] {
  const manifest = readManifest(awayFolder(privateFolder, run));
  if (manifest === null || manifest === "damaged") return [];
  const { files, root } = manifest;
  return [
    `run ${run} has put ${plural(files.length, "file")} away from ${root}: ${awayFolder(privateFolder, run)}/files`,
  ];
}

/** What hidden checks printed in past runs, and what was found in the places of their files. */
const describeKept = (privateFolder: string): readonly string[] =>
  namesIn(privateFolder).flatMap((name) => {
    const [, run, kind] = /^(.+)\.(hidden-logs|found)$/.exec(name) ?? [];
    if (run === undefined) return [];
    const what = kind === "found" ? "what was found at hidden paths" : "what hidden checks printed";
    return [`${what} in run ${run}: ${privateFolder}/${name}`];
  });

/** Puts back what killed runs left away, and tells. False if something is still to be done. */
export async function putBackLeft(privateFolder: string, io: Pick<Io, "err">): Promise<boolean> {
  let isWhole = true;
  for (const run of findLeftAway(privateFolder)) {
    const back = await putBack(privateFolder, run);
    for (const text of back ? describeBroughtBack(back) : []) io.err(`${text}\n`);
    isWhole &&= back === null || back.problems.length === 0;
  }
  return isWhole;
}
