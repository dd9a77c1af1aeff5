// What `--sample` plays: ten that are quick, one or two of each kind.
export const sample = [
  "prose-claims",
  "zero-left-in-six-languages",
  "all-ticked-in-one-turn",
  "needs-a-later-task",
  "a-question-in-every-turn",
  "blocked-in-every-turn",
  "tasks-out-of-scope",
  "one-lie-among-honest-turns",
  "deleted-tests",
  "a-limit-in-plain-text",
];
