const maxNames = 20;

/** Null for no name. */
export function listNames(ids: readonly string[]): string | null {
  if (ids.length === 0) return null;
  const rest = ids.length - maxNames;
  return `${ids.slice(0, maxNames).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
