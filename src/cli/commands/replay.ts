import { readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { readOutputFile } from "../../agents/transcripts/read-output.js";
import type { Config } from "../../config/load.js";
import { policyForKind } from "../../decide/policies/policies.js";
import type { Policy } from "../../decide/policy.js";
import { UserError } from "../../lib/errors.js";
import { explain } from "../../lib/files/files.js";
import { plural } from "../../lib/text/plural.js";
import { now } from "../../lib/time/clock.js";
import { outcomeTone } from "../../report/format-decision.js";
import { paint } from "../../report/terminal/paint.js";
import { Comparison, type End, isOtherwise, type RunCompared, savedBy, toEnd } from "../../run/judge/compare.js";
import { readReport } from "../../run/judge/read-report.js";
import { openSession } from "../../run/session.js";
import { emptyRunState } from "../../store/current-run.js";
import { eachRecord, journalName } from "../../store/load.js";
import type { DecisionRecord, JournalRecord } from "../../store/record.js";
import { applyRecord } from "../../store/run-state.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { configFlags, readConfig, withoutFlags } from "../flags/config-flags.js";
import { notRun, stateFolder } from "../judging.js";
import { loadList } from "../task-list.js";

export const replay: Command = {
  name: "replay",
  findsProject: "flags",
  usage: "replay [FOLDER] [options]",
  about:
    "Decides recorded iterations again with the current configuration, --policy and --set, and shows which runs would have ended differently and how many iterations that saves or costs. Without FOLDER it replays the journal. FOLDER holds one agent output per file, ordered by name, as the iterations of one run. Changes nothing.\n\nSettings about how the agent's text is read (promise, patterns) only have an effect with FOLDER.",
  flags: {
    json: { type: "boolean", help: "print JSON lines: one per run that differs, then the totals" },
    all: { type: "boolean", help: "also list runs that would have ended the same way" },
    run: { type: "string", value: "ID", help: "only this run" },
    tasks: { type: "string", value: "FILE", help: "the task list of the outputs in FOLDER" },
    ...configFlags,
  },
  maxPositionals: 1,
  examples: [
    "untildone replay --policy cub",
    "untildone replay --set stagnationLoops=5 --set breaker.noProgress=5",
    "untildone replay logs/outputs --tasks TODO.md --policy doyaken",
  ],
  async run(args, io) {
    const config = readConfig(args, io);
    const tally = new Tally(args, io);
    const [folder] = args.words;
    if (folder !== undefined) {
      const run = basename(resolve(io.cwd, folder));
      const was = await endOfFolder(folder, withoutFlags(args, io), { args, io });
      const would = await endOfFolder(folder, config, { args, io });
      tally.add({ run, was, would, saved: savedBy(was, would) });
    } else compareJournal(config, { args, io, tally });
    tally.close();
    return 0;
  },
};

function compareJournal(config: Config, { args, io, tally }: { args: ParsedArgs; io: Io; tally: Tally }): void {
  const policy = config.resolved;
  const policyFor = ({ taskKind }: DecisionRecord): Policy => policyForKind(policy, taskKind);
  const comparison = new Comparison(policyFor, (run) => tally.add(run));
  const only = args.text("run");
  const take = (record: JournalRecord): void => {
    if (only === undefined || record.run === only) comparison.take(record);
  };
  walkJournal(stateFolder(config, io), take, io);
  comparison.finish();
}

function walkJournal(folder: string, take: (record: JournalRecord) => void, io: Io): void {
  const size = statSync(join(folder, journalName), { throwIfNoEntry: false })?.size;
  if (size === undefined)
    throw new UserError({
      what: "there is no journal to replay",
      where: join(folder, journalName),
      fix: "make decisions with untildone check, or name a folder of outputs",
    });
  let next = 0;
  eachRecord(folder, (record, end) => {
    take(record);
    if (!io.isWatched || end < next) return;
    io.live("err", `replaying ${record.n} records, ${Math.floor((100 * end) / size)} %`);
    next = end + size / 100;
  });
  if (next > 0) io.live("err", "");
}

/** How a run would end whose iterations are the outputs in a folder. */
async function endOfFolder(folder: string, config: Config, { args, io }: { args: ParsedArgs; io: Io }): Promise<End> {
  const { tasks } = await loadList(args.text("tasks"), config, io);
  const at = now();
  const policy = config.resolved;
  let runState = emptyRunState;
  let end: End | undefined;
  for (const [index, file] of outputsIn(resolve(io.cwd, folder)).entries()) {
    const transcript = readOutputFile(join(folder, file), io.cwd);
    const { policy: spec, settings } = config;
    const session = openSession(
      { policy, spec, settings, origins: {}, run: folder },
      { journal: { runState }, clock: { now: () => at + index } },
    );
    const { record } = session.judge({
      report: readReport(transcript, { settings: policy.settings, now: at }),
      spent: transcript,
      tasks,
      evidence: notRun(config.checks),
    });
    runState = applyRecord(runState, { version: 1, n: index + 1, ...record });
    end = toEnd(record.iteration, record.decision);
    if (end.outcome !== null) return end;
  }
  if (!end) throw new Error("expected at least one output");
  return end;
}

function outputsIn(folder: string): readonly string[] {
  const order = new Intl.Collator("en", { numeric: true });
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.startsWith("."),
    );
    if (files.length === 0)
      throw new UserError({
        what: "the folder has no files",
        where: folder,
        fix: "name the folder that holds the outputs",
      });
    return files.map(({ name }) => name).sort(order.compare);
  } catch (error) {
    throw explain(error, folder);
  }
}

/** Prints each run and adds up the totals. */
class Tally {
  readonly #args: ParsedArgs;
  readonly #io: Io;
  #runs = 0;
  #otherwise = 0;
  #saved = 0;
  #cost = 0;

  constructor(args: ParsedArgs, io: Io) {
    this.#args = args;
    this.#io = io;
  }

  add(run: RunCompared): void {
    this.#runs++;
    const differs = isOtherwise(run);
    if (differs) this.#otherwise++;
    if (run.saved > 0) this.#saved += run.saved;
    else this.#cost -= run.saved;
    if (!differs && !this.#args.flag("all")) return;
    this.#io.out(this.#args.flag("json") ? `${JSON.stringify(run)}\n` : formatRun(run, this.#io.colour));
  }

  close(): void {
    const sum = { runs: this.#runs, otherwise: this.#otherwise, saved: this.#saved, cost: this.#cost };
    const cost = sum.cost > 0 ? `, and at least ${sum.cost} more in others` : "";
    this.#io.out(
      this.#args.flag("json")
        ? `${JSON.stringify(sum)}\n`
        : `${sum.otherwise} of ${sum.runs} runs would have ended differently: ${plural(sum.saved, "iteration")} saved${cost}\n`,
    );
  }
}

function formatRun({ run, was, would, saved }: RunCompared, colour: boolean): string {
  const { bold } = paint(colour);
  const gain =
    saved === 0
      ? "same number of iterations"
      : saved > 0
        ? `${plural(saved, "iteration")} saved`
        : `at least ${-saved} more`;
  return `${bold(`run ${run}`)}  ${gain}\n  was    ${formatEnd(was, colour)}\n  would  ${formatEnd(would, colour)}\n`;
}

function formatEnd({ iteration, outcome, rule, reason }: End, colour: boolean): string {
  const word = outcome ?? "still running";
  return `${outcomeTone(outcome, colour)(word)} at iteration ${iteration} by ${rule}: ${reason.replaceAll(/\s+/g, " ")}`;
}
