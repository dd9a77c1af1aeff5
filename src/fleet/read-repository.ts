import { UserError } from "../lib/errors.js";
import { removeFolder, temporaryFolder } from "../lib/files/temporary-folder.js";
import { text } from "../lib/git/git-output.js";
import { askRemote } from "../lib/git/remote-git.js";
import { resolveReadiness, type Task } from "../run.js";
import { Mirror } from "./mirror.js";
import { guessFormat, type ObjectFormat } from "./mirror-settings.js";
import { refuseUrl } from "./repository-url.js";
import { type FleetRepository, type FleetTask, refuseListName } from "./terms.js";

export interface AskedRepository {
  readonly url: string;
  /** The task list; undefined if it is to be found. */
  readonly list: string | undefined;
  /** The branch to start from; undefined for the usual one. */
  readonly from: string | undefined;
}

/** Finds and reads the task list in a folder. */
export type ListReader = (
  cwd: string,
  list: string | undefined,
  /** Of the repository, for messages. */
  url: string,
) => Promise<{ readonly list: string; readonly tasks: readonly Task[] }>;

export interface ReadRepository {
  readonly repository: FleetRepository;
  /** Tasks that are left out, with the reason. */
  readonly notes: readonly string[];
}

/** Looks at a repository as it is at its remote now. */
export async function readRepository(asked: AskedRepository, readList: ListReader): Promise<ReadRepository> {
  const { url } = asked;
  const problem = refuseUrl(url);
  if (problem !== null)
    throw new UserError({
      what: `this repository cannot be used: ${problem}`,
      where: url,
      fix: "name it as git clone would",
    });
  const folder = temporaryFolder("untildone-fleet-");
  try {
    const start = asked.from === undefined ? await askUsual(folder, url) : { branch: asked.from, format: null };
    const from = start.branch;
    const mirror = new Mirror(folder, url, start.format);
    const base = await mirror.fetch(from, { depth: 1 });
    if (base === null)
      throw new UserError({
        what: `there is no branch ${JSON.stringify(from)}`,
        where: url,
        fix: "name another with --from",
      });
    const cwd = `${folder}/work`;
    await mirror.checkOut(cwd, base);
    const { list, tasks } = await readList(cwd, asked.list, url);
    const wrong = refuseListName(list);
    if (wrong !== null)
      throw new UserError({ what: `this list cannot be used: ${wrong}`, where: list, fix: "name one with --tasks" });
    const { open, notes } = chooseTasks(tasks);
    return { repository: { name: nameOf(url), url, from, base, list, tasks: open }, notes };
  } finally {
    removeFolder(folder);
  }
}

interface UsualBranch {
  readonly branch: string;
  readonly format: ObjectFormat;
}

async function askUsual(cwd: string, url: string): Promise<UsualBranch> {
  const answer = await askRemote(cwd, ["ls-remote", "--symref", url, "HEAD"]);
  if (!answer.ok)
    throw new UserError({
      what: `git cannot read the repository: ${answer.why}`,
      where: url,
      fix: `git ls-remote ${url}`,
    });
  const [, branch, commits = ""] = /^ref: refs\/heads\/(\S+)\tHEAD\n(.*)$/s.exec(text(answer.out)) ?? [];
  if (branch !== undefined) return { branch, format: guessFormat(commits) };
  throw new UserError({
    what: "it has no commit yet, or no usual branch",
    where: url,
    fix: "name a branch with --from",
  });
}

/** The last part of its path. */
const nameOf = (url: string): string =>
  url
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .replace(/^.*[/:]/, "")
    .slice(0, 100) || "repository";

/** Those that are open and can start once others are done. A part comes before the whole it belongs to. */
export function chooseTasks(tasks: readonly Task[]): {
  readonly open: readonly FleetTask[];
  readonly notes: readonly string[];
} {
  const readiness = resolveReadiness(tasks);
  const isOpen = ({ id, status }: Task): boolean =>
    (status === "todo" || status === "doing") && ["ready", "waiting"].includes(readiness.get(id) ?? "");
  const needed = new Set(tasks.flatMap((task) => (isOpen(task) && !task.optional ? [task.id, ...task.dependsOn] : [])));
  const chosen = tasks.filter((task) => isOpen(task) && (!task.optional || needed.has(task.id)));
  const names = new Set(chosen.map(({ id }) => id));
  const open = chosen.map(({ id, title, dependsOn }) => ({
    id,
    title: title.slice(0, 500),
    after: [...dependsOn, ...chosen.filter(({ parent }) => parent === id).map((part) => part.id)].filter((on) =>
      names.has(on),
    ),
  }));
  const notes = tasks
    .filter((task) => (task.status === "todo" || task.status === "doing") && !task.optional && !isOpen(task))
    .map(({ id }) => `task ${id} is left out: it waits for a task that is blocked or not in the list`);
  return { open, notes };
}
