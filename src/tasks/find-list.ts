import { isGiven } from "./given-tasks.js";
import { trackerOf } from "./tracker-specs.js";

/** Where the loops people use keep their list, the most particular first. */
const particular = (stateFolder: string): readonly string[] => [
  `${stateFolder}/@fix_plan.md`,
  `${stateFolder}/fix_plan.md`,
  "@fix_plan.md",
  "fix_plan.md",
  `${stateFolder}/prd.json`,
  "prd.json",
  `${stateFolder}/tasks.yaml`,
  "tasks.yaml",
  `${stateFolder}/ralph-tasks.md`,
  "RALPH_TASK.md",
  ".planning/ROADMAP.md",
  ".doyaken/tasks",
  ".beads/issues.jsonl",
];

/** Names that other files have too: taken only where they hold tasks. */
const general = ["IMPLEMENTATION_PLAN.md", "PRD.md", "TODO.md"];

/** Every place where a list is looked for. */
export const listPlaces = (stateFolder: string): readonly string[] => [...particular(stateFolder), ...general];

export interface ListSearch {
  readonly stateFolder: string;
  exists(path: string): boolean | Promise<boolean>;
  holdsTasks(path: string): Promise<boolean>;
}

/** The list a project keeps, or null. */
export async function findList({ stateFolder, exists, holdsTasks }: ListSearch): Promise<string | null> {
  for (const path of particular(stateFolder)) if (await exists(path)) return path;
  for (const path of general) if ((await exists(path)) && (await holdsTasks(path))) return path;
  return null;
}

/** Where reading the list once more costs nothing. */
export const isReadCheaply = (list: string): boolean => isGiven(list) || listFile(list) !== null;

/** The file a list is kept in, where it is one. */
export const listFile = (list: string): string | null => (trackerOf(list) === null ? list : null);
