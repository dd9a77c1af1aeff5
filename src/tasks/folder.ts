import type { Task, TaskStatus } from "../decide/tasks.js";
import { namesIn } from "../lib/files/folder.js";
import type { FolderEntry } from "../lib/files/task-files.js";
import { textInside } from "../lib/files/unlinked.js";
import type { ListProblem } from "./markdown/found.js";
import { readChecklist } from "./markdown/read-markdown.js";
import { plainText } from "./markdown/titles.js";
import { statusOfWord } from "./status-words.js";
import { createTracker, type Listing, refused, type Tracker, unusable } from "./tracker.js";
import type { World } from "./world.js";

/** One file a task, in folders named for a status: `todo/`, `3.doing/`, `done/`. A file outside them is not done. */
export function folderTracker(world: World, path: string): Tracker {
  const mark: Tracker["mark"] = async (id, status) => {
    const files = await taskFiles(world, path);
    if (!files) return refused(`${path} cannot be read`);
    const file = await findTaskFile(world, files, id);
    if (!file) return refused(`there is no task ${id} in ${path}`);
    if (file.status === status) return { is: "marked", task: id, changed: false };
    const into =
      files.folders.get(status) ?? (status === "todo" ? path : status === "done" ? `${path}/done` : undefined);
    if (into === undefined) return refused(`${path} has no folder for ${status}: make ${path}/${status}`);
    const failed = await world.move(file.path, `${into}/${file.name}`);
    return failed === null ? { is: "marked", task: id, changed: true } : refused(failed);
  };
  return createTracker({ name: path, list: () => listFolder(world, path), mark });
}

interface TaskFile {
  readonly path: string;
  readonly name: string;
  readonly status: TaskStatus;
}

interface TaskFiles {
  readonly files: readonly TaskFile[];
  readonly folders: ReadonlyMap<TaskStatus, string>;
}

/** Whether a folder looks like one of tasks: a folder named for a status in it, or files with a status of their own. */
async function taskFiles(world: World, path: string): Promise<TaskFiles | null> {
  const entries = await world.entries(path);
  if (!entries) return null;
  const folders = new Map<TaskStatus, string>();
  const files = entries
    .filter(isTaskFile)
    .map(({ name }) => ({ path: `${path}/${name}`, name, status: "todo" as const }));
  const found: TaskFile[] = [...files];
  for (const { name, isFolder } of entries) {
    const status = isFolder ? folderStatus(name) : undefined;
    if (!status) continue;
    if (!folders.has(status)) folders.set(status, `${path}/${name}`);
    for (const entry of (await world.entries(`${path}/${name}`)) ?? [])
      if (isTaskFile(entry)) found.push({ path: `${path}/${name}/${entry.name}`, name: entry.name, status });
  }
  return { files: found.sort((a, b) => (a.name < b.name ? -1 : 1)), folders };
}

const folderStatus = (name: string): TaskStatus | undefined =>
  statusOfWord(name.replace(/^\d+[.\s_-]+/, "").replace(/^_/, ""));

const notTasks = /^(?:readme|_?template|index|changelog|contributing|claude|agents)\b|^[._]/i;
const isTaskFile = ({ name, isFolder }: FolderEntry): boolean =>
  !isFolder && /\.(?:md|markdown|txt)$/i.test(name) && !notTasks.test(name);

async function listFolder(world: World, path: string): Promise<Listing> {
  const found = await taskFiles(world, path);
  if (!found) return unusable(`${path} cannot be read`);
  if (found.files.length === 0)
    return unusable(`the folder ${path} holds no task: no file of its own, none in todo/ or done/`);
  const tasks: Task[] = [];
  const problems: ListProblem[] = [];
  for (const file of found.files) {
    const read = await world.read(file.path);
    if (read.is === "file") tasks.push(readTaskFile(file, read.text, found.folders.size > 0));
    else return unusable(`${file.path}: ${read.is === "unreadable" ? read.why : "is a folder"}`);
  }
  const twice = tasks.filter(({ id }, at) => tasks.findIndex((task) => task.id === id) !== at);
  for (const { id } of twice) problems.push({ line: 0, message: `two files have the id ${id}` });
  return { is: "tasks", format: "folder", tasks, problems };
}

/** A folder of tasks as a list with boxes, read at once: for what compares one moment with another. Null if it is none. */
export function folderText(path: string): string | null {
  const statuses = namesIn(path).flatMap((name) => {
    const status = folderStatus(name);
    return status ? [{ name, status }] : [];
  });
  const places = [{ folder: path, status: "todo" as TaskStatus }].concat(
    statuses.map(({ name, status }) => ({ folder: `${path}/${name}`, status })),
  );
  const lines = places.flatMap(({ folder, status }) =>
    namesIn(folder)
      .filter((name) => isTaskFile({ name, isFolder: false }))
      .flatMap((name) => {
        const text = textInside(folder, name);
        if (text === null) return [];
        const task = readTaskFile({ path: `${folder}/${name}`, name, status }, text, statuses.length > 0);
        const criteria = task.acceptance.map((each) => `\n  - ${each.replace(/^\[.\]\s*/, "")}`);
        return [`- [${task.status === "done" ? "x" : " "}] ${task.title}${criteria.join("")}`];
      }),
  );
  return lines.length === 0 ? null : `${lines.sort().join("\n")}\n`;
}

async function findTaskFile(
  world: World,
  { files, folders }: TaskFiles,
  id: string,
): Promise<(TaskFile & { status: TaskStatus }) | undefined> {
  for (const file of files) {
    const read = await world.read(file.path);
    if (read.is !== "file") continue;
    const task = readTaskFile(file, read.text, folders.size > 0);
    if (task.id === id || file.name === id || stem(file.name) === id) return { ...file, status: task.status };
  }
  return undefined;
}

const stem = (name: string): string => name.replace(/\.[^.]+$/, "");

/** The folder tells the status; where there are no such folders, the file's own table or line does. */
function readTaskFile({ name, status }: TaskFile, text: string, byFolder: boolean): Task {
  const meta = readMetadata(text);
  const told = meta.get("status");
  const own = told === undefined ? undefined : statusOfWord(told);
  const title = /^#\s+(?:task:\s*)?(.+)$/im.exec(text.slice(0, 4000))?.[1];
  const waits = meta.get("blocked by") ?? meta.get("depends on") ?? "";
  return {
    id: meta.get("id") || stem(name),
    title: title ? plainText(title) : stem(name),
    status:
      byFolder && status !== "todo"
        ? status
        : own && (!byFolder || own === "blocked" || own === "doing")
          ? own
          : status,
    optional: false,
    line: null,
    dependsOn: waits.split(/[,;\s]+/).filter((id) => id !== "" && !/^(?:none|-|n\/a)$/i.test(id)),
    acceptance: readChecklist(text),
    kind: meta.get("type") ?? meta.get("kind") ?? null,
    priority: priorityIn(meta.get("priority")),
  };
}

function priorityIn(text: string | undefined): number | null {
  const digits = /\d{1,9}/.exec(text ?? "")?.[0];
  return digits === undefined ? null : Number(digits);
}

/** "| Status | `doing` |", "Status: doing", "**Status**: doing": the first of each name counts. */
function readMetadata(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of text.slice(0, 8000).split(/\r\n|\n|\r/)) {
    const cells = line.startsWith("|")
      ? line.split("|").slice(1, 3)
      : /^(?:[-*]\s+)?(?:\*\*)?([\w ]{2,20})(?:\*\*)?:(?:\*\*)?\s*(.*)$/.exec(line)?.slice(1);
    const name = cells?.[0]?.replaceAll(/[*`]/g, "").trim().toLowerCase();
    const value = cells?.[1]?.replaceAll(/[*`]/g, "").trim();
    if (name && value && !found.has(name)) found.set(name, value);
  }
  return found;
}
