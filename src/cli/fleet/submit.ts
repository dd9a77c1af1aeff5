import { isUserError, UserError } from "../../base/errors.js";
import { plural } from "../../base/plural.js";
import { oneLine } from "../../base/printable.js";
import { gitHubName } from "../../fleet/finish-repository.js";
import {
  type AskedRepository,
  type ListReader,
  type ReadRepository,
  readRepository,
} from "../../fleet/read-repository.js";
import type { FleetLimits, FleetRepository, Submission } from "../../fleet/terms.js";
import { newRunId, now } from "../../system/clock.js";
import { readText } from "../../system/files.js";
import { openRepository } from "../../system/git.js";
import { text } from "../../system/git-output.js";
import type { Command, Flag, Io, ParsedArgs } from "../command.js";
import { withoutFlags } from "../config-flags.js";
import { seconds, wholeNumber } from "../numbers.js";
import { amount } from "../run-flags.js";
import { loadList } from "../task-list.js";
import { redisFlags, withFleet } from "./redis-flags.js";

export const limitFlags = {
  "max-iterations": { type: "string", value: "N", help: "stop the submission after N iterations of all its tasks" },
  "max-cost": {
    type: "string",
    value: "USD",
    help: "stop it after this cost in US dollars, as reported by the agents",
  },
  "max-tokens": { type: "string", value: "N", help: "stop it after N tokens" },
  "max-time": { type: "string", value: "TIME", help: "start no turn after this time from now, such as 8h" },
} as const satisfies Record<string, Flag>;

export const submit: Command = {
  name: "fleet submit",
  usage: "fleet submit [FILE] [options]",
  about:
    "Puts the open tasks of a list into the queue, one job for each task: of the repositories named with --repo, of those in FILE (one on each line, with its list after a space), or of this repository's origin. The work starts from what is pushed. It is merged into branch untildone/ID of each repository.",
  flags: {
    repo: { type: "string", value: "URL", multiple: true, help: "repository, as git clone takes it; repeatable" },
    tasks: { type: "string", value: "LIST", help: "task list in the repository (default: found there)" },
    from: { type: "string", value: "BRANCH", help: "branch to start from (default: the repository's usual one)" },
    ...limitFlags,
    priority: { type: "string", value: "N", help: "1 is worked on first, 1000 last (default 100)" },
    pr: { type: "boolean", help: "open one pull request for each repository when its tasks are over, through gh" },
    "skip-unusable": {
      type: "boolean",
      help: "submit the others where a repository cannot be read or has no list (default: submit nothing, and name them)",
    },
    json: { type: "boolean", help: "print JSON" },
    ...redisFlags,
  },
  maxPositionals: 1,
  examples: [
    "untildone fleet submit --max-cost 50",
    "untildone fleet submit --repo https://github.com/acme/shop --tasks TODO.md --pr",
    "untildone fleet submit repositories.txt --max-time 8h",
  ],
  async run(args, io) {
    const limits = readLimits(args);
    const priority = readPriority(args);
    const asked = await listRepositories(args, io);
    if (args.flag("pr")) for (const { url } of asked) gitHubName(url);
    return withFleet(args, io, async ({ fleet }) => {
      const repositories = await readAll(asked, args, io);
      if (repositories.length === 0)
        throw new UserError({ what: "there is no open task", where: "untildone fleet submit", fix: "untildone tasks" });
      const id = newRunId(now());
      const at = new Date(now()).toISOString();
      const submission: Submission = {
        version: 1,
        id,
        at,
        repositories,
        limits,
        priority,
        pullRequest: args.flag("pr"),
      };
      await fleet.submit(submission);
      const count = repositories.reduce((total, { tasks }) => total + tasks.length, 0);
      const { length } = repositories;
      io.out(
        args.flag("json")
          ? `${JSON.stringify({ id, tasks: count, repositories: repositories.map(({ name, url, list, tasks }) => ({ name, url, list, tasks: tasks.length })) })}\n`
          : `submitted ${id}: ${plural(count, "task")} in ${length === 1 ? "1 repository" : `${length} repositories`}\nsee untildone fleet status ${id}\n`,
      );
      return 0;
    });
  },
};

const atOnce = 8;
const progressMs = 5_000;
const mostNamed = 10;

/** Reads the lists of all repositories, some at a time. What is wrong with any is said of all at once. */
async function readAll(
  asked: readonly AskedRepository[],
  args: ParsedArgs,
  io: Io,
): Promise<readonly FleetRepository[]> {
  const found: (ReadRepository | null)[] = asked.map(() => null);
  const wrong: string[] = [];
  let [next, read] = [0, 0];
  const progress = setInterval(() => io.err(`read ${read} of ${asked.length} repositories\n`), progressMs);
  const work = async (): Promise<void> => {
    for (let at = next++; at < asked.length; at = next++) {
      const each = asked[at] as AskedRepository;
      try {
        found[at] = await readRepository(each, listReader(args, io));
      } catch (error) {
        if (asked.length === 1 || !isUserError(error)) throw error;
        wrong.push(`${each.url}: ${oneLine(error.what)}`);
      }
      read++;
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, asked.length) }, work));
  } finally {
    clearInterval(progress);
  }
  refuseWrong(wrong, asked.length, { args, io });
  const usable = found.filter((each) => each !== null);
  for (const { repository, notes } of usable) {
    for (const note of notes) io.err(`warning: ${repository.name}: ${note}\n`);
    if (repository.tasks.length === 0) io.err(`warning: ${repository.name}: ${repository.list} has no open task\n`);
  }
  return usable.map(({ repository }) => repository).filter(({ tasks }) => tasks.length > 0);
}

function refuseWrong(wrong: readonly string[], all: number, { args, io }: { args: ParsedArgs; io: Io }): void {
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
    fix: "correct these lines, or leave them out with --skip-unusable",
  });
}

/** The limits that are named; null for all others. */
export function readLimits(args: ParsedArgs): FleetLimits {
  const read = <T>(flag: string, convert: (value: string, where: string) => T): T | null => {
    const value = args.text(flag);
    return value === undefined ? null : convert(value, `--${flag}`);
  };
  const time = read("max-time", seconds);
  return {
    iterations: read("max-iterations", wholeNumber),
    usd: read("max-cost", amount),
    tokens: read("max-tokens", wholeNumber),
    until: time === null ? null : now() + time * 1000,
  };
}

const maxPriority = 1_000;

function readPriority(args: ParsedArgs): number {
  const value = wholeNumber(args.text("priority") ?? "100", "--priority");
  if (value >= 1 && value <= maxPriority) return value;
  throw new UserError({
    what: `--priority is ${value}`,
    where: "--priority",
    fix: `give a number from 1 to ${maxPriority}`,
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

async function listRepositories(args: ParsedArgs, io: Io): Promise<readonly AskedRepository[]> {
  const from = args.text("from");
  const [file] = args.words;
  const named = args.texts("repo");
  if (file !== undefined && named.length > 0)
    throw new UserError({
      what: "FILE and --repo do not go together",
      where: "untildone fleet submit",
      fix: "give one of them",
    });
  const lines = file === undefined ? named : readText(file, io.cwd, maxFileBytes).split("\n");
  const asked = lines
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [url = "", list] = line.split(/\s+/, 2);
      return { url: isLocal(url, io) ? `${io.cwd}/${url}` : url, list, from };
    });
  if (asked.length > 0) return asked;
  if (file !== undefined)
    throw new UserError({
      what: "it names no repository",
      where: file,
      fix: "write a URL on each line, with its list after a space",
    });
  return [{ url: await ownRemote(io), list: undefined, from }];
}

const maxFileBytes = 1024 * 1024;
const isLocal = (url: string, _: Io): boolean => /^\.{1,2}\//.test(url);

async function ownRemote(io: Io): Promise<string> {
  const repository = await openRepository(io.cwd);
  const answer = repository.ok ? await repository.ask(["remote", "get-url", "origin"]) : null;
  if (answer?.ok) return text(answer.out).trim();
  throw new UserError({
    what: "this folder is no git repository with a remote named origin",
    where: io.cwd,
    fix: "name the repository: untildone fleet submit --repo URL",
  });
}
