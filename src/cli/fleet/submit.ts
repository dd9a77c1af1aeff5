import { gitHubName } from "../../fleet/finish-repository.js";
import { usualPriority } from "../../fleet/submit-again.js";
import type { FleetLimits, Submission } from "../../fleet/terms.js";
import { UserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import { newRunId, now } from "../../lib/time/clock.js";
import type { Command, Flag, ParsedArgs } from "../command.js";
import { amount, seconds, wholeNumber } from "../numbers.js";
import { listRepositories } from "./named-repositories.js";
import { readLists } from "./read-lists.js";
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
    if (args.flag("pr")) for (const { url } of asked.usable) gitHubName(url);
    return withFleet(args, io, async ({ fleet }) => {
      const repositories = await readLists(asked, args, io);
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
  const value = wholeNumber(args.text("priority") ?? String(usualPriority), "--priority");
  if (value >= 1 && value <= maxPriority) return value;
  throw new UserError({
    what: `--priority is ${value}`,
    where: "--priority",
    fix: `give a number from 1 to ${maxPriority}`,
  });
}
