/** Fields that hold lists of tasks, and those that hold groups of such lists. */
export const listNames = [
  "userStories",
  "user_stories",
  "stories",
  "tasks",
  "items",
  "issues",
  "todos",
  "features",
  "requirements",
  "beads",
];
export const groupNames = [
  "phases",
  "epics",
  "milestones",
  "sprints",
  "groups",
  "sections",
  "modules",
  "prd",
  "project",
  "plan",
  "data",
  "master",
];

/** Lists whose texts are tasks: elsewhere a list of texts may be about anything. */
export const textListNames: ReadonlySet<string> = new Set(["userStories", "user_stories", "stories", "tasks", "todos"]);
