import type { Command } from "../command.js";
import { folderFlags } from "../flags/config-flags.js";
import { askRun, noRun } from "../running-run.js";

export const pause: Command = {
  name: "pause",
  findsProject: "flags",
  usage: "pause [options]",
  about:
    "Pauses the run of this project after its current iteration. Change what you like meanwhile: it counts as yours. The pause does not count against the time budget. untildone continue ends it, untildone stop or Ctrl-C ends the run.",
  flags: folderFlags,
  maxPositionals: 0,
  examples: ["untildone pause"],
  async run(args, io) {
    const status = await askRun(args, io, { request: "pause", by: io.isDashboard ? "dashboard" : "command" });
    if (status === null) throw noRun(io);
    return status;
  },
};
