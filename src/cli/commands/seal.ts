import { resolve } from "node:path";
import { isLeft, type Task } from "../../decide/tasks.js";
import { planChecks } from "../../evidence/plan-checks.js";
import { UserError } from "../../lib/errors.js";
import { readText } from "../../lib/files/files.js";
import { readLimits } from "../../lib/files/open-file.js";
import { onStopSignals } from "../../lib/process/signals.js";
import { plural } from "../../lib/text/plural.js";
import { openPrivateFolder } from "../../run/records/private-folder.js";
import { readSeals, type Seal, saveSeal, sealFolder } from "../../run/seals/seal.js";
import { isProvided } from "../../run/seals/try-checks.js";
import { openCheckRoom } from "../../run/start/check-room.js";
import { refuseSandbox } from "../../run/start/sandbox-options.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { runFlags } from "../flags/run-flags-table.js";
import { readSandboxFlags } from "../flags/sandbox-flags.js";
import { sandboxFlags } from "../flags/sandbox-flags-table.js";
import { settingsFlags } from "../flags/settings-flags.js";
import { seconds } from "../numbers.js";
import { resolveAgents } from "../resolve-agents.js";
import { author } from "../seal/author.js";
import { chooseList, loadList } from "../task-list.js";

const { model, command, script, permissions, timeout, tasks } = runFlags;
const defaultSeconds = 900;

export const seal: Command = {
  name: "seal",
  findsProject: "flags",
  usage: "seal [TASK…] --author AGENT [options]",
  about:
    "Before a run: lets an author agent write acceptance tests for each open task, from the task's text alone, in a copy of the project. They are taken only if each fails on the start for the reason it states, and with wrong answers, too. They are stored outside the project and decide in the next runs whether their task is done; the agent that works does not see them. A task that is worded differently later loses its seal.\n\nExit status: 0 if every task named was sealed, 1 if some were not, and why, 2 for a mistake.",
  flags: {
    author: {
      type: "string",
      value: "AGENT",
      help: "the agent that writes the checks; a fresh session, not the one that works",
    },
    show: { type: "boolean", help: "show what is sealed: requirements, files and what they call" },
    spec: { type: "string", value: "FILE", help: "a specification that the author is shown, too" },
    tasks,
    model,
    command,
    script,
    permissions,
    ...sandboxFlags,
    timeout: { ...timeout, help: "time limit for one answer (default 15m)" },
    ...folderFlags,
    ...settingsFlags,
  },
  examples: [
    "untildone seal --author claude",
    "untildone seal T3 --author codex --spec SPEC.md",
    "untildone seal --author claude --sandbox bwrap",
    "untildone seal --show",
  ],
  run: async (args, io) => (args.flag("show") ? show(args, io) : sealAll(args, io)),
};

async function sealAll(args: ParsedArgs, io: Io): Promise<number> {
  const config = readConfig(args, io, readSandboxFlags(args));
  await refuseSandbox({ cwd: io.cwd, config });
  const { tasks: known } = await loadList(await chooseList(args.text("tasks"), config, io), config, io);
  const listed = known.is === "tasks" ? known.tasks : [];
  const chosen = chooseTasks(args.words, listed);
  const folder = openPrivateFolder(io.cwd, io);
  const { roles } = resolveAgents(withAuthor(args), config, io);
  const [agent] = roles.usual;
  if (!agent) throw new Error("no agent was resolved");
  const abort = new AbortController();
  const removeHandlers = onStopSignals(() => abort.abort());
  const limit = args.text("timeout");
  const state = resolve(io.cwd, config.stateFolder);
  const own = [state, resolve(folder.path, "..")];
  const { plans } = planChecks({ cwd: io.cwd, checks: config.checks });
  const commands = plans.flatMap((plan) => (plan.kind === "command" ? [plan.words] : []));
  const room = openCheckRoom(
    { config, env: io.env, home: io.home, cwd: io.cwd },
    { run: `seal-${process.pid}`, cwd: io.cwd, own, agents: [agent], commands, judges: [] },
  );
  let isWhole = true;
  try {
    for (const task of chosen) {
      if (abort.signal.aborted) return 3;
      io.err(`${agent.name} writes checks for ${describeTask(task)}\n`);
      const { sealed, why, told } = await author(task, {
        ...{ agent, config, io, signal: abort.signal, logs: `${folder.path}/seal-logs`, ignore: [state], own, room },
        spec: readSpec(args, io),
        timeoutMs: (limit === undefined ? defaultSeconds : seconds(limit, "--timeout")) * 1000,
      });
      if (sealed) {
        saveSeal(folder.path, sealed.seal, sealed.texts);
        io.out(`${task.id} sealed: ${plural(sealed.seal.requirements.length, "requirement")}\n`);
      } else io.out(`${task.id} not sealed:\n${why.map((line) => `  ${line}`).join("\n")}\n`);
      for (const line of told) io.out(`  note: ${line}\n`);
      isWhole &&= sealed !== null;
    }
  } finally {
    removeHandlers();
    await room.close();
  }
  return isWhole ? 0 : 1;
}

/** Titles of many lists begin with the id. */
const describeTask = ({ id, title }: Task): string => (title.startsWith(id) ? title : `${id}: ${title}`);

/** The author is an agent like any other, by another name. */
function withAuthor(args: ParsedArgs): ParsedArgs {
  const text: ParsedArgs["text"] = (name) => args.text(name === "agent" ? "author" : name);
  const texts: ParsedArgs["texts"] = (name) => args.texts(name === "agent" ? "author" : name);
  return { ...args, words: [], text, texts };
}

function chooseTasks(words: readonly string[], tasks: readonly Task[]): readonly Task[] {
  const open = tasks.filter(isLeft);
  const missing = words.find((word) => !open.some(({ id }) => id === word));
  if (missing !== undefined)
    throw new UserError({
      what: `there is no open task ${missing}`,
      where: "untildone seal",
      fix: `name one of: ${open.map(({ id }) => id).join(", ") || "none is open"}`,
    });
  if (open.length === 0)
    throw new UserError({ what: "no task is open", where: "untildone seal", fix: "name a list: --tasks TODO.md" });
  return words.length === 0 ? open : open.filter(({ id }) => words.includes(id));
}

function readSpec(args: ParsedArgs, { cwd }: Io): string | null {
  const file = args.text("spec");
  return file === undefined ? null : readText(file, cwd, readLimits.prompt);
}

/** For the person: what is sealed. */
async function show(args: ParsedArgs, io: Io): Promise<number> {
  const { path } = openPrivateFolder(io.cwd, io);
  const { seals, damaged } = readSeals(path);
  const wanted = seals.filter(({ task }) => args.words.length === 0 || args.words.includes(task));
  for (const line of damaged) io.err(`warning: ${line}\n`);
  if (wanted.length === 0) io.out("nothing is sealed here\n");
  for (const each of wanted) io.out(await describe(each, path, io.cwd));
  return damaged.length > 0 ? 1 : 0;
}

async function describe(
  { task, title, author: by, at, requirements, command: words }: Seal,
  folder: string,
  cwd: string,
): Promise<string> {
  const isThere = await Promise.all(requirements.map(({ seam }) => isProvided(seam, cwd)));
  return [
    `${task}  ${title}`,
    `  by ${by}, ${at.slice(0, 16).replace("T", " ")} UTC; ${words.join(" ")}; in ${sealFolder(folder, task)}/files`,
    ...requirements.map(
      ({ id, text, test, seam }, n) =>
        `  ${id}  ${text} (test "${test}", ${seam.name} in ${seam.file}${isThere[n] ? "" : ", not there yet"})`,
    ),
    "",
  ].join("\n");
}
