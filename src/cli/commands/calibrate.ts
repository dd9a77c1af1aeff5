import { resolve } from "node:path";
import { replaceUserFile } from "../../lib/files/disk.js";
import { applyLearned, forgetLearned } from "../calibrate/apply.js";
import { formatLearned } from "../calibrate/format-learned.js";
import { learn } from "../calibrate/learned.js";
import { learnedPage } from "../calibrate/learned-page.js";
import type { Command } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";

export const calibrate: Command = {
  name: "calibrate",
  findsProject: "flags",
  usage: "calibrate [options]",
  about:
    "Shows how claims turned out here, by what untildone grade, accept and undo recorded: how far words, stated confidence, each check and each kind of proof can be trusted, by agent, model and kind of task; which checks and agents pay; and settings that would have done better. Changes nothing without --apply.\n\nFitted numbers never make work done: where minTrust is set, they refuse an unproven claim whose like were rarely right. Other policies than standard ignore them.",
  flags: {
    apply: { type: "boolean", help: "use the fitted numbers in the next runs, and write the proposed settings" },
    forget: { type: "boolean", help: "remove the fitted numbers" },
    json: { type: "boolean", help: "print one JSON object" },
    html: { type: "string", value: "FILE", help: "write it as a page, with the reliability chart" },
    ...folderFlags,
  },
  maxPositionals: 0,
  examples: ["untildone calibrate", "untildone calibrate --html trust.html", "untildone calibrate --apply"],
  async run(args, io) {
    const config = readConfig(args, io);
    if (args.flag("forget")) {
      forgetLearned(io);
      return 0;
    }
    const learned = learn(stateFolder(config, io));
    if (learned.outcomes.length === 0)
      io.err("nothing is graded yet; grade a task with: untildone grade TASK right, or wrong\n");
    io.out(args.flag("json") ? `${JSON.stringify(toJson(learned))}\n` : formatLearned(learned, io.colour));
    const file = args.text("html");
    if (file !== undefined) {
      replaceUserFile(resolve(io.cwd, file), learnedPage(learned));
      io.err(`written: ${file}\n`);
    }
    if (args.flag("apply") && learned.outcomes.length > 0) applyLearned(learned, stateFolder(config, io), io);
    return 0;
  },
};

const toJson = ({ outcomes, fits, checks, agents, proposals, replayed }: ReturnType<typeof learn>) => ({
  ...{ outcomes: outcomes.length, fits, checks, agents },
  proposals: proposals.is === "too-little" ? proposals : { is: "proposals", proposals: replayed },
});
