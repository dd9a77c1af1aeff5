import type { Command } from "../command.js";
import { folderFlags } from "../flags/config-flags.js";
import { askRun, noRun } from "../running-run.js";

export const stop: Command = {
  name: "stop",
  findsProject: "flags",
  usage: "stop [options]",
  about:
    "Stops the run of this project after its current iteration, as Ctrl-C does in its own terminal. Resume it with: untildone run --resume.",
  flags: folderFlags,
  maxPositionals: 0,
  examples: ["untildone stop"],
  async run(args, io) {
    const status = await askRun(args, io, { request: "stop", by: io.isDashboard ? "dashboard" : "command" });
    if (status === null) throw noRun(io);
    return status;
  },
};
