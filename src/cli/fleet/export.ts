import { resolve } from "node:path";
import { JournalExport } from "../../fleet/export-journal.js";
import { isUserError, UserError } from "../../lib/errors.js";
import { plural } from "../../lib/text/plural.js";
import type { Command } from "../command.js";
import { findSubmission, redisFlags, withFleet } from "./redis-flags.js";

export const exportJournal: Command = {
  name: "fleet export",
  usage: "fleet export [ID] [options]",
  about:
    "Writes the journal of a submission (default: the last one) as files: a folder for each repository with the .ralph/decisions.jsonl that a run has, so that report, explain, history, state and replay work there. What already exists is not written again. Prints the folders.",
  flags: {
    to: { type: "string", value: "FOLDER", help: "where to write (default: a folder with the submission's id)" },
    json: { type: "boolean", help: "print JSON" },
    ...redisFlags,
  },
  maxPositionals: 1,
  examples: [
    "untildone fleet export --to /tmp/night",
    "untildone report --dir /tmp/night/shop",
    "untildone history --dir /tmp/night/shop",
  ],
  run: (args, io) =>
    withFleet(args, io, async (open) => {
      const submission = await findSubmission(open, args.words[0], "export");
      const folder = resolve(io.cwd, args.text("to") ?? submission.id);
      const journal = new JournalExport(submission, folder);
      prepare(journal, folder);
      const { added, skipped } = await journal.update(open.fleet.board.journal);
      if (skipped > 0)
        io.err(`warning: ${plural(skipped, "entry", "entries")} left out: damaged, or not of its tasks\n`);
      if (args.flag("json"))
        io.out(`${JSON.stringify({ id: submission.id, added, skipped, folders: journal.folders })}\n`);
      else io.out(`${journal.folders.join("\n")}\n${plural(added, "decision")} of ${submission.id} added\n`);
      return 0;
    }),
};

function prepare(journal: JournalExport, folder: string): void {
  try {
    journal.prepare();
  } catch (error) {
    if (!isUserError(error) || !error.where.startsWith(folder)) throw error;
    throw new UserError({ what: error.what, where: error.where, fix: "name another folder with --to" });
  }
}
