import { resolve } from "node:path";
import { UserError } from "../../lib/errors.js";
import { exists, replaceUserFile } from "../../lib/files/disk.js";
import { readText } from "../../lib/files/files.js";
import { readLimits } from "../../lib/files/open-file.js";
import { plural } from "../../lib/text/plural.js";
import { isVagueText } from "../../tasks/lint-task.js";
import type { Command, Io } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { runFlags } from "../flags/run-flags-table.js";
import { settingsFlags } from "../flags/settings-flags.js";
import { guardProject } from "../plan/guard-project.js";
import type { JudgedPlan } from "../plan/judge-plan.js";
import { attempts, openPlanner } from "../plan/planner.js";

const { agent, model, command, script, permissions, timeout } = runFlags;

export const plan: Command = {
  name: "plan",
  findsProject: "flags",
  usage: 'plan SPEC.md|"TEXT" [options]',
  about:
    "Lets an agent write the task list from a specification: small tasks with what they depend on, criteria, and commands or tests that decide. Tasks that are vague, too big or cannot be checked are refused with the reason, and it is asked again, at most twice. The list is shown and written to TODO.md; nothing is run. The agent may only read, unless you say otherwise; what it changes all the same is put back and told.\n\nExit status: 0 if the list was written, 1 if the agent gave none that can be used, 2 for a mistake.",
  flags: {
    agent,
    model,
    command,
    script,
    permissions,
    out: {
      type: "string",
      value: "FILE",
      help: "where to write the list (default: TODO.md); it must not be there yet",
    },
    timeout: { ...timeout, help: "time limit for one answer (default 15m)" },
    ...folderFlags,
    ...settingsFlags,
  },
  maxPositionals: 1,
  examples: [
    "untildone plan SPEC.md --agent claude",
    'untildone plan "An app that lists dates, with a test for each command" --out PLAN.md',
  ],
  async run(args, io) {
    const spec = readSpec(args.words[0], io);
    const out = args.text("out") ?? "TODO.md";
    refuseExisting(out, io);
    const config = readConfig(args, io);
    const planner = await openPlanner(args, config, io);
    const stateFolder = resolve(io.cwd, config.stateFolder);
    const result = await guardProject({ stateFolder, name: planner.name }, io, () => planner.ask(spec));
    if (result === null) {
      io.err("interrupted; nothing was written\n");
      return 3;
    }
    io.out(`${result.list ?? ""}\n`);
    return result.why.length === 0 && result.list !== null
      ? save(result.list, { tasks: result.tasks, out }, io)
      : explain(result, planner, io);
  },
};

const longestText = 10_000;
/** More than an agent can keep in mind beside the project. */
const longestFile = 200_000;

/** A file, or what was typed. */
function readSpec(word: string | undefined, { cwd }: Io): string {
  const refuse = (what: string, fix: string): never => {
    throw new UserError({ what, where: "untildone plan", fix });
  };
  if (word === undefined || word.trim() === "")
    return refuse("there is no specification", 'name a file, or say it: untildone plan "what to build"');
  if (!word.includes("\n") && exists(resolve(cwd, word))) {
    const text = readText(word, cwd, readLimits.prompt);
    if (text.length > longestFile)
      return refuse(
        `${word} has ${text.length} characters, and at most ${longestFile} are taken`,
        "plan one part of it at a time",
      );
    return text.trim() === "" ? refuse(`${word} is empty`, "write down what is to be built") : text;
  }
  if (!/\s/.test(word.trim()))
    refuse(`there is no file ${word}`, 'name a file that is there, or say in words what to build: untildone plan "…"');
  if (word.length > longestText)
    refuse(
      `the text has ${word.length} characters, and at most ${longestText} are taken`,
      "write it to a file, and name that",
    );
  if (isVagueText(word))
    refuse(`${JSON.stringify(word)} is vague`, "say what will be different: what goes in, what comes out, and where");
  return word;
}

function refuseExisting(out: string, { cwd }: Io): void {
  if (!exists(resolve(cwd, out))) return;
  throw new UserError({
    what: `${out} is there already, and is not overwritten`,
    where: "--out",
    fix: "name another file: --out PLAN.md",
  });
}

function save(list: string, { tasks, out }: { readonly tasks: number; readonly out: string }, io: Io): number {
  replaceUserFile(resolve(io.cwd, out), list);
  io.out(
    `${out}: ${plural(tasks, "task")}. Look at them, and change what you like.\nNext: untildone run --tasks ${out}\n`,
  );
  return 0;
}

function explain(
  { why }: JudgedPlan,
  { name, folder }: { readonly name: string; readonly folder: string },
  io: Io,
): number {
  io.err(`no list was written: ${name} was asked ${attempts} times, and its last answer cannot be used\n`);
  for (const line of why) io.err(`  - ${line}\n`);
  io.err(`its answers are in ${folder}; untildone plan asks again, or write the list yourself: untildone init\n`);
  return 1;
}
