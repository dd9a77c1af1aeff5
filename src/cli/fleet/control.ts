import { jobName } from "../../fleet/names.js";
import { isTaskOver, type TaskStatus } from "../../fleet/terms.js";
import { UserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import type { Command } from "../command.js";
import { findSubmission, redisFlags, withFleet } from "./redis-flags.js";
import { limitFlags, readLimits } from "./submit.js";

export const cancel: Command = {
  name: "fleet cancel",
  usage: "fleet cancel ID [options]",
  about: "Cancels a submission: waiting tasks are not begun, and those at work are stopped. What is merged stays.",
  flags: redisFlags,
  maxPositionals: 1,
  examples: ["untildone fleet cancel 20261116-101500-abc123"],
  run: (args, io) =>
    withFleet(args, io, async (open) => {
      const submission = await findSubmission(open, demandId(args.words[0], "cancel"), "cancel");
      const count = await open.fleet.cancel(submission);
      io.out(`cancelled ${submission.id}: ${plural(count, "task")} not begun; those at work stop within seconds\n`);
      return 0;
    }),
};

const again: ReadonlySet<TaskStatus> = new Set(["set-aside", "stopped", "cancelled", "failed"]);

export const retry: Command = {
  name: "fleet retry",
  usage: "fleet retry ID [options]",
  about:
    "Puts the tasks of a submission that are over and not done into the queue again: those set aside, stopped by a budget, cancelled or failed. The limits given replace the earlier ones; what was used before still counts.",
  flags: { ...limitFlags, ...redisFlags },
  maxPositionals: 1,
  examples: ["untildone fleet retry 20261116-101500-abc123 --max-cost 100"],
  run: (args, io) =>
    withFleet(args, io, async (open) => {
      const submission = await findSubmission(open, demandId(args.words[0], "retry"), "retry");
      const standing = await open.fleet.board.standing(submission.id);
      const given = readLimits(args);
      const before = standing?.limits ?? submission.limits;
      const limits = {
        iterations: given.iterations ?? before.iterations,
        usd: given.usd ?? before.usd,
        tokens: given.tokens ?? before.tokens,
        until: given.until ?? before.until,
      };
      const count = await open.fleet.retry(submission, limits, again);
      io.out(
        count === 0
          ? `${submission.id} has no task to try again\n`
          : `${plural(count, "task")} of ${submission.id} in the queue again\n`,
      );
      return 0;
    }),
};

export const drain: Command = {
  name: "fleet drain",
  usage: "fleet drain [options]",
  about:
    "Lets the workers finish the tasks they work on and take no others, such as before an update. untildone fleet drain --end lets them go on.",
  flags: { end: { type: "boolean", help: "let the workers take tasks again" }, ...redisFlags },
  maxPositionals: 0,
  examples: ["untildone fleet drain", "untildone fleet drain --end"],
  run: (args, io) =>
    withFleet(args, io, async ({ fleet }) => {
      if (args.flag("end")) await fleet.queue.resume();
      else await fleet.queue.pause();
      const { active = 0 } = await fleet.queue.getJobCounts("active");
      io.out(
        args.flag("end")
          ? "the workers take tasks again\n"
          : `no worker takes a task now; ${plural(active, "task")} at work\n`,
      );
      return 0;
    }),
};

export const remove: Command = {
  name: "fleet remove",
  usage: "fleet remove ID [options]",
  about: "Removes a submission that is over, with its journal, from Redis. Branches and pull requests stay.",
  flags: redisFlags,
  maxPositionals: 1,
  examples: ["untildone fleet remove 20261116-101500-abc123"],
  run: (args, io) =>
    withFleet(args, io, async (open) => {
      const submission = await findSubmission(open, demandId(args.words[0], "remove"), "remove");
      const tasks = await open.fleet.listTasks(submission);
      if (tasks.some(({ progress }) => !isTaskOver(progress.status)))
        throw new UserError({
          what: `submission ${submission.id} is not over`,
          where: "untildone fleet remove",
          fix: `untildone fleet cancel ${submission.id}`,
        });
      const jobs = tasks.map(({ repository, task, progress }) =>
        jobName(submission.id, repository, task, progress.round),
      );
      await open.fleet.board.remove(submission, jobs);
      io.out(`removed ${submission.id}\n`);
      return 0;
    }),
};

function demandId(id: string | undefined, command: string): string {
  if (id !== undefined) return id;
  throw new UserError({
    what: "no submission is named",
    where: `untildone fleet ${command}`,
    fix: "list them: untildone fleet status",
  });
}
