import { leadsOut } from "../../lib/files/edit-files.js";
import { blankJsonc } from "../../lib/json/jsonc/blank.js";
import type { Io, ParsedArgs } from "../command.js";
import { type AgentHooks, agentHooks } from "./agent-hooks.js";
import { addNotes, removeNotes } from "./agent-notes.js";
import type { EditPlan } from "./edit-plan.js";
import type { Advice } from "./finish.js";
import { installHooks, removeHooks } from "./install-hooks.js";
import { allMcpFiles, installMcp, mcpFiles, removeMcp } from "./install-mcp.js";
import { describeProgram, findOwnProgram } from "./own-program.js";

const agents = agentHooks.map(({ agent }) => agent);

/** The flags that install something, as they were given. */
export const namedInstalls = (args: ParsedArgs): readonly string[] =>
  [...agents, "mcp", "agents-md"].filter((name) => args.flag(name));

/** Into the settings of each agent that is named. */
export function planInstalls(plan: EditPlan, names: readonly string[], args: ParsedArgs, io: Io): Advice {
  const program = findOwnProgram(io, args.text("program"));
  const hooks = agentHooks.filter(({ agent }) => names.includes(agent));
  for (const each of hooks) installHooks(plan, each, program);
  if (names.includes("mcp"))
    for (const file of mcpFiles(hooks.map(({ agent }) => agent))) installMcp(plan, file, program);
  if (names.includes("agents-md")) addNotes(plan, io.cwd);
  const startsProgram = hooks.length > 0 || names.includes("mcp");
  return {
    notes: [
      ...(startsProgram ? [describeProgram(program)] : []),
      ...hooks.flatMap((each) => warnOfComments(plan, each)),
    ],
    next: hooks.map(({ label, next }) => `${label}: ${next}`),
  };
}

function warnOfComments(plan: EditPlan, { file, label, isStrict }: AgentHooks): readonly string[] {
  const text = plan.read(file) ?? "";
  if (!isStrict || blankJsonc(text) === text) return [];
  return [
    `${file} has comments or trailing commas: ${label} ignores such a file as a whole, and says nothing; remove them`,
  ];
}

/** All that was installed, or what is named. The project's own files stay: they are the person's by now. */
export function planRemoval(plan: EditPlan, args: ParsedArgs, io: Io): readonly string[] {
  const named = namedInstalls(args);
  // Nothing is ever written through a link that leads out of the project.
  const mayHold = (file: string): boolean => !leadsOut(io.cwd, file);
  const isMeant = (name: string): boolean => named.length === 0 || named.includes(name);
  const hooks = agentHooks.filter(({ agent, file }) => named.includes(agent) || (isMeant(agent) && mayHold(file)));
  const files = named.some((name) => agents.includes(name)) ? mcpFiles(hooks.map(({ agent }) => agent)) : allMcpFiles;
  const removed = [
    ...(isMeant("mcp")
      ? files.filter((file) => named.length > 0 || mayHold(file)).map((file) => removeMcp(plan, file))
      : []),
    ...hooks.toReversed().map((each) => removeHooks(plan, each)),
    ...(isMeant("agents-md") ? [removeNotes(plan, io.cwd)] : []),
  ];
  return removed.includes(true) ? [] : ["nothing of untildone's was found: nothing to remove"];
}
