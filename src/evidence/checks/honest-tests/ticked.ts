import type { Task } from "../../../decide/tasks.js";
import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import { readTitles } from "../../../tasks/markdown/read-markdown.js";
import { withoutLastSign } from "../../../tasks/markdown/tags.js";
import { readNamedText } from "../../../tasks/open-path.js";
import { findSame } from "../../../tasks/same-tasks.js";
import type { Suspicion } from "./suspicion.js";

interface ListedTask {
  readonly name: string;
  readonly done: boolean;
  /** Found only where it is told: a list may be long. */
  line(): number | null;
}

/** Tasks ticked in the list though nothing else changed, and tasks that vanished from it. The task at hand may be ticked. */
export async function compareTasks(
  file: string,
  { old, now, own }: { readonly old: string; readonly now: string; readonly own: string | null },
  somethingChanged: boolean,
): Promise<readonly Suspicion[]> {
  if (old === now) return [];
  const [listed, after] = await listEdited(file, old, now);
  const before = new Map(listed.map((task) => [task.name, task]));
  const names = new Set(after.map(({ name }) => name));
  const ownName = own === null ? null : withoutLastSign(own);
  const ticked = somethingChanged
    ? []
    : after.filter(({ name, done }) => done && name !== ownName && before.get(name)?.done === false);
  const vanished = [...before.values()].filter(({ name, done }) => !done && !names.has(name));
  return [
    ...ticked.map(
      ({ name, line }): Suspicion => ({
        kind: "ticked",
        file,
        line: line(),
        what: `"${name}" was ticked, and nothing has changed`,
        veto: true,
      }),
    ),
    ...vanished.map(
      ({ name, line }): Suspicion => ({
        kind: "edited",
        file,
        line: line(),
        what: `"${name}" was not done and is no longer in the list`,
        veto: false,
      }),
    ),
  ];
}

type Tasks = readonly ListedTask[];

/** The tasks before and after, without those at the start and the end of a long list that were not edited. */
async function listEdited(file: string, old: string, now: string): Promise<readonly [before: Tasks, after: Tasks]> {
  if (isData.test(file) || isJson(old) || isJson(now)) return [await tasksIn(file, old), await tasksIn(file, now)];
  const [before, after] = [readTitles(old), readTitles(now)];
  const { start, end } = findSame(before, after);
  const cut = (tasks: readonly Task[]): Tasks => tasks.slice(start, tasks.length - end).map(toListed);
  return [cut(before), cut(after)];
}

const isData = /\.(?:ya?ml|jsonl|ndjson)$/i;
const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

async function tasksIn(file: string, text: string): Promise<readonly ListedTask[]> {
  if (!isData.test(file)) return isJson(text) ? jsonTasks(text) : readTitles(text).map(toListed);
  const listing = await readNamedText(file, text, { optionalSections: [] });
  return listing.is === "tasks" ? listing.tasks.map(toListed) : [];
}

const toListed = ({ title, status, line }: Task): ListedTask => ({
  name: withoutLastSign(title),
  done: status === "done",
  line: () => line,
});

const doneWords = new Set(["done", "closed", "completed", "complete", "passes"]);

/** Every object of a JSON list that has a name and says whether it is done. */
function jsonTasks(text: string): readonly ListedTask[] {
  const found: ListedTask[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > 8 || typeof value !== "object" || value === null) return;
    if (isRecord(value)) {
      const name = [value["title"], value["name"], value["description"], value["id"]].find(
        (each) => typeof each === "string",
      );
      const state = [value["passes"], value["done"], value["completed"]].find((each) => typeof each === "boolean");
      const word = typeof value["status"] === "string" ? doneWords.has(value["status"].toLowerCase()) : undefined;
      const done = state ?? word;
      if (name !== undefined && done !== undefined) found.push({ name, done, line: () => findLine(text, name) });
    }
    for (const entry of Object.values(value)) visit(entry, depth + 1);
  };
  visit(tryParseJson(text), 0); // A list that cannot be read is the tracker's to tell.
  return found;
}

function findLine(text: string, name: string): number | null {
  const at = text.indexOf(JSON.stringify(name));
  return at < 0 ? null : text.slice(0, at).split("\n").length;
}
