import type { Case } from "../core/rule.js";
import { judge } from "../judge/judge.js";
import { formatDecision } from "../report/format-decision.js";
import { loadState } from "../store/load.js";
import { now } from "../system/clock.js";
import type { Command } from "./command.js";
import { readConfig } from "./config-flags.js";
import { currentRunId, judgingFlags, readIteration, resolveTerms, stateFolder, withEvidence } from "./judging.js";

export const gate: Command = {
  name: "gate",
  usage: "gate [RESPONSE] [TASKS] [options]",
  about:
    "Can this be called done? Decides as check would, with the same defaults, and changes nothing. With --task the question is about that task.\n\nExit status: 0 yes, 1 not yet, 2 could not decide.",
  flags: judgingFlags,
  maxPositionals: 2,
  examples: ["untildone gate out.log TODO.md && git push", "untildone gate --task T3 out.log .ralph/fix_plan.md"],
  async run(args, io) {
    const config = readConfig(args, io);
    const folder = stateFolder(config, io);
    const read = await readIteration(args, io, { config, saveResponse: false });
    const { runState, damage } = loadState(folder);
    const { iteration } = await withEvidence(read, args, {
      io,
      config,
      folder,
      saveWorkspace: false,
      run: () => currentRunId(args, runState),
    });
    for (const { name, why } of damage) io.err(`warning: ${config.stateFolder}/${name} ${why}\n`);
    // `check` may have judged the same output already: no warning about that here.
    const { decision, record, weighed } = judge(
      runState,
      { ...iteration, response: null },
      resolveTerms(args, config, { runState, now: now() }),
    );
    const asJson = `${JSON.stringify({ ...decision, events: record.events })}\n`;
    io.out(args.flag("json") ? asJson : formatDecision(decision, io.colour));
    const isOfTask = args.text("task") !== undefined;
    const isUnknown = isOfTask && isMissing(weighed);
    const isDone = decision.outcome === "completed" || (isOfTask && decision.taskDone !== null);
    return !isUnknown && isDone ? 0 : 1;
  },
};

/** A task that is not in the list cannot be done. */
const isMissing = ({ seen }: Case): boolean => seen.tasks.is === "list" && seen.tasks.selectedStatus === null;
