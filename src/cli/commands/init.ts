import { resolve } from "node:path";
import { UserError } from "../../lib/errors.js";
import { realPath } from "../../lib/files/folder.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { folderFlags, withoutFlags } from "../flags/config-flags.js";
import { adviseProject } from "../init/advice.js";
import { agentHooks } from "../init/agent-hooks.js";
import { EditPlan } from "../init/edit-plan.js";
import { finish, formatOutcomes } from "../init/finish.js";
import { namedInstalls, planInstalls, planRemoval } from "../init/installs.js";
import { hasList, type Project, type Wishes } from "../init/project.js";
import { lookAtProject, planProject } from "../init/project-files.js";
import { type Ask, askPerson, confirm, unlessInterrupted } from "../init/wizard.js";

export const init: Command = {
  name: "init",
  usage: "init [options]",
  about:
    "Sets up untildone in a project: finds the task list, the checks and the agents, and writes .ralph/config.yaml, .ralph/PROMPT.md, .ralph/.gitignore and, if there is none, a task list. What already exists is kept as it is. On a terminal it asks a few questions first; elsewhere, and with --yes, it takes the defaults.\n\nWith --claude, --codex, --gemini, --copilot, --cursor, --mcp or --agents-md it writes only that: into the agent's own settings in this project, with everything else there left as it is. --remove takes it out again, to the byte. All files are written, or none.\n\nExit status: 0, 2 if something was refused (nothing is written then), 3 interrupted.",
  flags: {
    ...Object.fromEntries(
      agentHooks.map(({ agent, label, file }) => [
        agent,
        { type: "boolean", help: `let untildone judge stops in ${label} (${file})` } as const,
      ]),
    ),
    mcp: {
      type: "boolean",
      help: "add the MCP server to the settings of the agents named, or to .mcp.json",
    },
    "agents-md": { type: "boolean", help: "add how to work under untildone to AGENTS.md or CLAUDE.md" },
    remove: { type: "boolean", help: "take out what was installed: that of the options above, or all" },
    task: { type: "string", value: "TEXT", multiple: true, help: "a task for a new task list (repeatable)" },
    tasks: { type: "string", value: "LIST", help: "the task list that is there already (default: found)" },
    program: {
      type: "string",
      value: "WORDS",
      help: "how the agent starts untildone (default: from node_modules, the search path, or by npx)",
    },
    yes: { type: "boolean", help: "ask nothing" },
    "dry-run": { type: "boolean", help: "show what would change as a diff, and write nothing" },
    json: { type: "boolean", help: "print one JSON object: files (path, change, about), notes and next; asks nothing" },
    ...folderFlags,
  },
  maxPositionals: 0,
  examples: [
    "untildone init",
    'untildone init --yes --task "Add a login page"',
    "untildone init --claude --dry-run",
    "untildone init --claude --codex --mcp",
    "untildone init --claude --remove",
  ],
  async run(args, io) {
    refuseFlags(args);
    refuseFolder(io);
    const plan = new EditPlan(io.cwd);
    if (args.flag("remove")) return finish(plan, { notes: planRemoval(plan, args, io), next: [] }, args, io);
    if (namedInstalls(args).length > 0)
      return finish(plan, planInstalls(plan, namedInstalls(args), args, io), args, io);
    return setUpProject(plan, args, io);
  },
};

function refuseFlags(args: ParsedArgs): void {
  const refuse = (what: string, fix: string): never => {
    throw new UserError({ what, where: "untildone init", fix });
  };
  if (args.texts("task").length > 0 && args.text("tasks") !== undefined)
    refuse("--task is for a new task list, and --tasks names one that is there", "leave one of them out");
  const isOnlyInstall = args.flag("remove") || namedInstalls(args).length > 0;
  if (args.texts("task").length > 0 && isOnlyInstall)
    refuse("--task is for a new task list, which these options do not write", "leave it out, or run init twice");
  if (args.texts("task").some((task) => task.trim() === "" || /[\r\n]/.test(task)))
    refuse("--task must be one line of text", 'write it as --task "Add a login page"');
  if (args.text("program")?.trim() === "") refuse("--program is empty", "give the words that start untildone");
  if (args.text("program") !== undefined && !/untildone|cli\.cjs/.test(args.text("program") ?? ""))
    refuse("--program does not name untildone", "give the words that start it, such as /opt/untildone/bin/untildone");
}

/** Settings there would hold for every project, and checks would be looked for in all of them. */
function refuseFolder({ cwd, home }: Io): void {
  const folder = realPath(cwd);
  const isHome = home !== "" && folder === realPath(home);
  if (isHome || folder === resolve(folder, ".."))
    throw new UserError({
      what: isHome ? "this is your home folder, not a project" : "this is the root of the file system, not a project",
      where: cwd,
      fix: "change into the project's folder, or name it: untildone init --dir FOLDER",
    });
}

async function setUpProject(plan: EditPlan, args: ParsedArgs, io: Io): Promise<number> {
  const project = await lookAtProject(withoutFlags(args, io), io, args.text("tasks"));
  const tasks = args.texts("task").map((task) => task.trim());
  refuseTasks(tasks, project);
  const isQuiet = ["yes", "json", "dry-run"].some((name) => args.flag(name)) || tasks.length > 0;
  if (io.ask !== null && !isQuiet) return setUpWithPerson({ plan, project, ask: io.ask }, args, io);
  const wishes: Wishes = { tasks, agent: null, testCommand: null };
  planProject(plan, { project, wishes, cwd: io.cwd });
  return finish(plan, await adviseProject(project, wishes, io), args, io);
}

interface Interview {
  readonly plan: EditPlan;
  readonly project: Project;
  readonly ask: Ask;
}

async function setUpWithPerson({ plan, project, ask }: Interview, args: ParsedArgs, io: Io): Promise<number> {
  const answers = await unlessInterrupted(askPerson(project, io, ask));
  if (answers === null) return leave(io);
  planProject(plan, { project, wishes: answers, cwd: io.cwd });
  const installs = planInstalls(plan, answers.hooks, args, io);
  const advice = await adviseProject(project, answers, io);
  io.out(`\nTo be written:\n${formatOutcomes(plan.outcomes(), io)}\n`);
  if (!(await unlessInterrupted(confirm(ask, "Write these files?")))) return leave(io);
  const notes = [...advice.notes, ...installs.notes];
  return finish(plan, { notes, next: [...installs.next, ...advice.next] }, args, io);
}

function leave(io: Io): number {
  io.err("\nnothing was written\n");
  return 3;
}

function refuseTasks(tasks: readonly string[], project: Project): void {
  if (tasks.length > 0 && hasList(project))
    throw new UserError({
      what: "there is a task list already, and init does not change it",
      where: project.list,
      fix: `add a line there: - [ ] ${tasks[0]}`,
    });
}
