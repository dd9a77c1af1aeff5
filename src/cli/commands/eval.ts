import { join, resolve } from "node:path";
import { errorMessage, UserError } from "../../lib/errors.js";
import { replaceUserFile } from "../../lib/files/disk.js";
import { readTextStream } from "../../lib/files/files.js";
import { unknownName } from "../../lib/json/place.js";
import { plural } from "../../lib/text/plural.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { playTurn } from "../eval/agent-turn.js";
import { checkOutputs, type OutputFigures } from "../eval/check-outputs.js";
import { chooseRuns } from "../eval/choose-runs.js";
import { confirmRun } from "../eval/confirm.js";
import { evalPage } from "../eval/eval-page.js";
import { formatEval, formatOutputs } from "../eval/format-eval.js";
import { measure, type PlacedTool } from "../eval/measure-tools.js";
import type { ToolFigures } from "../eval/rates.js";
import { type EvalSet, readMap, readSet, yamlFiles } from "../eval/read-set.js";
import { isGrave, isUnusable } from "../eval/results.js";
import { discardStale } from "../eval/run-folder.js";
import { readTool, untildone } from "../eval/tools.js";
import { reviewByTruth } from "../eval/truth-reviewer.js";
import type { EvalRun, SetFault } from "../eval/types.js";

const evalCommand: Command = {
  name: "eval",
  usage: "eval [FOLDER] [options]",
  about: [
    "Measures how often a run is called completed that is not, and how often one is refused that is right. FOLDER",
    "(default: eval) holds a set: runs with a project, a list, an agent that plays a script, and the truth, which is",
    "asked by hidden tests after the run; messages, lists and test outputs with labels; situations with decisions.",
    "docs/eval.md has the format.\n\nExit status: 0, or 1 if a run that something shows to be wrong was called completed",
    "or verified, a message taken for more than it claims, a list or a test output read wrongly, or a situation decided",
    "otherwise; 2 if the set, or a run of it, cannot be used.",
  ].join(" "),
  flags: {
    only: {
      type: "string",
      value: "NAME",
      multiple: true,
      help: "only runs of this name, family or class, or beyond (the evidence)",
    },
    sample: { type: "boolean", help: "a fixed tenth of the runs" },
    tool: { type: "string", value: "NAME", multiple: true, help: "measure these tools of FOLDER/tools, not untildone" },
    path: {
      type: "string",
      value: "NAME=FOLDER",
      multiple: true,
      help: "where a tool lies that is no part of the set",
    },
    others: { type: "boolean", help: "measure untildone and every tool of FOLDER/tools whose place is known" },
    texts: { type: "boolean", help: "only read the messages, lists, test outputs and situations" },
    confirm: { type: "boolean", help: "play the scripts without any verdict, and compare with the truth" },
    jobs: { type: "string", value: "N", help: "runs at once (default: one for each core)" },
    timeout: { type: "string", value: "SECONDS", help: "end a tool that takes longer for one run (default: 300)" },
    results: { type: "string", value: "FOLDER", help: "where results and failed runs are kept (default: .eval)" },
    resume: { type: "boolean", help: "go on with the results that are there, of any part of the set" },
    keep: { type: "boolean", help: "keep the folders of all runs" },
    list: { type: "boolean", help: "list the runs and their labels (with --json: one object per line)" },
    json: { type: "boolean", help: "print one JSON object for each run, then the figures" },
    html: { type: "string", value: "FILE", help: "write the figures as a page, too" },
    beside: {
      type: "string",
      value: "NAME",
      multiple: true,
      choices: ["seals", "reviewer"],
      help: "add sealed checks, or a reviewer, made by somebody who knows the truth: the most that they can add",
    },
    review: { type: "string", value: "FOLDER", help: "answer a review of a run by its truth (used by the runs)" },
    play: { type: "string", value: "FOLDER", help: "play one turn as the agent of a run (used by the runs)" },
  },
  examples: ["untildone eval", "untildone eval --only cheat", "untildone eval --sample --html eval.html"],
  async run(args, io) {
    const folder = args.text("play");
    if (folder !== undefined) return playAsAgent(folder, args, io);
    const reviewed = args.text("review");
    if (reviewed !== undefined) {
      io.out(`${reviewByTruth(reviewed, await readTextStream(io.stdin), io.cwd)}\n`);
      return 0;
    }
    if (args.words.length > 1)
      throw new UserError({
        what: `unexpected argument "${args.words[1]}"`,
        where: "untildone eval",
        fix: "name one folder",
      });
    const place = resolve(io.cwd, args.words[0] ?? "eval");
    const set = readSet(place);
    const runs = chooseRuns(set.runs, { only: args.texts("only"), isSample: args.flag("sample") });
    const faults = [...set.faults];
    if (args.flag("list")) return listRuns({ ...set, runs }, { io, isJson: args.flag("json") });
    if (!args.flag("texts")) discardStale();
    if (args.flag("confirm")) return confirmAll({ ...set, runs }, io);
    if (args.flag("texts")) return report([], { place, faults, args, io, inSet: set.runs.length });
    const tools = chooseTools(place, args, faults);
    const measured = await measure({ place, runs, tools, faults, args, io });
    return report(measured, { place, faults, args, io, inSet: set.runs.length });
  },
};

/** Loops hand the prompt over as words or on standard input. */
async function playAsAgent(folder: string, args: ParsedArgs, io: Io): Promise<number> {
  const prompt = `${args.words.join("\n")}\n${await readTextStream(io.stdin)}`;
  io.out(playTurn(folder, prompt, io.cwd));
  return 0;
}

function listRuns({ runs, faults }: EvalSet, { io, isJson }: { io: Io; isJson: boolean }): number {
  for (const { name, class: kind, label, turns, truth } of runs) {
    const row = { name, class: kind, tasks: truth.length, turns: turns.length, label };
    io.out(
      isJson
        ? `${JSON.stringify(row)}\n`
        : `${kind.padEnd(11)}${name.padEnd(54)}${plural(truth.length, "task")}, ${plural(turns.length, "turn")}${label ? `; ${label.evidence}: ${label.why}` : ""}\n`,
    );
  }
  return printFaults(faults, io);
}

function printFaults(faults: readonly SetFault[], io: Io): number {
  for (const { where, what } of faults) io.err(`${where}\n  ${what}\n`);
  return faults.length > 0 ? 2 : 0;
}

function confirmAll({ runs, ...set }: EvalSet, io: Io): number {
  const faults = [...set.faults];
  let wrong = 0;
  for (const [at, run] of runs.entries()) {
    if (io.isWatched) io.live("err", `confirming ${at + 1} of ${runs.length}: ${run.name}`);
    const found = tryConfirm(run, faults);
    if (found.length > 0) wrong++;
    for (const what of found) io.out(`${run.name}: ${what}\n`);
  }
  if (io.isWatched) io.live("err", "");
  io.out(`${plural(runs.length - wrong, "run")} as labelled, ${wrong} not\n`);
  return printFaults(faults, io) || (wrong > 0 ? 1 : 0);
}

/** A run whose folder cannot be made says nothing of the others. */
function tryConfirm(run: EvalRun, faults: SetFault[]): readonly string[] {
  try {
    return confirmRun(run);
  } catch (error) {
    faults.push({ where: run.name, what: errorMessage(error) });
    return ["not confirmed"];
  }
}

function chooseTools(place: string, args: ParsedArgs, faults: SetFault[]): readonly PlacedTool[] {
  const asked = args.texts("tool");
  const paths = new Map(args.texts("path").map(readPath));
  if (asked.length === 0 && !args.flag("others")) {
    const [name] = paths.keys();
    if (name === undefined) return [{ tool: untildone, path: null }];
    throw new UserError({
      what: `--path ${name} is of a tool that is not asked for`,
      where: "--path",
      fix: `add --tool ${name}, or --others for every tool`,
    });
  }
  const known = yamlFiles(join(place, "tools")).flatMap((file) => [...readMap(file, readTool, faults).values()]);
  const all = [untildone, ...known];
  for (const name of [...asked, ...paths.keys()])
    if (!all.some((tool) => tool.name === name))
      throw unknownName("tool", name, { where: "--tool", names: all.map((tool) => tool.name) });
  return all.flatMap((tool) => {
    const path = paths.get(tool.name) ?? null;
    const isAsked = asked.includes(tool.name);
    if (asked.length > 0 && !isAsked) return [];
    if (!tool.isForeign || path !== null) return [{ tool, path }];
    if (isAsked)
      throw new UserError({
        what: `${tool.name} is no part of the set`,
        where: "--tool",
        fix: `name its folder with --path ${tool.name}=FOLDER`,
      });
    return [];
  });
}

function readPath(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1)
    throw new UserError({ what: `${text} names no folder`, where: "--path", fix: "write --path NAME=FOLDER" });
  return [text.slice(0, at), resolve(text.slice(at + 1))];
}

interface ReportTerms {
  readonly place: string;
  readonly faults: readonly SetFault[];
  readonly args: ParsedArgs;
  readonly io: Io;
  /** All runs of the set, played or not. */
  readonly inSet: number;
}

function report(tools: readonly ToolFigures[], { place, faults, args, io, inSet }: ReportTerms): number {
  const all = [...faults];
  const outputs = args.texts("only").length > 0 ? null : checkOutputs(place, all);
  const text = outputs ? `${formatEval(tools)}\n${formatOutputs(outputs)}` : formatEval(tools);
  io.out(args.flag("json") ? `${JSON.stringify({ inSet, tools, outputs })}\n` : text);
  const page = args.text("html");
  if (page !== undefined) replaceUserFile(resolve(io.cwd, page), evalPage(tools, outputs));
  const [own] = tools.filter(({ tool }) => tool === untildone.name);
  const isWrong = (own?.wrong ?? []).some(isGrave) || isReadWrongly(outputs);
  // Runs that count for nothing must not pass for runs that went well.
  const isBroken = (own?.faults ?? []).some(({ why }) => isUnusable(why));
  return printFaults(all, io) || (isWrong ? 1 : isBroken ? 2 : 0);
}

/** A claim taken for more than it is, or a list, a test output or a situation that came to something else. */
const isReadWrongly = (outputs: OutputFigures | null): boolean =>
  outputs !== null &&
  (outputs.messages.wider.count > 0 ||
    [outputs.lists, outputs.tests, outputs.situations].some(({ count, n }) => count < n));

export { evalCommand as eval };
