import { UserError } from "../errors.js";
import { readText } from "../system/files.js";
import { parseSituation } from "./parse.js";
import type { Situation } from "./situation.js";

/** A situation with the files it names read. A missing task list is a fact about the run, a missing output a mistake. */
export async function readSituation(given: unknown, directory: string): Promise<Situation> {
  const situation = parseSituation(given);
  const { outputFile, output } = situation;
  const heard =
    outputFile !== undefined && output === undefined
      ? { ...situation, output: await readText(outputFile, directory) }
      : situation;
  if (heard.tasks.is !== "file") return heard;
  const { file } = heard.tasks;
  try {
    return { ...heard, tasks: { is: "markdown", markdown: await readText(file, directory) } };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...heard, tasks: { is: "unreadable", why: `${file}: ${error.what}` } };
  }
}
