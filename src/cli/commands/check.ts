import { resolve } from "node:path";
import type { Config } from "../../config/load.js";
import type { Decision } from "../../decide/decision.js";
import { isUserError } from "../../lib/errors.js";
import { updateFile } from "../../lib/files/update-file.js";
import { maskSecrets, safeText } from "../../lib/secrets/secrets.js";
import { printable } from "../../lib/text/printable.js";
import { now } from "../../lib/time/clock.js";
import { formatDecision } from "../../report/format-decision.js";
import { toPublicRecord } from "../../report/public-record.js";
import { loadState } from "../../store/load.js";
import { type DecisionRecord, decisionTask } from "../../store/record.js";
import { updateStateFile } from "../../store/state-file.js";
import { Store } from "../../store/store.js";
import { listFile } from "../../tasks/find-list.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { readConfig } from "../flags/config-flags.js";
import { hasReviewers, judgeWithReviewers } from "../judge-with-reviewers.js";
import { currentRunId, judgingFlags, openJudging, readTurn, stateFolder, withEvidence } from "../judging.js";
import { chooseList } from "../task-list.js";

export const check: Command = {
  name: "check",
  usage: "check [RESPONSE] [TASKS] [options]",
  about:
    "Judges one iteration of your loop and saves the state the next one needs. RESPONSE is what the agent printed (default: .ralph/last-response.md; - reads stdin and saves it there). TASKS is the task list (default: the configured one, or the one found in the project, such as .ralph/fix_plan.md, prd.json or TODO.md; none for no list).\n\nExit status: 0 continue, 1 exit, 2 could not decide.",
  flags: {
    ...judgingFlags,
    baseline: {
      type: "boolean",
      help: "before the first iteration: run the checks and record how things stand, judge nothing",
    },
  },
  maxPositionals: 2,
  examples: [
    "untildone check --baseline   # once, before the loop",
    "while claude -p --permission-mode acceptEdits < PROMPT.md | untildone check - --run-checks; do :; done; untildone state --outcome",
    "codex exec --json - < PROMPT.md | untildone check - TODO.md",
    "untildone check --json out.log | jq -r .reason",
  ],
  async run(args, io) {
    const config = readConfig(args, io);
    const folder = stateFolder(config, io);
    if (args.flag("baseline")) return recordBaseline(args, { io, config, folder });
    const read = await readTurn(args, io, { config, saveResponse: true });
    const run = (): string | null => currentRunId(args, loadState(folder).runState);
    const seen = await withEvidence(read, args, {
      io,
      config,
      folder,
      run,
      saveWorkspace: true,
    });
    const store = Store.open({ folder, command: "check", now: now() });
    try {
      const session = openJudging(args, config, store);
      const judged = hasReviewers(config)
        ? await judgeWithReviewers(seen, { args, io, config, folder, session })
        : session.judge(seen.turn);
      const record = store.record(judged.record);
      seen.saveWorkspace(record);
      if (config.stateFile) writeStateFile(config.stateFile, record, io);
      for (const warning of store.warnings) io.err(`warning: ${warning}\n`);
      io.out(
        args.flag("json") ? `${JSON.stringify(toPublicRecord(record))}\n` : formatDecision(judged.decision, io.colour),
      );
      return exitStatus(judged.decision);
    } finally {
      store.close();
    }
  },
};

async function recordBaseline(
  args: ParsedArgs,
  { io, config, folder }: { io: Io; config: Config; folder: string },
): Promise<number> {
  const list = await chooseList(args.words[1], config, io);
  const { saveBaseline } = await import("../look.js");
  io.out(await saveBaseline(args, { io, config, folder }, listFile(list)));
  return 0;
}

/** For `while` loops: 0 continue, 1 exit. */
const exitStatus = ({ decision }: Decision): number => (decision === "CONTINUE" ? 0 : 1);

const safeTask = (task: string | null): string | null => (task === null ? null : printable(maskSecrets(task)));

/** The decision is already recorded: a STATE.md that cannot be written is only a warning. */
export function writeStateFile(path: string, record: DecisionRecord, io: Io): void {
  const file = resolve(io.cwd, path);
  const { decision, at, iteration, observation } = record;
  const entry = {
    at,
    outcome: decision.outcome,
    reason: safeText(decision.reason),
    task: safeTask(decisionTask(record)),
    iteration,
    seconds: observation.used.seconds ?? 0,
  };
  try {
    updateFile(file, (text) => updateStateFile(text, entry));
  } catch (error) {
    io.err(`warning: ${file} was not updated: ${isUserError(error) ? error.what : String(error)}\n`);
  }
}
