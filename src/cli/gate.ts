import type { Case } from "../core/rule.js";
import { judge } from "../judge/judge.js";
import { loadState } from "../store/load.js";
import { now } from "../system/clock.js";
import type { Command } from "./command.js";
import { configOf } from "./config-flags.js";
import { judgingFlags, present, readIteration, stateFolder, termsOf, withEvidence } from "./judging.js";
import { tellDecision } from "./tell-decision.js";

export const gate: Command = {
  name: "gate",
  usage: "gate [RESPONSE] [TASKS] [options]",
  about:
    "May this be called done? Asks what check would decide, with the same defaults, and changes nothing.\nWith --task it asks of that task.\n\nExit status: 0 yes, 1 not yet, 2 could not decide.",
  flags: judgingFlags,
  most: 2,
  examples: ["untildone gate out.log TODO.md && git push", "untildone gate --task T3 out.log .ralph/fix_plan.md"],
  answersByStatus: true,
  async run(given, io) {
    const config = configOf(given, io);
    const folder = stateFolder(config, io);
    const read = await readIteration(given, io, { config, keep: false });
    const { kept, damage } = loadState(folder);
    const { iteration } = await withEvidence(read, given, {
      io,
      config,
      folder,
      keeps: false,
      run: () => present(given, kept),
    });
    for (const { name, why } of damage) io.err(`warning: ${config.stateFolder}/${name} ${why}\n`);
    // The words judged by check may be asked about again: that is what a question is for.
    const { decision, record, weighed } = judge(
      kept,
      { ...iteration, response: null },
      termsOf(given, config, { kept, now: now() }),
    );
    const asJson = `${JSON.stringify({ ...decision, events: record.events })}\n`;
    io.out(given.flag("json") ? asJson : tellDecision(decision, io.colour));
    const isUnknown = given.text("task") !== undefined && isMissing(weighed);
    return !isUnknown && (decision.outcome === "completed" || decision.taskDone !== null) ? 0 : 1;
  },
};

/** A task that is not in the list cannot be called done by us. */
const isMissing = ({ seen }: Case): boolean => seen.tasks.is === "list" && seen.tasks.selectedStatus === null;
