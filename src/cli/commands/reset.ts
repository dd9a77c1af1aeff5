import { namesIn } from "../../lib/files/folder.js";
import { plural } from "../../lib/text/plural.js";
import { now } from "../../lib/time/clock.js";
import { findCutOff, markEnded } from "../../run/records/open-runs.js";
import { findPrivateFolder } from "../../run/records/private-folder.js";
import { forgetRefused } from "../../run/records/refused-memory.js";
import { forgetSnapshots } from "../../run/snapshots/open-snapshots.js";
import { Store } from "../../store/store.js";
import type { Command, Io } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";

export const reset: Command = {
  name: "reset",
  findsProject: "flags",
  usage: "reset [options]",
  about:
    "Starts over: ends the current run and clears its counters and budgets. The journal and an open circuit breaker are kept (close it with: untildone breaker reset). With --all the journal, the snapshots and the breaker are removed, too. Other files in the folder are never touched.",
  flags: {
    all: { type: "boolean", help: "also remove the journal: history, explain and replay lose their data" },
    ...folderFlags,
  },
  maxPositionals: 0,
  examples: ["untildone reset", "untildone reset --all"],
  async run(args, io) {
    const config = readConfig(args, io);
    const folder = stateFolder(config, io);
    const store = Store.open({ folder, command: "reset", now: now() });
    try {
      const { decisions, run, breaker } = store.runState;
      endCutOff(folder, io);
      await forgetRuns(folder, io);
      if (args.flag("all")) {
        const gone = store.clear();
        io.out(
          gone.length === 0
            ? `nothing to remove in ${config.stateFolder}\n`
            : `removed ${gone.join(", ")} from ${config.stateFolder}: ${plural(decisions, "decision")}\n`,
        );
      } else {
        store.append({ kind: "reset", at: new Date(now()).toISOString(), run: run?.id ?? "" });
        store.snapshot();
        io.out(`cleared ${run ? `run ${run.id}` : "no run"}, ${plural(decisions, "decision")}; the journal is kept\n`);
        if (breaker.state === "open") io.err("the breaker stays open: untildone breaker reset closes it\n");
      }
      for (const warning of store.warnings) io.err(`warning: ${warning}\n`);
      return 0;
    } finally {
      store.close();
    }
  },
};

/** Also ends the runs that were killed, before their first decision, too, and takes what was refused as it is. */
function endCutOff(folder: string, io: Io): void {
  const records = findPrivateFolder(io.cwd, io);
  if (!records) return;
  for (const { run } of findCutOff(records, folder)) markEnded(records, run);
  forgetRefused(records, null);
}

/** What undo, diff and bisect would need of them. */
async function forgetRuns(folder: string, io: Io): Promise<void> {
  const records = findPrivateFolder(io.cwd, io);
  if (records) await forgetSnapshots({ cwd: io.cwd, privateFolder: records.path }, namesIn(`${folder}/logs`));
}
