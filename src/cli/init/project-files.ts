import type { Config } from "../../config/load.js";
import { planChecks } from "../../evidence/plan-checks.js";
import { UserError } from "../../lib/errors.js";
import { exists } from "../../lib/files/disk.js";
import { pathFrom, pathResolve } from "../../lib/files/folder.js";
import { plural } from "../../lib/text/plural.js";
import { gitignoreText } from "../../run/records/run-files.js";
import type { Io } from "../command.js";
import { checkOrigin } from "../judging.js";
import { loadListForPerson } from "../task-list.js";
import { writeConfig } from "./config-text.js";
import type { EditPlan } from "./edit-plan.js";
import { describeList, hasList, type Project, type Wishes } from "./project.js";

export async function lookAtProject(config: Config, io: Io, named?: string): Promise<Project> {
  const stateFolder = folderInside(config.stateFolder, io.cwd);
  const { list, tasks, nearly } = await loadListForPerson(named, config, io);
  const { plans } = planChecks({ cwd: io.cwd, checks: config.checks, origin: checkOrigin(config, "configuration") });
  const names = ["config.yaml", "config.yml", "config.json"].map((name) => `${stateFolder}/${name}`);
  return {
    stateFolder,
    tasks,
    nearly,
    checks: plans.filter((plan) => plan.kind === "command"),
    list: list === "none" ? starterList(stateFolder, io.cwd) : list,
    configFile: names.find((name) => exists(`${io.cwd}/${name}`)) ?? null,
  };
}

/** The folder from the project's own. Another place is not init's to write. */
function folderInside(folder: string, cwd: string): string {
  const path = pathFrom(cwd, pathResolve(cwd, folder));
  if (path !== "" && !path.startsWith("..")) return path;
  throw new UserError({
    what: "the state folder is not in a folder of its own in the project",
    where: folder,
    fix: "name one in the project: untildone init --state .ralph",
  });
}

/** A TODO.md without a task in it is something else. */
const starterList = (stateFolder: string, cwd: string): string =>
  exists(`${cwd}/TODO.md`) ? `${stateFolder}/fix_plan.md` : "TODO.md";

/** Every file that a run uses and that is not there yet. */
export function planProject(plan: EditPlan, setUp: SetUp): void {
  planConfig(plan, setUp);
  planList(plan, setUp);
  planPrompt(plan, setUp);
  writeNew(plan, `${setUp.project.stateFolder}/.gitignore`, gitignoreText(), "keeps the state of runs out of git");
}

export interface SetUp {
  readonly project: Project;
  readonly wishes: Wishes;
  readonly cwd: string;
}

function planConfig(plan: EditPlan, { project, wishes }: SetUp): void {
  const { configFile, stateFolder } = project;
  const about = "settings, each with its default";
  if (configFile !== null) plan.keep(configFile, "the configuration already exists");
  else writeNew(plan, `${stateFolder}/config.yaml`, writeConfig(project, wishes), about);
}

function planList(plan: EditPlan, { project, wishes: { tasks } }: SetUp): void {
  const { list, tasks: known } = project;
  if (!hasList(project)) writeNew(plan, list, starterText(tasks), describeStarter(tasks));
  else plan.keep(list, describeList(known));
}

const describeStarter = (tasks: readonly string[]): string =>
  tasks.length === 0 ? "a task list without a task yet: write yours there" : plural(tasks.length, "task");

/** As a person may have written it. */
const hasId = /^[A-Za-z]{1,8}-?\d+(?:\.\d+)*[:.)]?\s/;

/** The examples are a comment: a task that nobody wants done must not be there. */
const starterText = (tasks: readonly string[]): string =>
  [
    "# Tasks",
    "",
    "<!-- One line per task, the most important first. What must be true of it goes below, indented:",
    "",
    "- [ ] T1: Let people reset their password",
    "  - a link is sent by e-mail and works once",
    "  - npm test passes",
    "-->",
    "",
    ...tasks.map((task, at) => `- [ ] ${hasId.test(task) ? "" : `T${at + 1}: `}${task}`),
    ...(tasks.length > 0 ? [""] : []),
  ].join("\n");

function planPrompt(plan: EditPlan, { project, wishes, cwd }: SetUp): void {
  const own = `${project.stateFolder}/PROMPT.md`;
  const there = [own, "PROMPT.md"].find((name) => exists(`${cwd}/${name}`));
  if (there === undefined) writeNew(plan, own, promptText(project, wishes), "what every turn of a run starts with");
  else plan.keep(there, "the prompt already exists");
}

function promptText({ checks }: Project, { testCommand }: Wishes): string {
  const commands = [...(testCommand === null ? [] : [testCommand]), ...checks.map(({ words }) => words.join(" "))];
  return [
    "Work on the task below in this repository. Read the code around it first, and follow its conventions.",
    "Add or change tests for what you change.",
    ...(commands.length > 0 ? ["", "These commands must pass:", "", ...commands.map((words) => `- \`${words}\``)] : []),
    "",
  ].join("\n");
}

function writeNew(plan: EditPlan, path: string, text: string, about: string): void {
  if (plan.read(path) === null) plan.write(path, text, about);
  else plan.keep(path, "it already exists");
}
