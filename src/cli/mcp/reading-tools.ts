import { Explainer } from "../../report/explain-record.js";
import { formatNext, formatTasks } from "../../report/format-tasks.js";
import { collectFacts } from "../../report/task-facts.js";
import type { Listing, Unusable } from "../../tasks/tracker.js";
import { describeUnusable } from "../../tasks/tracker.js";
import type { Io, ParsedArgs } from "../command.js";
import { findActions, findDecision, formatExplanation } from "../commands/explain.js";
import { findNextOpen, setAsideIn, unusableError } from "../commands/tasks.js";
import { readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { readListing } from "../open-list.js";
import { readNumber } from "./input.js";
import type { McpTool } from "./tool.js";

interface Served {
  readonly args: ParsedArgs;
  /** In the project's folder. */
  readonly io: Io;
}

export const readingTools = (served: Served): readonly McpTool[] => [
  {
    name: "next_task",
    title: "The next task",
    description: "The task of the project's list to work on now, with its acceptance criteria, or why there is none.",
    properties: {},
    call: () => describeNext(served),
  },
  {
    name: "tasks",
    title: "The task list",
    description: "All tasks of the project's list with their ids and states. It is read only: untildone ticks tasks.",
    properties: {},
    call: () => describeTasks(served),
  },
  {
    name: "explain",
    title: "Explain a decision",
    description: "Why untildone decided as it did: every rule and its answer, what was checked, and the settings used.",
    properties: {
      decision: { type: "integer", description: "the number of the decision (optional; the last one by default)" },
    },
    call: async ({ input }) => explainDecision(served, readNumber(input, "decision")),
  },
];

async function openList(served: Served): Promise<{ name: string; listing: Exclude<Listing, Unusable> }> {
  const { name, listing } = await readListing(null, served);
  if (listing.is === "unusable") throw unusableError(name, describeUnusable(listing));
  return { name, listing };
}

async function describeNext(served: Served): Promise<string> {
  const { name, listing } = await openList(served);
  return formatNext(findNextOpen(listing, asideIn(name, served)), false);
}

async function describeTasks(served: Served): Promise<string> {
  const { name, listing } = await openList(served);
  if (listing.is === "none") return "There is no task list here.";
  return formatTasks(collectFacts(name, listing, asideIn(name, served)), false);
}

const asideIn = (name: string, { args, io }: Served) => setAsideIn(name, readConfig(args, io), io);

function explainDecision({ args, io }: Served, number: number | null): string {
  const folder = stateFolder(readConfig(args, io), io);
  const record = findDecision(folder, number);
  return formatExplanation({ ...new Explainer().explain(record), person: findActions(folder, record) }, false);
}
