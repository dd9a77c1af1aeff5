/** Names that rules had in earlier versions: configurations and journals still have them. */
export const oldRuleNames: Readonly<Record<string, string>> = {
  "verified-task": "accepted-task",
  "verified-completion": "accepted-completion",
};

/** What a rule is called now. */
export const currentRuleName = (name: string): string =>
  Object.hasOwn(oldRuleNames, name) ? (oldRuleNames[name] ?? name) : name;
