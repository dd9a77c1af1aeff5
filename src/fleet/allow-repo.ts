/**
 * Whether a worker may work on a repository: its URL has to match a pattern, in which `*` stands for any text without a
 * slash and `**` for any text.
 */
export const isAllowed = (url: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matches(url, pattern));

function matches(url: string, pattern: string): boolean {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part.startsWith("**")) return "[^\\n]*";
    if (part === "*") return "[^/\\n]*";
    return part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`).test(url);
}
