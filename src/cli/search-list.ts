import type { Config } from "../config/load.js";
import { UserError } from "../lib/errors.js";
import { plural } from "../lib/text/plural.js";
import { searchedPlaces, searchLists } from "../tasks/search-lists.js";
import { systemWorld } from "../tasks/system-world.js";
import type { Io } from "./command.js";

interface FoundList {
  readonly list: string;
  readonly nearly: readonly string[];
}

/** The one list that other tools or people keep in the project. Of several, a person chooses. */
export async function searchForList({ resolved }: Config, io: Pick<Io, "cwd" | "env">): Promise<FoundList> {
  const { optionalSections, taskMarks } = resolved.settings;
  const { lists, nearly } = await searchLists(systemWorld(io.cwd, io.env), { optionalSections, taskMarks });
  const [first, second] = lists;
  if (!first) return { list: "none", nearly };
  if (!second) return { list: first.path, nearly: [] };
  throw new UserError({
    what: `${plural(lists.length, "file")} look like the task list`,
    where: io.cwd,
    fix: `name one:${lists.map(({ path, left }) => `\n       --tasks ${path}  (${plural(left, "task")} left)`).join("")}`,
  });
}

const openings = {
  run: {
    what: "there is nothing to do here: no task list and no prompt",
    fix: 'untildone run --task "what to do", or name a list: --tasks FILE',
  },
  tasks: { what: "there is no task list here", fix: "name one: untildone tasks FILE" },
} as const;

/** Says what was looked for, and what was nearly found. */
export function noListError(nearly: readonly string[], cwd: string, command: keyof typeof openings): UserError {
  const { what, fix } = openings[command];
  const lines = [
    fix,
    ...nearly.map((line) => `     ${command === "run" ? line : line.replace("--tasks ", "untildone tasks ")}`),
    `     looked for ${searchedPlaces.join(", ")}, ${command === "run" ? "PROMPT.md, " : ""}and the lists of other loops, such as fix_plan.md and prd.json`,
  ];
  return new UserError({ what, where: cwd, fix: lines.join("\n  ") });
}
