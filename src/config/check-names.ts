/** Checks that are our own and need no command. */
export const ownCheckNames = [
  "changes",
  "task-file-moved",
  "criteria",
  "artifacts",
  "clean-git",
  "honest-tests",
  "original-tests",
] as const;
