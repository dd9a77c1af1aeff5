import { isUserError } from "../errors.js";
import { readText } from "../system/files.js";
import { readOutputFile } from "../system/read-output.js";
import { parseSituation } from "./parse.js";
import type { Situation } from "./situation.js";

/** A situation with the files it names read. A missing task list is a fact about the run, a missing output a mistake. */
export async function readSituation(given: unknown, directory: string): Promise<Situation> {
  const situation = parseSituation(given);
  const heard = { ...situation, ...hear(situation, directory) };
  if (heard.tasks.is !== "file") return heard;
  const { file } = heard.tasks;
  try {
    return { ...heard, tasks: { is: "markdown", markdown: await readText(file, directory) } };
  } catch (error) {
    if (!isUserError(error)) throw error;
    return { ...heard, tasks: { is: "unreadable", why: `${file}: ${error.what}` } };
  }
}

function hear({ outputFile, output, format, agent }: Situation, directory: string): Pick<Situation, "heard"> {
  if (outputFile === undefined || output !== undefined) return {};
  return { heard: readOutputFile(outputFile, directory, { format, ...(agent ? { process: agent } : {}) }) };
}
