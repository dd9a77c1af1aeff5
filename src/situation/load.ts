import { readOutputFile } from "../agents/transcripts/read-output.js";
import { resolvePolicy } from "../policies/policies.js";
import { openPath } from "../trackers/open-path.js";
import { systemWorld } from "../trackers/system-world.js";
import { describeUnusable } from "../trackers/tracker.js";
import { parseSituation } from "./parse.js";
import type { Situation, TaskSource } from "./situation.js";

/** A situation with the files it names read. A missing task list is a fact about the run, a missing output a mistake. */
export async function readSituation(value: unknown, directory: string): Promise<Situation> {
  const situation = parseSituation(value);
  const heard = { ...situation, ...readOutput(situation, directory) };
  if (heard.tasks.is !== "file") return heard;
  return { ...heard, tasks: await readTaskFile(heard.tasks.file, heard, directory) };
}

/** Files and folders of every format; a situation asks no program and no network. Markdown stays a text: which of its sections are optional is settled later. */
async function readTaskFile(file: string, { policy, settings }: Situation, directory: string): Promise<TaskSource> {
  const options = resolvePolicy(policy, settings).settings;
  const listing = await (await openPath(systemWorld(directory, {}), file, options)).list();
  if (listing.is === "none") return { is: "not-asked" };
  if (listing.is === "unusable") return { is: "unreadable", why: `${file}: ${describeUnusable(listing)}` };
  if (listing.markdown !== undefined) return { is: "markdown", markdown: listing.markdown };
  return { is: "tasks", tasks: listing.tasks };
}

function readOutput({ outputFile, output, format, agent }: Situation, directory: string): Pick<Situation, "heard"> {
  if (outputFile === undefined || output !== undefined) return {};
  return { heard: readOutputFile(outputFile, directory, { format, ...(agent ? { process: agent } : {}) }) };
}
