import type { Command } from "../command.js";
import { folderFlags } from "../flags/config-flags.js";
import { askRun, noRun } from "../running-run.js";

const continueRun: Command = {
  name: "continue",
  findsProject: "flags",
  usage: "continue [options]",
  about: "Continues a run that was paused with untildone pause or the key p.",
  flags: folderFlags,
  maxPositionals: 0,
  examples: ["untildone continue"],
  async run(args, io) {
    const status = await askRun(args, io, { request: "continue", by: io.isDashboard ? "dashboard" : "command" });
    if (status === null) throw noRun(io);
    return status;
  },
};

export { continueRun as continue };
