import type { World } from "./world.js";

/** Where the loops people use keep their list, the most particular first. */
const usual = [
  ".ralph/fix_plan.md",
  ".ralph/@fix_plan.md",
  "@fix_plan.md",
  "fix_plan.md",
  ".ralph/prd.json",
  "prd.json",
  ".ralph/tasks.yaml",
  "tasks.yaml",
  ".ralph/ralph-tasks.md",
  "RALPH_TASK.md",
  ".planning/ROADMAP.md",
  "IMPLEMENTATION_PLAN.md",
  ".doyaken/tasks",
  ".beads/issues.jsonl",
  "PRD.md",
  "TODO.md",
];

/** The list a project keeps, or null. */
export async function findList(world: World): Promise<string | null> {
  for (const path of usual) if ((await world.read(path)).is !== "unreadable") return path;
  return null;
}
