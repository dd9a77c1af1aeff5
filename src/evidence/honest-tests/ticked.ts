import { isRecord } from "../../base/is-record.js";
import { tryParseJson } from "../../base/try-parse-json.js";
import type { Task } from "../../core/tasks.js";
import { readMarkdownTasks } from "../../trackers/markdown/read-markdown.js";
import { withoutLastSign } from "../../trackers/markdown/tags.js";
import { readNamedText } from "../../trackers/open-path.js";
import type { Suspicion } from "./suspicion.js";

interface ListedTask {
  readonly name: string;
  readonly done: boolean;
  readonly line: number | null;
}

/** Tasks ticked in the list though nothing else changed, and tasks that vanished from it. The task at hand may be ticked. */
export async function compareTasks(
  file: string,
  { old, now, own }: { readonly old: string; readonly now: string; readonly own: string | null },
  somethingChanged: boolean,
): Promise<readonly Suspicion[]> {
  const before = new Map((await tasksIn(file, old)).map((task) => [task.name, task]));
  const after = await tasksIn(file, now);
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
        line,
        what: `"${name}" was ticked, and nothing has changed`,
        veto: true,
      }),
    ),
    ...vanished.map(
      ({ name, line }): Suspicion => ({
        kind: "edited",
        file,
        line,
        what: `"${name}" was not done and is no longer in the list`,
        veto: false,
      }),
    ),
  ];
}

async function tasksIn(file: string, text: string): Promise<readonly ListedTask[]> {
  if (/\.(?:ya?ml|jsonl|ndjson)$/i.test(file)) {
    const listing = await readNamedText(file, text, { optionalSections: [] });
    return listing.is === "tasks" ? listing.tasks.map(toListed) : [];
  }
  if (/^\s*[{[]/.test(text)) return jsonTasks(text);
  return readMarkdownTasks(text, []).tasks.map(toListed);
}

const toListed = ({ title, status, line }: Task): ListedTask => ({
  name: withoutLastSign(title),
  done: status === "done",
  line,
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
      if (name !== undefined && done !== undefined) found.push({ name, done, line: findLine(text, name) });
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
