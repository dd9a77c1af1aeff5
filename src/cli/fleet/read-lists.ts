import { type ListReader, type ReadRepository, readRepository } from "../../fleet/read-repository.js";
import { findRepeated } from "../../fleet/repeated.js";
import type { FleetRepository } from "../../fleet/terms.js";
import { isUserError, UserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import { oneLine } from "../../lib/text/printable.js";
import type { Io, ParsedArgs } from "../command.js";
import { withoutFlags } from "../flags/config-flags.js";
import { loadList } from "../task-list.js";
import type { NamedRepositories, NamedRepository } from "./named-repositories.js";

const atOnce = 8;
const progressMs = 5_000;
const mostNamed = 10;

/** Reads the lists of all repositories, some at a time. What is wrong with any is said of all at once. */
export async function readLists(
  { usable, wrong }: NamedRepositories,
  args: ParsedArgs,
  io: Io,
): Promise<readonly FleetRepository[]> {
  const all = usable.length + wrong.length;
  refuseWrong(wrong, { args, io, all, unread: "; the others were not read yet" });
  const read = await readAll(usable, args, io);
  const repeated = findRepeated(read.found.map(({ repository }) => repository));
  const told = [
    ...read.wrong,
    ...read.found.flatMap(({ repository, named }) => {
      const why = repeated.get(repository);
      return why === undefined ? [] : [`${named}: ${why}`];
    }),
  ];
  refuseWrong(told, { args, io, all, unread: "" });
  const taken = read.found.filter(({ repository }) => !repeated.has(repository));
  for (const { repository, notes } of taken) {
    for (const note of notes) io.err(`warning: ${repository.name}: ${note}\n`);
    if (repository.tasks.length === 0) io.err(`warning: ${repository.name}: ${repository.list} has no open task\n`);
  }
  return taken.map(({ repository }) => repository).filter(({ tasks }) => tasks.length > 0);
}

type FoundRepository = ReadRepository & Pick<NamedRepository, "named">;

async function readAll(
  asked: readonly NamedRepository[],
  args: ParsedArgs,
  io: Io,
): Promise<{ readonly found: readonly FoundRepository[]; readonly wrong: readonly string[] }> {
  const found: (FoundRepository | null)[] = asked.map(() => null);
  const wrong: string[] = [];
  let [next, read] = [0, 0];
  const progress = setInterval(() => {
    const unusable = wrong.length > 0 ? `, ${wrong.length} of them cannot be used` : "";
    io.err(`read ${read} of ${plural(asked.length, "repository", "repositories")}${unusable}\n`);
  }, progressMs);
  const work = async (): Promise<void> => {
    for (let at = next++; at < asked.length; at = next++) {
      const each = asked[at] as NamedRepository;
      try {
        found[at] = { ...(await readRepository(each, listReader(args, io))), named: each.named };
      } catch (error) {
        if (asked.length === 1 || !isUserError(error)) throw error;
        wrong.push(`${each.named}: ${oneLine(error.what)}`);
      }
      read++;
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, asked.length) }, work));
  } finally {
    clearInterval(progress);
  }
  return { found: found.filter((each) => each !== null), wrong };
}

interface RefusalPlace {
  readonly args: ParsedArgs;
  readonly io: Io;
  readonly all: number;
  readonly unread: string;
}

function refuseWrong(wrong: readonly string[], { args, io, all, unread }: RefusalPlace): void {
  if (wrong.length === 0) return;
  const more = wrong.length > mostNamed ? [`and ${wrong.length - mostNamed} more`] : [];
  const named = [...wrong.slice(0, mostNamed), ...more];
  if (args.flag("skip-unusable")) {
    for (const line of named) io.err(`warning: left out: ${line}\n`);
    return;
  }
  throw new UserError({
    what: `nothing was submitted: ${wrong.length} of ${all} repositories cannot be used\n${named.map((line) => `  ${line}`).join("\n")}`,
    where: args.words[0] ?? "--repo",
    fix: `correct these lines, or leave them out with --skip-unusable${unread}`,
  });
}

const listReader =
  (args: ParsedArgs, io: Io): ListReader =>
  async (cwd, named, url) => {
    const inside = { ...io, cwd };
    const { list, tasks } = await loadList(
      named ?? args.text("tasks"),
      withoutFlags({ ...args, text: () => undefined }, inside),
      inside,
    );
    if (tasks.is === "tasks") return { list, tasks: tasks.tasks };
    throw new UserError({
      what: tasks.is === "unusable" ? `the task list cannot be used: ${tasks.why}` : "there is no task list",
      where: list === "none" ? url : `${list} of ${url}`,
      fix: "name one with --tasks, and push it",
    });
  };
