import { jsonList } from "./json-list.js";
import { textTracker } from "./text-tracker.js";
import type { Tracker } from "./tracker.js";
import type { World } from "./world.js";

/**
 * Tasks that a person typed on the command line of a run. How far they are is kept in a file of the state folder, so
 * that the run can be resumed and reported as any other.
 */
const givenPrefix = "given:";

/** How messages call such a list. */
const givenName = "the command line";

/** The name of the list that is kept in this file. */
export const givenList = (file: string): string => `${givenPrefix}${file}`;

export const isGiven = (list: string): boolean => list.startsWith(givenPrefix);

/** The file of such a list, which is in no project; null for another list. */
export const givenFile = (list: string): string | null => (isGiven(list) ? list.slice(givenPrefix.length) : null);

/** How a list is called on a screen. */
export const listName = (list: string): string => (isGiven(list) ? givenName : list);

/** A task as it was typed: what to do and, after ` -- `, what must be true of it. */
interface GivenTask {
  readonly title: string;
  readonly acceptance: readonly string[];
}

export function parseGivenTask(text: string): GivenTask {
  const [title = "", ...acceptance] = text.split(/\s--\s/).map(oneLine);
  return { title, acceptance: acceptance.filter((criterion) => criterion !== "") };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The content of a new list. */
export const writeGivenTasks = (texts: readonly string[]): string =>
  `${JSON.stringify({ tasks: texts.map((text, at) => ({ id: `T${at + 1}`, ...parseGivenTask(text), status: "todo" })) }, null, 2)}\n`;

export const givenTracker = (world: World, list: string): Tracker => ({
  ...textTracker(world, givenFile(list) ?? list, jsonList),
  name: givenName,
});
