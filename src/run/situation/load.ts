import { readOutputFile } from "../../agents/transcripts/read-output.js";
import { resolvePolicy } from "../../decide/policies/policies.js";
import { openPath } from "../../tasks/open-path.js";
import { systemWorld } from "../../tasks/system-world.js";
import { describeUnusable } from "../../tasks/tracker.js";
import { parseSituation } from "./parse.js";
import type { Situation, TaskSource } from "./situation.js";

/** Reads the files a situation names. A missing task list is a fact about the run; a missing output is a mistake. */
export async function readSituation(value: unknown, directory: string): Promise<Situation> {
  const situation = parseSituation(value);
  const loaded = { ...situation, ...readOutput(situation, directory) };
  if (loaded.tasks.is !== "file") return loaded;
  return { ...loaded, tasks: await readTaskFile(loaded.tasks.file, loaded, directory) };
}

/**
 * Reads task lists from files and folders only: a situation runs no program and uses no network. Markdown stays text,
 * since the optional sections are decided later.
 */
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
