/** The names of the policies, for those who do not load them. */
export const policyNames = ["standard", "blackbox", "doyaken", "cub", "phase5", "gold"] as const;
