import { describeUnreviewed } from "../../decide/review.js";
import type { Case } from "../../decide/rule.js";
import { formatDecision } from "../../report/format-decision.js";
import { loadState } from "../../store/load.js";
import type { Command } from "../command.js";
import { readConfig } from "../flags/config-flags.js";
import { readReviewerFlag, reviewerFlag } from "../flags/reviewer-flag.js";
import { hasReviewers, judgeWithReviewers } from "../judge-with-reviewers.js";
import { currentRunId, judgingFlags, openJudging, readTurn, stateFolder, withEvidence } from "../judging.js";

export const gate: Command = {
  name: "gate",
  usage: "gate [RESPONSE] [TASKS] [options]",
  about:
    "Can this be called done? Decides as check would, with the same defaults, and changes nothing. With --task the question is about that task.\n\nExit status: 0 yes, 1 not yet, 2 could not decide.",
  flags: { ...judgingFlags, reviewer: reviewerFlag },
  maxPositionals: 2,
  examples: [
    "untildone gate out.log TODO.md && git push",
    "untildone gate --task T3 out.log .ralph/fix_plan.md",
    "untildone gate --run-checks --reviewer codex out.log TODO.md",
  ],
  async run(args, io) {
    const config = readConfig(args, io, readReviewerFlag(args));
    const folder = stateFolder(config, io);
    const read = await readTurn(args, io, { config, saveResponse: false });
    const { runState, damage } = loadState(folder);
    const seen = await withEvidence(read, args, {
      io,
      config,
      folder,
      saveWorkspace: false,
      run: () => currentRunId(args, runState),
    });
    for (const { name, why } of damage) io.err(`warning: ${config.stateFolder}/${name} ${why}\n`);
    // `check` may have judged the same output already: no warning about that here.
    const turn = { ...seen.turn, response: null };
    const session = openJudging(args, config, { runState });
    const { decision, record, weighed } = hasReviewers(config)
      ? await judgeWithReviewers({ ...seen, turn }, { args, io, config, folder, session })
      : session.judge(turn);
    const asJson = `${JSON.stringify({ ...decision, events: record.events })}\n`;
    io.out(args.flag("json") ? asJson : formatDecision(decision, io.colour));
    const isOfTask = args.text("task") !== undefined;
    const isUnknown = isOfTask && isMissing(weighed);
    const isDone =
      decision.outcome === "completed" || (isOfTask && decision.taskDone !== null && !isUnreviewed(weighed));
    return !isUnknown && isDone ? 0 : 1;
  },
};

/** A review that came to nothing is no yes. */
const isUnreviewed = ({ seen, settings }: Case): boolean =>
  settings.findings !== "accept" && describeUnreviewed(seen).length > 0;

/** A task that is not in the list cannot be done. */
const isMissing = ({ seen }: Case): boolean => seen.tasks.is === "list" && seen.tasks.selectedStatus === null;
