export const kinds: Readonly<Record<string, string>> = {
  bug: "bug",
  fix: "bug",
  bugfix: "bug",
  docs: "docs",
  doc: "docs",
  documentation: "docs",
  refactor: "refactor",
  feat: "feature",
  feature: "feature",
  test: "test",
  tests: "test",
  chore: "chore",
  config: "config",
  configuration: "config",
  // Push, deploy, review: work that need not change any file here.
  action: "action",
};

export const priorities: Readonly<Record<string, number>> = {
  critical: 0,
  urgent: 0,
  highest: 0,
  high: 1,
  medium: 2,
  normal: 2,
  low: 3,
  lowest: 4,
};
